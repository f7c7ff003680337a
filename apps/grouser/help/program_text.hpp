// SPDX-License-Identifier: BSD-3-Clause
// The name, summary and footer of grouser.
#pragma once
#include "shared/command.hpp"

namespace grouser::cli {

ProgramText program_text();

}  // namespace grouser::cli
