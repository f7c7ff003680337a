// SPDX-License-Identifier: BSD-3-Clause
// Checks what a file is before anything in it is read: one of ours or not, closed or not.
#pragma once
#include <filesystem>

#include "hdf5.hpp"

namespace grouser::run_open {

inline constexpr const char* kExpected = "a Grouser run file";

/// Checks the first bytes. Throws InputError.
void refuse_what_is_no_hdf5(const std::filesystem::path& path);
/// A file whose writer was killed (or is still at work) is opened in single-writer reading mode, the only
/// mode in which it is read correctly. Throws hdf5::Failure: damaged, of another program, of another version.
hdf5::Handle open_file(const std::filesystem::path& path);
/// True if its writer has not closed it.
bool is_unclosed(const std::filesystem::path& path);

}  // namespace grouser::run_open
