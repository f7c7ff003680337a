// SPDX-License-Identifier: BSD-3-Clause
// The file that this library's code is part of, from whose place its other files are found.
#pragma once
#include <filesystem>

namespace grouser {

/// The program, or the shared object that holds the library, as the module of Python does. Empty if the
/// system does not say.
std::filesystem::path own_binary();

}  // namespace grouser
