// SPDX-License-Identifier: BSD-3-Clause
// A fit from data to report: read, search from several starts, posterior, then comparison of all values,
// cross-validation, information by group, keys that the data cannot distinguish, and further tests. Points
// are numbers from 0 to 1 per key until they are reported.
#include "grouser/mission/fit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fit/fit_insight.hpp"
#include "fit/fit_posterior.hpp"
#include "fit/fit_search.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/version.hpp"
#include "statistics/student_width.hpp"

namespace grouser {
namespace {

// Parts of the cross-validation.
constexpr int kDefaultFolds = 5;
constexpr std::size_t kBandDraws = 200;  // of the posterior, that bands are made of
constexpr std::size_t kMostKeptDraws = 2000;
constexpr double kNearEnd = 1e-6;                 // of a range
constexpr double kFewIndependent = 100.0;         // draws below which intervals are rough
constexpr double kBandWidth = 1.959963984540054;  // of 95 % where the noise is known

/// The inputs that a journal's rows depend on: those of the models, not of the search.
JournalJson fit_identity(const FitSpec& spec, const FitProblem& problem) {
  JournalJson head{{"version", version()}};
  JournalJson numbers = JournalJson::array();
  for (const SoilEntry& entry : soil_entries(fit_soil(spec.base)))
    numbers.push_back(entry.key + "=" + (entry.word.empty() ? fmt::format("{}", entry.number) : entry.word));
  // The soil as numbers, so that a change of its texts does not matter.
  head["soil"] = numbers;
  head["keys"] = JournalJson::array();
  for (const FitKey& key : spec.keys) head["keys"].push_back(key.key);
  head["settings"] = JournalJson::array();
  for (const Override& setting : spec.base.settings)
    head["settings"].push_back(setting.key + "=" + setting.value);
  head["scm_cell"] = spec.base.scm_cell;
  head["data"] = JournalJson::array();
  for (std::size_t k = 0; k < spec.data.size(); ++k) {
    Hasher hasher;
    hasher.add(read_text_file(problem.sets()[k].file, std::size_t{256} << 20));
    head["data"].push_back(spec.data[k] + " " + hash_text(hasher.value()));
  }
  return head;
}

/// Whether a draw has no value where the best values have one.
bool lacks_values(const VecX& apart, const VecX& best) {
  for (Eigen::Index k = 0; k < best.size(); ++k)
    if (std::isfinite(best[k]) && !std::isfinite(apart[k])) return true;
  return false;
}

/// Deviation of each prediction by the values' uncertainty.
VecX prediction_deviations(const FitProblem& problem, const FoundMinimum& minimum,
                           const FitPosterior& posterior, const FitSearch& search, const VecX& best) {
  const std::vector<char> wanted = problem.all_rows();
  VecX variances = VecX::Zero(best.size());
  // Linear: the variance follows from the derivatives and the covariance.
  if (posterior.draws.empty()) {
    const MatX slopes = search.slopes(minimum.best.x, best, wanted);
    for (Eigen::Index e = 0; e < best.size(); ++e)
      variances[e] = slopes.row(e) * posterior.covariance * slopes.row(e).transpose();
    return variances.cwiseMax(0.0).cwiseSqrt();
  }
  // Ensemble: the spread of predictions over some of the draws.
  const std::size_t stride = std::max<std::size_t>(1, posterior.draws.size() / kBandDraws);
  double count = 0.0;
  VecX sum = VecX::Zero(best.size());
  for (std::size_t k = 0; k < posterior.draws.size(); k += stride) {
    const VecX apart = problem.predict_here(posterior.draws[k], wanted) - best;
    if (lacks_values(apart, best)) continue;
    sum += apart, variances += apart.cwiseAbs2(), ++count;
  }
  if (count < 2.0) return variances;
  return ((variances - sum.cwiseAbs2() / count) / (count - 1.0)).cwiseMax(0.0).cwiseSqrt();
}

/// Deviations of a 95 % band: Student's where the noise was found from the residuals.
double band_width(const FitProblem& problem, const FoundMinimum& minimum) {
  const auto unknown = [](const FitGroup& group) { return !group.known; };
  if (std::none_of(problem.groups().begin(), problem.groups().end(), unknown)) return kBandWidth;
  return student_width(0.95,
                       std::max(1, static_cast<int>(minimum.used.size()) - static_cast<int>(problem.size())));
}

/// The measured values beside the model's, with bands; and the residuals of each group.
void compare_values(const FitProblem& problem, const FoundMinimum& minimum, const FitPosterior& posterior,
                    const FitSearch& search, const FitRunOptions& options, FitResult& result) {
  const VecX best =
      problem.predict({minimum.best.x}, problem.all_rows(), {options.threads, options.cancelled, {}}).front();
  const VecX deviations = posterior.kind == PosteriorKind::none
                              ? VecX::Constant(best.size(), kUnset)
                              : prediction_deviations(problem, minimum, posterior, search, best);
  const double width = band_width(problem, minimum);
  // Sums per group, of fitted and of held rows apart.
  result.values = values_beside(problem, best, problem.all_rows());
  std::vector<double> squares(result.groups.size(), 0.0), held_squares(squares), inside(squares),
      noise(squares);
  for (std::size_t e = 0; e < problem.entries().size(); ++e) {
    const FitEntry& entry = problem.entries()[e];
    const auto at = static_cast<Eigen::Index>(e);
    // The band of a further measurement: uncertainty of the prediction and noise.
    const double sigma = search.sigma_of(entry, minimum), half = width * std::hypot(deviations[at], sigma);
    FittedGroup& group = result.groups[entry.group];
    result.values[e].low = best[at] - half, result.values[e].high = best[at] + half;
    const double apart = best[at] - entry.measured;
    if (!std::isfinite(apart)) continue;
    (entry.held ? group.held : group.fitted) += 1;
    (entry.held ? held_squares : squares)[entry.group] += apart * apart;
    if (entry.held && std::fabs(apart) <= half) inside[entry.group] += 1.0;
    if (!entry.held) noise[entry.group] += sigma * sigma;
  }
  for (std::size_t g = 0; g < result.groups.size(); ++g) {
    FittedGroup& group = result.groups[g];
    const auto fitted = static_cast<double>(group.fitted), held = static_cast<double>(group.held);
    if (fitted > 0.0) group.rms = std::sqrt(squares[g] / fitted), group.sigma = std::sqrt(noise[g] / fitted);
    if (held > 0.0) group.held_rms = std::sqrt(held_squares[g] / held), group.held_within = inside[g] / held;
  }
}

/// Each part of the rows is predicted from the others.
void cross_validate(const FitProblem& problem, const FoundMinimum& minimum, const FitSearch& search,
                    int folds, const FitRunOptions& options, FitResult& result) {
  // Every count-th row is in the same part.
  std::vector<std::size_t> fitted;
  for (std::size_t r = 0; r < problem.rows().size(); ++r)
    if (!problem.rows()[r].row->held) fitted.push_back(r);
  const auto count = std::min<std::size_t>(static_cast<std::size_t>(folds), fitted.size());
  if (count < 2 || fitted.size() - fitted.size() / count <= static_cast<std::size_t>(problem.size())) return;
  std::vector<VecX> predicted(count);
  std::vector<std::vector<char>> left(count, std::vector<char>(problem.rows().size(), 0));
  // Costly rows already run side by side within a prediction.
  const int threads = problem.costly() ? 1 : options.threads;
  run_jobs(count, {threads, options.cancelled, options.progress}, [&](std::size_t fold, const JobContext&) {
    for (std::size_t k = fold; k < fitted.size(); k += count) left[fold][fitted[k]] = 1;
    const VecX point = search.without_rows(minimum, left[fold]);
    predicted[fold] = problem.predict({point}, left[fold], {options.threads, options.cancelled, {}}).front();
  });
  // Errors of the rows that were left out, by group.
  std::vector<double> squares(result.groups.size(), 0.0), values(squares);
  for (std::size_t fold = 0; fold < count; ++fold)
    for (const std::size_t e : minimum.used) {
      const FitEntry& entry = problem.entries()[e];
      if (!left[fold][entry.row] || predicted[fold].size() == 0) continue;
      const double apart = predicted[fold][static_cast<Eigen::Index>(e)] - entry.measured;
      if (std::isfinite(apart)) squares[entry.group] += apart * apart, values[entry.group] += 1.0;
    }
  for (std::size_t g = 0; g < squares.size(); ++g)
    if (values[g] > 0.0) result.groups[g].fold_rms = std::sqrt(squares[g] / values[g]);
}

/// One standard deviation of a scaled value: of the value, or of its logarithm.
VecX scales_of(const FitProblem& problem) {
  VecX scales(problem.size());
  for (Eigen::Index k = 0; k < scales.size(); ++k) {
    const FitKey& key = problem.keys()[static_cast<std::size_t>(k)];
    scales[k] = key.scale == FitScale::linear ? key.high - key.low : key.slope(0.0) / key.low;
  }
  return scales;
}

/// Values, intervals, deviations and correlations of the keys, and thinned draws.
void report_keys(const FitProblem& problem, const FoundMinimum& minimum, const FitPosterior& posterior,
                 FitResult& result) {
  const VecX scales = scales_of(problem);
  const bool sure = posterior.kind != PosteriorKind::none;
  if (sure) result.covariance = scales.asDiagonal() * posterior.covariance * scales.asDiagonal();
  result.correlations = MatX::Identity(problem.size(), problem.size());
  for (Eigen::Index k = 0; k < problem.size(); ++k) {
    FittedKey found{.key = problem.keys()[static_cast<std::size_t>(k)]};
    const double u = minimum.best.x[k];
    found.value = found.key.value(u);
    found.at_end = u < kNearEnd || u > 1.0 - kNearEnd;
    if (sure) {
      found.low = found.key.value(posterior.low[k]), found.high = found.key.value(posterior.high[k]);
      found.deviation = std::sqrt(result.covariance(k, k));
      for (Eigen::Index other = 0; other < problem.size(); ++other)
        result.correlations(k, other) =
            posterior.covariance(k, other) /
            std::sqrt(posterior.covariance(k, k) * posterior.covariance(other, other));
    }
    if (found.at_end)
      result.notes.push_back(
          fmt::format("{} lies at an end of its range, {:.6g}: the data ask for a value beyond",
                      found.key.key, found.value));
    result.keys.push_back(found);
  }
  const std::size_t stride =
      std::max<std::size_t>(1, (posterior.draws.size() + kMostKeptDraws - 1) / kMostKeptDraws);
  for (std::size_t k = 0; k < posterior.draws.size(); k += stride) {
    const std::vector<double> values = problem.values(posterior.draws[k]);
    result.draws.push_back(Eigen::Map<const VecX>(values.data(), static_cast<Eigen::Index>(values.size())));
  }
}

/// Keys that no prediction reacts to. The derivatives of `bekker`, by which tests for a costly law are
/// chosen, would react: then no test is named.
void note_dead_keys(const FitProblem& problem, const FoundMinimum& minimum, FitResult& result) {
  for (Eigen::Index k = 0; k < problem.size(); ++k) {
    if (minimum.best.jacobian.col(k).squaredNorm() > 0.0) continue;
    result.notes.push_back(result.keys[static_cast<std::size_t>(k)].key.key +
                           " changes nothing here: the law does not read it, or the data do not reach it");
    if (problem.costly()) result.next_tests.clear();
  }
}

/// Warnings for the reader: of the data, of the noise, and of the search.
void add_notes(const FitProblem& problem, const FoundMinimum& minimum, FitResult& result) {
  for (const MeasuredSet& set : problem.sets())
    result.notes.insert(result.notes.end(), set.notes.begin(), set.notes.end());
  if (minimum.inflation > 1.0)
    result.notes.push_back(fmt::format(
        "the residuals are {:.3g} times what the stated uncertainties explain: intervals and bands are "
        "widened by that, and the law may not fit these data",
        minimum.inflation));
  if (static_cast<Eigen::Index>(minimum.used.size()) <= problem.size())
    result.notes.push_back(fmt::format("{} values for {} keys: nothing is left to find the noise from",
                                       minimum.used.size(), problem.size()));
  if (!result.converged) result.notes.push_back("the search ended before it converged");
  if (result.posterior == PosteriorKind::ensemble && result.independent < kFewIndependent)
    result.notes.push_back(fmt::format(
        "the posterior has {:.0f} independent draws only: its intervals are rough", result.independent));
}

}  // namespace

FitResult run_fit(const FitSpec& spec, const FitRunOptions& options) {
  std::vector<MeasuredSet> sets;
  for (const std::string& data : spec.data) sets.push_back(load_measured_set(data));
  FitProblem problem(std::move(sets), spec.keys, spec.base);
  if (!spec.journal.empty()) problem.keep_in(spec.journal, fit_identity(spec, problem));
  const FitSearch search(problem, spec, options);
  const FoundMinimum minimum = search.from_starts();

  FitResult result;
  // Intervals by the ensemble, or by derivatives where a row takes long.
  PosteriorKind kind = spec.posterior;
  if (kind == PosteriorKind::automatic)
    kind = problem.costly() ? PosteriorKind::linear : PosteriorKind::ensemble;
  FitPosterior posterior;
  if (kind == PosteriorKind::linear) posterior = linear_posterior(problem, minimum);
  if (kind == PosteriorKind::ensemble) posterior = ensemble_posterior(problem, minimum, spec, options);
  result.posterior = kind;
  result.independent = posterior.independent;
  for (const FitGroup& group : problem.groups()) {
    FittedGroup named;
    named.file = problem.sets()[group.set].name;
    named.channel = kFitChannelNames[group.channel], named.unit = kFitChannelUnits[group.channel];
    named.known = group.known;
    result.groups.push_back(named);
  }
  // The search as it ended.
  result.cost = minimum.best.cost;
  result.inflation = minimum.inflation;
  result.agreeing = minimum.agreeing;
  result.starts = spec.starts > 0 ? spec.starts : problem.costly() ? 1 : 12;
  result.iterations = minimum.best.iterations;
  result.converged = minimum.best.converged;
  // Everything that is found at the best values.
  report_keys(problem, minimum, posterior, result);
  compare_values(problem, minimum, posterior, search, options, result);
  const int folds = spec.folds >= 0 ? spec.folds : problem.costly() ? 0 : kDefaultFolds;
  if (folds > 1) cross_validate(problem, minimum, search, folds, options, result);
  attribute_information(problem, minimum, result.groups);
  result.confusions = find_confusions(problem, minimum);
  result.next_tests = find_next_tests(problem, minimum, search);
  note_dead_keys(problem, minimum, result);
  add_notes(problem, minimum, result);
  return result;
}

FitGlimpse look_at_fit(const FitSpec& spec, const std::vector<double>& keys, const FitRunOptions& options) {
  std::vector<MeasuredSet> sets;
  for (const std::string& data : spec.data) sets.push_back(load_measured_set(data));
  const FitProblem problem(std::move(sets), spec.keys, spec.base);
  if (keys.size() != spec.keys.size())
    throw InputError("keys", fmt::format("{} values", keys.size()), fmt::format("{}", spec.keys.size()));
  // Values outside their ranges are taken at the range's end.
  VecX point(problem.size());
  for (Eigen::Index k = 0; k < point.size(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    point[k] = std::clamp(spec.keys[at].unit(keys[at]), 0.0, 1.0);
  }
  const std::vector<char> wanted = problem.fitted_rows();
  const VecX predicted = problem.predict({point}, wanted, {options.threads, options.cancelled, {}}).front();
  return {keys, values_beside(problem, predicted, wanted)};
}

}  // namespace grouser
