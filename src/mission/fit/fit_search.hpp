// SPDX-License-Identifier: BSD-3-Clause
// The search for the best values, and for the noise of each group that belongs to them.
#pragma once
#include <limits>
#include <mutex>

#include "fit/fit_problem.hpp"
#include "grouser/mission/fit/fit.hpp"
#include "grouser/mission/fit/least_squares.hpp"

namespace grouser {

/// The best point and the noise.
struct FoundMinimum {
  LeastSquaresResult best;        ///< residuals and Jacobian of the entries of `used`, over their noise
  std::vector<double> noise;      ///< of each group whose uncertainty is not known
  std::vector<std::size_t> used;  ///< entries that were fitted
  double inflation = 1.0;         ///< of the uncertainties that are known
  int agreeing = 0;
};

/// Searches one problem; holds references to all of its arguments.
class FitSearch {
 public:
  FitSearch(const FitProblem& problem, const FitSpec& spec, const FitRunOptions& options);

  /// From all starts, with the noise found beside. Throws RunError where no start has a model.
  FoundMinimum from_starts() const;
  /// Without the rows of `left_out`, from a minimum with its noise.
  VecX without_rows(const FoundMinimum& from, const std::vector<char>& left_out) const;
  /// Derivatives of all predictions at a point; NaN where there is none.
  MatX slopes(const VecX& point, const VecX& predictions, const std::vector<char>& wanted) const;
  /// One standard deviation of an entry.
  double sigma_of(const FitEntry& entry, const FoundMinimum& minimum) const;

 private:
  std::vector<VecX> starts() const;
  std::vector<VecX> ordered_starts(const FoundMinimum& minimum, const std::vector<double>& sigmas,
                                   const std::vector<char>& wanted) const;
  void search_from(const std::vector<VecX>& points, const std::vector<char>& wanted,
                   FoundMinimum& minimum) const;
  LeastSquaresResult search(const VecX& start, const std::vector<std::size_t>& used,
                            const std::vector<double>& sigmas, const std::vector<char>& wanted) const;
  VecX residuals_of(const VecX& predictions, const std::vector<std::size_t>& used,
                    const std::vector<double>& sigmas) const;
  std::vector<double> sigmas_of(const FoundMinimum& minimum) const;
  void find_noise(FoundMinimum& minimum) const;
  double inflation_of(const FoundMinimum& minimum) const;
  /// Hands a point to FitRunOptions::look where its cost is the least of this search so far.
  void show(const VecX& point, const VecX& predictions, double cost) const;
  VecX predict_one(const VecX& point, const std::vector<char>& wanted) const;

  const FitProblem& problem_;
  const FitSpec& spec_;
  const FitRunOptions& options_;
  VecX low_, high_;
  std::size_t fitted_ = 0;  // entries that are not kept back
  mutable std::mutex showing_;
  mutable double shown_cost_ = std::numeric_limits<double>::infinity();
};

/// The measured values beside predictions of all entries, without bands. `wanted`: one per row.
std::vector<FittedValue> values_beside(const FitProblem& problem, const VecX& predictions,
                                       const std::vector<char>& wanted);

}  // namespace grouser
