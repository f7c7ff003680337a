// Whole-file reading and writing that never leaves a half-written file: write to a temporary beside the target,
// then rename.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace grouser {

/// The file's bytes. Throws InputError (missing, a folder, unreadable, larger than max_bytes).
std::string read_text_file(const std::filesystem::path& path, std::size_t max_bytes = 64u << 20);

/// Writes text to path by way of a temporary in the same folder. Throws RunError.
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// For writers of other libraries: calls write(temporary path), renames on success, removes the temporary on throw.
void with_temporary_file(const std::filesystem::path& path,
                         const std::function<void(const std::filesystem::path&)>& write);

}  // namespace grouser
