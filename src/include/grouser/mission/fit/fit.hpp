// SPDX-License-Identifier: BSD-3-Clause
// Fits keys of a soil, a wheel, a law or a rover to measured data (docs/fit.md): least squares from several
// starts, then how sure the values are, which keys the data cannot tell apart, and which further test would
// tell most.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grouser/math/types.hpp"
#include "grouser/mission/fit/fit_key.hpp"
#include "grouser/mission/fit/forward_model.hpp"
#include "grouser/mission/fit/measured_set.hpp"

namespace grouser {

/// Method by which the uncertainty is found.
enum class PosteriorKind {
  automatic,  ///< ensemble, and linear where a row takes long
  ensemble,   ///< draws of the posterior (ensemble_sampler.hpp)
  linear,     ///< from the derivatives at the best values
  none
};
inline constexpr const char* kPosteriorKinds[] = {"auto", "ensemble", "linear", "none"};

struct FitSpec {
  std::vector<std::string> data;  ///< as load_measured_set() takes them
  std::vector<FitKey> keys;
  FitBase base;
  int starts = 0;  ///< 0: 12, and 1 where a row takes long
  std::uint64_t seed = 1;
  PosteriorKind posterior = PosteriorKind::automatic;
  int draws = 500;  ///< independent draws of the posterior
  int folds = -1;   ///< of the cross-validation; -1: 5, and none where a row takes long
  std::filesystem::path journal =
      {};  ///< rows that took long go there, and are taken from there; empty: none
};

/// A key as it was found. Numbers in the key's unit.
struct FittedKey {
  FitKey key;
  double value = kUnset;
  double low = kUnset, high = kUnset;  ///< 95 % interval
  double deviation = kUnset;  ///< of the value, or of its logarithm where the key's range is logarithmic
  bool at_end = false;        ///< the best value is an end of the range
};

/// One channel of one file.
struct FittedGroup {
  std::string file, channel, unit;
  std::size_t fitted = 0, held = 0;  ///< values
  double sigma = kUnset;  ///< one standard deviation of the noise in the end; rms of those of the rows
  bool known = false;     ///< the file says it
  double rms = kUnset;    ///< of the residuals
  double held_rms = kUnset,
         fold_rms = kUnset;     ///< prediction errors: of rows kept back, of the cross-validation
  double held_within = kUnset;  ///< share of the rows kept back inside their 95 % band
  std::vector<double> shares;   ///< per key: share of all that the data say about it
  std::vector<double> widened;  ///< per key: its interval without this group, over that with it
};

/// One measured value beside the model's.
struct FittedValue {
  std::string file, channel;
  int line = 0;
  bool held = false;
  std::vector<std::pair<std::string, double>> at = {};  ///< conditions of the row, SI and radians
  double measured = kUnset, predicted = kUnset;
  double low = kUnset, high = kUnset;  ///< 95 % band of a further measurement
};

/// The model beside the data at some values of the keys, without bands.
struct FitGlimpse {
  std::vector<double> keys;         ///< their values, in the keys' units
  std::vector<FittedValue> values;  ///< rows that are fitted; low and high are NaN
};

struct FitRunOptions {
  int threads = 1;
  std::function<bool()> cancelled = {};
  std::function<void(double done, double total)> progress = {};
  /// Receives each point of the search that is better than those before. Called from any thread, one call
  /// at a time; the result does not depend on it.
  std::function<void(const FitGlimpse&)> look = {};
};

/// Keys that the data cannot tell apart, or that they hardly tell.
struct Confusion {
  std::vector<std::string> keys;
  double deviation = 0.0;  ///< of the best direction among them, in parts of the ranges
  std::string text;        ///< for people
};

/// A further test and what it would bring.
struct NextTest {
  std::string file;                                ///< whose bed it is on
  std::vector<std::pair<std::string, double>> at;  ///< conditions, SI and radians
  double gain = 0.0;             ///< of information, half the logarithm of the determinants' ratio
  std::vector<double> narrowed;  ///< per key: its interval with the test, over that without
  std::string text;
};

struct FitResult {
  std::vector<FittedKey> keys;
  MatX correlations;  ///< of the keys
  MatX covariance;    ///< of the values, or their logarithms
  std::vector<FittedGroup> groups;
  std::vector<FittedValue> values;
  std::vector<Confusion> confusions;
  std::vector<NextTest> next_tests;
  std::vector<std::string> notes;
  std::vector<VecX> draws;  ///< of the posterior, as values of the keys
  PosteriorKind posterior = PosteriorKind::none;
  double independent = 0.0;      ///< independent draws
  double cost = 0.0;             ///< half of the sum of the squares of residuals over noise
  double inflation = 1.0;        ///< by which stated uncertainties were widened
  int starts = 0, agreeing = 0;  ///< starts that ended in the same minimum
  int iterations = 0;
  bool converged = false;
};

/// Reads the data and fits. Throws InputError naming file and column, or key; Interrupted; RunError where no
/// start has a model.
FitResult run_fit(const FitSpec& spec, const FitRunOptions& options);

/// The model at values of the keys (in their units, inside their ranges) that somebody chose. Throws
/// InputError as run_fit(), and for another number of values; Interrupted.
FitGlimpse look_at_fit(const FitSpec& spec, const std::vector<double>& keys, const FitRunOptions& options);

}  // namespace grouser
