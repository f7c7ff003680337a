// SPDX-License-Identifier: BSD-3-Clause
// Targets of the centre of mass and the feet at each moment of a step up onto a platform, left foot first: a
// plan of the step-up planner, or smooth shifts over the foot that stands.
#pragma once
#include <array>
#include <utility>
#include <vector>

#include "grouser/base/keys.hpp"
#include "grouser/math/types.hpp"

namespace grouser {

inline constexpr int kCoursePhases = 5;  // both feet, the right one, both, the left one, both

enum class CourseKind { plan, shift };
inline constexpr const char* kCourseKinds[] = {"plan", "shift"};

/// Lengths from the middle between the soles at the start; z up, x the direction of the step, straight ahead
/// of the robot there.
struct StepupCourseSpec {
  CourseKind kind = CourseKind::plan;
  double start = 1.0;                             ///< s
  std::array<double, kCoursePhases> durations{};  ///< s
  double step = 0.55, height = 0.308;             ///< of both feet, m
  double clearance = 0.06;                        ///< of a sole above the higher of its two places, m
  double lift = 0.35;                             ///< share of a swing after which it is above the edge

  /// The plan: time since its start (s), position (m) and velocity (m/s) of the centre of mass.
  std::vector<std::array<double, 7>> path;
  double low = 0.0;                 ///< shift: height of the centre of mass until the left foot bears it, m
  double back = 0.0, inward = 0.0;  ///< shift: from the middle of the sole, over which it goes, m
  double duration() const;
};
/// The keys of [stepup]. Refused: a plan whose times do not rise.
void visit_keys(KeyVisitor& v, StepupCourseSpec& course);

/// State of the robot at the start, found when control begins.
struct CourseStart {
  double origin[3] = {};      ///< middle between the soles, world, m
  double heading[2] = {1.0};  ///< cosine and sine of the direction of the step, from the world's x axis
  double center[3] = {};      ///< centre of mass, from the origin ahead, to the left and up, m
  double half_width = 0.0;    ///< m
};

/// Vectors ahead, to the left and up, turned to world axes; and back.
inline Vec3 from_course(const CourseStart& s, const Vec3& v) {
  return {s.heading[0] * v.x() - s.heading[1] * v.y(), s.heading[1] * v.x() + s.heading[0] * v.y(), v.z()};
}
inline Vec3 to_course(const CourseStart& s, const Vec3& v) {
  return {s.heading[0] * v.x() + s.heading[1] * v.y(), s.heading[0] * v.y() - s.heading[1] * v.x(), v.z()};
}

struct PointMotion {
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero(), acceleration = Vec3::Zero();
};

class StepupCourse {
 public:
  explicit StepupCourse(StepupCourseSpec spec) : spec_(std::move(spec)) {}
  const StepupCourseSpec& spec() const { return spec_; }

  /// 0 to 4; -1 before it starts, 5 afterwards. `part`: of the phase, 0 to 1.
  int phase(double time, double& part) const;
  bool stands(int foot, int phase) const { return !((foot == 0 && phase == 1) || (foot == 1 && phase == 3)); }
  /// Motion of the centre of mass, world.
  PointMotion center(const CourseStart&, double time) const;
  /// Motion of a swinging sole's middle, from where it was lifted, world.
  PointMotion swing(const CourseStart&, int foot, const Vec3& from, double time) const;

 private:
  PointMotion planned(double since) const;
  PointMotion shifted(const CourseStart&, double time) const;
  StepupCourseSpec spec_;
};

}  // namespace grouser
