// SPDX-License-Identifier: BSD-3-Clause
// What every page of Grouser's manual says.
#pragma once
#include "common/options/man_page.hpp"

namespace grouser {

/// Version, date of the release, exit codes, variables of the environment.
ManTexts man_texts();

}  // namespace grouser
