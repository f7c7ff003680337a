// SPDX-License-Identifier: BSD-3-Clause
// Effects of an accepted step on the ground: nodes are lowered, and now and then the displaced soil is
// carried to the footprint's border and slides.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scm_contacts.hpp"

namespace grouser {
namespace {

// Share of a cell by which a part's surface moves between two times that displaced soil is carried away; half
// of it changes the ground by a few thousandths (tests/simulation/scm_ground_test.cpp).
constexpr double kCarryEvery = 0.1;
// Sweeps of erosion at a time are this over the cell, m: 25 with cells of 20 mm. Soil that slides farther
// does so the next times, as in the wheel's wake the walls of a deep rut slide in over hundreds of sweeps. On
// krenn_SCM_exomars, whose ruts are two cells deep, 400 sweeps at a time make a following wheel sink 5 %
// less, at twice the time, and change the distance driven by less than 0.2 %.
constexpr double kSweepReach = 0.5;
constexpr int kLeastSweeps = 4;
// Number of steps that carry soil after which hashes of tiles are taken. They are otherwise taken on demand,
// as wheels write the same tiles again.
constexpr unsigned kFoldEvery = 32;

/// Columns and rows of `part` in `all`, as the number of its first cell.
std::size_t place_in(const MemoryRect& all, std::int64_t column, std::int64_t row) {
  return static_cast<std::size_t>(row - all.south) * static_cast<std::size_t>(all.columns) +
         static_cast<std::size_t>(column - all.west);
}

bool holds(const MemoryRect& rect, std::int64_t column, std::int64_t row) {
  return column >= rect.west && row >= rect.south && column < rect.west + rect.columns &&
         row < rect.south + rect.rows;
}

}  // namespace

std::size_t ScmContacts::around_place(const Part& part, int k) const {
  return place_in(part.around.rect, part.window.west + k % part.window.columns,
                  part.window.south + k / part.window.columns);
}

void ScmContacts::accept(ContactState& state, const Terrain&, GroundMemory& ground) {
  ScmBook& book = state.book.front();
  for (std::size_t w = 0; w < parts_.size(); ++w) {
    Part& part = parts_[w];
    lower(w, ground, book);
    ScmPartMemory& memory = state.scm[w];
    memory.depth = part.depth;
    memory.way += part.travelled;
    book.plastic += part.book.plastic;
    book.friction += part.book.friction;
  }
  bool carried = false;
  for (std::size_t w = 0; w < parts_.size(); ++w) {
    // a foot that was lifted leaves its print behind
    const bool lifted =
        !parts_[w].clear && parts_[w].nodes.empty() && parts_[w].surface.form != PressForm::rim;
    if (state.scm[w].way < (lifted ? 1e-12 : kCarryEvery * cell_)) continue;
    state.scm[w].way = 0.0;
    carry_away(w, ground, book);
    carried = true;
  }
  if (carried && ++carried_ % kFoldEvery == 0) ground.fold_hashes();
}

void ScmContacts::lower(std::size_t w, GroundMemory& ground, ScmBook& book) {
  Part& part = parts_[w];
  const double area = cell_ * cell_;
  book.displaced += area * part.lowered;
  book.balance += area * part.unpaired;
  ground.scatter(part.window, part.nodes.at(), part.nodes.layers(), part.hint);
  if (part.left.empty()) return;
  std::fill_n(part.left_rim.begin(), part.left.size(), 0.0);
  double* forgotten[kSoilLayers] = {};
  for (const SoilLayer l : {SoilLayer::sheared, SoilLayer::rim, SoilLayer::axle})
    forgotten[static_cast<int>(l)] = part.left_rim.data();
  ground.scatter(part.window, part.left, forgotten, part.hint);
}

SoilPatch ScmContacts::patch_around(std::size_t w, const MemoryRect& rect, const GroundMemory& ground) {
  Part& part = parts_[w];
  ground.read(static_cast<int>(SoilLayer::depth), rect, depth_, part.hint);
  ground.read(static_cast<int>(SoilLayer::sinkage), rect, sinkage_, part.hint);
  ground.read(static_cast<int>(SoilLayer::loose), rect, loose_, part.hint);
  ground.read(static_cast<int>(SoilLayer::floor), rect, floor_, part.hint);
  ground.read(static_cast<int>(SoilLayer::pending), rect, pending_, part.hint);
  const std::size_t size = rect.size();
  std::fill_n(ceiling_.begin(), size, std::numeric_limits<double>::infinity());
  const auto& laws = ground_.parts.front().laws;
  for (int row = 0; row < rect.rows; ++row)
    for (int column = 0; column < rect.columns; ++column) {
      const std::size_t k = static_cast<std::size_t>(row) * rect.columns + column;
      const std::size_t known = place_in(part.around.rect, rect.west + column, rect.south + row);
      const double height = part.around.height[known];
      under_[k] = height != height;  // beyond the terrain's edge nothing flows
      height_[k] = under_[k] ? 0.0 : height - depth_[k];
      tan_phi_[k] = laws[part.around.material[known]].tan_phi;
    }
  for (std::size_t u = 0; u < parts_.size(); ++u)
    if (u == w || (!parts_[u].clear && overlap(parts_[u].window, rect))) hang_over(parts_[u], rect);
  return {rect.columns,
          rect.rows,
          cell_,
          std::span(height_).first(size),
          std::span(ceiling_).first(size),
          std::span(under_).first(size),
          std::span(tan_phi_).first(size)};
}

void ScmContacts::hang_over(const Part& part, const MemoryRect& rect) {
  const MemoryRect& window = part.window;
  for (int row = 0; row < window.rows; ++row)
    for (int column = 0; column < window.columns; ++column) {
      if (!holds(rect, window.west + column, window.south + row)) continue;
      double& ceiling = ceiling_[place_in(rect, window.west + column, window.south + row)];
      ceiling =
          std::min(ceiling, part.top[static_cast<std::size_t>(row) * window.columns + column] + part.depth);
    }
  for (const int at : part.nodes.at()) {
    const std::int64_t column = window.west + at % window.columns, row = window.south + at / window.columns;
    if (holds(rect, column, row)) under_[place_in(rect, column, row)] = 1;
  }
}

void ScmContacts::carry_away(std::size_t w, GroundMemory& ground, ScmBook& book) {
  Part& part = parts_[w];
  const int margin = static_cast<int>(std::ceil(kFlowReach / cell_));
  const MemoryRect rect{part.window.west - margin, part.window.south - margin,
                        part.window.columns + 2 * margin, part.window.rows + 2 * margin};
  SoilPatch patch = patch_around(w, rect, ground);
  const double area = cell_ * cell_;
  displaced_.clear();
  const auto displace = [&](std::size_t k, const Vec3& velocity, const Vec3& normal) {
    if (!(pending_[k] > 0.0)) return;
    displaced_.push_back({static_cast<int>(k), pending_[k] * area, velocity, normal});
    book.balance += pending_[k] * area;
    pending_[k] = 0.0;
  };
  for (std::size_t i = 0; i < part.nodes.size(); ++i) {
    const int at = part.nodes.at()[i];
    displace(place_in(rect, part.window.west + at % part.window.columns,
                      part.window.south + at / part.window.columns),
             part.nodes.vector(scm::kVelocityX, i), part.nodes.vector(scm::kNormalX, i));
  }
  // of nodes that the part has left since
  for (int row = 0; row < part.window.rows; ++row)
    for (int column = 0; column < part.window.columns; ++column)
      displace(place_in(rect, part.window.west + column, part.window.south + row), Vec3::Zero(),
               Vec3::UnitZ());
  // The print that a foot or a ball has just left still has a border. Soil that fell back into it would push
  // up what hangs above by less than its thickness, and the energy of that would be the work of no force.
  if (part.nodes.empty() && part.surface.form != PressForm::rim)
    for (const DisplacedSoil& soil : displaced_) under_[soil.node] = 1;
  flow_.find_border(patch);
  const double left_over = flow_.deposit(patch, displaced_);
  if (left_over > 0.0) {  // the part hangs over the ground that it has left: its soil falls back
    for (const DisplacedSoil& soil : displaced_) height_[soil.node] += soil.volume / area;
  }
  book.slid += flow_.erode(patch, std::max(kLeastSweeps, static_cast<int>(kSweepReach / cell_)));
  for (int row = 0; row < rect.rows; ++row) {
    const std::size_t known = place_in(part.around.rect, rect.west, rect.south + row);
    for (int column = 0; column < rect.columns; ++column) {
      const std::size_t k = static_cast<std::size_t>(row) * rect.columns + column;
      const double height = part.around.height[known + column];
      if (height != height || height_[k] == height - depth_[k]) continue;
      const double now = height - height_[k], risen = depth_[k] - now;
      book.balance -= area * risen;
      depth_[k] = now;
      ScmSoil soil{sinkage_[k], loose_[k], floor_[k]};
      soil.deposit(risen);
      sinkage_[k] = soil.sinkage, loose_[k] = soil.loose, floor_[k] = soil.floor;
    }
  }
  ground.write(static_cast<int>(SoilLayer::depth), rect, depth_, part.hint);
  ground.write(static_cast<int>(SoilLayer::sinkage), rect, sinkage_, part.hint);
  ground.write(static_cast<int>(SoilLayer::loose), rect, loose_, part.hint);
  ground.write(static_cast<int>(SoilLayer::floor), rect, floor_, part.hint);
  ground.write(static_cast<int>(SoilLayer::pending), rect, pending_, part.hint);
}

}  // namespace grouser
