// SPDX-License-Identifier: BSD-3-Clause
// grouser terrain import: a piece of a planetary map as the terrain of a simulation. The request says which
// piece in degrees, map units or cells; plan_site() decides on the grid, and import_site() copies or
// resamples.
#include <fmt/format.h>

#include <iostream>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/raster/site_import.hpp"
#include "raster_options.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interruptible.hpp"
#include "shared/number_range.hpp"
#include "terrain_command.hpp"

namespace grouser::cli {
namespace {

struct ImportArguments {
  std::string file, out, center, map_center, size, window, bounds, cell, frame = "auto", latitude,
                                                                         longitude = "east";
  RasterArguments raster;
  bool json = false, force = false;
};

/// The style of the coordinates on the line: the body's usual one, changed by --latitude and --longitude.
CoordinateStyle read_style(const ImportArguments& a, const CelestialBody* body) {
  using Style = CoordinateStyle;
  Style style = usual_style(body);
  if (!a.latitude.empty())
    style.latitude =
        a.latitude == "planetographic" ? Style::Latitude::planetographic : Style::Latitude::planetocentric;
  if (a.longitude == "west") style.longitude = Style::Longitude::west;
  return style;
}

/// Two numbers of an option; none for an empty text. Throws InputError.
std::optional<std::array<double, 2>> pair_of(const char* option, const std::string& text, const char* form) {
  if (text.empty()) return std::nullopt;
  const std::vector<double> v = parse_numbers(option, text, 2, form);
  return std::array{v[0], v[1]};
}

/// The piece that the options ask for. Throws InputError if there is no window or a centre is absurd.
SiteRequest read_request(const ImportArguments& a, const RasterInfo& info) {
  SiteRequest r;
  const auto center = pair_of("--center", a.center, "LON,LAT in degrees, such as 137.49,-4.55");
  r.map_center = pair_of("--map-center", a.map_center, "X,Y in map units");
  r.size = pair_of("--size", a.size, "W,H in m, such as 400,400");
  if (!a.window.empty()) r.window = parse_cells("--window", a.window);
  if (!a.bounds.empty()) {
    const std::vector<double> v = parse_numbers("--bounds", a.bounds, 4, "W,S,E,N in map units");
    r.bounds = MapBounds{v[0], v[1], v[2], v[3]};
  }
  if (!center && !r.map_center && !r.window && !r.bounds)
    throw InputError("grouser terrain import", "no window to cut",
                     "--center or --map-center with --size, or --window, or --bounds");
  if (center) {
    const auto [longitude, latitude] = *center;
    if (!(std::fabs(latitude) <= 90.0 && std::fabs(longitude) <= 360.0))
      throw InputError("--center", a.center, "longitude within +-360 deg, latitude within +-90 deg");
    const MapFrame frame(info.crs, info.path);
    r.center = frame.read(longitude, latitude, read_style(a, frame.body()));
  }
  if (!a.cell.empty()) r.cell = parse_number("--cell", a.cell, {1e-4, 1e6, false, "m"});
  if (a.frame == "map") r.frame = SiteFrameChoice::map;
  if (a.frame == "local") r.frame = SiteFrameChoice::local;
  return r;
}

/// Grid, heights, and place on the body where it is known.
Json report(const ImportArguments& a, const SitePlan& plan, const SiteResult& result) {
  Json j = {
      {"file", a.out},
      {"columns", plan.columns},
      {"rows", plan.rows},
      {"cell", plan.cell},
      {"frame", plan.local ? "local" : "map"},
      {"resampled", plan.resampled},
      {"lowest", result.lowest},
      {"highest", result.highest},
      {"void_share", static_cast<double>(result.voids) / (static_cast<double>(plan.columns) * plan.rows)}};
  if (!plan.center) return j;
  const MapFrame frame(plan.crs, a.out);
  const CoordinateStyle style = usual_style(frame.body());
  const auto deg = frame.write_deg(*plan.center, style);
  j["body"] = frame.body() ? frame.body()->name : "unknown";
  j["longitude_deg"] = deg[0];
  j["latitude_deg"] = deg[1];
  j["latitude_type"] = latitude_word(style);
  j["east_scale"] = plan.east_scale;
  j["grid_north_deg"] = plan.grid_north * kDegrees;
  return j;
}

/// Warnings: voids, a grid turned by more than 0.1 deg from north, a scale more than 0.1 % off.
std::vector<std::string> notes_of(const SitePlan& plan, const SiteResult& result) {
  std::vector<std::string> notes;
  if (result.voids > 0)
    notes.push_back(count_text(result.voids, "cell") +
                    " without a height: fill them (grouser terrain clean) before driving");
  if (std::fabs(plan.grid_north) > 0.1 / kDegrees)
    notes.push_back(
        fmt::format("north of the grid lies {:.2f} deg clockwise from north (--frame local turns it)",
                    plan.grid_north * kDegrees));
  if (std::fabs(plan.east_scale - 1.0) > 1e-3)
    notes.push_back(
        fmt::format("a metre of the grid is {:.5f} m eastward on the body (--frame local is true to scale)",
                    plan.east_scale));
  return notes;
}

/// Plans the grid, cuts the piece and reports its place and scale.
int import_terrain(const ImportArguments& a) {
  check_outputs({{"--out", a.out, geotiff_kind()}}, {a.file}, replacing(a.force));
  RasterSource source(a.file, read_raster_options(a.raster));
  const SitePlan plan = plan_site(source, read_request(a, source.info()));
  SiteResult result;
  const int code =
      run_interruptible(a.out, [&](const GoOn& go_on) { result = import_site(source, plan, a.out, go_on); });
  if (code != kExitOk) return code;
  const Json j = report(a, plan, result);
  if (a.json) {
    print_json(j);
    return kExitOk;
  }
  std::cout << fmt::format("{}: {} x {} cells of {} m, heights {} to {} m, {}\n", a.out, plan.columns,
                           plan.rows, number_text(plan.cell, 7), number_text(result.lowest, 8),
                           number_text(result.highest, 8), plan.resampled ? "resampled" : "copied");
  if (plan.center)
    std::cout << fmt::format("centre: {}, longitude {:.7f} deg east, latitude {:.7f} deg {}\n",
                             j["body"].get<std::string>(), j["longitude_deg"].get<double>(),
                             j["latitude_deg"].get<double>(), j["latitude_type"].get<std::string>());
  print_notes(notes_of(plan, result));
  return kExitOk;
}

void add_window_options(Command& command, ImportArguments& a) {
  command.option("--center LON,LAT", a.center,
                 "Middle of the piece, degrees: longitude (0 to 360 or -180 to 180), latitude");
  command.option("--map-center X,Y", a.map_center, "The same in map units");
  command.option("--size W,H", a.size, "With a centre: east and north, m");
  command.option("--window X,Y,W,H", a.window, "Pixels of the file: first column and row, columns, rows");
  command.option("--bounds W,S,E,N", a.bounds, "Map units: west, south, east, north");
  command.option("--cell M", a.cell, "Side of the new cells; by default the raster's own");
}

}  // namespace

void declare_terrain_import(Command& command) {
  auto& a = command.runs(import_terrain);
  command.argument("FILE", a.file, "GeoTIFF, PDS, ISIS, VICAR, ENVI or JPEG 2000; /vsizip/x.zip/y.tif too");
  add_window_options(command, a);
  command.option("--out OUT.tif", a.out, "The GeoTIFF to write").required();
  command
      .option("--frame", a.frame,
              "map: the map's own directions and cells; local: a map of the place's own; auto: the "
              "map's where it is in metres and, by --center, true within 1 % and 1 deg")
      .one_of({"auto", "map", "local"});
  command
      .option("--latitude", a.latitude,
              "Of --center; by default planetocentric, on Earth planetographic (geodetic)")
      .one_of({"planetocentric", "planetographic"});
  command.option("--longitude", a.longitude, "Positive direction of the longitude of --center")
      .one_of({"east", "west"});
  add_raster_options(command, a.raster);
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object");
  command.footer(
      "Example: grouser terrain import DTEEC_023957_1755_024023_1755_U01.IMG --center 137.49,-4.55 --size "
      "400,400 --out site.tif");
}

}  // namespace grouser::cli
