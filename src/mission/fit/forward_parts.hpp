// SPDX-License-Identifier: BSD-3-Clause
// Makers of the kinds of forward model, and the soil that they share. Private.
#pragma once
#include "grouser/mission/fit/forward_model.hpp"

namespace grouser {

std::unique_ptr<ForwardModel> make_wheel_model(const std::vector<FitKey>& keys, const FitBase& base);
/// A plate's pressure, or shear stress.
std::unique_ptr<ForwardModel> make_stress_model(FitKind kind, const std::vector<FitKey>& keys,
                                                const FitBase& base);
std::unique_ptr<ForwardModel> make_tilt_model(const MeasuredSet& set, const std::vector<FitKey>& keys,
                                              const FitBase& base);
std::unique_ptr<ForwardModel> make_run_model(const MeasuredSet& set, const std::vector<FitKey>& keys,
                                             const FitBase& base);

/// A soil whose varied keys are set; an invalid one: nothing.
class FitSoil {
 public:
  /// Throws InputError for a key that is not a number of a soil; `others` are keys that somebody else takes.
  FitSoil(const std::vector<FitKey>& keys, const FitBase& base, const std::vector<std::string>& others);
  /// The soil at these values of all keys.
  std::optional<SoilParams> at(std::span<const double> values) const;

 private:
  SoilParams soil_;
  std::vector<std::string> keys_;  // empty: not of the soil
};

/// The settings of a tilt bed or run at these values: those of the base, the keys of soils with "soil."
/// before them.
std::vector<Override> fit_overrides(const std::vector<FitKey>& keys, std::span<const double> values,
                                    const FitBase& base);

}  // namespace grouser
