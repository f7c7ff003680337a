// SPDX-License-Identifier: BSD-3-Clause
// Tests of plates and cones on all laws: each row from one pressed curve of the best soil, its band from
// the curves of the drawn soils. Curves are made once per body and serve all values.
#include "grouser/mission/rigs/plate_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

/// The answer for one value: the pressure at a depth, or the depth under a pressure.
double answer_of(const PressedCurve& curve, PlateHeld held, double value) {
  return held == PlateHeld::depth ? curve.load(value) / curve.area() : curve.depth(value * curve.area());
}

/// One row: what is held, what is found, and the load of both.
PlateTestRow row_at(const PressedCurve& curve, PlateHeld held, double value) {
  PlateTestRow row;
  const double answer = answer_of(curve, held, value);
  row.depth = held == PlateHeld::depth ? value : answer;
  row.pressure = held == PlateHeld::depth ? answer : value;
  row.load = row.pressure * curve.area();
  return row;
}

/// Throws InputError for more than kMostPlateRows rows.
void check_plate_tests(const std::vector<UncertainSoil>& laws, const PlateTests& tests) {
  const std::size_t count = laws.size() * tests.bodies.size() * tests.values.size();
  if (count > kMostPlateRows)
    throw InputError("plate tests", fmt::format("{} rows", count), fmt::format("at most {}", kMostPlateRows));
}

}  // namespace

std::vector<PlateTestRow> test_plates(const std::vector<UncertainSoil>& laws, const PlateTests& tests) {
  check_plate_tests(laws, tests);
  std::vector<PlateTestRow> rows;
  for (const UncertainSoil& soil : laws) {
    const std::vector<SoilParams> drawn = soil.sample(tests.draws);
    for (std::size_t b = 0; b < tests.bodies.size(); ++b) {
      // Curves of the best and of the drawn soils for this body.
      const PressedCurve curve(soil.best(), tests.bodies[b], tests.gravity);
      std::vector<PressedCurve> others;
      for (const SoilParams& other : drawn) others.emplace_back(other, tests.bodies[b], tests.gravity);
      for (const double value : tests.values) {
        PlateTestRow row = row_at(curve, tests.held, value);
        row.law = soil.best().law;
        row.body = b;
        std::vector<double> answers;
        for (const PressedCurve& other : others) answers.push_back(answer_of(other, tests.held, value));
        row.band = band_of(std::move(answers));
        rows.push_back(row);
      }
    }
  }
  return rows;
}

double mean_pressure(const PressedCurve& curve, double depth) {
  constexpr int kSteps = 200;
  double sum = 0.5 * (curve.load(0.0) + curve.load(depth));
  for (int k = 1; k < kSteps; ++k) sum += curve.load(depth * k / kSteps);
  return sum / (kSteps * curve.area());
}

Table plate_table(const PlateTests& tests, const std::vector<PlateTestRow>& rows) {
  Table table;
  // A column of numbers, one per row.
  const auto numbers = [&](const std::string& name, const std::string& unit, auto value) {
    std::vector<double> cells;
    for (const PlateTestRow& row : rows) cells.push_back(value(row));
    table.columns.push_back({name, unit, std::move(cells)});
  };
  const auto body = [&](const PlateTestRow& row) -> const PressedBody& { return tests.bodies[row.body]; };
  // Columns of dimensions that no body has are left out.
  std::vector<std::string> laws, forms;
  bool discs = false, rectangles = false, cones = false, bands = false;
  for (const PlateTestRow& row : rows) {
    laws.emplace_back(kSoilLaws[static_cast<std::size_t>(row.law)]);
    forms.emplace_back(kPressedForms[static_cast<std::size_t>(body(row).form)]);
    rectangles = rectangles || body(row).form == PressedForm::rectangle;
    cones = cones || body(row).form == PressedForm::cone;
    discs = discs || body(row).form != PressedForm::rectangle;
    bands = bands || row.band.any();
  }
  table.columns = {{"law", "", std::move(laws)}, {"form", "", std::move(forms)}};
  if (discs) numbers("radius", "m", [&](const PlateTestRow& r) { return body(r).radius; });
  if (rectangles) numbers("width", "m", [&](const PlateTestRow& r) { return body(r).width; });
  if (rectangles) numbers("length", "m", [&](const PlateTestRow& r) { return body(r).length; });
  if (cones) numbers("cone_deg", "deg", [&](const PlateTestRow& r) { return body(r).apex_angle / kDegree; });
  numbers("depth", "m", [](const PlateTestRow& r) { return r.depth; });
  numbers("pressure", "Pa", [](const PlateTestRow& r) { return r.pressure; });
  numbers("load", "N", [](const PlateTestRow& r) { return r.load; });
  // The band is that of what is not held.
  if (!bands) return table;
  const bool depth = tests.held == PlateHeld::depth;
  const std::string name = depth ? "pressure" : "depth", unit = depth ? "Pa" : "m";
  numbers(name + "_low", unit, [](const PlateTestRow& r) { return r.band.low; });
  numbers(name + "_high", unit, [](const PlateTestRow& r) { return r.band.high; });
  return table;
}

}  // namespace grouser
