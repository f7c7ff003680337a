// SPDX-License-Identifier: BSD-3-Clause
// The rigs of one wheel, of plates and cones and of falling bodies, as `grouser wheel`, `plate` and `drop`
// have them.
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/rigs/drop_rig.hpp"
#include "grouser/mission/rigs/plate_tests.hpp"
#include "grouser/mission/rigs/wheel_tests.hpp"
#include "values.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

using Numbers = std::map<std::string, double>;

/// Place of a word in its list; refuses unknown words.
template <std::size_t count>
int word_in(const char* const (&words)[count], const std::string& word, const char* place) {
  const auto found = std::find(std::begin(words), std::end(words), word);
  if (found != std::end(words)) return static_cast<int>(found - std::begin(words));
  throw InputError(place, "'" + word + "'", "one of: " + word_list({std::begin(words), std::end(words)}));
}

/// A number that must be given.
double number_of(const Numbers& numbers, const char* name) {
  const auto found = numbers.find(name);
  if (found == numbers.end()) throw InputError(name, "nothing", "a number");
  return found->second;
}

/// The soil by each law; "" for its own.
std::vector<UncertainSoil> soils_of(const std::string& soil, const std::vector<std::string>& laws,
                                    const std::string& uncertain) {
  std::vector<UncertainSoil> soils;
  for (const std::string& law : laws) {
    std::optional<SoilLaw> chosen;
    if (!law.empty()) chosen = static_cast<SoilLaw>(word_in(kSoilLaws, law, "laws"));
    soils.push_back(UncertainSoil::load(soil, uncertain, chosen));
  }
  return soils;
}

/// A row for each law, width, load, slip angle and slip. Numbers are SI, slip angles deg.
py::list wheel(const std::string& soil, const std::vector<std::string>& laws,
               const std::map<std::string, std::vector<double>>& lists, const Numbers& numbers,
               const std::string& scm_shear, const std::string& uncertain, int draws, int threads,
               const py::object& progress) {
  const auto list = [&](const char* name) {
    const auto found = lists.find(name);
    if (found == lists.end()) throw InputError(name, "nothing", "a list of numbers");
    return found->second;
  };
  WheelTests tests{.setup = {},
                   .widths = list("width"),
                   .loads = list("load"),
                   .slip_angles = list("slip_angle"),
                   .slips = list("slip"),
                   .slip_radius = number_of(numbers, "slip_radius"),
                   .draws = draws};
  for (double& angle : tests.slip_angles) angle *= kDegree;
  RigSetup& rig = tests.setup.rig;
  rig.wheel.radius = number_of(numbers, "radius");
  rig.wheel.grouser_height = number_of(numbers, "grouser_height");
  rig.wheel.grouser_count = number_of(numbers, "grouser_count");
  rig.gravity = number_of(numbers, "gravity");
  rig.speed = number_of(numbers, "speed");
  tests.setup.cell = number_of(numbers, "scm_cell");
  tests.setup.options.shear = static_cast<ScmShear>(word_in(kScmShears, scm_shear, "scm_shear"));
  std::vector<WheelTestRow> rows;
  work_released(progress, [&](const Watch& watch) {
    rows = test_wheels(soils_of(soil, laws, uncertain), tests, {threads, watch.cancelled, watch.progress});
  });
  return columns_of(wheel_table(rows));
}

/// form: disc, rectangle or cone; sizes: radii, or widths.
py::list plate(const std::string& soil, const std::vector<std::string>& laws, const std::string& form,
               const std::vector<double>& sizes, const Numbers& numbers, const std::string& held,
               const std::vector<double>& values, const std::string& uncertain, int draws) {
  PlateTests tests{.bodies = {},
                   .held = static_cast<PlateHeld>(word_in(kPlateHeld, held, "held")),
                   .values = values,
                   .gravity = number_of(numbers, "gravity"),
                   .draws = draws};
  PressedBody body{.form = static_cast<PressedForm>(word_in(kPressedForms, form, "form"))};
  if (body.form == PressedForm::rectangle) body.length = number_of(numbers, "length");
  if (body.form == PressedForm::cone) body.apex_angle = kDegree * number_of(numbers, "cone");
  for (const double size : sizes) {
    (body.form == PressedForm::rectangle ? body.width : body.radius) = size;
    tests.bodies.push_back(body);
  }
  const py::gil_scoped_release released;
  Table table = plate_table(tests, test_plates(soils_of(soil, laws, uncertain), tests));
  const py::gil_scoped_acquire held_again;
  return columns_of(std::move(table));
}

/// A row for each law and speed.
py::list drop(const std::string& soil, const std::vector<std::string>& laws, const std::string& body,
              const std::vector<double>& speeds, const Numbers& numbers, const std::string& uncertain,
              int draws, int threads, const py::object& progress) {
  DropTest test{.shape = static_cast<DropShape>(word_in(kDropShapes, body, "body")),
                .radius = number_of(numbers, "radius"),
                .mass = number_of(numbers, "mass"),
                .gravity = number_of(numbers, "gravity"),
                .scm_cell = number_of(numbers, "scm_cell")};
  std::vector<DropRow> rows;
  work_released(progress, [&](const Watch& watch) {
    rows = drop_bodies(soils_of(soil, laws, uncertain), test, speeds,
                       {watch.cancelled, watch.progress, draws, threads});
  });
  return columns_of(drop_table(rows));
}

}  // namespace

void bind_wheel(py::module_& module) {
  module.def("wheel", wheel, py::arg("soil"), py::arg("laws"), py::arg("lists"), py::arg("numbers"),
             py::arg("scm_shear"), py::arg("uncertain"), py::arg("draws"), py::arg("threads"),
             py::arg("progress"));
  module.def("plate", plate, py::arg("soil"), py::arg("laws"), py::arg("form"), py::arg("sizes"),
             py::arg("numbers"), py::arg("held"), py::arg("values"), py::arg("uncertain"), py::arg("draws"));
  module.def("drop", drop, py::arg("soil"), py::arg("laws"), py::arg("body"), py::arg("speeds"),
             py::arg("numbers"), py::arg("uncertain"), py::arg("draws"), py::arg("threads"),
             py::arg("progress"));
}

}  // namespace grouser::python
