// SPDX-License-Identifier: BSD-3-Clause
// The texts that every page of Grouser's manual has.
#pragma once
#include "common/options/man_page.hpp"

namespace grouser {

/// Version, date of the release, exit codes, variables of the environment.
ManTexts man_texts();

}  // namespace grouser
