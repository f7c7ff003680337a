// SPDX-License-Identifier: BSD-3-Clause
// Heights and soil maps as arrays with their georeference; `grouser terrain import` and `clean`.
#include <pybind11/stl.h>

#include <cmath>
#include <optional>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/survey/clean/clean_forecast.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/raster/site_import.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "values.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

using Two = std::array<double, 2>;
using Four = std::array<double, 4>;
using Cells = std::array<int, 4>;

/// Offsets from the datum, row by row from the north, beside where they lie.
py::dict heights_of(const HeightfieldSpec& spec, std::vector<float> offsets) {
  py::dict said;
  said["offsets"] = array_of(std::move(offsets), static_cast<std::size_t>(spec.columns));
  said["west"] = spec.west;
  said["north"] = spec.north;
  said["cell"] = spec.cell;
  said["datum"] = spec.datum;
  said["crs"] = text_of(spec.crs);
  said["map_origin"] = py::make_tuple(spec.map_x, spec.map_y);
  said["source"] = text_of(spec.source);
  return said;
}

/// Cells without a height are NaN where `voids` allows them.
py::dict load_heights(const std::string& path, bool voids) {
  PatchyHeightfield patchy;
  {
    const py::gil_scoped_release released;
    if (voids)
      patchy = load_patchy_geotiff(path);
    else
      patchy.field = std::make_shared<const Heightfield>(load_geotiff(path));
  }
  std::vector<float> offsets = patchy.field->spec().offsets;
  for (std::size_t k = 0; k < patchy.known.size(); ++k)
    if (!patchy.known[k]) offsets[k] = std::nanf("");
  return heights_of(patchy.field->spec(), std::move(offsets));
}

/// The heights on which a scenario runs; refuses a ground of planes and shapes.
py::dict scenario_heights(const std::string& scenario, const Settings& settings) {
  std::optional<WorldSpec> spec;
  {
    const py::gil_scoped_release released;
    spec = read_world_spec(scenario, overrides_of(settings));
  }
  const Heightfield* const field = spec->ground.terrain->heightfield();
  if (!field)
    throw InputError(scenario, "a ground without heights (planes and shapes)",
                     "one with a raster or a recipe");
  return heights_of(field->spec(), field->spec().offsets);
}

/// The cells of a soil map, row by row from the north, with legend and place.
py::dict load_classes(const std::string& path) {
  std::optional<SoilMap> map;
  {
    const py::gil_scoped_release released;
    map = load_soil_map(path);
  }
  const SoilGrid& grid = map->grid();
  py::list legend;
  for (const SoilClass& soil : map->legend().classes())
    legend.append(py::make_tuple(soil.value, text_of(soil.name), text_of(soil.soil)));
  py::dict said;
  said["cells"] = array_of(std::vector<std::uint8_t>(map->cells().begin(), map->cells().end()),
                           static_cast<std::size_t>(grid.columns));
  said["west"] = grid.west;
  said["north"] = grid.north;
  said["cell"] = grid.cell;
  said["crs"] = text_of(grid.crs);
  said["map_origin"] = py::make_tuple(grid.map_x, grid.map_y);
  said["legend"] = legend;
  return said;
}

/// The choice of a frame by its word.
SiteFrameChoice frame_named(const std::string& name) {
  if (name == "map") return SiteFrameChoice::map;
  if (name == "local") return SiteFrameChoice::local;
  if (name != "auto") throw InputError("frame", "'" + name + "'", "one of auto, map, local");
  return SiteFrameChoice::automatic;
}

/// Cuts a site out of a raster. center: longitude east and latitude, deg, as is usual for the body.
py::dict import_terrain(const std::string& file, const std::string& out, std::optional<Two> center,
                        std::optional<Two> map_center, std::optional<Two> size, std::optional<Cells> window,
                        std::optional<Four> bounds, double cell, const std::string& frame, bool force,
                        const py::object& progress) {
  SiteRequest request{.map_center = map_center, .size = size, .cell = cell, .frame = frame_named(frame)};
  if (window) request.window = CellRect{(*window)[0], (*window)[1], (*window)[2], (*window)[3]};
  if (bounds) request.bounds = MapBounds{(*bounds)[0], (*bounds)[1], (*bounds)[2], (*bounds)[3]};
  SitePlan plan;
  SiteResult result;
  work_released(progress, [&](const Watch& watch) {
    check_outputs({{"out", out, geotiff_kind()}}, {file}, force ? Replace::any : Replace::ours);
    RasterSource source(file);
    if (center) {
      const MapFrame map(source.info().crs, source.info().path);
      request.center = map.read((*center)[0], (*center)[1], usual_style(map.body()));
    }
    plan = plan_site(source, request);
    result = import_site(source, plan, out, [&](double done) {
      watch.progress(done, 1.0);
      return !watch.cancelled();
    });
  });
  py::dict said;
  said["columns"] = plan.columns;
  said["rows"] = plan.rows;
  said["cell"] = plan.cell;
  said["frame"] = plan.local ? "local" : "map";
  said["resampled"] = plan.resampled;
  said["lowest"] = result.lowest;
  said["highest"] = result.highest;
  said["voids"] = result.voids;
  return said;
}

/// Cleans a raster with the thresholds that its own statistics propose; counts of cells by their fate.
py::dict clean_terrain(const std::string& file, const std::string& out, const std::string& mask,
                       const std::string& deviation, bool spikes, bool boxes, std::optional<Cells> window,
                       int threads, bool force, const py::object& progress) {
  CleanOptions options;
  options.find_spikes = spikes;
  options.find_boxes = boxes;
  if (window) options.window = CellRect{(*window)[0], (*window)[1], (*window)[2], (*window)[3]};
  options.workers = parallel_workers(threads);
  CleanReport report;
  work_released(progress, [&](const Watch& watch) {
    check_outputs({{"out", out, geotiff_kind()},
                   {"mask", mask, geotiff_kind()},
                   {"deviation", deviation, geotiff_kind()}},
                  {file}, force ? Replace::any : Replace::ours);
    options.workers.stopped = watch.cancelled;
    RasterSource source(file);
    // As on the command line, thresholds that are not given come from the raster.
    const CleanThresholds thresholds =
        propose_thresholds(source, options.window ? *options.window : source.all(), options.kernel);
    options.kernel.threshold = thresholds.outlier;
    options.boxes.least_step = thresholds.box_step;
    report = clean_raster(source, {out, mask, deviation}, options, [&](double done) {
      watch.progress(done, 1.0);
      return !watch.cancelled();
    });
  });
  py::dict said;
  for (int fate = 0; fate < kCellFates; ++fate)
    said[fate_name(static_cast<CellFate>(fate))] = report.of(static_cast<CellFate>(fate));
  return said;
}

}  // namespace

void bind_terrain(py::module_& module) {
  module.def("load_heights", load_heights, py::arg("path"), py::arg("voids"));
  module.def("scenario_heights", scenario_heights, py::arg("scenario"), py::arg("settings"));
  module.def("load_soil_map", load_classes, py::arg("path"));
  module.def("import_terrain", import_terrain, py::arg("file"), py::arg("out"), py::arg("center"),
             py::arg("map_center"), py::arg("size"), py::arg("window"), py::arg("bounds"), py::arg("cell"),
             py::arg("frame"), py::arg("force"), py::arg("progress"));
  module.def("clean_terrain", clean_terrain, py::arg("file"), py::arg("out"), py::arg("mask"),
             py::arg("deviation"), py::arg("spikes"), py::arg("boxes"), py::arg("window"), py::arg("threads"),
             py::arg("force"), py::arg("progress"));
}

}  // namespace grouser::python
