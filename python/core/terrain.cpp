// SPDX-License-Identifier: BSD-3-Clause
// Heights as arrays with their georeference.
#include <pybind11/stl.h>

#include <optional>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "values.hpp"

namespace grouser::python {
namespace {

/// Offsets from the datum, row by row from the north, beside where they lie.
py::dict heights_of(const HeightfieldSpec& spec) {
  py::dict said;
  said["offsets"] = array_of(std::vector<float>(spec.offsets), static_cast<std::size_t>(spec.columns));
  said["west"] = spec.west;
  said["north"] = spec.north;
  said["cell"] = spec.cell;
  said["datum"] = spec.datum;
  said["crs"] = text_of(spec.crs);
  said["map_origin"] = py::make_tuple(spec.map_x, spec.map_y);
  said["source"] = text_of(spec.source);
  return said;
}

py::dict load_heights(const std::string& path) {
  std::optional<Heightfield> field;
  {
    const py::gil_scoped_release released;
    field.emplace(load_geotiff(path));
  }
  return heights_of(field->spec());
}

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
  return heights_of(field->spec());
}

}  // namespace

void bind_terrain(py::module_& module) {
  module.def("load_heights", load_heights, py::arg("path"));
  module.def("scenario_heights", scenario_heights, py::arg("scenario"), py::arg("settings"));
}

}  // namespace grouser::python
