// SPDX-License-Identifier: BSD-3-Clause
// Proposals of kernels about the failures themselves. Their width is chosen by cross-validation in eight
// parts, which keep failures of one root together: chains of a root are alike and would favour narrow
// kernels.
#include "kernel_proposal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace grouser {
namespace {

/// Standard deviations of kernels that are tried. Narrower ones would follow the few hundred failures of
/// the sample instead of the region where failures lie.
constexpr std::array kWidths{0.5, 0.6, 0.7, 0.85, 1.0, 1.2};
constexpr std::size_t kParts = 8;  // and the fewest roots, so that none is empty

/// Number of the part of each failure; empty for fewer than eight roots. Failures of a root are in one
/// part, roots with most failures come first, each goes to the smallest part.
std::vector<std::size_t> part_by_roots(const std::vector<std::size_t>& roots) {
  std::map<std::size_t, std::vector<std::size_t>> of_root;
  for (std::size_t k = 0; k < roots.size(); ++k) of_root[roots[k]].push_back(k);
  if (of_root.size() < kParts) return {};
  std::vector<const std::vector<std::size_t>*> families;
  for (const auto& [root, family] : of_root) families.push_back(&family);
  std::ranges::stable_sort(families, [](const auto* a, const auto* b) { return a->size() > b->size(); });
  std::array<std::size_t, kParts> sizes{};
  std::vector<std::size_t> parts(roots.size());
  for (const auto* family : families) {
    const auto smallest = static_cast<std::size_t>(std::ranges::min_element(sizes) - sizes.begin());
    sizes[smallest] += family->size();
    for (const std::size_t k : *family) parts[k] = smallest;
  }
  return parts;
}

/// Coordinates of the failures for which `take` is true, at most `most` of them, evenly spaced in their
/// order.
template <typename Take>
std::vector<double> points_of(const LevelPoints& failures, std::size_t dimensions, std::size_t most,
                              Take take) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < failures.roots.size(); ++k)
    if (take(k)) chosen.push_back(k);
  const std::size_t count = std::min(most, chosen.size());
  std::vector<double> points;
  for (std::size_t k = 0; k < count; ++k) {
    const auto from =
        failures.points.begin() + static_cast<std::ptrdiff_t>(chosen[k * chosen.size() / count] * dimensions);
    points.insert(points.end(), from, from + static_cast<std::ptrdiff_t>(dimensions));
  }
  return points;
}

}  // namespace

double mean_weight(const NormalMixture& mixture, std::span<const double> points) {
  const auto dimensions = static_cast<std::size_t>(mixture.dimensions);
  const std::size_t count = points.size() / dimensions;
  double sum = 0.0;
  for (std::size_t k = 0; k < count; ++k) sum += mixture.weight(points.subspan(k * dimensions, dimensions));
  return sum / static_cast<double>(count);
}

// Each part's failures are weighed by kernels about the failures of the other parts.
KernelProposal find_kernels(const LevelPoints& failures, int dimensions, double plain_share, int most) {
  KernelProposal best;
  const auto size = static_cast<std::size_t>(dimensions), kernels = static_cast<std::size_t>(most);
  const std::vector<std::size_t> parts = part_by_roots(failures.roots);
  if (parts.empty() || most < 1) return best;
  std::array<double, kWidths.size()> sums{};
  double judged = 0.0;
  for (std::size_t part = 0; part < kParts; ++part) {
    // A part has as many points as its share of the kernels, to keep the quadratic cost low.
    const std::vector<double> points =
        points_of(failures, size, kernels / kParts + 1, [&](std::size_t k) { return parts[k] == part; });
    NormalMixture others{dimensions, plain_share,
                         points_of(failures, size, kernels, [&](std::size_t k) { return parts[k] != part; })};
    const double weight = static_cast<double>(std::ranges::count(parts, part));
    judged += weight;
    for (std::size_t k = 0; k < kWidths.size(); ++k) {
      others.width = kWidths[k];
      sums[k] += weight * mean_weight(others, points);
    }
  }
  const auto least = static_cast<std::size_t>(std::ranges::min_element(sums) - sums.begin());
  best.mean_weight = sums[least] / judged;
  best.mixture = {dimensions, plain_share,
                  points_of(failures, size, kernels, [](std::size_t) { return true; }), kWidths[least]};
  return best;
}

}  // namespace grouser
