// SPDX-License-Identifier: BSD-3-Clause
// The keys of what legs are commanded to: [gait], [balance], [stepup] and [[servo_command]] of a scenario.
#include <fmt/format.h>

#include <cmath>

#include "grouser/math/units.hpp"
#include "grouser/vehicle/legs/gait.hpp"
#include "grouser/vehicle/legs/servo_command.hpp"
#include "grouser/vehicle/legs/stepup_course.hpp"
#include "grouser/vehicle/legs/whole_body_spec.hpp"

namespace grouser {
namespace {

/// A turn by its quaternion, which has to be of length 1 within 1e-3 and is normalised.
void visit_quaternion(KeyVisitor& v, Quat& turn) {
  std::array<double, 4> q{turn.w(), turn.x(), turn.y(), turn.z()};
  v.numbers({"quaternion", "turn of the body: w, x, y, z of length 1", Need::yes}, q,
            {-1.0, 1.0, false, "-"});
  if (!v.judges()) return;
  const Quat given(q[0], q[1], q[2], q[3]);
  constexpr double kUnit = 1e-3;
  if (!(std::fabs(given.norm() - 1.0) < kUnit))
    v.refuse("quaternion", fmt::format("length {:.4g}", given.norm()), "w, x, y, z of length 1");
  turn = normalised(given);
}

/// The same by roll, pitch and yaw, deg.
void visit_rpy(KeyVisitor& v, Quat& turn) {
  std::array<double, 3> rpy{};
  v.numbers({"rpy_deg", "turn of the body in place of the quaternion: roll, pitch, yaw", Need::yes}, rpy,
            {-180.0, 180.0, false, "deg"});
  if (v.reads()) turn = to_quat(rotation_from_rpy(kDegree * rpy[0], kDegree * rpy[1], kDegree * rpy[2]));
}

/// A plan of the centre of mass.
void visit_plan(KeyVisitor& v, StepupCourseSpec& c) {
  constexpr std::size_t kMostInstants = 5000;
  v.rows({"path", "of the centre of mass: time, position and velocity", Need::yes}, c.path,
         any_number("s, m, m/s"), kMostInstants);
  for (std::size_t i = 1; i < c.path.size(); ++i)
    if (!(c.path[i][0] > c.path[i - 1][0]))
      v.refuse("path", fmt::format("{:g} s after {:g} s", c.path[i][0], c.path[i - 1][0]), "times that rise");
  if (c.path.size() < 2) v.refuse("path", fmt::format("{} instants", c.path.size()), "at least two");
}

}  // namespace

void visit_keys(KeyVisitor& v, BodyWish& w) {
  v.number({"time", "when the body sets out", Need::yes}, w.time, {0.0, 1e6, false, "s"});
  v.number({"move_time", "that it takes"}, w.move_time, {0.01, 1e4, false, "s"});
  v.numbers({"shift", "from where it stood at first"}, {w.shift.data(), 3}, any_number("m"));
  const bool by_angles = v.has({"rpy_deg"}, false), by_quaternion = v.has({"quaternion"}, true);
  if (by_angles && by_quaternion) v.refuse("quaternion", "rpy_deg beside it", "one of the two");
  if (by_quaternion) visit_quaternion(v, w.turn);
  if (by_angles) visit_rpy(v, w.turn);
}

void visit_keys(KeyVisitor& v, GaitSpec& g) {
  const NumberRange metres{0.0, 10.0, false, "m"}, seconds{0.01, 100.0, false, "s"},
      speeds{0.0, 10.0, false, "m/s"};
  v.choice({"kind", "all feet stand; the body goes through poses; one foot at a time; in pairs", Need::yes},
           g.kind, kGaitKinds);
  v.number({"start", "when it begins"}, g.start, {0.0, 1e6, false, "s"});
  if (v.has({"distance"}, std::isfinite(g.distance)))
    v.number({"distance", "after which it stands again", Need::yes}, g.distance, {0.0, 1e5, true, "m"});
  v.number({"stride", "of the body from one step of a foot to its next"}, g.stride, metres);
  v.number({"shift_time", "of the body before a step; trot: while all feet stand"}, g.shift_time, seconds);
  v.number({"swing_time", "of a foot in the air"}, g.swing_time, seconds);
  v.number({"clearance", "of a swinging foot above the ground"}, g.clearance, {0.0, 10.0, true, "m"});
  v.number({"margin", "static stability margin before a step"}, g.margin, metres);
  v.number({"touch_speed", "downwards, of a foot that looks for the ground"}, g.touch_speed,
           {1e-3, 10.0, false, "m/s"});
  v.number({"probe", "how far it looks below the ground it expects"}, g.probe, metres);
  v.number({"push_speed", "downwards, of a standing foot that bears nothing"}, g.push_speed, speeds);
  v.number({"brace_speed", "along the level, of a standing foot that the ground pushes aside"}, g.brace_speed,
           speeds);
  v.number({"search", "how far a crawl looks for a better foothold; 0: not"}, g.search, metres);
  v.number({"follow_slope", "share of the ground's slope that the body takes"}, g.follow_slope,
           {0.0, 1.0, false, "-"});
  const BodyWish* before = nullptr;
  v.tables({"pose", "where the body is to be, where the kind is \"pose\""}, g.poses, [&](BodyWish& wish) {
    visit_keys(v, wish);
    if (before && wish.time < before->time)
      v.refuse("time", fmt::format("{:g} s, before that of the pose before it", wish.time),
               "times that rise");
    before = &wish;
  });
  if ((g.kind == GaitKind::pose) == g.poses.empty())
    v.refuse("pose",
             fmt::format("{} poses of a gait '{}'", g.poses.size(), kGaitKinds[static_cast<int>(g.kind)]),
             "[[gait.pose]] where the kind is 'pose', and only there");
}

void visit_keys(KeyVisitor& v, WholeBodySpec& c) {
  v.number({"friction", "of the cones whose rays carry the feet's forces: the ground's or less"}, c.friction,
           {0.0, 5.0, false, "-"});
  v.number({"least_rho", "force along each ray of a foot that stands"}, c.least_rho, {0.0, 1e3, false, "N"});
  v.number({"most_rho", "force along a ray"}, c.most_rho, {0.0, 1e6, false, "N"});
  v.number({"pull_mass", "frequency of the feedback of the centre of mass"}, c.pull_mass,
           {0.0, 100.0, false, "1/s"});
  v.number({"pull_height", "the same of its height"}, c.pull_height, {0.0, 100.0, false, "1/s"});
  v.number({"momentum_across", "weight of the rate of linear momentum, across"}, c.momentum_across,
           {0.0, 1e6, false, "1/N2"});
  v.number({"momentum_up", "weight of the rate of linear momentum, up"}, c.momentum_up,
           {0.0, 1e6, false, "1/N2"});
  v.number({"spin", "weight of the rate of angular momentum"}, c.spin, {0.0, 1e6, false, "1/(N m)2"});
  v.number({"spin_damping", "that rate is minus this times the momentum"}, c.spin_damping,
           {0.0, 1e3, false, "1/s"});
  v.number({"pelvis", "weight of the pelvis's angular acceleration"}, c.pelvis, {0.0, 1e6, false, "-"});
  v.number({"chest_roll", "weight of the chest's, in roll"}, c.chest_roll, {0.0, 1e6, false, "-"});
  v.number({"chest_pitch", "weight of the chest's, in pitch"}, c.chest_pitch, {0.0, 1e6, false, "-"});
  v.number({"chest_yaw", "weight of the chest's, in yaw"}, c.chest_yaw, {0.0, 1e6, false, "-"});
  v.number({"foot", "weight of the acceleration of a foot that swings"}, c.foot, {0.0, 1e6, false, "-"});
  v.number({"foot_turn", "weight of its angular acceleration"}, c.foot_turn, {0.0, 1e6, false, "-"});
  v.number({"stance", "weight of the acceleration of a foot that stands"}, c.stance, {0.0, 1e6, false, "-"});
  v.number({"stance_turn", "weight of its angular acceleration"}, c.stance_turn, {0.0, 1e6, false, "-"});
  v.number({"posture", "weight of the joints' accelerations towards the stance"}, c.posture,
           {0.0, 1e6, false, "-"});
  v.number({"rho", "weight of the forces along rays"}, c.rho, {0.0, 1e6, false, "-"});
  v.number({"rho_change", "weight of their change from step to step"}, c.rho_change, {0.0, 1e6, false, "-"});
  v.number({"acceleration", "weight of joint accelerations"}, c.acceleration, {0.0, 1e6, false, "-"});
  v.number({"acceleration_change", "weight of their change from step to step"}, c.acceleration_change,
           {0.0, 1e6, false, "-"});
  v.number({"turn_stiffness", "acceleration for an error of attitude"}, c.turn_stiffness,
           {0.0, 1e5, false, "1/s2"});
  v.number({"turn_damping", "acceleration for an error of its rate"}, c.turn_damping,
           {0.0, 1e4, false, "1/s"});
  v.number({"swing_stiffness", "acceleration for an error of a swinging foot"}, c.swing_stiffness,
           {0.0, 1e5, false, "1/s2"});
  v.number({"swing_damping", "acceleration for an error of its velocity"}, c.swing_damping,
           {0.0, 1e4, false, "1/s"});
  v.number({"joint_stiffness", "acceleration for an error of a joint"}, c.joint_stiffness,
           {0.0, 1e5, false, "1/s2"});
  v.number({"joint_damping", "acceleration for an error of its rate"}, c.joint_damping,
           {0.0, 1e4, false, "1/s"});
  v.number({"limit_pull", "frequency with which joints are held off their limits"}, c.limit_pull,
           {0.0, 1e3, false, "1/s"});
  v.number({"limit_margin", "distance from the limits at which that begins"}, c.limit_margin,
           {0.0, 0.2, false, "rad"});
  v.number({"period", "between two decisions"}, c.period, {0.0, 0.1, false, "s"});
  if (!(c.period >= 1e-5)) v.refuse("period", fmt::format("{:g} s", c.period), "at least 1e-5 s");
  if (!(c.least_rho < c.most_rho))
    v.refuse("least_rho", fmt::format("{:g}", c.least_rho),
             fmt::format("less than most_rho, {:g}", c.most_rho));
  for (const double weight : {c.acceleration, c.rho})
    if (!(weight > 0.0)) v.refuse("", "a weight rho or acceleration of 0", "one > 0");
}

void visit_keys(KeyVisitor& v, StepupCourseSpec& c) {
  const NumberRange metres{-10.0, 10.0, false, "m"};
  v.choice({"kind", "a plan of the centre of mass, or smooth shifts over the foot that stands", Need::yes},
           c.kind, kCourseKinds);
  v.number({"start", "when it begins"}, c.start, {0.0, 1e4, false, "s"});
  v.numbers({"durations", "of both feet, the right one, both, the left one, both", Need::yes}, c.durations,
            {0.05, 100.0, false, "s"});
  v.number({"step", "of both feet, ahead", Need::yes}, c.step, metres);
  v.number({"height", "of both feet, up", Need::yes}, c.height, metres);
  v.number({"clearance", "of a sole above the higher of its two places"}, c.clearance,
           {0.0, 1.0, false, "m"});
  v.number({"lift", "share of a swing after which it is above the edge"}, c.lift, {0.05, 0.7, false, "-"});
  if (const auto shift = v.when(c.kind == CourseKind::shift, "kind = \"shift\"")) {
    v.number({"low", "height of the centre of mass until the left foot bears it", Need::yes}, c.low, metres);
    v.number({"back", "from the middle of the sole, over which it goes"}, c.back, metres);
    v.number({"inward", "from the middle of the sole, over which it goes"}, c.inward, metres);
  }
  if (const auto plan = v.when(c.kind == CourseKind::plan, "kind = \"plan\"")) visit_plan(v, c);
}

void visit_keys(KeyVisitor& v, ServoCommand& c) {
  v.number({"time", "given at the start of the first step from there on", Need::yes}, c.time, kServoTimes);
  v.list({"angles", "of each servo, leg by leg: roll, hip, knee", Need::yes}, c.angles, any_number("rad"),
         kMostServoAngles);
  if (c.angles.empty())
    v.refuse("angles", "no angles", "one for each servo, leg by leg: roll, hip, knee (rad)");
}

}  // namespace grouser
