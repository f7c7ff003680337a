// SPDX-License-Identifier: BSD-3-Clause
// Predictions of the rigs for one row of a measured set.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "grouser/mission/rigs/validation_set.hpp"
#include "rigs/set_data.hpp"

namespace grouser {

/// Predicted values in the order of the set's quantities, and their bands; NaN: no prediction.
struct RowPrediction {
  std::vector<double> values;
  std::vector<Band> bands;
};

/// The soil of a set by one law, and the soils that are drawn in its place.
struct SetSoil {
  std::string law;
  UncertainSoil soil;
  std::vector<SoilParams> drawn;
};
/// The soils of all laws of a set. Throws InputError.
std::vector<SetSoil> load_set_soils(const ValidationSet& set);

/// The prediction of every test but a run. Throws InputError, RunError and Interrupted.
RowPrediction predict_row(const ValidationSet& set, const SetSoil& soil, const SetRow& row,
                          const std::function<bool()>& cancelled);

}  // namespace grouser
