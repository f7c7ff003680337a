#include "grouser/terrain/memory/soil_flow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace grouser {
namespace {

constexpr double kTaken = 0.4;       // of the excess, in one sweep
constexpr double kQuarter = 0.25;    // of the room under what hangs over a node is given by one neighbour
constexpr double kTolerance = 5e-3;  // share of tan(phi) that a slope may exceed it by: 0.12 deg at 30 deg
constexpr double kHalfRoot = 0.70710678118654752;  // one over the length of a diagonal, in cells
constexpr double kLeastSpeed = 1e-9;               // m/s: slower counts as at rest

/// The eight neighbours, in order around the node: east first, diagonals at odd places.
std::array<int, 8> around(const SoilPatch& p, int node) {
  const int up = p.columns;
  return {node + 1, node + up + 1, node + up, node + up - 1,
          node - 1, node - up - 1, node - up, node - up + 1};
}

/// Slope times cell of the steepest of the eight facets around a node. drop: to the neighbours, or 0.
double steepest_drop(const std::array<double, 8>& drop) {
  double most = 0.0;
  for (std::size_t k = 0; k < 8; k += 2)
    for (const std::size_t corner : {(k + 1) % 8, (k + 7) % 8}) {
      const double out = drop[k], across = drop[corner] - out;
      // the plane's own direction where it lies within the facet, else that of its nearer edge
      const double square = across <= 0.0   ? out * out
                            : across <= out ? out * out + across * across
                                            : 0.5 * drop[corner] * drop[corner];
      most = std::max(most, square);
    }
  return std::sqrt(most);
}

}  // namespace

FlowShares flow_shares(const Vec3& velocity, const Vec3& normal) {
  const double all = velocity.squaredNorm();
  if (!(all > kLeastSpeed * kLeastSpeed)) return {};
  const Vec3 across = normal.dot(velocity) * normal;
  const double vertical = across.z() * across.z() / all;
  const double level = (across.x() * across.x() + across.y() * across.y()) / all;
  return {vertical, level, 1.0 - vertical - level};
}

SoilFlow::SoilFlow(std::size_t nodes)
    : change_(nodes), level_(nodes), marked_(nodes), waking_(nodes), edge_(nodes) {
  for (auto* list : {&border_, &active_, &next_active_}) list->reserve(nodes);
  for (auto* list : {&near_, &along_, &gain_, &column_, &row_}) list->reserve(nodes);
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

void SoilFlow::wake(int node) {
  if (waking_[node] || !(level_[node] < std::numeric_limits<double>::infinity())) return;
  waking_[node] = 1;
  next_active_.push_back(node);
}

double SoilFlow::sweep(SoilPatch& p) {
  double moved = 0.0;
  for (const int node : active_) {
    const std::array<int, 8> beside = around(p, node);
    const double most = p.tan_phi[node] * p.cell, level = level_[node];
    std::array<double, 8> drop, part;
    double deepest = 0.0, sum = 0.0;
    for (std::size_t k = 0; k < 8; ++k) {
      drop[k] = std::max(0.0, level - level_[beside[k]]);
      deepest = std::max(deepest, drop[k]);
    }
    if (deepest <= kHalfRoot * most) continue;  // no facet is steeper
    const double steepest = steepest_drop(drop);
    if (steepest <= most * (1.0 + kTolerance)) continue;
    for (std::size_t k = 0; k < 8; ++k) {
      part[k] = k % 2 == 0 ? drop[k] : drop[k] * kHalfRoot;
      sum += part[k];
    }
    const double gives = kTaken * (steepest - most) / sum;
    for (std::size_t k = 0; k < 8; ++k) {
      const double room = std::max(0.0, p.ceiling[beside[k]] - p.height[beside[k]]);
      const double goes = std::min(gives * part[k], kQuarter * room);
      if (!(goes > 0.0)) continue;
      change_[node] -= goes;
      change_[beside[k]] += goes;
      moved += goes;
    }
    // steeper than before are who took and the neighbours of who gave
    wake(node);
    for (const int near : beside) wake(near);
  }
  for (const int node : next_active_) {
    p.height[node] += change_[node];
    level_[node] = p.height[node];
    change_[node] = 0.0;
    waking_[node] = 0;
  }
  return moved;
}

double SoilFlow::erode(SoilPatch& p, int most_sweeps) {
  for (std::size_t k = 0; k < p.height.size(); ++k)
    level_[k] = p.under[k] || edge_[k] ? std::numeric_limits<double>::infinity() : p.height[k];
  next_active_.clear();
  for (const int node : border_) {
    wake(node);
    for (const int near : around(p, node)) wake(near);
  }
  double moved = 0.0;
  for (sweeps_ = 0; sweeps_ < most_sweeps && !next_active_.empty(); ++sweeps_) {
    for (const int node : next_active_) waking_[node] = 0;
    active_.swap(next_active_);
    next_active_.clear();
    moved += sweep(p);
  }
  for (const int node : next_active_) waking_[node] = 0;
  return moved * p.cell * p.cell;
}

}  // namespace grouser
