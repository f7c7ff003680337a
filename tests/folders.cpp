// SPDX-License-Identifier: BSD-3-Clause
#include "folders.hpp"

namespace grouser::test {

std::filesystem::path source_folder() { return GROUSER_SOURCE_DIR; }
std::filesystem::path binary_folder() { return GROUSER_BINARY_DIR; }
std::filesystem::path reference_folder() { return GROUSER_REFERENCE_DIR; }

}  // namespace grouser::test
