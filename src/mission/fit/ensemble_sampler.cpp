// SPDX-License-Identifier: BSD-3-Clause
// The stretch move of Goodman and Weare in two halves: walkers of one half move with partners of the other,
// so that all of a half can move side by side. Convergence is judged at growing intervals by the
// correlation time of the chains.
#include "grouser/mission/fit/ensemble_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"

namespace grouser {
namespace {

constexpr double kStretch = 2.0;     // a of Goodman & Weare
constexpr double kWindow = 5.0;      // correlation times (Sokal)
constexpr double kFirstPart = 0.25;  // of a chain, that is dropped

/// The ensemble and its chains: the positions of all walkers after each step.
class Ensemble {
 public:
  Ensemble(const LogDensity& density, std::vector<VecX> walkers, std::uint64_t seed, const Workers& workers)
      : density_(density), at_(std::move(walkers)), log_(at_.size()), seed_(seed), workers_(workers) {
    share_out(at_.size(), [&](std::size_t k) { log_[k] = density_(at_[k]); });
  }

  /// Moves both halves once, and keeps the positions of all walkers.
  void step(std::uint64_t number) {
    const std::size_t half = at_.size() / 2;
    for (std::size_t part = 0; part < 2; ++part) {
      std::vector<char> moved(half, 0);
      share_out(half,
                [&](std::size_t k) { moved[k] = move(number, part * half + k, (1 - part) * half, half); });
      accepted_ += static_cast<double>(std::count(moved.begin(), moved.end(), 1));
    }
    tried_ += static_cast<double>(at_.size());
    chain_.push_back(at_);
  }

  /// Draws behind the first quarter of the chain, with their number of independent ones.
  EnsembleDraws result() const {
    EnsembleDraws found;
    found.steps = static_cast<int>(chain_.size());
    found.acceptance = tried_ > 0.0 ? accepted_ / tried_ : 0.0;
    const auto first = static_cast<std::size_t>(kFirstPart * static_cast<double>(chain_.size()));
    for (std::size_t s = first; s < chain_.size(); ++s)
      found.draws.insert(found.draws.end(), chain_[s].begin(), chain_[s].end());
    found.correlation_steps = longest_correlation(first);
    found.independent = static_cast<double>(found.draws.size()) / std::max(1.0, found.correlation_steps);
    return found;
  }

 private:
  /// Calls work(k) for each k below count, on as many threads as there are; each k has its own place to
  /// write.
  template <class Work>
  void share_out(std::size_t count, Work work) {
    const std::size_t pieces = std::min<std::size_t>(count, static_cast<std::size_t>(workers_.count));
    if (pieces <= 1) {
      for (std::size_t k = 0; k < count; ++k) work(k);
      return;
    }
    workers_.run(pieces, [&](std::size_t piece) {
      for (std::size_t k = piece; k < count; k += pieces) work(k);
    });
  }

  /// Whether a walker moved. It writes its own place alone and reads those of the other half.
  char move(std::uint64_t number, std::size_t walker, std::size_t others, std::size_t half) {
    math::RandomStream random(seed_, number * at_.size() + walker);
    // A partner in the other half, and a stretch z with density 1/sqrt(z).
    const auto partner =
        others + std::min(half - 1, static_cast<std::size_t>(random.uniform() * static_cast<double>(half)));
    const double root =
        1.0 / std::sqrt(kStretch) + random.uniform() * (std::sqrt(kStretch) - 1.0 / std::sqrt(kStretch));
    const double z = root * root;  // density 1/sqrt(z) on [1/a, a]
    const VecX next = at_[partner] + z * (at_[walker] - at_[partner]);
    const double log = density_(next);
    // Accepted with the ratio of the densities times z to the number of variables less one.
    const double ratio = static_cast<double>(next.size() - 1) * math::log(z) + log - log_[walker];
    const double chance = 1.0 - random.uniform();  // above 0
    if (!(math::log(chance) < ratio)) return 0;
    at_[walker] = next, log_[walker] = log;
    return 1;
  }

  /// Correlation time of the slowest variable, in steps: the mean over the walkers, each a chain of its
  /// own.
  double longest_correlation(std::size_t first) const {
    double longest = 1.0;
    if (chain_.size() - first < 10) return longest;
    for (Eigen::Index v = 0; v < at_.front().size(); ++v) {
      double time = 0.0;  // mean over the walkers, each a chain of its own
      for (std::size_t k = 0; k < at_.size(); ++k) {
        std::vector<double> one;
        for (std::size_t s = first; s < chain_.size(); ++s) one.push_back(chain_[s][k][v]);
        time += correlation_time(one);
      }
      longest = std::max(longest, time / static_cast<double>(at_.size()));
    }
    return longest;
  }

  const LogDensity& density_;
  std::vector<VecX> at_;
  std::vector<double> log_;
  std::vector<std::vector<VecX>> chain_;
  std::uint64_t seed_;
  const Workers& workers_;
  double accepted_ = 0.0, tried_ = 0.0;
};

}  // namespace

double correlation_time(const std::vector<double>& chain) {
  const auto n = static_cast<double>(chain.size());
  double mean = 0.0, variance = 0.0;
  for (const double x : chain) mean += x / n;
  for (const double x : chain) variance += (x - mean) * (x - mean) / n;
  constexpr double kRounding = 1e-28;                   // of squares
  if (!(variance > kRounding * mean * mean)) return n;  // it never moved
  // The sum of correlations ends where the lag exceeds five times the time found so far.
  double time = 1.0;
  for (std::size_t lag = 1; lag < chain.size(); ++lag) {
    double sum = 0.0;
    for (std::size_t k = 0; k + lag < chain.size(); ++k) sum += (chain[k] - mean) * (chain[k + lag] - mean);
    time += 2.0 * sum / (n * variance);
    if (static_cast<double>(lag) >= kWindow * time) break;
  }
  return std::max(1.0, time);
}

EnsembleDraws draw_ensemble(const LogDensity& density, std::vector<VecX> walkers,
                            const SamplerOptions& options, const Workers& workers) {
  if (walkers.size() < 4 || walkers.size() % 2 != 0 ||
      walkers.size() < 2 * static_cast<std::size_t>(walkers.front().size()))
    throw InputError("walkers", std::to_string(walkers.size()),
                     "an even number, four and twice the variables or more");
  Ensemble ensemble(density, std::move(walkers), options.seed, workers);
  EnsembleDraws found;
  int look = options.block;
  for (int step = 0; step < options.most_steps; ++step) {
    if (options.cancelled && options.cancelled()) throw Interrupted("while the posterior was drawn");
    ensemble.step(static_cast<std::uint64_t>(step));
    if (options.progress) options.progress(step + 1);
    if (step + 1 < look) continue;
    look += std::max(options.block, look / 2);  // looks cost as much as the chain is long
    found = ensemble.result();
    if (found.independent >= options.enough) return found;
  }
  return ensemble.result();
}

}  // namespace grouser
