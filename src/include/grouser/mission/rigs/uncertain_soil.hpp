// SPDX-License-Identifier: BSD-3-Clause
// A soil whose numbers are known by their distributions, and what that means for what is predicted with it.
//
// A soil's file, or a file beside it, has
//   [uncertain]
//   phi_deg = { normal = [31.0, 1.2] }          # distributions and bounds as in [draw] of a campaign
//   k_phi = { lognormal = [820e3, 0.2] }
//   [[uncertain.correlate]]                     # as [[correlate]] of a campaign
//   keys = ["phi_deg", "k_phi"]
//   coefficient = -0.4
// The rest of the soil's file is its best numbers, with which the prediction itself is made.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/mission/campaign/campaign_file.hpp"
#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

inline constexpr double kBandShare = 0.9;          ///< of the draws lies within a band
inline constexpr int kBandDraws = 64;              ///< by default: a power of two, as Sobol's points like it
inline constexpr int kMostBandDraws = 10'000;      ///< as many as a person may ask for
inline constexpr std::uint64_t kBandDrawSeed = 1;  ///< of Sobol's points: the same band on every machine

class UncertainSoil {
 public:
  /// soil: an id or a file, as load_soil() takes it. uncertain: a file with [uncertain], in place of the
  /// soil's own; empty: none. law: in place of the file's. Throws InputError, also where a draw in the middle
  /// of each distribution gives no soil.
  static UncertainSoil load(const std::string& soil, const std::filesystem::path& uncertain = {},
                            std::optional<SoilLaw> law = {}, const std::filesystem::path& beside = {});

  const SoilParams& best() const { return best_; }
  bool is_certain() const { return draws_.empty(); }
  /// The drawn numbers, in the order of the file.
  const std::vector<DrawSpec>& draws() const { return draws_; }
  /// The soils of Sobol's first points. Throws InputError: a drawn number that the soil may not have.
  std::vector<SoilParams> sample(int count, std::uint64_t seed = kBandDrawSeed) const;

 private:
  SoilParams soil_at(const std::vector<double>& units) const;

  std::string text_, place_, id_;  // of the soil's file
  std::optional<SoilLaw> law_;
  SoilParams best_;
  std::vector<DrawSpec> draws_;
  std::vector<CorrelationSpec> correlations_;
};

/// The middle share of what draws gave; unset: there is no band.
struct Band {
  double low = kUnset, high = kUnset;
  bool any() const { return low <= high; }
  bool holds(double value) const { return value >= low && value <= high; }
};
/// From quantile (1 - share)/2 on to that of the rest, linear between the values (type 7 of Hyndman & Fan,
/// The American Statistician 50, 1996). NaN values are left out; fewer than two others make no band.
Band band_of(std::vector<double> values, double share = kBandShare);

}  // namespace grouser
