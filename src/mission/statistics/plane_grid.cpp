// SPDX-License-Identifier: BSD-3-Clause
// Nodes of the rectangle of two speeds: runs them in batches, all cases of a node together, and keeps the
// worst case of each node.
#include "plane_grid.hpp"

#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser {

PlaneGrid::PlaneGrid(const PlaneModel& model, const PlaneOptions& options)
    : model_(model),
      options_(options),
      side_(options.resolution + 1),
      nodes_(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_)) {}

std::array<int, 4> PlaneGrid::neighbours(int node) const {
  const int column = node % side_, row = node / side_;
  return {column > 0 ? node - 1 : -1, column + 1 < side_ ? node + 1 : -1, row > 0 ? node - side_ : -1,
          row + 1 < side_ ? node + side_ : -1};
}

double PlaneGrid::x(int k) const {
  return options_.x0 + (options_.x1 - options_.x0) * (k % side_) / options_.resolution;
}

double PlaneGrid::y(int k) const {
  return options_.y0 + (options_.y1 - options_.y0) * (k / side_) / options_.resolution;
}

void PlaneGrid::run(std::span<const int> wanted) {
  // All cases of the nodes that were not run go to the model as one batch.
  std::vector<int> fresh;
  std::vector<PlaneRun> runs;
  for (const int k : wanted) {
    PlaneNode& node = nodes_[static_cast<std::size_t>(k)];
    if (node.run) continue;
    node.run = true;
    fresh.push_back(k);
    for (int extra = 0; extra < options_.extras; ++extra)
      runs.push_back({x(k), y(k), extra, runs_ + runs.size()});
  }
  if (runs.empty()) return;
  std::vector<PlaneVerdict> verdicts(runs.size());
  model_(runs, verdicts);
  runs_ += runs.size();
  const auto extras = static_cast<std::size_t>(options_.extras);
  for (std::size_t k = 0; k < fresh.size(); ++k)
    judge(fresh[k], std::span<const PlaneVerdict>(verdicts).subspan(k * extras, extras));
}

// The worst case: not upright before upright, the least margin, one without a margin last, the first of
// equals.
void PlaneGrid::judge(int k, std::span<const PlaneVerdict> verdicts) {
  std::size_t worst = 0;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    failed_ += verdicts[i].mode == kNoVerdict;
    const bool fails = verdicts[i].mode != kUpright, worst_fails = verdicts[worst].mode != kUpright;
    const double margin = verdicts[i].margin, least = verdicts[worst].margin;
    const bool deeper = margin < least || (std::isnan(least) && !std::isnan(margin));
    if (fails != worst_fails ? fails : deeper) worst = i;
  }
  PlaneNode& node = nodes_[static_cast<std::size_t>(k)];
  node.mode = verdicts[worst].mode;
  node.margin = verdicts[worst].margin;
  node.extra = static_cast<int>(worst);
  node.upright = node.mode == kUpright;
}

/// Gives a node that was not run the verdict of its surroundings, without a margin or a mode of failure.
void PlaneGrid::fill_in(int k, bool upright) {
  PlaneNode& node = nodes_[static_cast<std::size_t>(k)];
  if (node.run) return;
  node.upright = upright;
  node.mode = upright ? kUpright : kNoVerdict;
}

StabilityBoundary PlaneGrid::result() const {
  StabilityBoundary boundary;
  boundary.resolution = options_.resolution;
  boundary.nodes = nodes_;
  boundary.lines = trace_lines(*this);
  boundary.runs = runs_;
  boundary.failed_runs = failed_;
  boundary.dense_runs = nodes_.size() * static_cast<std::size_t>(options_.extras);
  return boundary;
}

}  // namespace grouser
