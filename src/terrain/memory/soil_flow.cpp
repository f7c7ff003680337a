// SPDX-License-Identifier: BSD-3-Clause
// Displaced soil by Krenn & Hirzinger's equations (6) to (12): its volume is divided into sinkage,
// bulldozing and shear by the direction of motion, deposited on the footprint's border, and eroded where it
// is steeper than tan(phi), on the steepest of eight facets (Tarboton 1997).
#include "grouser/terrain/memory/soil_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flow_loops.hpp"
#include "grouser/math/simd_level.hpp"

namespace grouser {
namespace {

constexpr double kLeastSpeed = 1e-9;  // m/s: slower counts as at rest

const terrain::FlowLoops& flow_loops() { return GROUSER_OF_LEVEL(simd_level(), terrain::kFlow); }

}  // namespace

/// (6) to (8): shares of the squared speed; what does not move is all sinkage.
FlowShares flow_shares(const Vec3& velocity, const Vec3& normal) {
  const double all = velocity.squaredNorm();
  if (!(all > kLeastSpeed * kLeastSpeed)) return {};
  const Vec3 across = normal.dot(velocity) * normal;
  const double vertical = across.z() * across.z() / all;
  const double level = (across.x() * across.x() + across.y() * across.y()) / all;
  return {vertical, level, 1.0 - vertical - level};
}

SoilFlow::SoilFlow(std::size_t nodes) : marked_(nodes), edge_(nodes) {
  border_.reserve(nodes);
  for (auto* list : {&near_, &along_, &gain_, &column_, &row_}) list->reserve(nodes);
  for (auto* list : {&level_, &ceiling_, &room_, &steep_, &change_, &gave_})
    list->resize(nodes + terrain::kFlowLanes);
}

void SoilFlow::find_border(const SoilPatch& p) {
  border_.clear();
  column_.clear();
  row_.clear();
  std::fill_n(edge_.begin(), p.height.size(), std::uint8_t{0});
  std::fill_n(edge_.begin(), p.columns, std::uint8_t{1});
  std::fill_n(edge_.begin() + (p.rows - 1) * p.columns, p.columns, std::uint8_t{1});
  for (int row = 0; row < p.rows; ++row) edge_[row * p.columns] = edge_[(row + 1) * p.columns - 1] = 1;
  std::fill_n(marked_.begin(), p.height.size(), std::uint8_t{0});
  for (int row = 1; row + 1 < p.rows; ++row)
    for (int column = 1; column + 1 < p.columns; ++column) {
      const int node = row * p.columns + column;
      if (!p.under[node]) continue;
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
          const int at = node + j * p.columns + i;
          if (p.under[at] || marked_[at] || edge_[at]) continue;
          marked_[at] = 1;
          border_.push_back(at);
          column_.push_back(column + i);
          row_.push_back(row + j);
        }
    }
  gain_.assign(border_.size(), 0.0);
  near_.resize(border_.size());
  along_.resize(border_.size());
}

void SoilFlow::spread(const SoilPatch& p, const DisplacedSoil& soil) {
  const FlowShares shares = flow_shares(soil.velocity, soil.normal);
  const double column = soil.node % p.columns, row = soil.node / p.columns;
  const double vx = soil.velocity.x(), vy = soil.velocity.y();
  double near = 0.0, along = 0.0;
  for (std::size_t k = 0; k < border_.size(); ++k) {
    const double dx = column_[k] - column, dy = row_[k] - row;
    const double square = dx * dx + dy * dy;
    const double per_square = square > 0.0 ? 1.0 / square : 0.0, ahead = std::max(0.0, dx * vx + dy * vy);
    near += near_[k] = per_square;
    along += along_[k] = ahead * ahead * per_square;  // cos(a)^2 times v^2
  }
  const bool moves = along > kLeastSpeed * kLeastSpeed * near;
  const double around = soil.volume * (moves ? shares.sinkage : 1.0) / near;
  const double ahead = moves ? soil.volume * (shares.bulldozing + shares.shear) / along : 0.0;
  for (std::size_t k = 0; k < border_.size(); ++k) gain_[k] += around * near_[k] + ahead * along_[k];
}

double SoilFlow::deposit(SoilPatch& p, std::span<const DisplacedSoil> displaced) {
  double volume = 0.0;
  for (const DisplacedSoil& soil : displaced) volume += soil.volume;
  if (border_.empty()) return volume;
  for (const DisplacedSoil& soil : displaced) spread(p, soil);
  const double area = p.cell * p.cell;
  // under what hangs over it a node takes only what fits; the rest goes to the others in proportion
  // `open`: number of nodes under nothing, which share the excess.
  double excess = 0.0, open = 0.0;
  for (std::size_t k = 0; k < border_.size(); ++k) {
    const double room = std::max(0.0, p.ceiling[border_[k]] - p.height[border_[k]]) * area;
    if (gain_[k] > room) {
      excess += gain_[k] - room;
      gain_[k] = room;
      near_[k] = 0.0;
    } else {
      near_[k] = p.ceiling[border_[k]] < std::numeric_limits<double>::infinity() ? 0.0 : 1.0;
    }
    open += near_[k];
  }
  for (std::size_t k = 0; k < border_.size(); ++k) {
    if (excess > 0.0)
      gain_[k] += open > 0.0 ? excess * near_[k] / open : excess / static_cast<double>(border_.size());
    p.height[border_[k]] += gain_[k] / area;
    gain_[k] = 0.0;
  }
  return 0.0;
}

void SoilFlow::take(const SoilPatch& p) {
  // Walls that nothing flows into: what lies under a part, and the patch's outermost ring.
  const std::size_t size = p.height.size();
  for (std::size_t k = 0; k < size; ++k) {
    level_[k] = p.under[k] || edge_[k] ? std::numeric_limits<double>::infinity() : p.height[k];
    ceiling_[k] = p.ceiling[k];
    steep_[k] = p.tan_phi[k] * p.cell;
  }
}

double SoilFlow::erode(SoilPatch& p, int most_sweeps) {
  sweeps_ = 0;
  if (border_.empty()) return 0.0;
  using terrain::FlowBox;
  const terrain::FlowLoops& loops = flow_loops();
  const terrain::FlowGrid grid{p.columns,     level_.data(),  ceiling_.data(), room_.data(),
                               steep_.data(), change_.data(), gave_.data()};
  take(p);
  loops.settle(grid, {0, 0, p.columns - 1, p.rows - 1});
  // nodes beside the border, and later beside those that gave; the outermost ring stays as it is
  const auto around = [&](const FlowBox& b) {
    return FlowBox{std::max(1, b.west - 1), std::max(1, b.south - 1), std::min(p.columns - 2, b.east + 1),
                   std::min(p.rows - 2, b.north + 1)};
  };
  FlowBox box{p.columns, p.rows, -1, -1};
  for (std::size_t k = 0; k < border_.size(); ++k) {
    const int column = static_cast<int>(column_[k]), row = static_cast<int>(row_[k]);
    box = {std::min(box.west, column), std::min(box.south, row), std::max(box.east, column),
           std::max(box.north, row)};
  }
  double moved = 0.0;
  // Each sweep works on the box around the nodes that gave in the last one.
  while (sweeps_ < most_sweeps) {
    box = around(box);
    std::fill(gave_.begin() + box.west, gave_.begin() + box.east + 1, 0.0);
    moved += loops.sweep(grid, box);
    ++sweeps_;
    if (box.north < box.south) break;
    while (gave_[box.west] == 0.0) ++box.west;
    while (gave_[box.east] == 0.0) --box.east;
    loops.settle(grid, around(box));
  }
  for (std::size_t k = 0; k < p.height.size(); ++k)
    if (level_[k] < std::numeric_limits<double>::infinity()) p.height[k] = level_[k];
  return moved * p.cell * p.cell;
}

}  // namespace grouser
