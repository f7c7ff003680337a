// SPDX-License-Identifier: BSD-3-Clause
// Distances between two points: straight, in plan view, and along the ground as a polyline of 200 pieces.
#include "view/look/ruler.hpp"

#include <cmath>

namespace grouser::desktop {

std::vector<Vec3> ground_line(const Terrain& terrain, const Vec3& a, const Vec3& b) {
  constexpr int kSteps = 200;
  std::vector<Vec3> line{a};
  for (int k = 1; k < kSteps; ++k) {
    Vec3 p = a + (b - a) * k / kSteps;
    HeightSample ground;
    if (terrain.height(p.x(), p.y(), ground)) p.z() = ground.z;
    line.push_back(p);
  }
  line.push_back(b);
  return line;
}

RulerReading measure(const Terrain& terrain, const Vec3& a, const Vec3& b) {
  RulerReading reading;
  reading.straight = (b - a).norm();
  reading.plan = (b - a).head<2>().norm();
  reading.rise = b.z() - a.z();
  reading.slope = std::atan2(reading.rise, reading.plan);
  const std::vector<Vec3> line = ground_line(terrain, a, b);
  for (std::size_t k = 1; k < line.size(); ++k) reading.along += (line[k] - line[k - 1]).norm();
  return reading;
}

void Ruler::toggle() { view_ = {!view_.on, {}, {}}; }

void Ruler::set_point(const Vec3& point) {
  if (!view_.on) return;
  if (view_.points.size() >= 2) view_.points.clear();
  view_.points.push_back(point);
  view_.free.reset();
}

void Ruler::point_at(const std::optional<Vec3>& ground) {
  view_.free = view_.on && view_.points.size() == 1 ? ground : std::nullopt;
}

}  // namespace grouser::desktop
