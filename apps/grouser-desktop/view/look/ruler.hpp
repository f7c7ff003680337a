// SPDX-License-Identifier: BSD-3-Clause
// The ruler: two points of the ground, and how far they are apart.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grouser/terrain/surface/terrain.hpp"

namespace grouser::desktop {

struct RulerView {
  bool on = false;
  std::vector<Vec3> points;  ///< that were set: two at most, m
  std::optional<Vec3> free;  ///< end that follows the pointer, while there is one point
};

struct RulerReading {
  double straight = 0.0;  ///< m
  double along = 0.0;     ///< over the undisturbed ground between, m
  double plan = 0.0;      ///< in plan view, m
  double rise = 0.0;      ///< of the second over the first, m
  double slope = 0.0;     ///< of the straight line, rad; up positive
};
RulerReading measure(const Terrain& terrain, const Vec3& a, const Vec3& b);
/// Points of the ground from a to b, both ends among them.
std::vector<Vec3> ground_line(const Terrain& terrain, const Vec3& a, const Vec3& b);

class Ruler {
 public:
  void toggle();
  /// A third point begins anew.
  void set_point(const Vec3& point);
  void point_at(const std::optional<Vec3>& ground);
  const RulerView& view() const { return view_; }

 private:
  RulerView view_;
};

}  // namespace grouser::desktop
