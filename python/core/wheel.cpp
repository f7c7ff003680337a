// SPDX-License-Identifier: BSD-3-Clause
// One wheel on a soil, as `grouser wheel` has it.
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/contact/scm_rig.hpp"
#include "grouser/math/units.hpp"
#include "grouser/soil/laws/slip_radius.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "values.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

struct Rig {
  std::string soil;
  ScmRigSetup setup;
  double slip_radius = 0.0;  // m
  std::vector<double> slips, angles;
};

/// Measurements with one law, row by row.
struct Measured {
  std::string law;
  std::vector<RigRow> rows;
  std::vector<std::string> status;
};

template <std::size_t count>
int word_in(const char* const (&words)[count], const std::string& word, const char* place) {
  const auto found = std::find(std::begin(words), std::end(words), word);
  if (found != std::end(words)) return static_cast<int>(found - std::begin(words));
  throw InputError(place, "'" + word + "'", "one of: " + word_list({std::begin(words), std::end(words)}));
}

const char* word_of(ScmRigStatus status) {
  constexpr const char* kWords[] = {"ok", "unsettled", "no_way", "soil_too_weak"};
  return kWords[static_cast<std::size_t>(status)];
}

void measure(const SoilParams& soil, const Rig& rig, double slip, double angle, Measured& measured) {
  const double of_rim = slip_on_radius(slip, 1.0, rig.setup.rig.wheel.radius / rig.slip_radius);
  RigRow row;
  std::string status = "ok";
  if (soil.law == SoilLaw::scm) {
    const ScmRigRow driven = drive_scm_rig(soil, rig.setup, of_rim, angle * kDegree);
    row = driven.mean;
    status = word_of(driven.status);
  } else {
    row = solve_wheel_rig(soil, rig.setup.rig, of_rim, angle * kDegree);
    if (row.status == RigStatus::soil_too_weak) status = "soil_too_weak";
  }
  row.slip = slip;
  row.slip_angle = angle * kDegree;
  measured.rows.push_back(row);
  measured.status.push_back(status);
}

/// `law`: "" for the soil's own.
Measured measure_law(const Rig& rig, const std::string& law, const Watch& watch) {
  std::optional<SoilLaw> chosen;
  if (!law.empty()) chosen = static_cast<SoilLaw>(word_in(kSoilLaws, law, "law"));
  const SoilParams soil = load_soil(rig.soil, {}, chosen);
  Measured measured{.law = kSoilLaws[static_cast<std::size_t>(soil.law)], .rows = {}, .status = {}};
  for (const double angle : rig.angles)
    for (const double slip : rig.slips) {
      if (watch.cancelled()) throw Interrupted("while a wheel was measured");
      measure(soil, rig, slip, angle, measured);
    }
  return measured;
}

/// Rows without a steady state have no numbers beside those that were asked for.
Table table_of(const std::vector<Measured>& all) {
  std::vector<std::string> laws, status;
  std::vector<double> slip, angle, sinkage, entry, pull, side, torque;
  for (const Measured& measured : all)
    for (std::size_t k = 0; k < measured.rows.size(); ++k) {
      const RigRow& row = measured.rows[k];
      const bool steady = measured.status[k] == "ok" || measured.status[k] == "unsettled";
      const auto number = [&](double value) { return steady ? value : kUnset; };
      laws.push_back(measured.law);
      status.push_back(measured.status[k]);
      slip.push_back(row.slip);
      angle.push_back(row.slip_angle / kDegree);
      sinkage.push_back(number(row.sinkage));
      entry.push_back(number(row.entry_angle));
      pull.push_back(number(row.drawbar_pull));
      side.push_back(number(row.side_force));
      torque.push_back(number(row.torque));
    }
  Table table;
  table.columns = {{"law", "", laws},         {"slip", "-", slip},           {"slip_angle_deg", "deg", angle},
                   {"sinkage", "m", sinkage}, {"entry_angle", "rad", entry}, {"drawbar_pull", "N", pull},
                   {"side_force", "N", side}, {"torque", "N m", torque},     {"status", "", status}};
  return table;
}

py::list wheel(const std::string& soil, const std::vector<std::string>& laws,
               const std::vector<double>& slips, const std::vector<double>& angles,
               const std::map<std::string, double>& numbers, const std::string& scm_shear,
               const py::object& progress) {
  Rig rig{.soil = soil, .setup = {}, .slip_radius = 0.0, .slips = slips, .angles = angles};
  const auto number = [&](const char* name) {
    const auto found = numbers.find(name);
    if (found == numbers.end()) throw InputError(name, "nothing", "a number");
    return found->second;
  };
  RigSetup& setup = rig.setup.rig;
  setup.wheel.radius = number("radius");
  setup.wheel.width = number("width");
  setup.wheel.grouser_height = number("grouser_height");
  setup.wheel.grouser_count = number("grouser_count");
  setup.load = number("load");
  setup.gravity = number("gravity");
  setup.speed = number("speed");
  rig.slip_radius = number("slip_radius");
  rig.setup.cell = number("scm_cell");
  rig.setup.options.shear = static_cast<ScmShear>(word_in(kScmShears, scm_shear, "scm_shear"));
  std::vector<Measured> all;
  work_released(progress, [&](const Watch& watch) {
    for (const std::string& law : laws) {
      all.push_back(measure_law(rig, law, watch));
      watch.progress(static_cast<double>(all.size()), static_cast<double>(laws.size()));
    }
  });
  return columns_of(table_of(all));
}

}  // namespace

void bind_wheel(py::module_& module) {
  module.def("wheel", wheel, py::arg("soil"), py::arg("laws"), py::arg("slips"), py::arg("angles"),
             py::arg("numbers"), py::arg("scm_shear"), py::arg("progress"));
}

}  // namespace grouser::python
