// SPDX-License-Identifier: BSD-3-Clause
// Opens a raster behind its own gate, after its text files have been checked. If a file cannot be opened as
// such, it may be the data of a label beside it, which is opened instead.
#include "gdal_open.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "file_bounds.hpp"
#include "grouser/base/error.hpp"
#include "raster/raster_library.hpp"
#include "text_case.hpp"

namespace grouser::terrain {

namespace fs = std::filesystem;

namespace {

constexpr long long kMostSourceCells =
    1'000'000'000'000;                        // the whole of Mars at 12 m; a larger header is broken
constexpr double kMaxBlockBytes = 256 << 20;  // GDAL holds one whole block

/// Opens a raster read-only with the drivers of raster_drivers(); null if none takes it.
GDALDatasetUniquePtr open_file(const std::string& name) {
  return GDALDatasetUniquePtr(GDALDataset::Open(
      name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, raster_drivers()));
}

/// Whether a data set consists of this file among others.
bool refers_to(GDALDataset& data, const fs::path& file) {
  const std::unique_ptr<char*, decltype(&CSLDestroy)> files(data.GetFileList(), CSLDestroy);
  std::error_code ec;
  for (char** name = files.get(); name && *name; ++name)
    if (fs::equivalent(*name, file, ec)) return true;
  return false;
}

/// Labels beside a data file that archives would name as its own: those of its stem first, then those with
/// one word more or less.
std::vector<fs::path> labels_of(const fs::path& data) {
  constexpr int kMostFiles = 20'000;
  std::vector<fs::path> own, others;
  std::error_code ec;
  int looked_at = 0;
  const fs::path folder = data.has_parent_path() ? data.parent_path() : fs::path(".");
  const std::string stem = lower(data.stem().string()), name = lower(data.filename().string());
  // A bound for folders of whole archives.
  for (fs::directory_iterator file(folder, ec), end; !ec && file != end && looked_at < kMostFiles;
       file.increment(ec)) {
    ++looked_at;
    const std::string type = lower(file->path().extension().string()),
                      label = lower(file->path().stem().string());
    if (type != ".lbl" && type != ".xml") continue;
    if (label == stem || label == name)
      own.push_back(file->path());
    else if (one_word_apart(label, stem))
      others.push_back(file->path());
  }
  std::sort(own.begin(), own.end());
  std::sort(others.begin(), others.end());
  own.insert(own.end(), others.begin(), others.end());
  return own;
}

/// Opens the label of a data file, as archives name it; the data are null if there is none.
OpenRaster open_label_of(const std::string& name) {
  for (const fs::path& label : labels_of(name)) {
    std::error_code ec;
    if (!fs::is_regular_file(label, ec)) continue;
    OpenRaster open;
    open.name = label.string();
    open.gate = std::make_unique<FileGate>(open.name, FileGate::For::reading);
    check_text_sizes(open.name, open.name);
    const GdalSession gdal;
    open.data = open_file(open.name);
    check_too_long(*open.gate, open.name);
    if (open.data && refers_to(*open.data, name)) return open;
  }
  return {};
}

/// Throws InputError for a band with too many cells, or with blocks too large to be held.
void check_level(const GDALRasterBand& band, int bands, const std::string& shown) {
  auto& level = const_cast<GDALRasterBand&>(band);
  const int columns = level.GetXSize(), rows = level.GetYSize();
  if (static_cast<long long>(columns) * rows > kMostSourceCells)
    throw InputError(shown, fmt::format("{} x {} cells", columns, rows), "at most 10^12 cells");
  int block_columns = 0, block_rows = 0;
  level.GetBlockSize(&block_columns, &block_rows);
  const double bytes = static_cast<double>(block_columns) * block_rows *
                       GDALGetDataTypeSizeBytes(level.GetRasterDataType()) * bands;
  if (bytes > kMaxBlockBytes)
    throw InputError(shown,
                     fmt::format("blocks of {} x {} cells{}", block_columns, block_rows,
                                 bands > 1 ? fmt::format(" of {} bands", bands) : ""),
                     "tiles or strips of at most 256 MB (gdal_translate -co TILED=YES makes them)");
}

}  // namespace

std::string reason(const GdalSession& gdal, const FileGate& gate) {
  const std::string refused = gate.refused();
  return refused.empty() ? gdal.said()
                         : fmt::format("{}; it names '{}', and only files beside it of its own name are read",
                                       gdal.said(), refused);
}

void check_too_long(const FileGate& gate, const std::string& shown) {
  const std::string text = gate.too_long();
  if (text.empty()) return;
  std::error_code ec;
  throw InputError(text,
                   size_words(static_cast<double>(fs::file_size(text, ec))) + " of text beside " + shown,
                   fmt::format("at most {} MB", kMostTextBytes >> 20));
}

OpenRaster open_raster(const std::string& name, const std::string& shown) {
  OpenRaster open;
  open.gate = std::make_unique<FileGate>(name, FileGate::For::reading);
  check_text_sizes(name, shown);
  const GdalSession gdal;
  open.data = open_file(name);
  open.name = name;
  check_too_long(*open.gate, shown);
  if (open.data) return open;
  if (!name.starts_with("/vsi"))
    if (OpenRaster labelled = open_label_of(name); labelled.data) return labelled;
  throw InputError(shown, "a file that cannot be opened (" + reason(gdal, *open.gate) + ")", kHeightRaster);
}

void check_size(GDALDataset& data, const std::vector<GDALRasterBand*>& bands, const std::string& shown) {
  // The bands of a cell may be stored together, and then a block holds all of them.
  const char* order = data.GetMetadataItem("INTERLEAVE", "IMAGE_STRUCTURE");
  const int together = order && std::string(order) == "PIXEL" ? data.GetRasterCount() : 1;
  for (GDALRasterBand* band : bands) {
    check_level(*band, together, shown);
    // A mask for the whole raster is read along with its cells.
    if (band->GetMaskFlags() & GMF_PER_DATASET) check_level(*band->GetMaskBand(), 1, shown);
  }
}

}  // namespace grouser::terrain
