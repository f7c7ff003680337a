// SPDX-License-Identifier: BSD-3-Clause
// Statics of a lander on its pads, docs/theory_placement.md: three equations (rise, turns about x and y)
// solved by Newton's method with Levenberg's damping where the balance is not stable, then ramps lowered
// one by one. Steps are short, so that no pad passes through ground that it should meet.
#include "grouser/mission/placement/resting_lander.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser {
namespace {

constexpr double kLeastCosine = 0.5;    // of kMostTilt
constexpr double kLift = 0.05;          // m above the first touch, where the search starts
constexpr double kLongestMove = 0.02;   // m, of any pad in one step of the search
constexpr double kRestBalanced = 1e-7;  // relative to the weight, and to the weight times a metre
constexpr int kMostSteps = 400;
constexpr double kLeastUp = 0.2;        // n_z: faces steeper than 78 degrees support nothing
constexpr double kFoldedLeg = -1.3963;  // rad: ramps folded up, 80 degrees above level

/// Stiffness of two springs in series; b may be infinite.
double in_series(double a, double b) { return std::isinf(b) ? a : a * b / (a + b); }

}  // namespace

const char* to_string(RestKind kind) {
  constexpr const char* kNames[] = {"resting", "slides", "tipped_over", "unsettled"};
  return kNames[static_cast<int>(kind)];
}

/// One contact that carries load.
struct RestingSolver::Touch {
  double normal_force, stiffness, strength;
  Vec3 normal, point;
};

/// The residual of the contacts, and its change with (rise, turn about x, turn about y).
struct RestingSolver::Balance {
  Vec3 left = Vec3::Zero();  // N, N m, N m
  Mat3 stiffness = Mat3::Zero();
  double asked = 0.0, strength = 0.0;  // required and available force along the ground, N
  int carrying = 0, belly = 0;
};

RestingSolver::RestingSolver(const LanderForm& form, const Terrain& terrain, double gravity)
    : form_(form), terrain_(terrain), gravity_(gravity), pads_(form.pads), pad_state_(form.pads.size()) {
  for (LanderPad& pad : pads_)
    for (PadLaw& law : pad.laws) law.gravity = gravity;
  for (const RigidShape& shape : terrain.shapes()) shapes_.push_back(shape.pose);
}

/// Adds a contact's upright force N/n_z to the balance, with its stiffness and its demand along the ground.
void RestingSolver::add_touch(const Touch& touch, Balance& balance) {
  const double up = std::max(kLeastUp, touch.normal.z()), force = touch.normal_force / up;
  const Vec3 arm = touch.point - X_.p;
  const Vec3 lever(1.0, arm.y(), -arm.x());
  balance.left += force * lever;
  balance.stiffness += touch.stiffness * lever * lever.transpose();
  // The contact points move sideways as the body turns.
  balance.stiffness(1, 1) += force * arm.z();
  balance.stiffness(2, 2) += force * arm.z();
  balance.asked += touch.normal_force * std::sqrt(std::max(0.0, 1.0 - up * up)) / up;
  balance.strength += touch.strength;
  ++balance.carrying;
}

// The leg yields along its axis by F.axis/k. Along the normal this acts as a spring k n_z / ((axis.n)
// (axis.z)) in series with the pad's.
void RestingSolver::add_pad(const LanderPad& pad, RestingPad& out, Balance& balance) {
  const std::size_t index = static_cast<std::size_t>(&out - pad_state_.data());
  SphereContact contact;
  out = RestingPad{};
  const double radius = pad.laws.front().radius;
  if (!find_sphere_contact(terrain_, shapes_, X_ * Vec3(pad.sole + radius * pad.up), radius, contact)) return;
  PadLaw& law = pads_[index].laws[contact.material];
  law.stiffness = pad.laws[contact.material].stiffness;
  const Vec3 axis = X_.R * pad.leg_axis;
  const double gives = contact.normal.dot(axis) * axis.z();
  if (std::isfinite(pad.leg_stiffness) && gives > 0.0)
    law.stiffness =
        in_series(law.stiffness, pad.leg_stiffness * std::max(kLeastUp, contact.normal.z()) / gives);
  PadMemory untouched;
  PadForce force;
  step_pad(law, {contact.penetration, contact.normal, Vec3::Zero()}, 0.0, untouched, force);
  if (!(force.normal > 0.0)) return;
  out = {force.normal, force.sinkage, contact.material};
  add_touch({force.normal, force.stiffness, force.strength, contact.normal, contact.point}, balance);
}

/// A belly point as a linear spring with the friction of a pad; no plastic sinkage.
void RestingSolver::add_belly(const LanderBelly& point, Balance& balance) {
  SphereContact contact;
  if (!find_sphere_contact(terrain_, shapes_, X_ * point.position, point.radius, contact)) return;
  const double force = point.stiffness * contact.penetration;
  const double friction = pad_friction(form_.pads.front().laws[contact.material]);
  add_touch({force, point.stiffness, friction * force, contact.normal, contact.point}, balance);
  ++balance.belly;
}

/// Residual and stiffness from the weights and all contacts at the current pose.
void RestingSolver::calc_balance(Balance& balance) {
  balance = Balance{};
  for (const Load& load : loads_) {
    const Vec3 arm = X_.R * load.point;
    balance.left -= load.weight * Vec3(1.0, arm.y(), -arm.x());
    balance.stiffness(1, 1) -= load.weight * arm.z();
    balance.stiffness(2, 2) -= load.weight * arm.z();
  }
  for (std::size_t i = 0; i < form_.pads.size(); ++i) add_pad(form_.pads[i], pad_state_[i], balance);
  for (const LanderBelly& point : form_.belly) add_belly(point, balance);
}

/// The lander level at its heading, kLift above the height at which any part could touch. Rocks count as
/// spheres.
void RestingSolver::set_level(double x, double y, double heading) {
  X_ = {rotation_from_rpy(0.0, 0.0, heading), Vec3(x, y, 0.0)};
  double z = -1e300;
  const auto clear = [&](const Vec3& low) {
    const Vec3 p = X_ * low;
    HeightSample ground;
    if (terrain_.height(p.x(), p.y(), ground)) z = std::max(z, ground.z - p.z());
    for (std::size_t k = 0; k < shapes_.size(); ++k) {
      const Vec3 from = shapes_[k].p - p;
      if (from.head<2>().norm() < terrain_.shapes()[k].half.norm())
        z = std::max(z, from.z() + terrain_.shapes()[k].half.norm());
    }
  };
  for (const LanderPad& pad : form_.pads) clear(pad.sole);
  for (const LanderBelly& point : form_.belly) clear(point.position - point.radius * Vec3::UnitZ());
  X_.p.z() = z + kLift;
}

/// Largest vertical displacement of a pad's sole in a step, m.
double RestingSolver::farthest_move(const Vec3& step) const {
  double farthest = 0.0;
  for (const LanderPad& pad : form_.pads) {
    const Vec3 arm = X_.R * pad.sole;
    farthest = std::max(farthest, std::fabs(step.x() + step.y() * arm.y() - step.z() * arm.x()));
  }
  return farthest;
}

/// Applies a step: rise in m, turns about the world's x and y in rad.
void RestingSolver::move(const Vec3& step) {
  X_.p.z() += step.x();
  X_.R = to_matrix(quat_exp(Vec3(step.y(), step.z(), 0.0))) * X_.R;
}

// Newton's step if the balance is stable, otherwise a step down the gradient of the potential in the metric
// of the body's inertia (Levenberg's form: (K + lambda M) step = left), limited to a length over which a pad
// meets little new ground. The step is shortened while it overshoots along its own direction.
bool RestingSolver::descend() {
  double weight = 0.0;
  for (const Load& load : loads_) weight += load.weight;
  const Vec3 metric(1.0, form_.gyration.x() * form_.gyration.x(), form_.gyration.y() * form_.gyration.y());
  Balance now, next;
  calc_balance(now);
  for (int i = 0; i < kMostSteps; ++i) {
    if (now.carrying >= 3 && now.left.cwiseAbs().maxCoeff() < kRestBalanced * weight) return true;
    if (!(X_.R(2, 2) > kLeastCosine)) return false;
    Vec3 step;
    // Damping grows until the matrix is positive definite; with fewer than three contacts it is there from
    // the start.
    for (double lambda = now.carrying >= 3 ? 0.0 : weight;; lambda = std::max(weight, 10.0 * lambda)) {
      Mat3 K = now.stiffness;
      K.diagonal() += lambda * metric;
      const Eigen::LLT<Mat3> factor(K);
      if (factor.info() != Eigen::Success) continue;
      step = factor.solve(now.left);
      break;
    }
    step *= std::min(1.0, kLongestMove / std::max(1e-300, farthest_move(step)));
    const double along = now.left.dot(step);
    const RigidTransform from = X_;
    // Halved while the residual along the step has reversed to more than half of what it was.
    for (int k = 0; k < 30; ++k, step *= 0.5) {
      X_ = from;
      move(step);
      calc_balance(next);
      const double beyond = next.left.dot(step) / along * (1 << std::min(k, 29));
      if (beyond > -0.5) break;
    }
    now = next;
  }
  return false;
}

/// Weights that the body carries: without a pose all ramps are folded; with one, a ramp that touches loads
/// its hinge only with the part that the ground does not carry, and one in the air loads it with all of its
/// weight at its centre of mass.
void RestingSolver::set_loads(const RestingPose* pose) {
  loads_.clear();
  loads_.push_back({form_.mass * gravity_, form_.com});
  for (std::size_t i = 0; i < form_.ramps.size(); ++i) {
    const LanderRamp& ramp = form_.ramps[i];
    const double weight = ramp.mass * gravity_;
    const double angle = pose ? pose->ramps[i].hinge : std::max(kFoldedLeg, ramp.lower);
    if (!pose || pose->ramps[i].gap > 0.0) {
      loads_.push_back({weight, ramp.pose(angle) * ramp.com});
      continue;
    }
    loads_.push_back({weight - tip_load(ramp, angle), ramp.hinge.p});
  }
}

/// Load of a ramp that the ground carries when the ramp lies on it, N, from moments about the hinge.
double RestingSolver::tip_load(const LanderRamp& ramp, double angle) const {
  const RigidTransform X = X_ * ramp.pose(angle);
  double far = 0.0;
  for (const SphereSpec& tip : ramp.tips) far = std::max(far, (X.R * tip.position).head<2>().norm());
  for (const Vec3& corner : ramp.end_corners) far = std::max(far, 0.5 * (X.R * corner).head<2>().norm());
  const double near = (X.R * ramp.com).head<2>().norm();
  return ramp.mass * gravity_ * std::min(1.0, near / far);
}

/// Whether a ramp at this angle touches the ground: spheres of its end pressed in by more than the load
/// `allowed` (N), or else a point of its underside.
bool RestingSolver::ramp_touches(const LanderRamp& ramp, double angle, double allowed, bool& by_plate) const {
  const RigidTransform X = X_ * ramp.pose(angle);
  const auto meets = [&](const Vec3& point, double radius, double pressed) {
    const Vec3 center = X * point;
    HeightSample ground;
    if (!terrain_.height(center.x(), center.y(), ground)) return false;
    // On a slope of 45 degrees and more a sphere touches the ground beside it, so the height alone does not
    // exclude contact until three radii.
    if (shapes_.empty() && center.z() - ground.z > 3.0 * radius) return false;
    SphereContact contact;
    return find_sphere_contact(terrain_, shapes_, center, radius, contact) && contact.penetration > pressed;
  };
  by_plate = false;
  for (const SphereSpec& tip : ramp.tips)
    if (meets(tip.position, tip.radius, allowed / tip.stiffness)) return true;
  constexpr double kPoint = 0.003;  // m: radius of a point of the plate
  by_plate = true;
  for (const Vec3& point : ramp.underside)
    if (meets(point + kPoint * Vec3::UnitZ(), kPoint, 0.0)) return true;
  return false;
}

// Moves down from folded in steps of the hinge angle, then by bisection to where it first touches.
void RestingSolver::lower_ramps(RestingPose& pose) {
  constexpr double kStep = 0.05;  // rad: some 0.1 m at a ramp's end
  constexpr int kHalvings = 24;
  pose.ramps.assign(form_.ramps.size(), {});
  for (std::size_t i = 0; i < form_.ramps.size(); ++i) {
    const LanderRamp& ramp = form_.ramps[i];
    RestingRamp& out = pose.ramps[i];
    double low = std::max(kFoldedLeg, ramp.lower), high = low;
    // The ramp's weight presses the end's spheres in; two of them share it on even ground.
    const double pressed = 0.5 * tip_load(ramp, 0.0);
    bool touches = ramp_touches(ramp, low, pressed, out.by_plate);
    while (!touches && high < ramp.upper) {
      low = high;
      high = std::min(high + kStep, ramp.upper);
      touches = ramp_touches(ramp, high, pressed, out.by_plate);
    }
    // Bisection of the hinge angle between the last free and the first touching one.
    for (int k = 0; touches && k < kHalvings; ++k) {
      const double middle = 0.5 * (low + high);
      bool plate = false;
      const bool meets = ramp_touches(ramp, middle, pressed, plate);
      (meets ? high : low) = middle;
      if (meets) out.by_plate = plate;
    }
    out.hinge = high;
    const RigidTransform X = X_ * ramp.pose(high);
    const Vec3 along = X.R * ramp.along, across = X.R * Vec3(Vec3::UnitZ().cross(ramp.along));
    out.slope = -math::asin(along.z());
    out.cross = math::asin(across.z());
    // The hinge stopped above the ground: the gap of the lower end corner.
    if (touches) continue;
    out.by_plate = false;
    out.gap = 1e300;
    for (const Vec3& corner : ramp.end_corners) {
      const Vec3 p = X * corner;
      HeightSample ground;
      if (terrain_.height(p.x(), p.y(), ground))
        out.gap = std::min(out.gap, std::max(1e-6, p.z() - ground.z));
    }
  }
}

/// Fills the pose from the current state. Pads keep their deepest sinkage, and a lander that friction does
/// not hold slides.
void RestingSolver::report(RestingPose& pose) {
  Balance balance;
  calc_balance(balance);
  pose.X_WB = X_;
  // acos would lose half the digits of a small tilt.
  pose.tilt = math::atan2(X_.R.col(2).head<2>().norm(), X_.R(2, 2));
  const RollPitchYaw rpy = rpy_from_rotation(X_.R);
  pose.roll = rpy.roll;
  pose.pitch = rpy.pitch;
  pose.on_belly = balance.belly > 0;
  pose.friction_use = balance.strength > 0.0 ? balance.asked / balance.strength : 0.0;
  for (std::size_t i = 0; i < pose.pads.size(); ++i)
    pose.pads[i] = {pad_state_[i].load, std::max(pose.pads[i].sinkage, pad_state_[i].sinkage),
                    pad_state_[i].material};
  if (pose.kind == RestKind::resting && pose.friction_use > 1.0) pose.kind = RestKind::slides;
}

// If one pad is in the air the lander may be able to rock: turned about the line through the two pads that
// carry most, until the lifted one is pressed in, it may stay there. It takes the one of the two rest
// positions that has the lower centre of mass: a falling lander rocks a few times before it stays, and ends
// in the deeper hollow.
void RestingSolver::choose_rest(RestingPose& pose) {
  const std::size_t count = form_.pads.size();
  std::size_t lifted = count, first = 0, second = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double load = pad_state_[i].load;
    // Two lifted pads cannot be pressed in by one turn.
    if (!(load > 0.0)) {
      if (lifted < count) return;
      lifted = i;
    }
    if (load > pad_state_[first].load) first = i;
  }
  second = first == 0 ? 1 : 0;
  for (std::size_t i = 0; i < count; ++i)
    if (i != first && pad_state_[i].load > pad_state_[second].load) second = i;
  // The turn needs a lifted pad, four pads, ground under it, and a lever.
  const Vec3 sole = X_ * form_.pads[lifted < count ? lifted : 0].sole, hinge = X_ * form_.pads[first].sole;
  HeightSample ground;
  if (lifted == count || count < 4 || !terrain_.height(sole.x(), sole.y(), ground)) return;
  const Vec3 line = X_ * form_.pads[second].sole - hinge;
  const Vec3 axis = Vec3(line.x(), line.y(), 0.0).normalized(), arm = sole - hinge;
  const double lever = axis.x() * arm.y() - axis.y() * arm.x();  // rise of the pad per turn about the axis
  constexpr double kPress = 0.003, kLeastLever = 0.1;            // m
  if (std::fabs(lever) < kLeastLever) return;
  const RigidTransform here = X_;
  const std::vector<RestingPad> pads_here = pad_state_;
  const double angle = -(std::max(0.0, sole.z() - ground.z) + kPress) / lever;
  const Vec3 to_hinge = hinge - X_.p;
  // Rise of the hinge line about the root.
  const double rise = axis.x() * to_hinge.y() - axis.y() * to_hinge.x();
  move(Vec3(-angle * rise, angle * axis.x(), angle * axis.y()));
  constexpr double kSame = 1e-4;  // rad
  if (descend() && (X_.R.col(2) - here.R.col(2)).norm() > kSame) {
    const bool lower = (X_ * form_.com).z() < (here * form_.com).z();
    pose.other_tilt = math::acos(lower ? here.R(2, 2) : X_.R(2, 2));
    if (lower) return;
  }
  X_ = here;
  pad_state_ = pads_here;
}

void RestingSolver::solve(double x, double y, double heading, RestingPose& pose) {
  pose = RestingPose{};
  pose.pads.resize(form_.pads.size());
  set_level(x, y, heading);
  set_loads(nullptr);
  bool rests = descend();
  if (rests) choose_rest(pose);
  // Sinkage of the first rest; the ramps' loads may only deepen it.
  for (std::size_t i = 0; i < pose.pads.size(); ++i) pose.pads[i].sinkage = pad_state_[i].sinkage;
  constexpr int kRounds = 2;  // the ramps' shares of the weight hardly move the body
  for (int round = 0; rests && round < kRounds && !form_.ramps.empty(); ++round) {
    lower_ramps(pose);
    set_loads(&pose);
    rests = descend();
  }
  if (rests) lower_ramps(pose);
  pose.kind = rests                       ? RestKind::resting
              : X_.R(2, 2) > kLeastCosine ? RestKind::unsettled
                                          : RestKind::tipped_over;
  report(pose);
}

}  // namespace grouser
