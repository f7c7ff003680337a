// SPDX-License-Identifier: BSD-3-Clause
// One rule for the files that the programs write, checked before any work: an output is never an input or
// another output, under whatever name; its ending gives its kind; and an existing file is replaced only if a
// program of ours wrote it and users do not go on with it, or if the user says so (--force).
// docs/user_guide.md, "Outputs".
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace grouser {

/// Names of files of one kind, and the bytes by which those written by our programs are recognised.
struct FileKind {
  std::vector<std::string> endings = {};  ///< of the name, in lower case; none: any
  std::string begins = {};                ///< the first bytes of every such file

  /// Text somewhere in its first GiB or last 4 MiB; if neither is given, any file may be replaced
  std::string mark = {};
  bool told = true;  ///< false: our files cannot be distinguished from others

  /// True for a text that users go on with and change: a file is ours only where it holds `text` already.
  bool edited = false;
  std::string text = {};
};

/// Name that our pictures and rasters state as their origin: in a PNG text chunk, or the TIFF tag Software.
inline constexpr const char* kSoftware = "Grouser";

FileKind run_file_kind();
FileKind picture_kind();
FileKind geotiff_kind();
/// The bytes of a PNG with the chunk that picture_kind() looks for.
std::string marked_png(const std::string& png);
/// A chart's file by the ending of its name: PNG, SVG or PDF; another name expects one of the three.
FileKind chart_kind(const std::string& path);
/// Text of an SVG, and bytes of a PDF, with the mark that chart_kind() looks for.
std::string marked_svg(const std::string& svg);
std::string marked_pdf(const std::string& pdf);
/// A table whose first row begins with `header`.
FileKind csv_kind(const std::string& header);
/// Another text file of ours that begins with `begins`.
FileKind text_kind(std::vector<std::string> endings, const std::string& begins);

/// A text that users go on with, as a rover or a soil. Its mark outlives their changes, so such a file is
/// replaced only with --force, or where it holds the very text that is to be written.
FileKind edited_kind(std::vector<std::string> endings, const std::string& text = "");

/// A kind that counts as ours if the file that it is always written with is ours.
FileKind kind_of_group(std::vector<std::string> endings, bool group_is_ours);

struct OutputFile {
  std::string option, path;  ///< path "": not requested
  FileKind kind = {};
};

enum class Replace {
  ours,  ///< files that our programs wrote, and empty ones
  any    ///< --force
};

/// Whether an existing file is one of our files of this kind, or empty.
bool is_ours(const std::filesystem::path& path, const FileKind& kind);

/// Throws InputError if an output cannot become a file (no such folder, a folder, a device, a pipe) or breaks
/// the rule. An input that is not a file (an id, "") is ignored here.
void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<std::filesystem::path>& inputs,
                   Replace replace);

}  // namespace grouser
