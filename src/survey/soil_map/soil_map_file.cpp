// SPDX-License-Identifier: BSD-3-Clause
// Files of a soil map: the raster of classes with a colour table, its legend, and a journal of edits. Hashes
// of the cells before and after a change show to which state of the raster a journal belongs.
#include "grouser/survey/soil_map/soil_map_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <sstream>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/near_files.hpp"
#include "grouser/survey/raster/raster_pair.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {
namespace fs = std::filesystem;
namespace {

constexpr long long kMostMapCells = 64'000'000;  // the same as for a heightfield
constexpr std::size_t kMaxJournal = 1u << 30;    // bytes

/// The grid of a class raster; throws InputError unless it is north up with square cells, at most 64 million.
SoilGrid read_class_grid(const RasterInfo& info) {
  if (!info.transform || info.at_an_angle)
    throw InputError(info.path, info.transform ? "a rotated or sheared raster" : "not georeferenced",
                     "a soil map on the terrain's grid");
  const auto& g = info.transform->c;
  constexpr double kSquare = 1e-6;  // relative
  if (std::fabs(g[1] + g[5]) > kSquare * g[1])
    throw InputError(info.path, fmt::format("cells of {} x {}", g[1], -g[5]), "square cells");
  if (static_cast<long long>(info.columns) * info.rows > kMostMapCells)
    throw InputError(info.path, fmt::format("{} x {} cells", info.columns, info.rows), "at most 64 million");
  SoilGrid grid;
  grid.columns = info.columns;
  grid.rows = info.rows;
  grid.cell = g[1];
  grid.west = -0.5 * (info.columns - 1) * grid.cell;
  grid.north = 0.5 * (info.rows - 1) * grid.cell;
  grid.map_x = g[0] + 0.5 * info.columns * grid.cell;
  grid.map_y = g[3] - 0.5 * info.rows * grid.cell;
  grid.crs = info.crs;
  return grid;
}

/// Hash of all cells, which identifies a state of the map.
std::string hash_of_cells(const SoilMap& map) {
  Hasher hasher;
  hasher.add(std::string_view(reinterpret_cast<const char*>(map.cells().data()), map.cells().size()));
  return hash_text(hasher.value());
}

/// The error for a line that is not as expected.
[[noreturn]] void damaged(const fs::path& path, std::size_t line, const std::string& expected) {
  throw InputError(fmt::format("{}:{}", path.string(), line), "a damaged journal of edits", expected);
}

/// Reads a journal: a first line, then position, number of edits and hashes, then the edits with their runs
/// of cells.
class JournalReader {
 public:
  JournalReader(fs::path path, const SoilMap& map)
      : path_(std::move(path)), map_(map), text_(read_text_file(path_, kMaxJournal)) {}

  SoilMapJournal read() {
    std::size_t position = 0, count = 0;
    std::string hash;
    std::istringstream head = next(kEditsFirstLine);
    if (head.str() != kEditsFirstLine) damaged(path_, line_, kEditsFirstLine);
    std::istringstream second = next("position, edits, hash");
    if (!(second >> position >> count >> hash) || position > count)
      damaged(path_, line_, "position, edits, hash");
    // Journals of older versions do not hold the state before.
    std::size_t position_before = 0;
    std::string hash_before;
    second >> position_before >> hash_before;
    // If the raster is in the state before, a killed program wrote the journal and not the raster.
    const std::string now = hash_of_cells(map_);
    if (hash != now && hash_before == now && position_before <= count)
      position = position_before;
    else if (hash != now)
      throw InputError(
          path_.string(), "edits of another state of the map",
          "the map as they left it (it was changed by something else: remove the file to go on without "
          "undo)");
    std::vector<SoilMapEdit> edits;
    for (std::size_t i = 0; i < count; ++i) edits.push_back(read_edit());
    return {std::move(edits), position};
  }

 private:
  /// The next line; throws InputError at the end.
  std::istringstream next(const char* expected) {
    std::string line;
    ++line_;
    if (!std::getline(text_, line)) damaged(path_, line_, expected);
    return std::istringstream(line);
  }
  /// One edit: its class, description and runs; classes must be in the legend, runs within the map.
  SoilMapEdit read_edit() {
    SoilMapEdit edit;
    int value = -1;
    std::size_t runs = 0;
    std::istringstream head = next("class, runs, what");
    if (!(head >> value >> runs) || !map_.legend().find(value)) damaged(path_, line_, "class, runs, what");
    std::getline(head >> std::ws, edit.what);
    edit.value = static_cast<std::uint8_t>(value);
    for (std::size_t k = 0; k < runs; ++k) {
      CellRun run;
      int before = -1;
      std::istringstream row = next("first cell, cells, class before");
      if (!(row >> run.first >> run.count >> before) || !map_.legend().find(before) ||
          run.count > map_.cells().size() || run.first > map_.cells().size() - run.count)
        damaged(path_, line_, "first cell, cells, class before");
      run.before = static_cast<std::uint8_t>(before);
      edit.runs.push_back(run);
    }
    return edit;
  }

  fs::path path_;
  const SoilMap& map_;
  std::istringstream text_;
  std::size_t line_ = 0;
};

/// A state of a map: how many edits are done, and the hash of its cells.
struct EditedState {
  std::size_t position = 0;
  std::string hash;
};

/// Text of a journal. before: the state that the raster has until it is replaced.
std::string edits_text(const SoilMap& map, const SoilMapJournal& journal, const EditedState& before) {
  std::string text = fmt::format("{}\n{} {} {} {} {}\n", kEditsFirstLine, journal.position(),
                                 journal.edits().size(), hash_of_cells(map), before.position, before.hash);
  for (const SoilMapEdit& edit : journal.edits()) {
    text += fmt::format("{} {} {}\n", edit.value, edit.runs.size(), edit.what);
    for (const CellRun& run : edit.runs) text += fmt::format("{} {} {}\n", run.first, run.count, run.before);
  }
  return text;
}

/// Writes the raster completely under its temporary name; finish() gives it its own.
std::unique_ptr<RasterSink> written_raster(const fs::path& path, const SoilMap& map,
                                           const std::string& pair) {
  const SoilGrid& g = map.grid();
  RasterSpec spec{.columns = g.columns, .rows = g.rows, .type = SampleType::uint8, .crs = g.crs, .unit = ""};
  spec.transform = GeoTransform{
      {g.map_x + g.west - 0.5 * g.cell, g.cell, 0.0, g.map_y + g.north + 0.5 * g.cell, 0.0, -g.cell}};
  // One colour per class; other values are transparent.
  spec.colours.assign(256, {0, 0, 0, 0});
  for (const SoilClass& c : map.legend().classes())
    spec.colours[static_cast<std::size_t>(c.value)] = {c.colour[0], c.colour[1], c.colour[2], 255};
  if (!pair.empty()) spec.metadata[kPairMetadata] = pair;
  auto sink = std::make_unique<RasterSink>(path, spec);
  sink->write({0, 0, g.columns, g.rows}, map.cells());
  sink->close();
  return sink;
}

}  // namespace

fs::path legend_path(const fs::path& map) { return fs::path(map).replace_extension(".legend.toml"); }
fs::path journal_path(const fs::path& map) { return fs::path(map).replace_extension(".edits"); }

SoilRaster read_soil_raster(const fs::path& path) {
  refuse_special_file(path, "a soil map");
  // Kinds of files that are mistaken for soil maps get their own message.
  std::error_code ec;
  const char* const expected = "a soil map (`grouser soilmap new` makes one)";
  if (const auto status = fs::status(path, ec); !fs::exists(status) || fs::is_directory(status))
    throw InputError(path.string(), fs::exists(status) ? "a folder" : no_such_file(path), expected);
  if (path.extension() == ".toml") throw InputError(path.string(), "a TOML file", expected);
  RasterSource source(path);
  const RasterInfo& info = source.info();
  if (info.sample_type != "Byte" && info.sample_type != "UInt8")
    throw InputError(info.path, "a raster of " + info.sample_type, "a soil map of 8-bit classes (Byte)");
  if (!info.has_colours)
    throw InputError(info.path, "no colour table",
                     "a soil map (grouser soilmap from-raster makes one of a raster)");
  SoilRaster raster{read_class_grid(info), {}, pair_mark(info)};
  raster.cells.reserve(raster.grid.count());
  // Every cell must hold a whole number from 0 to 255.
  std::vector<float> line(static_cast<std::size_t>(info.columns));
  for (int row = 0; row < info.rows; ++row) {
    source.read({0, row, info.columns, 1}, std::span<float>(line));
    for (int column = 0; column < info.columns; ++column) {
      const float value = line[static_cast<std::size_t>(column)];
      if (!(value >= 0.0f && value <= 255.0f) || value != std::floor(value))
        throw InputError(info.path, fmt::format("no class in column {}, row {}", column, row),
                         "a class in every cell");
      raster.cells.push_back(static_cast<std::uint8_t>(value));
    }
  }
  return raster;
}

SoilMap load_soil_map(const fs::path& path) {
  SoilRaster raster = read_soil_raster(path);
  const fs::path legend = legend_path(path);
  std::error_code ec;
  if (!fs::is_regular_file(legend, ec))
    throw InputError(path.string(), "no legend " + legend.filename().string(),
                     "the legend beside the soil map");
  const TomlTable classes = TomlTable::load(legend.string());
  check_legend(path.string(), raster, classes);
  return {std::move(raster.grid), SoilLegend::read(classes), std::move(raster.cells), path.string()};
}

void check_legend(const std::string& map, const SoilRaster& raster, const TomlTable& legend) {
  check_pair(map, raster.pair, legend.file(), legend.string_or("pair", ""),
             "the `grouser soilmap` command that made the map writes both again");
}

void write_soil_raster(const fs::path& path, const SoilMap& map) { written_raster(path, map, "")->finish(); }

void write_legend(const fs::path& map, const SoilLegend& legend) {
  write_file_atomically(legend_path(map), legend.to_toml());
}

SoilMapJournal load_journal(const fs::path& map_path, const SoilMap& map) {
  const fs::path path = journal_path(map_path);
  std::error_code ec;
  if (!fs::is_regular_file(path, ec)) return {};
  return JournalReader(path, map).read();
}

void write_journal(const fs::path& map_path, const SoilMap& map, const SoilMapJournal& journal) {
  write_file_atomically(journal_path(map_path),
                        edits_text(map, journal, {journal.position(), hash_of_cells(map)}));
}

// Both files are complete before either takes its name. The journal of an older map goes.
void write_soil_map(const fs::path& path, const SoilMap& map) {
  Hasher hasher;
  hasher.add(std::string_view(map.legend().to_toml()));
  hasher.add(std::string_view(hash_of_cells(map)));
  const std::string pair = hash_text(hasher.value());
  PendingFile beside(legend_path(path));
  beside.write(with_pair_mark(map.legend().to_toml(), pair));
  const std::unique_ptr<RasterSink> raster = written_raster(path, map, pair);
  std::error_code ec;
  fs::remove(journal_path(path), ec);
  raster->finish();
  beside.commit();
}

// The journal takes its name first: it fits both the raster before and the one after.
void write_edited_map(const fs::path& path, const SoilMap& map, const SoilMapJournal& journal) {
  const SoilMap before = load_soil_map(path);
  PendingFile beside(journal_path(path));
  beside.write(edits_text(map, journal, {load_journal(path, before).position(), hash_of_cells(before)}));
  const std::unique_ptr<RasterSink> raster = written_raster(path, map, pair_mark(RasterSource(path).info()));
  beside.commit();
  raster->finish();
}

}  // namespace grouser
