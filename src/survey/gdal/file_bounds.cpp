// SPDX-License-Identifier: BSD-3-Clause
// Bounds on files before GDAL reads them: labels and sidecars that it would hold whole in memory, a label at
// the head of a data file without an end, and plain data that is shorter than its header says.
#include "file_bounds.hpp"

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

#include "grouser/base/error.hpp"
#include "text_case.hpp"

namespace grouser::terrain {
namespace {

constexpr std::size_t kHead = 4096;  // GDAL knows a format by less

/// The error for a text that is too long.
[[noreturn]] void refuse_text(const std::string& shown, double bytes) {
  throw InputError(shown, size_words(bytes) + " of text",
                   fmt::format("a label or sidecar of at most {} MB", kMostTextBytes >> 20));
}

/// Size of a file in bytes, as GDAL sees it; -1 if there is none.
long long size_of(const std::string& name) {
  VSIStatBufL found;
  if (VSIStatExL(name.c_str(), &found, VSI_STAT_EXISTS_FLAG | VSI_STAT_SIZE_FLAG) != 0) return -1;
  return static_cast<long long>(found.st_size);
}

/// The first bytes of a file; empty if it cannot be read.
std::string head_of(const std::string& name, std::size_t bytes) {
  const std::unique_ptr<VSILFILE, decltype(&VSIFCloseL)> file(VSIFOpenL(name.c_str(), "rb"), VSIFCloseL);
  if (!file) return {};
  std::string text(bytes, '\0');
  text.resize(VSIFReadL(text.data(), 1, bytes, file.get()));
  return text;
}

/// Whether a label has its last statement, END on a line of its own.
bool has_end(const std::string& label) {
  const std::string text = lower(label);
  for (std::size_t at = text.find("end"); at != std::string::npos; at = text.find("end", at + 3)) {
    std::size_t before = at;
    while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t')) --before;
    const bool begins = before == 0 || text[before - 1] == '\n' || text[before - 1] == '\r';
    const bool ends = at + 3 >= text.size() || !(std::isgraph(static_cast<unsigned char>(text[at + 3])));
    if (begins && ends) return true;
  }
  return false;
}

/// Refuses long sidecars of a raster in an archive, which GDAL opens there without passing the gate.
void check_archived(const std::string& name) {
  const auto slash = name.rfind('/'), dot = name.rfind('.');
  const std::string stem = dot != std::string::npos && dot > slash ? name.substr(0, dot) : name;
  // Names that GDAL tries, with the raster's ending and in place of it.
  for (const char* end :
       {".aux.xml", ".xml", ".hdr", ".prj", ".tfw", ".wld", ".psw", ".lbl", ".txt", ".imd", ".rpb"})
    for (const std::string& side : {name + end, stem + end})
      if (const long long bytes = size_of(side); bytes > kMostTextBytes)
        refuse_text(side, static_cast<double>(bytes));
}

}  // namespace

std::string size_words(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.0f} bytes", bytes);
  if (bytes < 1e9) return fmt::format("{:.1f} MB", bytes / 1e6);
  return fmt::format("{:.1f} GB", bytes / 1e9);
}

bool is_text_file(const std::filesystem::path& path) {
  constexpr std::string_view kNames[] = {".xml", ".hdr", ".prj", ".wld", ".lbl",  ".txt", ".imd", ".rpb",
                                         ".rpc", ".met", ".pvl", ".aux", ".json", ".csv", ".clr"};
  const std::string end = lower(path.extension().string());
  // world files: .tfw, .tifw, .jgw, .psw
  const bool world = end.size() >= 4 && end.size() <= 5 && end.back() == 'w' && end != ".raw";
  return world || std::find(std::begin(kNames), std::end(kNames), end) != std::end(kNames);
}

void check_text_sizes(const std::string& name, const std::string& shown) {
  if (name.starts_with("/vsi")) check_archived(name);
  const long long bytes = size_of(name);
  if (bytes <= kMostTextBytes) return;
  // A long file is data; only its head can be a label. VICAR states its length, PDS and ISIS end with END.
  if (is_text_file(name)) refuse_text(shown, static_cast<double>(bytes));
  const std::string head = head_of(name, kHead);
  const auto holds = [&](const char* word) { return head.find(word) != std::string::npos; };
  if (const auto at = head.find("LBLSIZE="); at != std::string::npos) {
    const double label = CPLAtof(head.c_str() + at + 8);
    if (label > static_cast<double>(kMostTextBytes)) refuse_text(shown, label);
  }
  const bool label =
      holds("PDS_VERSION_ID") || holds("ODL_VERSION_ID") || holds("IsisCube") || holds("^QUBE");
  if (label && !has_end(head_of(name, static_cast<std::size_t>(kMostTextBytes))))
    throw InputError(shown, fmt::format("a label without END in its first {} MB", kMostTextBytes >> 20),
                     "a label that ends");
}

void check_data_size(GDALDataset& data, const std::string& driver, const std::string& shown) {
  constexpr const char* kPlain[] = {"PDS", "PDS4", "ISIS2", "ISIS3", "VICAR", "ENVI"};
  if (std::none_of(std::begin(kPlain), std::end(kPlain), [&](const char* d) { return driver == d; })) return;
  // Bytes of all cells without compression, with a header before them if the format says where they begin.
  GDALRasterBand& band = *data.GetRasterBand(1);
  double needed = static_cast<double>(band.GetXSize()) * band.GetYSize() *
                  GDALGetDataTypeSizeBytes(band.GetRasterDataType()) * data.GetRasterCount();
  double there = 0.0;
  GDALDataset::RawBinaryLayout layout;
  if (data.GetRawBinaryLayout(layout)) {
    if (layout.osRawFilename.rfind("/vsi", 0) == 0)
      return;  // the size of what is packed in it costs to read it all
    needed += static_cast<double>(layout.nImageOffset);
    there = static_cast<double>(size_of(layout.osRawFilename));
  } else {
    // The layout is unknown: take all files of the raster together.
    const std::unique_ptr<char*, decltype(&CSLDestroy)> files(data.GetFileList(), CSLDestroy);
    for (char** file = files.get(); file && *file; ++file) {
      const std::string name = *file, end = lower(std::filesystem::path(name).extension().string());
      // files that it refers to may be of another format, with its own compression
      if (name.starts_with("/vsi") || end == ".jp2" || end == ".tif" || end == ".tiff") return;
      there += static_cast<double>(std::max(0LL, size_of(name)));
    }
  }
  if (there < 0.0 || there >= needed) return;
  throw InputError(
      shown, fmt::format("data of {} for {} x {} cells", size_words(there), band.GetXSize(), band.GetYSize()),
      fmt::format("at least {}", size_words(needed)));
}

}  // namespace grouser::terrain
