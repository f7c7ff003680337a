// SPDX-License-Identifier: BSD-3-Clause
// The one interface between a fit and what it compares data with: a model of a test bed that predicts a row
// of measured data for given values of the varied keys.
//
//   wheel  the rig of soil/wheel/wheel_rig.hpp; on a soil of the law scm that of contact/scm_rig.hpp
//   plate  the soil's own pressure-sinkage curve (Bekker 1969; Reece 1965: soil/laws/pressure_sinkage.hpp)
//   shear  tau = (c + sigma tan phi)(1 - exp(-j / K)) (Janosi & Hanamoto 1961)
//   tilt   the tilt bed of grouser/mission/gradeability/gradeability.hpp; a rover that stalls has slip 1
//   run    a run of a scenario, whose channel is interpolated at the measured times
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/mission/fit/fit_key.hpp"
#include "grouser/mission/fit/measured_set.hpp"
#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

/// Settings that all models of a fit share.
struct FitBase {
  std::string soil = "wong_LETE_sand";  ///< id or file: the numbers that are not varied
  std::optional<SoilLaw> law = {};      ///< in place of the soil's own
  std::vector<Override> settings =
      {};  ///< numbers of the soil and wheel ("soil.n", "wheel.width"); more for tilt beds and runs
  double scm_cell = 0.02;  ///< of the law scm, m
};

/// Fills the channels of a row; false: it has no steady state there.
using RowModel = std::function<bool(const FitRow& row, std::span<double> out)>;

class ForwardModel {
 public:
  virtual ~ForwardModel() = default;
  /// The model at these values of the keys; empty: they make no soil. Called from any thread. `cancelled` may
  /// be empty.
  virtual RowModel at(std::span<const double> values, const std::function<bool()>& cancelled) const = 0;
  /// Whether a row takes long: then rows run side by side, and a journal keeps them.
  virtual bool costly() const { return false; }
  /// Whether at() does the work of all rows.
  virtual bool whole() const { return false; }
};

/// Throws InputError for keys that this kind of data does not have.
std::unique_ptr<ForwardModel> make_forward_model(const MeasuredSet& set, const std::vector<FitKey>& keys,
                                                 const FitBase& base);

/// The soil with the settings of the base.
SoilParams fit_soil(const FitBase& base);

}  // namespace grouser
