// SPDX-License-Identifier: BSD-3-Clause
// The search of a fit: starts, least squares from each, then rounds in which the noise of each group is
// found from its residuals and the search is repeated until it no longer changes. Derivatives are
// differences, central where a row is cheap and forward where it is costly.
#include "fit/fit_search.hpp"

#include <algorithm>
#include <cmath>

#include "fit/fit_insight.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/soil/laws/soil_number_access.hpp"

namespace grouser {
namespace {

constexpr int kCheapStarts = 12, kCostlyStarts = 1;
constexpr int kTriesPerStart = 8;     // points that are looked at for each start that is taken
constexpr double kCheapStep = 1e-5;   // of derivatives, in parts of the range: central differences
constexpr double kCostlyStep = 0.02;  // forward ones; settled means ripple by some thousandths
constexpr double kFirstNoise = 0.05;  // of what a group spans, before its residuals are known
constexpr double kLeastNoise = 1e-4;  // of what a group spans: data that a model meets exactly
constexpr double kSameNoise = 0.01;   // relative change at which the noise is found
constexpr int kNoiseRounds = 8;
constexpr double kSameMinimum = 1e-4;                 // of the cost
constexpr std::uint64_t kStartStream = 0x5741525453;  // of the random numbers

/// Chi-square that a share of 0.99 lies below (Wilson & Hilferty, PNAS 17, 1931).
double chi_square_99(double degrees) {
  constexpr double kNormal99 = 2.3263478740408408;
  const double part = 2.0 / (9.0 * degrees), root = 1.0 - part + kNormal99 * std::sqrt(part);
  return degrees * root * root * root;
}

/// Whether `some` lacks a value that `all` has.
bool lacks_some(const VecX& some, const VecX& all) {
  for (Eigen::Index k = 0; k < all.size(); ++k)
    if (std::isfinite(all[k]) && !std::isfinite(some[k])) return true;
  return false;
}

}  // namespace

FitSearch::FitSearch(const FitProblem& problem, const FitSpec& spec, const FitRunOptions& options)
    : problem_(problem),
      spec_(spec),
      options_(options),
      low_(VecX::Zero(problem.size())),
      high_(VecX::Ones(problem.size())) {
  for (const FitEntry& entry : problem.entries()) fitted_ += entry.held ? 0 : 1;
}

/// Predictions at one point; costly rows run in parallel. Throws Interrupted.
VecX FitSearch::predict_one(const VecX& point, const std::vector<char>& wanted) const {
  if (options_.cancelled && options_.cancelled()) throw Interrupted("while data were fitted");
  if (!problem_.costly()) return problem_.predict_here(point, wanted);
  return problem_.predict({point}, wanted, {options_.threads, options_.cancelled, {}}).front();
}

/// Residuals of the used entries over their noise, each times the root of its weight.
VecX FitSearch::residuals_of(const VecX& predictions, const std::vector<std::size_t>& used,
                             const std::vector<double>& sigmas) const {
  VecX r(static_cast<Eigen::Index>(used.size()));
  for (std::size_t k = 0; k < used.size(); ++k) {
    const FitEntry& entry = problem_.entries()[used[k]];
    const double apart = predictions[static_cast<Eigen::Index>(used[k])] - entry.measured;
    r[static_cast<Eigen::Index>(k)] = std::sqrt(entry.weight) * apart / sigmas[used[k]];
  }
  return r;
}

MatX FitSearch::slopes(const VecX& point, const VecX& predictions, const std::vector<char>& wanted) const {
  const bool costly = problem_.costly();
  const double h = costly ? kCostlyStep : kCheapStep;
  std::vector<VecX> points;
  // Points beside the given one, kept inside the ranges; a costly forward step turns round at the upper
  // end.
  for (Eigen::Index k = 0; k < point.size(); ++k) {
    VecX up = point, down = point;
    up[k] = std::min(1.0, point[k] + h), down[k] = std::max(0.0, point[k] - h);
    if (costly && up[k] - point[k] < h) up[k] = point[k] - h;
    points.push_back(up);
    if (!costly) points.push_back(down);
  }
  const std::vector<VecX> found =
      problem_.predict(points, wanted, {options_.threads, options_.cancelled, {}});
  MatX slopes(predictions.size(), point.size());
  for (Eigen::Index k = 0; k < point.size(); ++k) {
    const auto at = static_cast<std::size_t>(costly ? k : 2 * k);
    const bool up = !lacks_some(found[at], predictions),
               down = costly || !lacks_some(found[at + 1], predictions);
    // The model may end on one side: then the difference is that of the other side.
    const VecX& left = costly || !down ? predictions : found[at + 1];
    const VecX& right = up ? found[at] : predictions;
    const double from = costly || !down ? point[k] : points[at + 1][k], to = up ? points[at][k] : point[k];
    slopes.col(k) = (right - left) / (to - from);
  }
  return slopes;
}

std::vector<FittedValue> values_beside(const FitProblem& problem, const VecX& predictions,
                                       const std::vector<char>& wanted) {
  std::vector<FittedValue> values;
  for (std::size_t e = 0; e < problem.entries().size(); ++e) {
    const FitEntry& entry = problem.entries()[e];
    if (!wanted[entry.row]) continue;
    const PlacedRow& row = problem.rows()[entry.row];
    values.push_back({.file = problem.sets()[row.set].name,
                      .channel = kFitChannelNames[entry.channel],
                      .line = row.row->line,
                      .held = entry.held,
                      .at = conditions_of(*row.row),
                      .measured = entry.measured,
                      .predicted = predictions[static_cast<Eigen::Index>(e)]});
  }
  return values;
}

// Each round of from_starts() has its own noise and therefore its own cost: a point then counts as better
// only against those of its round.
void FitSearch::show(const VecX& point, const VecX& predictions, double cost) const {
  const std::lock_guard lock(showing_);
  if (!(cost < shown_cost_)) return;
  shown_cost_ = cost;
  options_.look({problem_.values(point), values_beside(problem_, predictions, problem_.fitted_rows())});
}

/// Least squares from one start, with looser tolerances where rows are costly.
LeastSquaresResult FitSearch::search(const VecX& start, const std::vector<std::size_t>& used,
                                     const std::vector<double>& sigmas,
                                     const std::vector<char>& wanted) const {
  VecX last;  // predictions at the last point that was accepted or tried
  VecX last_point;
  const auto residuals = [&](const VecX& x) -> VecX {
    last = predict_one(x, wanted), last_point = x;
    const VecX r = residuals_of(last, used, sigmas);
    return r.allFinite() ? r : VecX();
  };
  // The Jacobian is asked for at the point that was accepted, which mostly is the last one predicted.
  const auto jacobian = [&](const VecX& x, const VecX& r) -> MatX {
    if (last_point != x) last = predict_one(x, wanted), last_point = x;
    if (options_.look && used.size() == fitted_) show(x, last, r.squaredNorm());
    const MatX all = slopes(x, last, wanted);
    MatX J(static_cast<Eigen::Index>(used.size()), x.size());
    for (std::size_t k = 0; k < used.size(); ++k)
      J.row(static_cast<Eigen::Index>(k)) = all.row(static_cast<Eigen::Index>(used[k])) *
                                            std::sqrt(problem_.entries()[used[k]].weight) / sigmas[used[k]];
    return J.allFinite() ? J : MatX();
  };
  LeastSquaresOptions least;
  if (problem_.costly()) least = {.most_iterations = 15, .least_decrease = 2e-3, .least_step = 2e-3};
  return minimise_squares(residuals, jacobian, start, low_, high_, least);
}

/// Start points: the soil's own numbers, then random ones, eight per start where rows are cheap.
std::vector<VecX> FitSearch::starts() const {
  const int count = spec_.starts > 0 ? spec_.starts : problem_.costly() ? kCostlyStarts : kCheapStarts;
  std::vector<VecX> points;
  // The soil's own numbers where they lie inside the ranges, else the middle.
  VecX own(problem_.size());
  const SoilParams soil = fit_soil(problem_.base());
  for (Eigen::Index k = 0; k < own.size(); ++k) {
    const FitKey& key = problem_.keys()[static_cast<std::size_t>(k)];
    const double u = key.unit(soil_number(soil, key.key));
    own[k] = u > 0.0 && u < 1.0 ? u : 0.5;
  }
  points.push_back(own);
  const int others = problem_.costly() ? count - 1 : kTriesPerStart * count;
  for (int k = 0; k < others; ++k) {
    math::RandomStream random(spec_.seed ^ kStartStream, static_cast<std::uint64_t>(k));
    VecX point(problem_.size());
    for (Eigen::Index v = 0; v < point.size(); ++v) point[v] = random.uniform();
    points.push_back(point);
  }
  return points;
}

/// Noise of all entries.
std::vector<double> FitSearch::sigmas_of(const FoundMinimum& minimum) const {
  std::vector<double> sigmas;
  for (const FitEntry& entry : problem_.entries()) sigmas.push_back(sigma_of(entry, minimum));
  return sigmas;
}

double FitSearch::sigma_of(const FitEntry& entry, const FoundMinimum& minimum) const {
  const bool known = problem_.groups()[entry.group].known;
  return known ? entry.sigma * minimum.inflation : minimum.noise[entry.group];
}

/// Finds the noise of each group from its residuals. As many values as there are keys are lost as degrees
/// of freedom, shared among the groups by their size.
void FitSearch::find_noise(FoundMinimum& minimum) const {
  const auto count = static_cast<double>(minimum.used.size());
  const double free = std::max(1.0 - static_cast<double>(problem_.size()) / count, 0.5 / count);
  std::vector<double> squares(problem_.groups().size(), 0.0), values(squares);
  for (std::size_t k = 0; k < minimum.used.size(); ++k) {
    const FitEntry& entry = problem_.entries()[minimum.used[k]];
    const double apart = minimum.best.residuals[static_cast<Eigen::Index>(k)] * minimum.noise[entry.group];
    squares[entry.group] += apart * apart;
    values[entry.group] += 1.0;
  }
  for (std::size_t g = 0; g < squares.size(); ++g)
    if (!problem_.groups()[g].known && values[g] > 0.0)
      minimum.noise[g] =
          std::max(std::sqrt(squares[g] / (values[g] * free)), kLeastNoise * problem_.groups()[g].spread);
}

/// Birge's ratio where the residuals are larger than stated uncertainties explain, by chi-square at 99 %.
double FitSearch::inflation_of(const FoundMinimum& minimum) const {
  double squares = 0.0, values = 0.0;
  for (std::size_t k = 0; k < minimum.used.size(); ++k) {
    if (!problem_.groups()[problem_.entries()[minimum.used[k]].group].known) continue;
    const double r = minimum.best.residuals[static_cast<Eigen::Index>(k)];
    squares += r * r, values += 1.0;
  }
  const double degrees =
      values * (1.0 - static_cast<double>(problem_.size()) / static_cast<double>(minimum.used.size()));
  if (!(degrees > 0.0) || squares <= chi_square_99(degrees)) return 1.0;
  return std::sqrt(squares / degrees);
}

/// The starts, the most promising first, and as many as asked for.
std::vector<VecX> FitSearch::ordered_starts(const FoundMinimum& minimum, const std::vector<double>& sigmas,
                                            const std::vector<char>& wanted) const {
  std::vector<VecX> points = starts();
  if (problem_.costly()) return points;
  // Points with a model, by their cost.
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const VecX r = residuals_of(predict_one(points[k], wanted), minimum.used, sigmas);
    if (r.allFinite()) order.emplace_back(r.squaredNorm(), k);
  }
  std::stable_sort(order.begin(), order.end());
  const auto count = static_cast<std::size_t>(spec_.starts > 0 ? spec_.starts : kCheapStarts);
  std::vector<VecX> best;
  for (std::size_t k = 0; k < std::min(count, order.size()); ++k) best.push_back(points[order[k].second]);
  return best;
}

/// The lowest minimum of all starts.
void FitSearch::search_from(const std::vector<VecX>& points, const std::vector<char>& wanted,
                            FoundMinimum& minimum) const {
  const std::vector<double> sigmas = sigmas_of(minimum);
  std::vector<LeastSquaresResult> found(points.size());
  const int threads = problem_.costly() ? 1 : options_.threads;  // costly rows run side by side themselves
  run_jobs(points.size(), {threads, options_.cancelled, options_.progress},
           [&](std::size_t job, const JobContext&) {
             found[job] = search(points[job], minimum.used, sigmas, wanted);
           });
  if (options_.cancelled && options_.cancelled()) throw Interrupted("while data were fitted");
  // The lowest minimum with derivatives, and how many starts reached it.
  const LeastSquaresResult* best = nullptr;
  for (const LeastSquaresResult& one : found)
    if (one.valid && one.jacobian.size() > 0 && (!best || one.cost < best->cost)) best = &one;
  if (!best)
    throw RunError(
        "no start of the fit has a model: the soil carries none of the loads within the ranges of --vary, or "
        "the wheel is another; "
        "try wider ranges, or `grouser wheel` at one of the rows");
  minimum.best = *best;
  for (const LeastSquaresResult& one : found)
    if (one.valid && one.cost - best->cost <= kSameMinimum * best->cost) ++minimum.agreeing;
}

FoundMinimum FitSearch::from_starts() const {
  // Entries that are not held back, with a first guess of the noise.
  FoundMinimum minimum;
  for (std::size_t e = 0; e < problem_.entries().size(); ++e)
    if (!problem_.entries()[e].held) minimum.used.push_back(e);
  for (const FitGroup& group : problem_.groups()) minimum.noise.push_back(kFirstNoise * group.spread);
  const std::vector<char> wanted = problem_.fitted_rows();
  search_from(ordered_starts(minimum, sigmas_of(minimum), wanted), wanted, minimum);
  const auto search_again = [&] {
    shown_cost_ = std::numeric_limits<double>::infinity();
    LeastSquaresResult again = search(minimum.best.x, minimum.used, sigmas_of(minimum), wanted);
    const bool found = again.valid && again.jacobian.size() > 0;
    if (found) minimum.best = std::move(again);
    return found;
  };
  // Noise and values in turn; a search that fails returns to the noise before.
  for (int round = 0; round < kNoiseRounds; ++round) {
    const std::vector<double> before = minimum.noise;
    find_noise(minimum);
    double change = 0.0;
    for (std::size_t g = 0; g < before.size(); ++g)
      change = std::max(change, std::fabs(minimum.noise[g] / before[g] - 1.0));
    if (!search_again()) minimum.noise = before, change = 0.0;
    if (change < kSameNoise) break;
  }
  minimum.inflation = inflation_of(minimum);
  if (minimum.inflation > 1.0) search_again();  // residuals and derivatives over the noise as it is taken now
  return minimum;
}

VecX FitSearch::without_rows(const FoundMinimum& from, const std::vector<char>& left_out) const {
  std::vector<std::size_t> used;
  for (const std::size_t e : from.used)
    if (!left_out[problem_.entries()[e].row]) used.push_back(e);
  std::vector<char> wanted = problem_.fitted_rows();
  for (std::size_t r = 0; r < wanted.size(); ++r)
    if (left_out[r]) wanted[r] = 0;
  return search(from.best.x, used, sigmas_of(from), wanted).x;
}

}  // namespace grouser
