// One rule for the files that the programs write, looked at before any work: an output is never an input or
// another output, by whatever name; its ending says what it is; and a file that is there already is replaced
// only where a program of ours wrote it, or where a person says so (--force). docs/user_guide.md, "Outputs".
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace grouser {

/// How files of one kind are named, and how those that our programs write are known again.
struct FileKind {
  std::vector<std::string> endings = {};  ///< of the name, in small letters; none: any
  std::string begins = {};                ///< the first bytes of every one of them
  std::string mark = {};  ///< somewhere in its first GiB or last 4 MiB; neither: any file may be replaced
  bool told = true;       ///< false: ours cannot be told from others
};

/// What our pictures and rasters say of who made them: a PNG text chunk, the TIFF tag Software.
inline constexpr const char* kSoftware = "Grouser";

FileKind run_file_kind();
FileKind picture_kind();
FileKind geotiff_kind();
/// The bytes of a PNG with the chunk that picture_kind() looks for.
std::string marked_png(const std::string& png);
/// A table whose first row begins so.
FileKind csv_kind(const std::string& header);
/// Another text of ours that begins so.
FileKind text_kind(std::vector<std::string> endings, const std::string& begins);

/// One that is ours where a file is that it is always written with.
FileKind kind_of_group(std::vector<std::string> endings, bool group_is_ours);

struct OutputFile {
  std::string option, path;  ///< path "": not asked for
  FileKind kind = {};
};

enum class Replace {
  ours,  ///< files that our programs wrote, and empty ones
  any    ///< --force
};

/// Whether an existing file is one of ours of this kind, or empty.
bool is_ours(const std::filesystem::path& path, const FileKind& kind);

/// Throws InputError where an output cannot become a file (no such folder, a folder, a device, a pipe) or
/// breaks the rule. An input that is no file (an id, "") is no matter here.
void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<std::filesystem::path>& inputs,
                   Replace replace);

}  // namespace grouser
