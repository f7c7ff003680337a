// SPDX-License-Identifier: BSD-3-Clause
// grouser terrain make: a GeoTIFF, and the rocks and shapes on it, from a terrain recipe. Each row is made
// once and goes to the raster, the picture and the statistics. Raster and solids carry the same mark, so a
// scenario can tell that they belong together.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <optional>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/missing_keys.hpp"
#include "grouser/base/version.hpp"
#include "grouser/recording/plot/map_plot.hpp"
#include "grouser/survey/make/solids.hpp"
#include "grouser/survey/raster/raster_pair.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "made_bands.hpp"
#include "rock_picture.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/interruptible.hpp"
#include "shared/jobs_option.hpp"
#include "terrain_command.hpp"

namespace grouser::cli {
namespace {

struct MakeArguments {
  std::string recipe, out, preview, seed, jobs, packing = "deflate";
  std::vector<std::string> set;
  bool untiled = false, overviews = false, json = false, force = false;
};

/// Lowest and highest height, m, and the hash of the heights, taken band by band from north to south.
struct MadeTerrain {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  Hasher hash;  // of the heights, band by band

  void take(const MadeBand& band) {
    const auto [low, high] = std::minmax_element(band.heights.begin(), band.heights.end());
    lowest = std::min(lowest, static_cast<double>(*low));
    highest = std::max(highest, static_cast<double>(*high));
    hash.add(std::string_view(reinterpret_cast<const char*>(band.heights.data()),
                              band.heights.size() * sizeof(float)));
  }
};

/// Size, packing, place and mark of the raster. The transform gives the corner of the first cell, half a cell
/// outside of its centre.
RasterSpec raster_spec(const MakeArguments& a, const MadeGrid& grid, const std::string& mark) {
  RasterSpec spec{.columns = grid.columns, .rows = grid.rows};
  if (!mark.empty()) spec.metadata[kPairMetadata] = mark;
  spec.packing = a.packing == "none" ? RasterPacking::none : RasterPacking::deflate;
  if (a.untiled) spec.tile = 0;
  spec.transform = GeoTransform{
      {grid.west - 0.5 * grid.cell, grid.cell, 0.0, grid.north + 0.5 * grid.cell, 0.0, -grid.cell}};
  return spec;
}

/// Reports progress. Throws RunError if a person stopped it.
void go_or_stop(const GoOn& go_on, double done) {
  if (!go_on(done)) throw RunError("interrupted");
}

/// Makes every row once: into the raster, the picture and the statistics. `before_name` is called when the
/// raster is on the disk but has not got its name yet.
void make_all(const MakeArguments& a, const TerrainMaker& maker, int jobs, const GoOn& go_on,
              MadeTerrain& made, GroundPicture& picture, const std::string& mark,
              const std::function<void()>& before_name) {
  const MadeGrid& grid = maker.grid();
  // Overviews read the whole file once more, hence a fifth of the progress.
  const double share = a.overviews ? 0.8 : 1.0;
  RasterSink sink(a.out, raster_spec(a, grid, mark));
  for_each_band(maker, jobs, interrupted, [&](const MadeBand& band) {
    sink.write_raw({0, band.first, grid.columns, band.count}, band.heights);
    picture.take(band.first, band.count, band.heights);
    made.take(band);
    go_or_stop(go_on, share * (band.first + band.count) / grid.rows);
  });
  if (a.overviews) sink.add_overviews(256, [&](double done) { return go_on(share + (1.0 - share) * done); });
  sink.close();
  before_name();
  sink.finish();
}

/// Makes the rows of the picture only, so the heights' range is that of these rows.
void make_picture(const TerrainMaker& maker, const GoOn& go_on, MadeTerrain& made, GroundPicture& picture) {
  const MadeGrid& grid = maker.grid();
  MadeBand row{0, 1, std::vector<float>(static_cast<std::size_t>(grid.columns))};
  for (row.first = 0; row.first < grid.rows; row.first += picture.stride()) {
    maker.make_rows(row.first, 1, row.heights);
    picture.take(row.first, 1, row.heights);
    made.take(row);
    go_or_stop(go_on, static_cast<double>(row.first) / grid.rows);
  }
}

/// Draws the ground with its rocks.
void draw(PendingFile& file, const MadeGrid& grid, const GroundPicture& picture, const MadeTerrain& made,
          const Solids& solids, const std::string& title) {
  MapPanel map;
  map.title = fmt::format("{}: {:.2f} to {:.2f} m", title, made.lowest, made.highest);
  if (!solids.rocks.empty()) map.title += ", " + count_text(solids.rocks.size(), "rock");
  const double cell = grid.cell * picture.stride();
  map.ground = {picture.columns(), picture.rows(), grid.west, grid.north - (picture.rows() - 1) * cell, cell,
                picture.heights()};
  for (const Rock& rock : solids.rocks) raise_to_rock(rock, map.ground);
  write_map_plot(file, map, {});
}

/// The mark that joins heights and solids: a hash of all that they are made of, so it is known before they
/// are made. "" if there are no solids.
std::string pair_mark_of(const MakeArguments& a, const std::string& recipe, std::uint64_t seed,
                         const Solids& solids) {
  if (solids.empty()) return "";
  Hasher hasher;
  for (const std::string& part : {std::string(version()), recipe, std::to_string(seed), solids_text(solids)})
    hasher.add(std::string_view(part));
  for (const std::string& setting : a.set) hasher.add(std::string_view(setting));
  return hash_text(hasher.value());
}

/// The file of rocks and shapes beside a raster: OUT.solids.toml.
std::string solids_path(const std::string& out) {
  return std::filesystem::path(out).replace_extension(".solids.toml").string();
}

/// Grid, heights and solids. rock_area_share is the share of the ground under the rocks' outlines.
Json report(const MakeArguments& a, const TerrainMaker& maker, const MadeTerrain& made,
            const Solids& solids) {
  const MadeGrid& grid = maker.grid();
  double rock_area = 0.0;
  for (const Rock& rock : solids.rocks) rock_area += rock.outline * rock.length * rock.width;
  Json json{{"columns", grid.columns},
            {"rows", grid.rows},
            {"cell", grid.cell},
            {"seed", maker.seed()},
            {"lowest", made.lowest},
            {"highest", made.highest},
            {"rocks", solids.rocks.size()},
            {"rock_area_share", rock_area / grid.area()},
            {"shapes", solids.shapes.size()}};
  if (!a.out.empty()) json["file"] = a.out, json["hash"] = hash_text(made.hash.value());
  if (!a.out.empty() && !solids.empty()) json["solids"] = solids_path(a.out);
  if (!a.preview.empty()) json["preview"] = a.preview;
  return json;
}

void print_report(const MakeArguments& a, const Json& j) {
  if (a.json) return print_json(j);
  std::cout << fmt::format("{}: {} x {} cells of {} m, heights {:.3f} to {:.3f} m\n",
                           a.out.empty() ? a.recipe : a.out, j["columns"].get<int>(), j["rows"].get<int>(),
                           j["cell"].get<double>(), j["lowest"].get<double>(), j["highest"].get<double>());
  if (j["rocks"].get<std::size_t>() > 0)
    std::cout << fmt::format("{} on {:.2f} % of the ground\n",
                             count_text(j["rocks"].get<std::size_t>(), "rock"),
                             100.0 * j["rock_area_share"].get<double>());
  if (j.contains("solids"))
    std::cout << fmt::format(
        "{}: what stands on it; in a scenario: [terrain] file = \"{}\", solids = \"{}\"\n",
        j["solids"].get<std::string>(), a.out, j["solids"].get<std::string>());
}

/// Reads and checks the recipe, makes the files and reports.
int make_terrain_files(const MakeArguments& a) {
  if (a.out.empty() && a.preview.empty())
    throw InputError("grouser terrain make", "nothing to write", "--out OUT.tif or --preview OUT.png");
  const int jobs = parse_jobs(a.jobs);
  const std::string file = resolve_asset(a.recipe, "").string();
  std::vector<OutputFile> outputs{{"--out", a.out, geotiff_kind()}, {"--preview", a.preview, picture_kind()}};
  if (!a.out.empty())
    outputs.push_back({"--out", solids_path(a.out), text_kind({".toml"}, kSolidsFirstLine)});
  check_outputs(outputs, {file}, replacing(a.force));
  TomlTable recipe = TomlTable::load(file);
  refuse_other_kind(recipe, DocumentKind::terrain_recipe);
  if (!a.seed.empty()) recipe.set({"seed", a.seed, "--seed " + a.seed});
  for (const std::string& text : a.set) recipe.set(parse_override(text));
  // Missing keys are named all at once, before the ground is set up.
  read_naming_missing_keys(recipe, [](const TomlTable& root) { return TerrainMaker(root).seed(); });
  const TerrainMaker maker(recipe);
  const Solids solids = read_solids(recipe, maker);
  recipe.finish();

  const std::string mark = pair_mark_of(a, read_text_file(file), maker.seed(), solids);
  MadeTerrain made;
  GroundPicture picture(maker.grid(), kPictureSide);
  std::optional<PendingFile> preview, beside;
  if (!a.preview.empty()) preview.emplace(a.preview);
  if (!a.out.empty() && !solids.empty()) beside.emplace(solids_path(a.out));
  const auto write_beside = [&] {
    const std::string title = std::filesystem::path(a.recipe).stem().string();
    if (preview) draw(*preview, maker.grid(), picture, made, solids, title);
    if (beside) beside->write(with_pair_mark(solids_text(solids), mark));
  };
  const int code = run_interruptible(a.recipe, [&](const GoOn& go_on) {
    if (!a.out.empty()) return make_all(a, maker, jobs, go_on, made, picture, mark, write_beside);
    make_picture(maker, go_on, made, picture);
    write_beside();
  });
  if (code != kExitOk) return code;
  if (preview) preview->commit();
  if (beside) beside->commit();
  print_report(a, report(a, maker, made, solids));
  return kExitOk;
}

}  // namespace

void declare_terrain_make(Command& command) {
  auto& a = command.runs(make_terrain_files);
  command.argument("RECIPE RECIPE.toml", a.recipe, "A terrain recipe: here, or in the program's home folder");
  command.option("--out OUT.tif", a.out,
                 "The GeoTIFF to write; rocks and shapes go beside it, into OUT.solids.toml");
  command.option("--preview OUT.png", a.preview, "Draw it, with hillshade; without --out only that");
  command.option("--seed N", a.seed, "Instead of the recipe's seed");
  command.repeated("--set KEY=VALUE", a.set, "Change a key of the recipe (repeatable)");
  command.option("--packing", a.packing, "Of the GeoTIFF").one_of({"deflate", "none"});
  command.flag("--untiled", a.untiled, "Rows instead of tiles in the GeoTIFF");
  command.flag("--overviews", a.overviews, "Smaller copies in the GeoTIFF, for fast pictures");
  command.option("--jobs N", a.jobs, "Rows made at a time (default: as many as processors)");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser terrain make terrains/mars_made.toml --out mars_made.tif\n"
      "         grouser terrain make terrains/rocky_craters.toml --seed 7 --preview rocky.png");
}

}  // namespace grouser::cli
