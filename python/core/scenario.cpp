// SPDX-License-Identifier: BSD-3-Clause
// A scenario is read again for each question, because settings may change anything in it; BatchSimulation
// keeps what was read of its ground.
#include "scenario.hpp"

#include <pybind11/stl.h>

#include <optional>

#include "bindings.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

constexpr const char* kKindNames[] = {"number", "whole", "flag", "text", "choice", "numbers"};

/// A key with its kind, value, fallback, unit, range, choices and help.
py::dict key_of(const KeyNote& note) {
  py::dict key;
  key["key"] = text_of(note.key);
  key["kind"] = kKindNames[static_cast<std::size_t>(note.kind)];
  key["value"] = text_of(note.value);
  key["fallback"] = text_of(note.fallback);
  key["unit"] = note.range.unit;
  key["least"] = note.range.min;
  key["most"] = note.range.max;
  key["choices"] = texts_of(note.choices);
  key["help"] = note.help;
  return key;
}

}  // namespace

BoundScenario::BoundScenario(const std::string& name) : batch_(name) {
  const py::gil_scoped_release released;
  // Reading once without settings finds a faulty file at once.
  static_cast<void>(batch_.read({}));
}

py::dict BoundScenario::describe(const Settings& settings) const {
  std::optional<WorldSpec> spec;
  {
    const py::gil_scoped_release released;
    spec = batch_.read(overrides_of(settings));
  }
  py::dict said;
  said["name"] = text_of(spec->run.name);
  said["title"] = text_of(spec->run.title);
  said["group"] = text_of(spec->run.group);
  said["purpose"] = text_of(spec->run.purpose);
  said["file"] = text_of(spec->place);
  said["duration"] = spec->run.duration;
  said["dt"] = spec->run.dt;
  said["gravity"] = spec->run.gravity;
  py::list vehicles, soils;
  for (const VehicleInWorld& vehicle : spec->vehicles) vehicles.append(text_of(vehicle.file));
  for (const auto& soil : spec->soils) soils.append(text_of(soil->id));
  said["vehicles"] = vehicles;
  said["soils"] = soils;
  return said;
}

py::list BoundScenario::keys(const Settings& settings) const {
  std::optional<WorldSpec> spec;
  {
    const py::gil_scoped_release released;
    spec = batch_.read(overrides_of(settings));
  }
  py::list list;
  for (const KeyNote& note : spec->keys) list.append(key_of(note));
  return list;
}

std::unique_ptr<BoundSimulation> BoundScenario::start(const Settings& settings) const {
  std::unique_ptr<BoundSimulation> started;
  work_released(py::none(), [&](const Watch& watch) {
    started = std::make_unique<BoundSimulation>(
        start_simulation(batch_.load(overrides_of(settings)), watch.cancelled));
  });
  return started;
}

std::string BoundScenario::run(const Settings& settings, const std::string& out, bool force,
                               const py::object& progress) const {
  RunSummary summary;
  work_released(progress, [&](const Watch& watch) {
    const std::shared_ptr<const World> world = batch_.load(overrides_of(settings));
    check_outputs({{"out", out, run_file_kind()}}, world->files, force ? Replace::any : Replace::ours);
    Simulation simulation = start_simulation(world, watch.cancelled);
    RunOptions options;
    if (!out.empty()) options.out = out;
    options.now = steady_seconds;
    options.cancelled = watch.cancelled;
    options.progress = watch.progress;
    summary = run_scenario(simulation, options);
  });
  return to_json(summary);
}

void bind_scenario(py::module_& module) {
  py::class_<BoundScenario> bound(module, "Scenario");
  forbid_new(bound);
  bound.def_property_readonly("name", [](const BoundScenario& s) { return text_of(s.name()); })
      .def("describe", &BoundScenario::describe, py::arg("settings"))
      .def("keys", &BoundScenario::keys, py::arg("settings"))
      .def("start", &BoundScenario::start, py::arg("settings"))
      .def(
          "run",
          [](const BoundScenario& scenario, const Settings& settings, const std::string& out, bool force,
             const py::object& progress) { return text_of(scenario.run(settings, out, force, progress)); },
          py::arg("settings"), py::arg("out"), py::arg("force"), py::arg("progress"));
  module.def(
      "scenario", [](const std::string& name) { return std::make_unique<BoundScenario>(name); },
      py::arg("name"));
}

}  // namespace grouser::python
