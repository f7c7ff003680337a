// SPDX-License-Identifier: BSD-3-Clause
// Models of test beds: a wheel by the rig of its law, a plate by the soil's pressure-sinkage curve, a shear
// box by Janosi and Hanamoto. Each builds the soil once per set of values and predicts row by row; numbers
// that make no soil or no wheel give no prediction.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "fit/forward_parts.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/contact/scm_rig.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/soil_number_access.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"

namespace grouser {
namespace {

constexpr double kEarthGravity = 9.81;  // m/s2: a test bed's where the data say nothing
constexpr double kSettledSlip = 1.0;    // at which a wheel on a grid gets nowhere

std::size_t channel_at(FitChannel c) { return static_cast<std::size_t>(c); }

/// Numbers of the wheel and its bed that are no soil's.
struct RigNumber {
  const char* key;
  double (*get)(const RigSetup&);
  void (*set)(RigSetup&, double);
};
constexpr RigNumber kRigNumbers[] = {
    {"wheel.radius", [](const RigSetup& s) { return s.wheel.radius; },
     [](RigSetup& s, double v) { s.wheel.radius = v; }},
    {"wheel.width", [](const RigSetup& s) { return s.wheel.width; },
     [](RigSetup& s, double v) { s.wheel.width = v; }},
    {"wheel.grouser_height", [](const RigSetup& s) { return s.wheel.grouser_height; },
     [](RigSetup& s, double v) { s.wheel.grouser_height = v; }},
    {"wheel.grouser_count", [](const RigSetup& s) { return s.wheel.grouser_count; },
     [](RigSetup& s, double v) { s.wheel.grouser_count = v; }},
    {"wheel.exit_ratio", [](const RigSetup& s) { return s.exit_ratio; },
     [](RigSetup& s, double v) { s.exit_ratio = v; }},
};

/// Keys of the wheel and its bed that a fit may vary.
std::vector<std::string> rig_keys() {
  std::vector<std::string> keys;
  for (const RigNumber& number : kRigNumbers) keys.emplace_back(number.key);
  return keys;
}

/// A row's condition, or `otherwise` where it is NaN.
double given(const FitRow& row, FitCondition condition, double otherwise) {
  const double value = row.condition(condition);
  return std::isnan(value) ? otherwise : value;
}

/// The value of a setting as a finite number; throws InputError.
double setting_number(const Override& setting) {
  double value = kUnset;
  const char* end = setting.value.data() + setting.value.size();
  if (std::from_chars(setting.value.data(), end, value).ptr != end || !std::isfinite(value))
    throw InputError(origin_of(setting), "'" + setting.value + "'", "a number");
  return value;
}

/// The bed as a row has it.
RigSetup setup_of(const FitRow& row) {
  RigSetup setup;
  setup.wheel = {.radius = row.condition(FitCondition::radius),
                 .width = row.condition(FitCondition::width),
                 .grouser_height = given(row, FitCondition::grouser_height, 0.0),
                 .grouser_count = given(row, FitCondition::grouser_count, 0.0)};
  setup.load = row.condition(FitCondition::load);
  setup.gravity = given(row, FitCondition::gravity, kEarthGravity);
  setup.speed = given(row, FitCondition::speed, 0.0);
  return setup;
}

/// One wheel on a bed, by the arc of its law or driven over a grid (law scm).
class WheelModel final : public ForwardModel {
 public:
  WheelModel(const std::vector<FitKey>& keys, const FitBase& base)
      : soil_(keys, base, rig_keys()), cell_(base.scm_cell) {
    const SoilParams soil = fit_soil(base);
    if (soil.kind != SoilKind::soft) throw InputError("soil '" + soil.id + "'", "hard ground", "a soft soil");
    by_grid_ = soil.law == SoilLaw::scm;
    // Varied numbers of the rig come from the fit's values, fixed ones from the settings.
    for (std::size_t k = 0; k < keys.size(); ++k)
      for (const RigNumber& number : kRigNumbers)
        if (keys[k].key == number.key) rig_.emplace_back(k, &number);
    for (const Override& setting : base.settings)
      for (const RigNumber& number : kRigNumbers)
        if (setting.key == number.key) fixed_.emplace_back(&number, setting_number(setting));
  }

  RowModel at(std::span<const double> values, const std::function<bool()>&) const override {
    const auto soil = soil_.at(values);
    if (!soil) return {};
    return [this, soil = *soil, values = std::vector<double>(values.begin(), values.end())](
               const FitRow& row, std::span<double> out) { return predict(soil, values, row, out); };
  }
  bool costly() const override { return by_grid_; }

 private:
  /// Channels of one row; false where the wheel has no steady state there.
  bool predict(const SoilParams& soil, const std::vector<double>& values, const FitRow& row,
               std::span<double> out) const {
    RigSetup setup = setup_of(row);
    // Settings replace the row's conditions, and varied keys replace both.
    for (const auto& [number, value] : fixed_) number->set(setup, value);
    for (const auto& [k, number] : rig_) number->set(setup, values[k]);
    const double slip = row.condition(FitCondition::slip);
    const double angle = given(row, FitCondition::slip_angle, 0.0);
    RigRow found;
    try {
      if (!by_grid_) {
        found = solve_wheel_rig(soil, setup, slip, angle);
        if (found.status != RigStatus::ok) return false;
      } else {
        // At slip 1 a wheel on a grid does not advance, so it cannot settle.
        if (slip >= kSettledSlip) return false;
        const ScmRigRow driven =
            drive_scm_rig(soil, {.rig = setup, .cell = cell_, .options = {}}, slip, angle);
        if (driven.status == ScmRigStatus::no_way || driven.status == ScmRigStatus::soil_too_weak)
          return false;
        found = driven.mean;
      }
    } catch (const InputError&) {
      return false;  // numbers that make no wheel on no soil
    }
    out[channel_at(FitChannel::pull)] = found.drawbar_pull;
    out[channel_at(FitChannel::torque)] = found.torque;
    out[channel_at(FitChannel::sinkage)] = found.sinkage;
    out[channel_at(FitChannel::side_force)] = found.side_force;
    return true;
  }

  FitSoil soil_;
  double cell_;
  bool by_grid_ = false;
  std::vector<std::pair<std::size_t, const RigNumber*>> rig_;
  std::vector<std::pair<const RigNumber*, double>> fixed_;
};

/// Pressure under a plate, or shear stress.
class StressModel final : public ForwardModel {
 public:
  StressModel(FitKind kind, const std::vector<FitKey>& keys, const FitBase& base)
      : kind_(kind), soil_(keys, base, rig_keys()) {}

  RowModel at(std::span<const double> values, const std::function<bool()>&) const override {
    const auto soil = soil_.at(values);
    if (!soil) return {};
    if (kind_ == FitKind::plate)
      return [soil = *soil](const FitRow& row, std::span<double> out) { return press(soil, row, out); };
    return [soil = *soil](const FitRow& row, std::span<double> out) { return shear(soil, row, out); };
  }

 private:
  /// Pressure of untouched soil at the row's depth, 0 at the surface; false for soil without bearing
  /// strength.
  static bool press(const SoilParams& soil, const FitRow& row, std::span<double> out) {
    const double gravity = given(row, FitCondition::gravity, kEarthGravity);
    const VirginCurve curve = virgin_curve(moduli_at(soil, gravity), row.condition(FitCondition::width));
    const double depth = row.condition(FitCondition::depth);
    if (!(curve.modulus > 0.0)) return false;
    out[channel_at(FitChannel::pressure)] = depth > 0.0 ? virgin_pressure(curve, depth) : 0.0;
    return true;
  }
  /// (c + sigma tan phi)(1 - exp(-j / K)) at the row's displacement.
  static bool shear(const SoilParams& soil, const FitRow& row, std::span<double> out) {
    const double strength = soil.cohesion + row.condition(FitCondition::normal_stress) * math::tan(soil.phi);
    const double mobilised = 1.0 - math::exp(-row.condition(FitCondition::displacement) / shear_length(soil));
    out[channel_at(FitChannel::shear_stress)] = strength * mobilised;
    return std::isfinite(strength * mobilised);
  }
  FitKind kind_;
  FitSoil soil_;
};

}  // namespace

FitSoil::FitSoil(const std::vector<FitKey>& keys, const FitBase& base, const std::vector<std::string>& others)
    : soil_(fit_soil(base)) {
  // Texts are dropped, since they would be copied with every set of values and no model reads them.
  soil_.name.clear(), soil_.provisional_reason.clear(), soil_.sources.clear(), soil_.filled_in.clear();
  std::vector<std::string> known = others;
  for (const ListedSection& section : list_soil_keys())
    for (const ListedKey& key : section.keys)
      if (is_soil_number(key.key)) known.push_back(key.key);
  for (const FitKey& key : keys) {
    const bool own = is_soil_number(key.key);
    if (!own && std::find(others.begin(), others.end(), key.key) == others.end())
      throw InputError("--vary " + key.key, "'" + key.key + "'" + did_you_mean(key.key, known),
                       "a number of a soil, or one of " + word_list(others));
    keys_.push_back(own ? key.key : "");
  }
}

std::optional<SoilParams> FitSoil::at(std::span<const double> values) const {
  // Values that the soil may not have give no soil instead of an error: the search goes on elsewhere.
  SoilParams soil = soil_;
  for (std::size_t k = 0; k < keys_.size(); ++k)
    if (!keys_[k].empty()) set_soil_number(soil, keys_[k], values[k]);
  try {
    validate(soil, "fit");
  } catch (const InputError&) {
    return std::nullopt;
  }
  return soil;
}

SoilParams fit_soil(const FitBase& base) {
  SoilParams soil = load_soil(base.soil, {}, base.law);
  for (const Override& setting : base.settings) {
    const std::string key = setting.key.starts_with("soil.") ? setting.key.substr(5) : setting.key;
    if (!is_soil_number(key)) continue;
    set_soil_number(soil, key, setting_number(setting));
  }
  validate(soil, "soil '" + soil.id + "' with its settings");
  return soil;
}

std::unique_ptr<ForwardModel> make_wheel_model(const std::vector<FitKey>& keys, const FitBase& base) {
  return std::make_unique<WheelModel>(keys, base);
}

std::unique_ptr<ForwardModel> make_stress_model(FitKind kind, const std::vector<FitKey>& keys,
                                                const FitBase& base) {
  return std::make_unique<StressModel>(kind, keys, base);
}

std::unique_ptr<ForwardModel> make_forward_model(const MeasuredSet& set, const std::vector<FitKey>& keys,
                                                 const FitBase& base) {
  switch (set.kind) {
    case FitKind::wheel:
      return make_wheel_model(keys, base);
    case FitKind::plate:
    case FitKind::shear:
      return make_stress_model(set.kind, keys, base);
    case FitKind::tilt:
      return make_tilt_model(set, keys, base);
    case FitKind::run:
      return make_run_model(set, keys, base);
  }
  return nullptr;
}

}  // namespace grouser
