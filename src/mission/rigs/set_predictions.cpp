// SPDX-License-Identifier: BSD-3-Clause
// Predicts one row of a measured set by the rig of its test. Conditions come from the row, or else from the
// set; results are put at the places of the set's quantities, NaN where there is none.
#include "rigs/set_predictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/gradeability/gradeability.hpp"

namespace grouser {
namespace {

/// Values by the names of a set's quantities.
class RowValues {
 public:
  explicit RowValues(const ValidationSet& set) : quantities_(set_quantities(set.test, set.held)) {
    found.values.assign(quantities_.size(), kUnset);
    found.bands.resize(quantities_.size());
  }
  /// The row's value, or else that which the set gives for all rows. Throws InputError naming the key where
  /// neither has it.
  double take(const SetRow& row, std::string_view name, double of_set, const ValidationSet& set,
              const char* key) const {
    const double value = row.values[place(name)];
    if (!std::isnan(value)) return value;
    if (!std::isnan(of_set)) return of_set;
    throw InputError(set.file.string(), "no " + std::string(name),
                     fmt::format("{} in [columns], or {}", name, key));
  }
  void put(std::string_view name, double value, const Band& band = {}) {
    found.values[place(name)] = value;
    found.bands[place(name)] = band;
  }
  std::size_t place(std::string_view name) const {
    for (std::size_t k = 0; k < quantities_.size(); ++k)
      if (quantities_[k].name == name) return k;
    return 0;
  }

  RowPrediction found;

 private:
  const std::vector<SetQuantity>& quantities_;
};

/// The wheel rig at the row's slip, slip angle, load and width; no values without a steady state.
RowPrediction predict_wheel(const ValidationSet& set, const SetSoil& soil, const SetRow& row,
                            const std::function<bool()>& cancelled) {
  RowValues values(set);
  WheelAsked asked{.setup = {}, .slip_radius = set.slip_radius};
  RigSetup& rig = asked.setup.rig;
  rig.wheel = set.wheel;
  rig.wheel.width = values.take(row, "width", set.wheel.width, set, "width in [wheel]");
  rig.load = values.take(row, "load", set.load, set, "load in [wheel]");
  rig.gravity = set.gravity;
  rig.speed = set.speed;
  asked.setup.cell = set.scm_cell;
  asked.slip = values.take(row, "slip", kUnset, set, "nothing else");
  asked.slip_angle = values.take(row, "slip_angle", set.slip_angle, set, "slip_angle_deg in [wheel]");
  const WheelTestRow tested = test_wheel_on(soil.soil.best(), soil.drawn, asked, cancelled);
  if (!tested.steady()) return values.found;
  const RigRow& mean = tested.found.mean;
  values.put("sinkage", mean.sinkage, tested.bands.sinkage);
  values.put("drawbar_pull", mean.drawbar_pull, tested.bands.drawbar_pull);
  values.put("side_force", mean.side_force, tested.bands.side_force);
  values.put("torque", mean.torque, tested.bands.torque);
  return values.found;
}

/// The body of a plate test: a rectangle where width or length is given, else a cone with an apex angle,
/// else a disc.
PressedBody pressed_body(const ValidationSet& set, double radius) {
  if (!std::isnan(set.width) || !std::isnan(set.length))
    return {.form = PressedForm::rectangle, .width = set.width, .length = set.length};
  PressedBody body{.radius = radius};
  if (std::isnan(set.cone)) return body;
  body.form = PressedForm::cone;
  body.apex_angle = set.cone;
  return body;
}

/// Pressure and load at the row's depth, or the depth under its pressure.
RowPrediction predict_plate(const ValidationSet& set, const SetSoil& soil, const SetRow& row) {
  RowValues values(set);
  const bool rectangle = !std::isnan(set.width) || !std::isnan(set.length);
  const PressedBody body = pressed_body(
      set, rectangle ? kUnset : values.take(row, "radius", set.radius, set, "radius in [plate]"));
  const char* held = kPlateHeld[static_cast<std::size_t>(set.held)];
  const double asked = values.take(row, held, kUnset, set, "nothing else");
  const bool depth = set.held == PlateHeld::depth;
  // The same curve for the best soil and for each drawn one.
  const auto answer = [&](const SoilParams& one) {
    const PressedCurve curve(one, body, set.gravity);
    return depth ? curve.load(asked) / curve.area() : curve.depth(asked * curve.area());
  };
  std::vector<double> drawn;
  for (const SoilParams& one : soil.drawn) drawn.push_back(answer(one));
  const double best = answer(soil.soil.best()),
               area = PressedCurve(soil.soil.best(), body, set.gravity).area();
  const Band band = band_of(std::move(drawn));
  values.put(depth ? "pressure" : "depth", std::isfinite(best) ? best : kUnset, band);
  if (depth) values.put("load", area * best, {area * band.low, area * band.high});
  return values.found;
}

/// The drop rig at the row's speed, or at that after its height of fall, sqrt(2 g h).
RowPrediction predict_drop(const ValidationSet& set, const SetSoil& soil, const SetRow& row,
                           const std::function<bool()>& cancelled) {
  RowValues values(set);
  DropTest test{.shape = set.body, .gravity = set.gravity};
  test.radius = values.take(row, "radius", set.radius, set, "radius in [drop]");
  if (std::isnan(set.mass) && (std::isnan(set.density) || set.body != DropShape::sphere))
    throw InputError(set.file.string(), "no mass", "mass in [drop], or of a sphere its density");
  test.mass = std::isnan(set.mass) ? sphere_mass(test.radius, set.density) : set.mass;
  const double height = row.values[values.place("height")];
  if (!std::isnan(height) && height < 0.0)
    throw InputError(set.file.string(), fmt::format("a fall of {:g} m", height), "0 or more");
  test.speed = std::isnan(height) ? values.take(row, "speed", kUnset, set, "height in [columns]")
                                  : std::sqrt(2.0 * set.gravity * height);
  const DropFall fall = drop_body(soil.soil, test, {.cancelled = cancelled, .draws = set.draws});
  values.put("depth", fall.depth, fall.depth_band);
  values.put("peak_force", fall.peak_force, fall.force_band);
  values.put("time", fall.time, fall.time_band);
  return values.found;
}

/// The tilt bed at the row's tilt; a rover that stalls has slip 1.
RowPrediction predict_tilt(const ValidationSet& set, const SetSoil& soil, const SetRow& row,
                           const std::function<bool()>& cancelled) {
  RowValues values(set);
  const std::filesystem::path folder = set.file.parent_path();
  GradeabilitySpec spec{.rover = set.rover, .soil = resolve_asset(set.soil, "soils", folder).string()};
  if (std::filesystem::exists(beside_set(set, set.rover))) spec.rover = beside_set(set, set.rover).string();
  spec.speed = set.rover_speed;
  spec.gravity = set.gravity;
  for (const std::string& setting : set.settings) spec.settings.push_back(parse_override(setting, "set"));
  if (!set.laws.empty()) spec.settings.push_back({"terrain.soil_law", soil.law, "laws of the set"});
  const double tilt = values.take(row, "tilt", kUnset, set, "nothing else");
  const std::optional<GradePoint> point = run_grade_point(
      spec, tilt, [](double) {}, cancelled);
  if (!point) throw Interrupted("while a rover was on the tilt bed");
  values.put("slip", point->settled ? point->slip : point->stalled ? 1.0 : kUnset);
  return values.found;
}

}  // namespace

std::vector<SetSoil> load_set_soils(const ValidationSet& set) {
  std::vector<SetSoil> soils;
  const std::filesystem::path folder = set.file.parent_path(),
                              uncertain = set.uncertain.empty() ? std::filesystem::path{}
                                                                : beside_set(set, set.uncertain);
  const auto add = [&](std::optional<SoilLaw> law) {
    SetSoil one{.law = "", .soil = UncertainSoil::load(set.soil, uncertain, law, folder), .drawn = {}};
    one.law = kSoilLaws[static_cast<std::size_t>(one.soil.best().law)];
    // The drop rig draws its soils itself, and the tilt bed draws none.
    if (set.test == SetTest::wheel || set.test == SetTest::plate) one.drawn = one.soil.sample(set.draws);
    soils.push_back(std::move(one));
  };
  if (set.laws.empty()) add({});
  for (const std::string& law : set.laws)
    add(static_cast<SoilLaw>(std::find(std::begin(kSoilLaws), std::end(kSoilLaws), law) -
                             std::begin(kSoilLaws)));
  return soils;
}

RowPrediction predict_row(const ValidationSet& set, const SetSoil& soil, const SetRow& row,
                          const std::function<bool()>& cancelled) {
  switch (set.test) {
    case SetTest::wheel:
      return predict_wheel(set, soil, row, cancelled);
    case SetTest::plate:
      return predict_plate(set, soil, row);
    case SetTest::drop:
      return predict_drop(set, soil, row, cancelled);
    case SetTest::tilt:
      return predict_tilt(set, soil, row, cancelled);
    case SetTest::run:
      break;
  }
  return {};
}

}  // namespace grouser
