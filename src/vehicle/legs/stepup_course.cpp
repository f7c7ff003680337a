// SPDX-License-Identifier: BSD-3-Clause
// The course of a step up in time: the centre of mass by a plan (cubics through its instants) or by quintic
// shifts, and the paths of the feet, which rise, cross the edge and come down.
#include "grouser/vehicle/legs/stepup_course.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grouser {
namespace {

// Share of the horizontal path that a foot covers while it rises: with the hip far ahead a leg that is behind
// cannot lift its foot straight up.
constexpr double kCreep = 0.18;

/// 10 s^3 - 15 s^4 + 6 s^5: from 0 to 1 with rates and accelerations 0 at both ends.
struct Blend {
  double value = 0.0, rate = 0.0, second = 0.0;
};
Blend blend(double s, double duration) {
  if (s <= 0.0) return {};
  if (s >= 1.0) return {1.0, 0.0, 0.0};
  return {s * s * s * (10.0 + s * (6.0 * s - 15.0)), 30.0 * s * s * (1.0 - s) * (1.0 - s) / duration,
          60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / (duration * duration)};
}

/// Adds a displacement that is blended in, with its rates.
void add(PointMotion& motion, const Vec3& way, const Blend& b) {
  motion.position += b.value * way;
  motion.velocity += b.rate * way;
  motion.acceleration += b.second * way;
}

}  // namespace

double StepupCourseSpec::duration() const { return std::accumulate(durations.begin(), durations.end(), 0.0); }

int StepupCourse::phase(double time, double& part) const {
  double since = time - spec_.start;
  part = 0.0;
  if (since < 0.0) return -1;
  for (int phase = 0; phase < kCoursePhases; ++phase) {
    const double duration = spec_.durations[static_cast<std::size_t>(phase)];
    if (since < duration) {
      part = since / duration;
      return phase;
    }
    since -= duration;
  }
  return kCoursePhases;
}

/// Cubic through positions and velocities of the plan's instants.
PointMotion StepupCourse::planned(double since) const {
  const auto& path = spec_.path;
  const auto point = [&](std::size_t i, std::size_t first) {
    return Vec3(path[i][first], path[i][first + 1], path[i][first + 2]);
  };
  if (since <= path.front()[0]) return {point(0, 1), Vec3::Zero(), Vec3::Zero()};
  if (since >= path.back()[0]) return {point(path.size() - 1, 1), Vec3::Zero(), Vec3::Zero()};
  const auto after = std::upper_bound(path.begin(), path.end(), since,
                                      [](double t, const std::array<double, 7>& p) { return t < p[0]; });
  const auto k = static_cast<std::size_t>(after - path.begin()) - 1;
  const double h = path[k + 1][0] - path[k][0], s = (since - path[k][0]) / h;
  const Vec3 p0 = point(k, 1), p1 = point(k + 1, 1), v0 = h * point(k, 4), v1 = h * point(k + 1, 4);
  const Vec3 c2 = 3.0 * (p1 - p0) - 2.0 * v0 - v1, c3 = 2.0 * (p0 - p1) + v0 + v1;
  return {p0 + s * (v0 + s * (c2 + s * c3)), (v0 + s * (2.0 * c2 + 3.0 * s * c3)) / h,
          (2.0 * c2 + 6.0 * s * c3) / (h * h)};
}

/// Over the foot that will stand while both do; up when the left one bears all.
PointMotion StepupCourse::shifted(const CourseStart& start, double time) const {
  const double side = start.half_width - spec_.inward;
  const Vec3 from(start.center[0], start.center[1], start.center[2]);
  const Vec3 right(0.0, -side, spec_.low), left(spec_.step - spec_.back, side, spec_.low),
      end(spec_.step + from.x(), 0.0, spec_.height + from.z());
  const double whole = spec_.durations[3] + spec_.durations[4];
  PointMotion motion{from, Vec3::Zero(), Vec3::Zero()};
  double since = time - spec_.start;
  // Over the right foot while both stand, then over the left one, then up and level.
  add(motion, right - from, blend(since / spec_.durations[0], spec_.durations[0]));
  since -= spec_.durations[0] + spec_.durations[1];
  add(motion, left - right, blend(since / spec_.durations[2], spec_.durations[2]));
  since -= spec_.durations[2];
  add(motion, (end - left).z() * Vec3::UnitZ(), blend(since / whole, whole));
  since -= spec_.durations[3];
  Vec3 level = end - left;
  level.z() = 0.0;
  add(motion, level, blend(since / spec_.durations[4], spec_.durations[4]));
  return motion;
}

PointMotion StepupCourse::center(const CourseStart& start, double time) const {
  const PointMotion motion =
      spec_.kind == CourseKind::plan ? planned(time - spec_.start) : shifted(start, time);
  return {Vec3(start.origin[0], start.origin[1], start.origin[2]) + from_course(start, motion.position),
          from_course(start, motion.velocity), from_course(start, motion.acceleration)};
}

/// Up first, then across the edge, then down.
PointMotion StepupCourse::swing(const CourseStart& start, int foot, const Vec3& from, double time) const {
  const std::size_t phase = foot == 0 ? 1 : 3;
  const double duration = spec_.durations[phase];
  double begun = spec_.start;
  for (std::size_t k = 0; k < phase; ++k) begun += spec_.durations[k];
  const double s = (time - begun) / duration;
  const Vec3 ahead(spec_.step, (foot == 0 ? 1.0 : -1.0) * start.half_width, spec_.height),
      to = Vec3(start.origin[0], start.origin[1], start.origin[2]) + from_course(start, ahead);
  const double top = std::max(from.z(), to.z()) + spec_.clearance;
  // across from the moment at which nine tenths of the height are gained, and down from when it is nearly
  // there
  const double up = spec_.lift * duration, first = 0.75 * up, down = 0.75 * duration;
  PointMotion motion{from, Vec3::Zero(), Vec3::Zero()};
  const double t = s * duration;
  add(motion, (top - from.z()) * Vec3::UnitZ(), blend(t / up, up));
  const double across = 0.85 * duration - first;
  Vec3 way = to - from;
  way.z() = 0.0;
  add(motion, kCreep * way, blend(t / up, up));
  add(motion, (1.0 - kCreep) * way, blend((t - first) / across, across));
  add(motion, (to.z() - top) * Vec3::UnitZ(), blend((t - down) / (duration - down), duration - down));
  return motion;
}

}  // namespace grouser
