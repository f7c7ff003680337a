// SPDX-License-Identifier: BSD-3-Clause
// The kind of a file from its first bytes, for messages about a file of the wrong kind.
#pragma once
#include <filesystem>
#include <string>

namespace grouser {

/// "a run file (HDF5)", "a picture (PNG)", "a raster (TIFF)", or "" for something else or no file.
std::string file_signature(const std::filesystem::path& path);

/// Throws InputError for a device, a pipe, a socket, a link that leads nowhere and a place that may not be
/// read: a program that opens a pipe waits for ever. A missing file, a folder and a file pass; each reader
/// has words of its own for them.
void refuse_special_file(const std::filesystem::path& path, const std::string& expected = "a regular file");

/// Throws InputError as refuse_special_file(), and if the file is one that file_signature() knows but not
/// `expected`; the message says what can be done with it.
void refuse_signature(const std::filesystem::path& path, const std::string& expected);

}  // namespace grouser
