// SPDX-License-Identifier: BSD-3-Clause
// Checks names and windows before GDAL sees them: only files and archives of them are opened, and a window
// must lie within its level.
#include "grouser/survey/raster/raster_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/near_files.hpp"
#include "raster_library.hpp"

namespace grouser {
namespace {

/// The name that GDAL gets: of a file, or of a file within an archive. GDAL's other names, of drivers
/// ("PDS4:a:1:1") and of the network, are not accepted.
std::string checked_name(const std::filesystem::path& path) {
  const std::string name = path.string();
  if (name.starts_with("/vsi")) {
    constexpr const char* kArchives[] = {"/vsizip/", "/vsigzip/", "/vsitar/"};
    const bool archive = std::any_of(std::begin(kArchives), std::end(kArchives),
                                     [&](const char* prefix) { return name.starts_with(prefix); });
    if (!archive || name.find("/vsi", 1) != std::string::npos)
      throw InputError(name, "a name of GDAL's own",
                       "a file, or one inside an archive: /vsizip/maps.zip/a.tif");
    return name;
  }
  // Kinds of files that are mistaken for rasters get their own message.
  refuse_special_file(path, terrain::kHeightRaster);
  std::error_code ec;
  const auto status = std::filesystem::status(path, ec);
  if (!std::filesystem::exists(status)) throw InputError(name, no_such_file(path), terrain::kHeightRaster);
  if (std::filesystem::is_directory(status)) throw InputError(name, "a folder", terrain::kHeightRaster);
  if (path.extension() == ".toml")
    throw InputError(
        name, "a TOML file",
        std::string(terrain::kHeightRaster) + "; `grouser terrain make` makes one of a terrain recipe");
  if (path.extension() == ".h5") refuse_signature(path, terrain::kHeightRaster);
  return path.is_absolute() ? name : "./" + name;  // "MEM:x" is a file here
}

/// Throws InputError if a window is not within a level. room: number of heights that the caller has place
/// for.
void check_window(const RasterInfo& info, int level, const CellRect& r, std::size_t room) {
  const RasterLevel& size = info.levels.at(static_cast<std::size_t>(level));
  if (r.column < 0 || r.row < 0 || r.columns < 1 || r.rows < 1 || r.columns > size.columns - r.column ||
      r.rows > size.rows - r.row)
    throw InputError(info.path,
                     fmt::format("a window of {} x {} cells at ({}, {})", r.columns, r.rows, r.column, r.row),
                     fmt::format("one within {} x {} cells", size.columns, size.rows));
  GROUSER_ASSERT(static_cast<long long>(room) == r.count());
}

}  // namespace

void require_heights(const RasterInfo& info) {
  if (info.has_colours) throw InputError(info.path, "a band of colours", "a band of heights");
  if (!info.metres_per_unit)
    throw InputError(info.path, "heights in '" + info.vertical_unit + "'", "metres, or another length");
}

RasterSource::RasterSource(const std::filesystem::path& path, const RasterOptions& options) {
  const std::string name = checked_name(path);
  file_ = terrain::raster_library().open(name, path.string(), options);
}
RasterSource::~RasterSource() = default;
RasterSource::RasterSource(RasterSource&&) noexcept = default;
RasterSource& RasterSource::operator=(RasterSource&&) noexcept = default;

const RasterInfo& RasterSource::info() const { return file_->info(); }
CellRect RasterSource::all() const { return {0, 0, info().columns, info().rows}; }

void RasterSource::read(const CellRect& r, std::span<float> heights) { read_level(0, r, heights); }
void RasterSource::read(const CellRect& r, std::span<double> heights) {
  check_window(info(), 0, r, heights.size());
  file_->read(0, r, heights);
}
void RasterSource::read_level(int level, const CellRect& r, std::span<float> heights) {
  check_window(info(), level, r, heights.size());
  file_->read(level, r, heights);
}

CellRect RasterSource::stored_window(const CellRect& r) const { return file_->stored_window(r); }
CellRect RasterSource::window_of_stored(const CellRect& r) const { return file_->window_of_stored(r); }

}  // namespace grouser
