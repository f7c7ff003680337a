// SPDX-License-Identifier: BSD-3-Clause
// What `grouser terrain clean` tells and draws.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/atomic_file.hpp"
#include "grouser/survey/clean/clean.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

Report report_of(const std::string& out, const RasterInfo&, const CleanReport&, double seconds);

void write_clean_picture(PendingFile& file, const RasterInfo&, const CleanReport&);

}  // namespace grouser::cli
