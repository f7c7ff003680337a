// SPDX-License-Identifier: BSD-3-Clause
// The kind of a file from its first bytes, for messages about a file of the wrong kind.
#pragma once
#include <filesystem>
#include <string>

namespace grouser {

/// "a run file (HDF5)", "a picture (PNG)", "a raster (TIFF)", or "" for something else or no file.
std::string file_signature(const std::filesystem::path& path);

/// Throws InputError if the file is one of those but not `expected`; the message says what can be done with
/// it.
void refuse_signature(const std::filesystem::path& path, const std::string& expected);

}  // namespace grouser
