// What an accepted step does to the ground: nodes are lowered, and now and then the displaced soil is carried to
// the footprint's border and slides.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scm_wheels.hpp"

namespace grouser {
namespace {

// Displaced soil is carried away each time that the wheel's surface has moved so far, as a share of a cell; the ground
// changes the same within a few thousandths when it is done twice as often (tests/simulation/scm_ground_test.cpp).
constexpr double kCarryEvery = 0.1;
// Sweeps of erosion at a time are this over the cell, m: 25 with cells of 20 mm. What slides farther does so the next times, as in the
// wheel's wake the walls of a deep rut slide in over hundreds of sweeps. On krenn_SCM_exomars, whose ruts are two cells deep, 400 sweeps
// at a time make a following wheel sink 5 % less, at twice the time, and change the way driven by less than 0.2 %.
constexpr double kSweepReach = 0.5;
constexpr int kLeastSweeps = 4;
// Of steps that carry soil: hashes of tiles are taken where somebody asks for them or in one go, as wheels write the same ones again.
constexpr unsigned kFoldEvery = 32;

/// Columns and rows of `part` in `all`, as the number of its first cell.
std::size_t place_in(const MemoryRect& all, std::int64_t column, std::int64_t row) {
  return static_cast<std::size_t>(row - all.south) * static_cast<std::size_t>(all.columns) +
         static_cast<std::size_t>(column - all.west);
}

}  // namespace

std::size_t ScmWheels::around_place(const Wheel& wheel, int k) const {
  return place_in(wheel.around.rect, wheel.window.west + k % wheel.window.columns,
                  wheel.window.south + k / wheel.window.columns);
}

void ScmWheels::accept(ContactState& state, const Terrain&, GroundMemory& ground) {
  ScmBook& book = state.book.front();
  for (std::size_t w = 0; w < wheels_.size(); ++w) {
    Wheel& wheel = wheels_[w];
    if (wheel.touched.size() > 0) lower(wheel, ground, book);
    ScmWheelMemory& memory = state.scm[w];
    memory.depth = wheel.depth;
    memory.way += wheel.travelled;
    book.plastic += wheel.book.plastic;
    book.friction += wheel.book.friction;
  }
  bool carried = false;
  for (std::size_t w = 0; w < wheels_.size(); ++w) {
    if (state.scm[w].way < kCarryEvery * cell_) continue;
    state.scm[w].way = 0.0;
    carry_away(w, ground, book);
    carried = true;
  }
  if (carried && ++carried_ % kFoldEvery == 0) ground.fold_hashes();
}

void ScmWheels::lower(Wheel& wheel, GroundMemory& ground, ScmBook& book) {
  const auto layer = [&](SoilLayer l) { return wheel.layer[static_cast<int>(l)].data(); };
  double *depth = layer(SoilLayer::depth), *pending = layer(SoilLayer::pending);
  const double area = cell_ * cell_;
  for (const Node& node : wheel.nodes) {
    const double depth_before = depth[node.at], pending_before = pending[node.at];
    depth[node.at] += node.lowered;
    pending[node.at] += node.lowered;
    layer(SoilLayer::sinkage)[node.at] = node.soil.sinkage;
    layer(SoilLayer::loose)[node.at] = node.soil.loose;
    layer(SoilLayer::floor)[node.at] = node.soil.floor;
    book.displaced += area * node.lowered;
    book.balance += area * ((depth[node.at] - depth_before) - (pending[node.at] - pending_before));
  }
  for (int l = 0; l < kSoilLayers; ++l) {
    std::vector<double>& values =
        wheel.layer[l];  // its touched part is moved to the front, which is in place
    const std::size_t first = place_in(wheel.window, wheel.touched.west, wheel.touched.south);
    for (int row = 0; row < wheel.touched.rows; ++row)
      std::copy_n(
          values.begin() +
              static_cast<std::ptrdiff_t>(first + static_cast<std::size_t>(row) * wheel.window.columns),
          wheel.touched.columns, values.begin() + static_cast<std::ptrdiff_t>(row) * wheel.touched.columns);
    ground.write(l, wheel.touched, values, wheel.hint);
  }
}

SoilPatch ScmWheels::patch_around(Wheel& wheel, const MemoryRect& rect, const GroundMemory& ground) {
  ground.read(static_cast<int>(SoilLayer::depth), rect, depth_, wheel.hint);
  ground.read(static_cast<int>(SoilLayer::sinkage), rect, sinkage_, wheel.hint);
  ground.read(static_cast<int>(SoilLayer::loose), rect, loose_, wheel.hint);
  ground.read(static_cast<int>(SoilLayer::floor), rect, floor_, wheel.hint);
  ground.read(static_cast<int>(SoilLayer::pending), rect, pending_, wheel.hint);
  const std::size_t size = rect.size();
  std::fill_n(ceiling_.begin(), size, std::numeric_limits<double>::infinity());
  const auto& laws = scene_.scm->laws.front();
  for (int row = 0; row < rect.rows; ++row)
    for (int column = 0; column < rect.columns; ++column) {
      const std::size_t k = static_cast<std::size_t>(row) * rect.columns + column;
      const std::size_t known = place_in(wheel.around.rect, rect.west + column, rect.south + row);
      const double height = wheel.around.height[known];
      under_[k] = height != height;  // beyond the terrain's edge nothing flows
      height_[k] = under_[k] ? 0.0 : height - depth_[k];
      tan_phi_[k] = laws[wheel.around.material[known]].tan_phi;
    }
  for (int row = 0; row < wheel.window.rows; ++row)
    for (int column = 0; column < wheel.window.columns; ++column)
      ceiling_[place_in(rect, wheel.window.west + column, wheel.window.south + row)] =
          wheel.top[static_cast<std::size_t>(row) * wheel.window.columns + column];
  for (const Node& node : wheel.nodes)
    under_[place_in(rect, wheel.window.west + node.at % wheel.window.columns,
                    wheel.window.south + node.at / wheel.window.columns)] = 1;
  return {rect.columns,
          rect.rows,
          cell_,
          std::span(height_).first(size),
          std::span(ceiling_).first(size),
          std::span(under_).first(size),
          std::span(tan_phi_).first(size)};
}

void ScmWheels::carry_away(std::size_t w, GroundMemory& ground, ScmBook& book) {
  Wheel& wheel = wheels_[w];
  const int margin = static_cast<int>(std::ceil(kFlowReach / cell_));
  const MemoryRect rect{wheel.window.west - margin, wheel.window.south - margin,
                        wheel.window.columns + 2 * margin, wheel.window.rows + 2 * margin};
  SoilPatch patch = patch_around(wheel, rect, ground);
  const double area = cell_ * cell_;
  displaced_.clear();
  const auto displace = [&](std::size_t k, const Vec3& velocity, const Vec3& normal) {
    if (!(pending_[k] > 0.0)) return;
    displaced_.push_back({static_cast<int>(k), pending_[k] * area, velocity, normal});
    book.balance += pending_[k] * area;
    pending_[k] = 0.0;
  };
  for (const Node& node : wheel.nodes)
    displace(place_in(rect, wheel.window.west + node.at % wheel.window.columns,
                      wheel.window.south + node.at / wheel.window.columns),
             node.velocity, node.normal);
  // of nodes that the wheel has left since
  for (int row = 0; row < wheel.window.rows; ++row)
    for (int column = 0; column < wheel.window.columns; ++column)
      displace(place_in(rect, wheel.window.west + column, wheel.window.south + row), Vec3::Zero(),
               Vec3::UnitZ());
  flow_.find_border(patch);
  const double left_over = flow_.deposit(patch, displaced_);
  if (left_over > 0.0) {  // the wheel hangs over the ground that it has left: its soil falls back
    for (const DisplacedSoil& soil : displaced_) height_[soil.node] += soil.volume / area;
  }
  book.slid += flow_.erode(patch, std::max(kLeastSweeps, static_cast<int>(kSweepReach / cell_)));
  for (int row = 0; row < rect.rows; ++row) {
    const std::size_t known = place_in(wheel.around.rect, rect.west, rect.south + row);
    for (int column = 0; column < rect.columns; ++column) {
      const std::size_t k = static_cast<std::size_t>(row) * rect.columns + column;
      const double height = wheel.around.height[known + column];
      if (height != height || height_[k] == height - depth_[k]) continue;
      const double now = height - height_[k], risen = depth_[k] - now;
      book.balance -= area * risen;
      depth_[k] = now;
      ScmSoil soil{sinkage_[k], loose_[k], floor_[k]};
      soil.deposit(risen);
      sinkage_[k] = soil.sinkage, loose_[k] = soil.loose, floor_[k] = soil.floor;
    }
  }
  ground.write(static_cast<int>(SoilLayer::depth), rect, depth_, wheel.hint);
  ground.write(static_cast<int>(SoilLayer::sinkage), rect, sinkage_, wheel.hint);
  ground.write(static_cast<int>(SoilLayer::loose), rect, loose_, wheel.hint);
  ground.write(static_cast<int>(SoilLayer::floor), rect, floor_, wheel.hint);
  ground.write(static_cast<int>(SoilLayer::pending), rect, pending_, wheel.hint);
}

}  // namespace grouser
