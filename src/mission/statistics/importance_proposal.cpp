// SPDX-License-Identifier: BSD-3-Clause
// Finds a proposal density: one run of subset simulation gives failures, which become either the means of
// k-means groups, merged where they belong to one mode, or kernels. Of the two proposals the one with the
// smaller mean weight over the failures is taken.
#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/mission/statistics/importance_sampling.hpp"
#include "kernel_proposal.hpp"
#include "subset_run.hpp"

namespace grouser {
namespace {

constexpr int kGroupingRounds = 50;  // k-means has settled long before

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/// Points in groups about their means: Lloyd's algorithm (IEEE Trans. Inf. Theory 28 (1982)).
class PointGroups {
 public:
  PointGroups(const std::vector<double>& points, std::size_t dimensions, std::size_t groups)
      : points_(points), size_(dimensions), group_(points.size() / dimensions, 0) {
    start(groups);
    for (int round = 0; round < kGroupingRounds; ++round) {
      if (!assign() && round > 0) break;
      move();
    }
    assign();
  }
  const std::vector<double>& means() const { return means_; }
  /// Number of points per group, at least 1.
  std::vector<double> sizes() const {
    std::vector<double> counts(means_.size() / size_, 0.0);
    for (const std::size_t group : group_) counts[group] += 1.0;
    for (double& count : counts) count = std::max(count, 1.0);  // emptied by the last move
    return counts;
  }

 private:
  std::span<const double> point(std::size_t k) const { return {points_.data() + k * size_, size_}; }
  std::span<const double> mean(std::size_t k) const { return {means_.data() + k * size_, size_}; }

  /// Initial means: the first point, then always the one farthest from those chosen. Fewer groups where
  /// points coincide.
  void start(std::size_t groups) {
    std::vector<double> nearest(group_.size(), std::numeric_limits<double>::infinity());
    for (std::size_t k = 0, chosen = 0; k < groups; ++k) {
      means_.insert(means_.end(), point(chosen).begin(), point(chosen).end());
      for (std::size_t j = 0; j < group_.size(); ++j)
        nearest[j] = std::min(nearest[j], squared_distance(point(j), mean(k)));
      chosen = static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
      if (!(nearest[chosen] > 0.0)) break;
    }
  }
  /// Puts each point in the group of the nearest mean; true if any point changed its group.
  bool assign() {
    bool changed = false;
    for (std::size_t j = 0; j < group_.size(); ++j) {
      std::size_t best = 0;
      for (std::size_t k = 1; k * size_ < means_.size(); ++k)
        if (squared_distance(point(j), mean(k)) < squared_distance(point(j), mean(best))) best = k;
      changed = changed || best != group_[j];
      group_[j] = best;
    }
    return changed;
  }
  /// Moves means to the middle of their points; groups that lost all points are dropped.
  void move() {
    std::vector<double> sums(means_.size(), 0.0), counts(means_.size() / size_, 0.0);
    for (std::size_t j = 0; j < group_.size(); ++j) {
      counts[group_[j]] += 1.0;
      for (std::size_t i = 0; i < size_; ++i) sums[group_[j] * size_ + i] += points_[j * size_ + i];
    }
    means_.clear();
    for (std::size_t k = 0; k < counts.size(); ++k)
      for (std::size_t i = 0; counts[k] > 0.0 && i < size_; ++i)
        means_.push_back(sums[k * size_ + i] / counts[k]);
  }

  const std::vector<double>& points_;
  std::size_t size_;
  std::vector<std::size_t> group_;
  std::vector<double> means_;
};

/// Joins centres with failure midway between them, which are of one mode, until none is left to join. A group
/// too many costs more than it gains: it lies off the mode by the spread of its mean, in every dimension.
class ModeMerger {
 public:
  ModeMerger(const PointGroups& groups, std::size_t dimensions)
      : centres_(groups.means()), sizes_(groups.sizes()), size_(dimensions) {}
  std::vector<double> merged(MarginCalls& calls) {
    while (sizes_.size() > 1 && merge_one(calls)) {
    }
    return centres_;
  }

 private:
  /// Runs the model midway between all pairs of centres and joins the first pair with a failure there;
  /// false if none fails.
  bool merge_one(MarginCalls& calls) {
    std::vector<double> middles;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < sizes_.size(); ++a)
      for (std::size_t b = a + 1; b < sizes_.size(); ++b) {
        pairs.emplace_back(a, b);
        for (std::size_t i = 0; i < size_; ++i)
          middles.push_back(0.5 * (centres_[a * size_ + i] + centres_[b * size_ + i]));
      }
    std::vector<double> margins(pairs.size(), kUnset);
    calls.fill(middles, margins);
    const auto joined =
        std::find_if(margins.begin(), margins.end(), [](double margin) { return margin <= 0.0; });
    if (joined == margins.end()) return false;
    // The joined centre is the mean weighted by the groups' sizes.
    const auto [a, b] = pairs[static_cast<std::size_t>(joined - margins.begin())];
    const double share = sizes_[b] / (sizes_[a] + sizes_[b]);
    for (std::size_t i = 0; i < size_; ++i)
      centres_[a * size_ + i] += share * (centres_[b * size_ + i] - centres_[a * size_ + i]);
    sizes_[a] += sizes_[b];
    sizes_.erase(sizes_.begin() + static_cast<std::ptrdiff_t>(b));
    const auto from = centres_.begin() + static_cast<std::ptrdiff_t>(b * size_);
    centres_.erase(from, from + static_cast<std::ptrdiff_t>(size_));
    return true;
  }

  std::vector<double> centres_, sizes_;
  std::size_t size_;
};

}  // namespace

Proposal find_proposal(const MarginModel& model, const ProposalOptions& options) {
  if (!(options.plain_share > 0.0 && options.plain_share < 1.0) || options.centres < 1)
    throw InputError("importance sampling: plain_share must lie between 0 and 1, centres be 1 at least");
  if (!(options.points * options.level_share >= 10.0) || options.level_share > 0.5)
    throw InputError("importance sampling: points times level_share must be at least 10");
  MarginCalls calls(model, options.dimensions, 0);
  SubsetRun pilot({.dimensions = options.dimensions,
                   .points = options.points,
                   .level_share = options.level_share,
                   .most_levels = options.most_levels,
                   .seed = options.seed},
                  0);
  // A refused pilot leaves the proposal without centres, and the estimate is refused with the same reason.
  pilot.run(calls);
  Proposal proposal{.mixture = {options.dimensions, options.plain_share, {}}, .refused = pilot.refused()};
  if (proposal.refused.empty()) {
    const LevelPoints failures = pilot.sample_failures(calls);
    const auto dimensions = static_cast<std::size_t>(options.dimensions);
    const PointGroups groups(failures.points, dimensions, static_cast<std::size_t>(options.centres));
    proposal.mixture.centres = ModeMerger(groups, dimensions).merged(calls);
    KernelProposal kernels = find_kernels(failures, options.dimensions, options.plain_share, options.kernels);
    if (kernels.mean_weight < mean_weight(proposal.mixture, failures.points))
      proposal.mixture = std::move(kernels.mixture);
  }
  proposal.runs = calls.runs();
  proposal.failed_runs = calls.failed_runs();
  return proposal;
}

}  // namespace grouser
