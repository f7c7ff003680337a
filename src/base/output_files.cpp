// SPDX-License-Identifier: BSD-3-Clause
// Guards files against being overwritten by mistake. Each kind of output has first bytes, and a mark where
// the format has room for one; only files with both are replaced without --force. Outputs are checked before
// any work is done: their place, their ending, and that none is an input or another output.
#include "grouser/base/output_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <fstream>

#include "grouser/base/error.hpp"

namespace grouser {
namespace fs = std::filesystem;
namespace {

constexpr std::streamoff kPiece = 4 << 20;     // bytes read at once
constexpr std::streamoff kSearched = 1 << 30;  // from the beginning: a run stores its raster before its mark

/// The bytes from an offset; fewer at the end of the file.
std::string read_piece(std::ifstream& in, std::streamoff from, std::streamoff count) {
  std::string bytes(static_cast<std::size_t>(count), '\0');
  in.clear();
  in.seekg(from);
  in.read(bytes.data(), count);
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return bytes;
}

/// Searches the first GiB piece by piece, then the last piece; pieces overlap by the length of the mark.
bool holds(std::ifstream& in, std::streamoff size, const std::string& mark) {
  const auto overlap = static_cast<std::streamoff>(mark.size());
  for (std::streamoff at = 0; at < std::min(size, kSearched); at += kPiece)
    if (read_piece(in, at, kPiece + overlap).find(mark) != std::string::npos) return true;
  return size > kSearched && read_piece(in, size - kPiece, kPiece).find(mark) != std::string::npos;
}

/// Checksum of a PNG chunk's type and data (PNG specification, annex D).
std::uint32_t crc_of(const std::string& bytes) {
  // The polynomial of CRC-32 with its bits reversed, one bit at a time: chunks are short.
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
  }
  return ~crc;
}

/// Four bytes, the most significant first.
std::string in_network_order(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFF);
  return bytes;
}

/// Throws if the name cannot become a file.
void check_place(const fs::path& file, const std::string& place) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code ec;
  if (!fs::is_directory(folder, ec))
    throw InputError(place, "no such folder", "an existing folder to write in");
  if (fs::is_directory(file, ec)) throw InputError(place, "a folder", "the name of a file");
  if (fs::exists(file, ec) && !fs::is_regular_file(file, ec))
    throw InputError(place, "a device or pipe", "the name of a file");
  if (::access(folder.c_str(), W_OK) != 0)
    throw InputError(place, "a folder that cannot be written in", "a folder to write in");
}

/// Throws if the name's ending is not one of its kind's; letters may be capitals.
void check_ending(const OutputFile& out, const std::string& place) {
  std::string ending = fs::path(out.path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto& known = out.kind.endings;
  if (known.empty() || std::find(known.begin(), known.end(), ending) != known.end()) return;
  throw InputError(place, ending.empty() ? "a name without an ending" : "a name in " + ending,
                   fmt::format("one in {}", fmt::join(known, " or ")));
}

/// Whether two names mean the same file: the same path with links resolved, or the same device and inode.
bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code ec;
  // Files that exist compare by device and inode, which finds hard links, too.
  if (fs::equivalent(a, b, ec) && !ec) return true;
  const fs::path one = fs::weakly_canonical(fs::absolute(a, ec), ec);
  if (ec) return false;
  const fs::path other = fs::weakly_canonical(fs::absolute(b, ec), ec);
  return !ec && one == other;
}

}  // namespace

FileKind run_file_kind() { return {{".h5", ".hdf5"}, "\x89HDF\r\n\x1a\n", "grouser run"}; }
// A comment that goes behind an SVG's element, and behind the end of a PDF, whose readers search the last KiB
// for it.
constexpr const char* kSvgMark = "<!-- Software: Grouser -->";
constexpr const char* kPdfMark = "% Software: Grouser";

// The mark of a PNG is a tEXt chunk "Software" without its length and checksum.
FileKind picture_kind() {
  return {{".png"}, "\x89PNG\r\n\x1a\n", std::string("tEXtSoftware\0", 13) + kSoftware};
}
FileKind chart_kind(const std::string& path) {
  FileKind kind = picture_kind();
  const auto ends = [&](const char* ending) { return fs::path(path).extension() == ending; };
  if (ends(".svg")) kind = {{}, "<svg", kSvgMark};
  if (ends(".pdf")) kind = {{}, "%PDF", kPdfMark};
  kind.endings = {".png", ".svg", ".pdf"};
  return kind;
}
std::string marked_svg(const std::string& svg) { return svg + kSvgMark + '\n'; }
std::string marked_pdf(const std::string& pdf) { return pdf + kPdfMark + '\n'; }
FileKind geotiff_kind() { return {{".tif", ".tiff"}, "", std::string(kSoftware) + '\0'}; }
FileKind csv_kind(const std::string& header) { return text_kind({".csv"}, header); }
FileKind text_kind(std::vector<std::string> endings, const std::string& begins) {
  return {std::move(endings), begins, ""};
}
FileKind edited_kind(std::vector<std::string> endings, const std::string& text) {
  return {.endings = std::move(endings), .edited = true, .text = text};
}
FileKind kind_of_group(std::vector<std::string> endings, bool group_is_ours) {
  return {std::move(endings), "", "", group_is_ours};
}

// The chunk goes behind the header: length of its data (without the four letters of its type), type and data,
// CRC.
std::string marked_png(const std::string& png) {
  constexpr std::size_t kFirst = 8 + 25;  // bytes: signature and header chunk
  const std::string chunk = picture_kind().mark;
  return png.substr(0, kFirst) + in_network_order(static_cast<std::uint32_t>(chunk.size() - 4)) + chunk +
         in_network_order(crc_of(chunk)) + png.substr(kFirst);
}

bool is_ours(const fs::path& path, const FileKind& kind) {
  std::error_code ec;
  const auto size = static_cast<std::streamoff>(fs::file_size(path, ec));
  if (ec) return false;
  if (size == 0) return true;  // nothing to lose
  if (!kind.told) return false;
  std::ifstream in(path, std::ios::binary);
  // A file that the user may edit is ours only as long as its text is the one that was written.
  if (kind.edited)
    return size == static_cast<std::streamoff>(kind.text.size()) && read_piece(in, 0, size) == kind.text;
  if (read_piece(in, 0, static_cast<std::streamoff>(kind.begins.size())) != kind.begins) return false;
  return kind.mark.empty() || holds(in, size, kind.mark);
}

void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<fs::path>& inputs,
                   Replace replace) {
  std::vector<fs::path> used;
  for (const OutputFile& out : outputs) {
    if (out.path.empty()) continue;
    const std::string place = out.option + " " + out.path;
    check_place(out.path, place);
    // No output may overwrite an input or another output of the same command.
    for (const fs::path& input : inputs)
      if (!input.empty() && same_file(out.path, input))
        throw InputError(place, "the input itself", "another file: the input stays as it is");
    for (const fs::path& other : used)
      if (same_file(out.path, other)) throw InputError(place, "two outputs of that name", "a file for each");
    check_ending(out, place);
    std::error_code ec;
    if (replace == Replace::ours && fs::exists(out.path, ec) && !is_ours(out.path, out.kind))
      throw InputError(place,
                       out.kind.edited ? "a file that is there and may have been changed by hand"
                                       : "a file that Grouser did not write",
                       "another name, or --force to replace it");
    used.emplace_back(out.path);
  }
}

}  // namespace grouser
