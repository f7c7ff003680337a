// SPDX-License-Identifier: BSD-3-Clause
// Shapes carried by bodies, the wrench of a contact on both bodies, and the ruts that wheels lay: each cell
// of a line across the heading gets the sum of depth times share over the wheel's slices
// (docs/theory_contact.md, "Which cells").
#include "grouser/contact/wheel_ground.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/soil/laws/unloading.hpp"
#include "grouser/terrain/memory/strip_cells.hpp"

namespace grouser {

ShapePoses::ShapePoses(const ContactScene& scene) : poses_(scene.terrain->shape_poses()) {
  for (std::size_t k = 0; k < poses_.size(); ++k)
    if (scene.shape_owner[k] >= 0) carried_.push_back({k, scene.shape_owner[k], poses_[k]});
}

void ShapePoses::place(const Kinematics& kinematics) {
  for (const Carried& one : carried_) poses_[one.shape] = kinematics.body[one.owner].X_WB * one.pose;
}

void add_contact_force(Loads& loads, const Kinematics& kinematics, int body, int other, const Vec3& point,
                       const Vec3& force, const Vec3& couple) {
  const auto add = [&](int b, const Vec3& f, const Vec3& c) {
    if (b < 0) return;
    Wrench& w = loads.on_body[b];
    w.force += f;
    w.moment += (point - kinematics.body[b].X_WB.p).cross(f) + c;
  };
  add(body, force, couple);
  add(other, -force, -couple);
}

namespace {

// The line that is pressed lies this far behind the slice's bottom: half of a cell reaches ahead of it, and
// its depth is felt one cell beyond its middle.
constexpr double kCellsBehind = 1.5;

// Side of the square about a cell's middle whose share counts, in cells. A rut's flank is then a straight
// ramp of two cells, and between the middles of cells, where the depth is linear, it has half of the depth
// exactly at the rut's border, wherever that border lies in a cell. With the share of the cell alone a rut's
// middle would seem to lie elsewhere than it was pressed, and a wheel in its own track would be pushed aside.
constexpr double kShareSide = 2.0;

void lay_wheel(std::span<RutMark> marks, const Terrain& terrain, GroundMemory& ground, TileHint& hint) {
  constexpr double kFlat = 1e-9;  // of a unit vector's length
  const Vec2& axle = marks.front().axle;
  const double level = axle.norm(), cell = ground.cell();
  if (!(level > kFlat)) return;  // it lies flat and has no heading
  GroundStrip strip{.ahead = Vec2(axle.y(), -axle.x()) / level,
                    .back = 1e300,
                    .front = -1e300,
                    .right = 1e300,
                    .left = -1e300};
  const Vec2 across = strip.across();
  const SquareShare share(across);
  const double reach = (kShareSide * share.half() + 1e-9) * cell;  // of a cell's square beyond a border, m
  const double more = (kShareSide - 1.0) * share.half() * cell;    // than the cell's own square reaches, m
  for (RutMark& mark : marks) {
    const ContactLaw& law = *mark.law;
    mark.depth =
        plastic_sinkage_after(law.on_soil, law.soil.unloading_stiffness, mark.rut_depth, mark.sinkage);
    mark.along = strip.ahead.dot(mark.point.head<2>()) - kCellsBehind * cell * mark.sense;
    mark.beside = across.dot(mark.point.head<2>());
    const double half_width = 0.5 * level * law.wheel.width * law.width_fraction;
    mark.half_cells = half_width / cell;
    mark.inner = half_width - reach;
    mark.outer = half_width + reach;
    strip.back = std::min(strip.back, mark.along - 0.5 * cell);
    strip.front = std::max(strip.front, mark.along + 0.5 * cell);
    strip.right = std::min(strip.right, mark.beside - half_width - more);
    strip.left = std::max(strip.left, mark.beside + half_width + more);
  }
  // Every cell whose middle lies on the line takes the share of each slice in its own soil.
  const bool soils = terrain.soil_map() != nullptr;
  for_each_cell(strip, cell, [&](double x, double y) {
    const Vec2 middle(x, y);
    const double along = strip.ahead.dot(middle), beside = across.dot(middle);
    const int material = soils ? terrain.material_at(x, y) : 0;
    double depth = 0.0;
    for (const RutMark& mark : marks) {
      const double aside = mark.beside - beside, distance = std::fabs(aside);
      if (!(distance < mark.outer) || !(std::fabs(along - mark.along) < 0.5 * cell)) continue;
      if (soils && mark.material != material) continue;
      if (distance < mark.inner) {
        depth += mark.depth;
        continue;
      }
      const double at = aside / cell;
      depth += mark.depth * (share.below((at + mark.half_cells) / kShareSide) -
                             share.below((at - mark.half_cells) / kShareSide));
    }
    if (depth > 0.0) ground.deposit(x, y, depth, hint);
  });
}

}  // namespace

void lay_ruts(std::span<RutMark> marks, const Terrain& terrain, GroundMemory& ground) {
  TileHint hint;
  while (!marks.empty()) {
    std::size_t count = 1;
    while (count < marks.size() && marks[count].wheel == marks.front().wheel) ++count;
    lay_wheel(marks.first(count), terrain, ground, hint);
    marks = marks.subspan(count);
  }
}

}  // namespace grouser
