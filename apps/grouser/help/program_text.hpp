// SPDX-License-Identifier: BSD-3-Clause
// What grouser says of itself.
#pragma once
#include "shared/command.hpp"

namespace grouser::cli {

ProgramText program_text();

}  // namespace grouser::cli
