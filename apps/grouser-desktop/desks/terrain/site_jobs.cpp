// SPDX-License-Identifier: BSD-3-Clause
// A cut and a made piece have the heights that the command line would write. Saving uses the blocks and
// metadata of import_site(), so equal heights give an equal file.
#include "desks/terrain/site_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/survey/make/solids.hpp"
#include "grouser/survey/make/terrain_maker.hpp"
#include "grouser/survey/raster/raster_pair.hpp"
#include "session/scratch_folder.hpp"

namespace grouser::desktop {

namespace fs = std::filesystem;

namespace {

/// Size of written blocks, the same as in import_site(), so that equal heights give an equal file.
constexpr int kBlockColumns = 2048, kBlockRows = 256;

/// Throws InputError for a piece of more than kMostSiteCells cells.
void check_cells(const std::string& name, long long columns, long long rows) {
  if (columns * rows > kMostSiteCells)
    throw InputError(
        name, fmt::format("a piece of {} x {} cells", columns, rows),
        fmt::format("at most {} million cells (grouser terrain import and clean take larger ones)",
                    kMostSiteCells / 1'000'000));
}

/// The metadata that terrain import and make write into a file, without those of GDAL.
std::map<std::string, std::string> own_metadata(const RasterInfo& info) {
  std::map<std::string, std::string> own;
  for (const auto& [key, value] : info.metadata)
    if (key.starts_with("GROUSER_")) own[key] = value;
  return own;
}

}  // namespace

void write_heights(RasterSink& sink, const std::vector<double>& heights, const GoOn& go_on) {
  const int columns = sink.spec().columns, rows = sink.spec().rows;
  std::vector<double> block;
  for (int row = 0; row < rows; row += kBlockRows)
    for (int column = 0; column < columns; column += kBlockColumns) {
      const CellRect r{column, row, std::min(kBlockColumns, columns - column),
                       std::min(kBlockRows, rows - row)};
      block.resize(r.count());
      for (int j = 0; j < r.rows; ++j)
        std::copy_n(heights.begin() + static_cast<std::ptrdiff_t>(row + j) * columns + column, r.columns,
                    block.begin() + static_cast<std::ptrdiff_t>(j) * r.columns);
      sink.write(r, std::span<const double>(block));
      if (!go_on(static_cast<double>(row + r.rows) / rows)) throw RunError("stopped");
    }
}

std::optional<CellRect> cells_of(const MapFacts& map, const Pick& pick) {
  if (pick.by == Pick::By::cells) return pick.cells;
  // A map without a transform or size of cells cannot be picked by its coordinates.
  if (!map.info.transform || !(map.cell.east > 0.0)) return std::nullopt;
  std::array<double, 2> at = pick.center;
  if (pick.by == Pick::By::lonlat) {
    if (!map.frame) return std::nullopt;
    const auto found = map.frame->to_map(map.frame->read(at[0], at[1], usual_style(map.frame->body())));
    if (!found) return std::nullopt;
    at = *found;
  }
  const auto [column, row] = map.info.transform->cell(at[0], at[1]);
  const double wide = pick.size[0] / map.cell.east, high = pick.size[1] / map.cell.north;
  // Such numbers would not fit an int, and no map is as large.
  constexpr double kFar = 1e8;  // cells
  if (!(std::fabs(column) < kFar && std::fabs(row) < kFar && wide < kFar && high < kFar)) return std::nullopt;
  const auto whole = [](double x) { return static_cast<int>(std::lround(x)); };
  return CellRect{whole(column - 0.5 * wide), whole(row - 0.5 * high), std::max(1, whole(wide)),
                  std::max(1, whole(high))};
}

SiteRequest request_of(const RasterSource& source, const Pick& pick) {
  SiteRequest request;
  if (pick.by == Pick::By::cells) {
    // The raster may be stored with its rows from the south.
    request.window = source.stored_window(pick.cells);
    return request;
  }
  request.size = pick.size;
  if (pick.by == Pick::By::map) {
    request.map_center = pick.center;
  } else {
    const MapFrame frame(source.info().crs, source.info().path);
    request.center = frame.read(pick.center[0], pick.center[1], usual_style(frame.body()));
  }
  return request;
}

Site cut_site(const std::string& path, const Pick& pick, const GoOn& go_on) {
  RasterSource source(path);
  const SitePlan plan = plan_site(source, request_of(source, pick));
  check_cells(path, plan.columns, plan.rows);
  // The cut is a file in a scratch folder, read back as the piece.
  const ScratchFolder scratch;
  const std::string cut = scratch.file("cut.tif");
  import_site(source, plan, cut, go_on);
  RasterSource piece(cut);
  SiteOrigin origin;
  origin.name = fs::path(path).filename().string();
  origin.input_path = path;
  origin.spec = spec_like(piece.info());
  origin.spec.metadata = own_metadata(piece.info());
  origin.cell = plan.cell;
  if (const CelestialBody* body = body_of(origin.spec.crs)) origin.body = body->name;
  std::vector<double> heights(piece.all().count());
  piece.read(piece.all(), std::span<double>(heights));
  return Site(std::move(origin), std::move(heights));
}

Site make_site(const std::string& recipe, const std::vector<Override>& changes, const GoOn& go_on) {
  const std::string file = resolve_asset(recipe, "").string();
  TomlTable table = TomlTable::load(file);
  for (const Override& change : changes) table.set(change);
  const TerrainMaker maker(table);
  const MadeGrid& grid = maker.grid();
  check_cells(file, grid.columns, grid.rows);
  const Solids solids = read_solids(table, maker);
  table.finish();
  std::vector<float> row(static_cast<std::size_t>(grid.columns) * kBlockRows);
  std::vector<double> heights;
  heights.reserve(static_cast<std::size_t>(grid.columns) * grid.rows);
  // About 200 000 cells are made between two reports of progress.
  const int some = std::clamp(200'000 / grid.columns, 1, kBlockRows);
  for (int first = 0; first < grid.rows; first += some) {
    const int count = std::min(some, grid.rows - first);
    const auto made = std::span(row).first(static_cast<std::size_t>(count) * grid.columns);
    maker.make_rows(first, count, made);
    heights.insert(heights.end(), made.begin(), made.end());
    if (!go_on(static_cast<double>(first + count) / grid.rows)) throw RunError("stopped");
  }
  SiteOrigin origin;
  origin.name = fs::path(recipe).filename().string();
  origin.input_path = file;
  origin.cell = grid.cell;
  origin.spec = {.columns = grid.columns, .rows = grid.rows};
  // The transform refers to the outer corner of the first cell, the grid to its centre.
  origin.spec.transform = GeoTransform{
      {grid.west - 0.5 * grid.cell, grid.cell, 0.0, grid.north + 0.5 * grid.cell, 0.0, -grid.cell}};
  origin.rocks = solids.rocks;
  if (!solids.empty()) origin.solids = solids_text(solids);
  return Site(std::move(origin), std::move(heights));
}

std::string solids_path(const std::string& path) {
  return fs::path(path).replace_extension(".solids.toml").string();
}

void save_site(const SiteOrigin& origin, const Heights& heights, const std::string& path, const GoOn& go_on) {
  std::vector<OutputFile> outputs{{"the terrain", path, geotiff_kind()}};
  if (!origin.solids.empty())
    outputs.push_back({"its rocks", solids_path(path), text_kind({".toml"}, kSolidsFirstLine)});
  check_outputs(outputs, {origin.input_path}, Replace::ours);
  RasterSpec spec = origin.spec;
  // A mark of an older pair does not belong to the new files.
  spec.metadata.erase(kPairMetadata);
  Hasher hasher;
  hasher.add(std::span<const double>(*heights));
  hasher.add(std::string_view(origin.solids));
  // The terrain and its rocks carry the same checksum, so that files of two pairs are noticed.
  const std::string mark = hash_text(hasher.value());
  if (!origin.solids.empty()) spec.metadata[kPairMetadata] = mark;
  RasterSink sink(path, spec);
  write_heights(sink, *heights, go_on);
  // Both files are written whole before either gets its name.
  sink.close();
  std::optional<PendingFile> beside;
  if (!origin.solids.empty()) {
    beside.emplace(solids_path(path));
    beside->write(with_pair_mark(origin.solids, mark));
  }
  sink.finish();
  if (beside) beside->commit();
}

}  // namespace grouser::desktop
