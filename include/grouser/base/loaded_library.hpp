// SPDX-License-Identifier: BSD-3-Clause
// Libraries of ours that a program loads when it first needs them, as what they are linked to would slow every start.
#pragma once
#include <string>

namespace grouser {

/// What grouser_NAME_library(number) of lib/libgrouser_NAME.so gives, which stays loaded until the program ends. The file is beside the
/// folder of the programs, or in the library folder of an installation. The library gives null where the number is not its own: what is
/// handed over must look alike on both sides. Throws RunError, with what the library `does`, where its file is missing, somebody else's,
/// or of another build.
const void* load_library(const std::string& name, const std::string& does, unsigned long number);

}  // namespace grouser
