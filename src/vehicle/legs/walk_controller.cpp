// SPDX-License-Identifier: BSD-3-Clause
// Decisions of a walker at its servos' pulses (docs/theory_legs.md, "Standing and stepping"): feet that met
// the ground stand, loads and side forces are shared, the gait plans, and all servos get angles. All memory
// is in WalkMemory and WalkLegMemory, so a decision is a function of state and measurement.
#include "grouser/vehicle/legs/walk_controller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/vehicle/legs/swing_path.hpp"
#include "walk_plan.hpp"

namespace grouser {
namespace {

constexpr double kTouchShare = 0.15;  // of a foot's share of the weight: it stands
constexpr double kLoadTime = 0.1;     // s in which a leg takes up the load that it is to carry
constexpr double kFeel = 0.5;         // share of a swing after which it may meet the ground

/// Hind before fore, the left side before the right.
std::vector<std::size_t> crawl_order(const std::vector<WalkerLeg>& legs) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < legs.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const bool left = legs[a].position.y() > 0.0, other = legs[b].position.y() > 0.0;
    return left != other ? left : legs[a].position.x() < legs[b].position.x();
  });
  return order;
}

/// Two pairs of opposite legs.
std::vector<std::size_t> trot_order(const std::vector<WalkerLeg>& legs) {
  if (legs.size() != 4)
    throw InputError("gait.kind", fmt::format("a trot of {} legs", legs.size()), "four legs, or a crawl");
  const Vec3 first = legs[0].position;
  std::vector<std::size_t> order{0}, others;
  for (std::size_t i = 1; i < legs.size(); ++i) {
    const bool opposite = (legs[i].position.y() > 0.0) != (first.y() > 0.0) &&
                          std::fabs(legs[i].position.x() - first.x()) > 1e-6;
    (opposite ? order : others).push_back(i);
  }
  order.insert(order.end(), others.begin(), others.end());
  return order;
}

}  // namespace

WalkController::WalkController(std::vector<WalkerLeg> legs, const GaitSpec& gait, double mass, double gravity,
                               const ServoSpec& servo)
    : legs_(std::move(legs)),
      gait_(gait),
      gravity_(gravity),
      weight_(mass * gravity),
      touch_load_(kTouchShare * weight_ / static_cast<double>(legs_.size())),
      give_(weight_ > 0.0 ? gait.push_speed * static_cast<double>(legs_.size()) / weight_ : 0.0),
      brace_(weight_ > 0.0 ? gait.brace_speed * static_cast<double>(legs_.size()) / weight_ : 0.0),
      interval_(1.0 / servo.refresh_rate),
      servo_(servo),
      order_(gait.kind == GaitKind::trot ? trot_order(legs_) : crawl_order(legs_)) {
  GROUSER_ASSERT(legs_.size() <= kMostFeet);
  if (gait.kind == GaitKind::crawl && legs_.size() < 4)
    throw InputError("gait.kind", fmt::format("a crawl of {} legs", legs_.size()),
                     "at least four, so that three feet are down while one steps");
  for (WalkerLeg& leg : legs_) {
    mean_stance_ += leg.to_body(leg.stance) / static_cast<double>(legs_.size());
    if (leg.limb()) leg.posture = leg.stand().angles;
  }
}

LegAngles WalkController::stance_angles(std::size_t leg) const {
  const WalkerLeg& l = legs_[leg];
  const LegSolution found = l.stand();
  if (!found.reached)
    throw InputError("stance",
                     fmt::format("({:g}, {:g}, {:g}) m, {:.3g} m beyond what the leg reaches", l.stance.x(),
                                 l.stance.y(), l.stance.z(), found.distance),
                     "a point within its limits");
  return found.angles;
}

/// One pulse: what it knows, and what it may change.
struct WalkController::Step {
  const WalkController& self;
  const WalkSense& sense;
  const FootGround& ground;
  WalkMemory& memory;
  std::span<WalkLegMemory> legs;
  double expected[kMostFeet] = {};  // loads, N

  RigidTransform command() const { return command_at(memory, sense.time); }
  SwingPath path_of(const WalkLegMemory& leg) const {
    return {vector_of(leg.from), vector_of(leg.to), self.gait_.swing_time, leg.lift, self.gait_.touch_speed};
  }
  /// Present target pose of a foot that swings, world. It turns from one end to the other in the same time.
  RigidTransform swing_pose(const WalkLegMemory& leg) const {
    const double flown = sense.time - leg.start, late = flown - self.gait_.swing_time;
    const double share = std::clamp(flown / self.gait_.swing_time, 0.0, 1.0);
    RigidTransform X =
        between_poses(pose_of(leg.from, leg.from_turn), pose_of(leg.to, leg.to_turn), smooth(share));
    X.p = path_of(leg).at(flown);
    if (leg.mode == LegMode::seeks_ground) X.p.z() -= self.gait_.touch_speed * late;
    return X;
  }
  LegAngles angles_of(std::size_t i) const {
    return Eigen::Map<const LegAngles>(legs[i].angle, self.legs_[i].joints());
  }

  void begin() {
    memory.begun = true;
    const double yaw = math::atan2(sense.body.R(1, 0), sense.body.R(0, 0));
    const Vec3 middle = mean_foot(sense);
    memory.line[0] = middle.x(), memory.line[1] = middle.y(), memory.line[2] = yaw;
    keep_pose(sense.body, memory.from_p, memory.from_q);
    keep_pose(sense.body, memory.to_p, memory.to_q);
    for (std::size_t i = 0; i < legs.size(); ++i) stand(i, sense.body);
  }

  /// Makes the foot stand where it is commanded to be now.
  void stand(std::size_t i, const RigidTransform& X) {
    const LegAngles angles = angles_of(i);
    const WalkerLeg& leg = self.legs_[i];
    keep_pose(X * leg.foot(angles), legs[i].hold, legs[i].hold_turn);
    legs[i].mode = LegMode::stands;
    legs[i].roll = angles[0];
    legs[i].lean = leg.lean(angles);
  }

  bool all_stand() const {
    return std::ranges::all_of(legs, [](const WalkLegMemory& leg) { return leg.mode == LegMode::stands; });
  }

  /// A foot in the air that met the ground, or found none, stands.
  void feel() {
    for (std::size_t i = 0; i < legs.size(); ++i) {
      WalkLegMemory& leg = legs[i];
      if (leg.mode == LegMode::stands) continue;
      const double flown = sense.time - leg.start, over = flown - self.gait_.swing_time;
      if (over >= 0.0) leg.mode = LegMode::seeks_ground;
      const bool met = flown > kFeel * self.gait_.swing_time && sense.feet[i].load > self.touch_load_;
      const bool nothing = over > self.gait_.probe / self.gait_.touch_speed;
      if (!met && !nothing) continue;
      memory.late += nothing;
      memory.steps += 1.0;
      stand(i, command());
    }
  }

  /// Puts the command frame where the body is at its measured pose; the commanded angles of the servos stay.
  void rebase() {
    const RigidTransform move = sense.body * command().inverse();
    for (WalkLegMemory& leg : legs)
      keep_pose(move * pose_of(leg.hold, leg.hold_turn), leg.hold, leg.hold_turn);
    keep_pose(sense.body, memory.from_p, memory.from_q);
    keep_pose(sense.body, memory.to_p, memory.to_q);
  }

  /// The body moves to where this step needs it.
  void shift(std::size_t stepping) {
    rebase();
    const ShiftPlan plan = plan_shift(self.legs_, self.gait_, self.mean_stance_, sense, memory, stepping);
    keep_pose(hold_reach(sense.body, plan.body), memory.to_p, memory.to_q);
    memory.path_start = sense.time;
    memory.path_time = shift_time(plan.body.p - sense.body.p);
    memory.path_even = 0.0;
    memory.until = sense.time + memory.path_time;
    memory.phase = WalkPhase::shifting;
  }

  /// Time of a shift, s, so long that the centre of pressure stays within half the margin: it moves by a h/g,
  /// and from rest to rest by a smooth step the greatest acceleration is 10/sqrt(3) length/time^2.
  double shift_time(const Vec3& way) const {
    constexpr double kSmooth = 5.773502691896258;
    const double height = -self.mean_stance_.z();
    const double most = 0.5 * self.gait_.margin * self.gravity_ / height;
    if (!(most > 0.0)) return self.gait_.shift_time;
    return std::max(self.gait_.shift_time, std::sqrt(kSmooth * way.head<2>().norm() / most));
  }

  /// The pose farthest along the motion to a pose of the body at which all standing legs still reach their
  /// feet.
  RigidTransform hold_reach(const RigidTransform& from, const RigidTransform& to) const {
    constexpr int kTries = 6;
    double share = 1.0;
    for (int i = 0; i < kTries; ++i, share *= 0.7) {
      const RigidTransform X = between_poses(from, to, share), to_body = X.inverse();
      bool reached = true;
      for (std::size_t k = 0; k < legs.size(); ++k)
        reached = reached && (legs[k].mode != LegMode::stands ||
                              self.legs_[k].solves(to_body * pose_of(legs[k].hold, legs[k].hold_turn)));
      if (reached) return X;
    }
    return from;
  }

  /// It comes down upright in the body's wanted attitude.
  void swing(std::size_t i, const Vec3& to) {
    WalkLegMemory& leg = legs[i];
    const WalkerLeg& at = self.legs_[i];
    const RigidTransform from = sense.body * at.foot(angles_of(i));
    keep_pose(from, leg.from, leg.from_turn);
    keep_pose({pose_of(memory.to_p, memory.to_q).R, to}, leg.to, leg.to_turn);
    leg.lift = plan_lift(self.gait_, ground, from.p, to, at.foot_radius);
    leg.start = sense.time;
    leg.mode = LegMode::swings;
  }

  /// Shares the load among feet that stand as on stiff ground: legs deflect, and one of four would hang in
  /// the air.
  void share_load() {
    double(&share)[kMostFeet] = expected;
    expected_loads(sense, legs, self.weight_, share);
    for (std::size_t i = 0; i < legs.size(); ++i)
      if (legs[i].mode == LegMode::stands)
        legs[i].hold[2] -= self.give_ * self.interval_ * (share[i] - sense.feet[i].load);
  }

  /// Feet that stand bear the weight straight down, each its share. One that was set down last carries no
  /// side force yet and on a slope would leave it to the others: it slides down to its share, and they are
  /// drawn up to theirs.
  void share_sides() {
    if (self.brace_ == 0.0) return;
    double n = 0.0;
    Vec2 mean = Vec2::Zero();
    const auto bears = [&](std::size_t i) {
      return legs[i].mode == LegMode::stands && sense.feet[i].load > 0.0;
    };
    for (std::size_t i = 0; i < legs.size(); ++i)
      if (bears(i)) n += 1.0, mean += sense.feet[i].force.head<2>();
    if (n > 0.0) mean /= n;
    for (std::size_t i = 0; i < legs.size(); ++i)
      if (bears(i))
        for (int k = 0; k < 2; ++k)
          legs[i].hold[k] += self.brace_ * self.interval_ * (sense.feet[i].force[k] - mean[k]);
  }

  void plan() {
    const WalkPhase phase = memory.phase;
    const GaitSpec& gait = self.gait_;
    if (gait.kind == GaitKind::stand || phase == WalkPhase::arrived || sense.time < gait.start) return;
    if (gait.kind == GaitKind::pose) return pose();
    if (gait.kind == GaitKind::trot) return trot();
    // A crawl: the body shifts, one foot swings, and the next one's shift follows when all stand.
    const std::size_t steps = self.order_.size(), now = static_cast<std::size_t>(memory.order) % steps;
    const std::size_t stepping = self.order_[now];
    if (phase == WalkPhase::shifting) {
      if (sense.time < memory.until) return;
      constexpr double kMostTries = 5.0, kEnough = 0.8;  // of the margin
      const double margin = margin_without(sense, stepping);
      // A body that has not arrived over the other feet shifts again, a few times.
      if (margin < kEnough * gait.margin && memory.tries < kMostTries) {
        memory.tries += 1.0;
        return shift(stepping);
      }
      swing(stepping, plan_foothold(self.legs_, self.gait_, self.mean_stance_, sense, memory, ground,
                                    self.weight_ / 3.0, stepping));
      memory.phase = WalkPhase::swinging;
      return;
    }
    if (phase == WalkPhase::swinging) {
      if (!all_stand()) return;
      memory.order += 1.0;
    }
    memory.progress = progress_of(sense, memory);
    memory.tries = 0.0;
    if (memory.progress >= gait.distance) {
      memory.phase = WalkPhase::arrived;
      return;
    }
    shift(self.order_[static_cast<std::size_t>(memory.order) % steps]);
  }

  /// The body sets out for the next of its poses. Command frame and feet stay, so the pose before gives its
  /// start.
  void pose() {
    if (sense.time < memory.until) return;
    const auto next = static_cast<std::size_t>(memory.order);
    const std::vector<BodyWish>& wishes = self.gait_.poses;
    if (next >= wishes.size()) {  // also of a run that goes on with fewer
      memory.phase = WalkPhase::arrived;
      return;
    }
    if (sense.time < wishes[next].time) return;
    // The start of all poses, from the pose before.
    const RigidTransform at = pose_of(memory.to_p, memory.to_q);
    const RigidTransform begun = next == 0 ? at : at * wishes[next - 1].pose().inverse();
    keep_pose(at, memory.from_p, memory.from_q);
    keep_pose(begun * wishes[next].pose(), memory.to_p, memory.to_q);
    memory.path_start = sense.time;
    memory.path_time = wishes[next].move_time;
    memory.until = sense.time + memory.path_time;
    memory.path_even = 0.0;
    memory.order += 1.0;
  }

  /// One pair after the other; the body moves on at one speed, and is brought back to height and attitude
  /// with each pair.
  void trot() {
    const WalkPhase phase = memory.phase;
    if (phase == WalkPhase::swinging) {
      if (!all_stand()) return;
      memory.order += 1.0;
      memory.until = sense.time + self.gait_.shift_time;
      memory.phase = WalkPhase::shifting;
    }
    if (phase == WalkPhase::shifting && sense.time < memory.until) return;
    memory.progress = progress_of(sense, memory);
    rebase();
    const TrotPlan plan = plan_trot(self.gait_, self.mean_stance_, sense, memory);
    keep_pose(plan.body, memory.to_p, memory.to_q);
    memory.path_start = sense.time;
    memory.path_time = self.gait_.swing_time + self.gait_.shift_time;
    memory.path_even = 1.0;
    if (memory.progress >= self.gait_.distance) {
      memory.phase = WalkPhase::arrived;
      return;
    }
    memory.phase = WalkPhase::swinging;
    const std::size_t pair = static_cast<std::size_t>(memory.order) % 2;
    for (const std::size_t i : {self.order_[2 * pair], self.order_[2 * pair + 1]})
      swing(i, plan_trot_foothold(self.legs_, self.mean_stance_, plan, ground, i));
  }

  /// Angles for all feet.
  void tell() {
    const RigidTransform to_command = command().inverse(), to_body = sense.body.inverse();
    for (std::size_t i = 0; i < legs.size(); ++i) {
      const WalkLegMemory& leg = legs[i];
      const LegAngles now = angles_of(i);
      RigidTransform target;
      if (leg.mode == LegMode::stands) {
        target = to_command * pose_of(leg.hold, leg.hold_turn);
        target.p += self.legs_[i].rolled(now, leg.lean, leg.roll);
      } else {
        target = to_body * swing_pose(leg);
      }
      go(i, self.legs_[i].reach(target, now));
      bear(i);
    }
  }
  /// Commands the servo beyond the wanted angle by its deflection under load, which is proportional to its
  /// torque.
  ///   torque = -J^T F
  void bear(std::size_t i) {
    WalkLegMemory& leg = legs[i];
    const WalkerLeg& at = self.legs_[i];
    leg.bears += std::min(1.0, self.interval_ / kLoadTime) * (std::max(0.0, expected[i]) - leg.bears);
    const Vec3 force = sense.body.R.transpose() * Vec3(0.0, 0.0, leg.bears);
    const LegAngles angles = angles_of(i);
    const LegJacobian J = at.jacobian(angles);
    for (int k = 0; k < at.joints(); ++k) {
      const double torque = -J.col(k).dot(force);
      leg.told[k] = servo_pulse(self.servo_, angles[k] + torque / self.servo_.stiffness);
    }
  }
  void go(std::size_t i, const LegSolution& found) {
    memory.unreached += !found.reached;
    for (int k = 0; k < self.legs_[i].joints(); ++k) legs[i].angle[k] = found.angles[k];
  }
};

void WalkController::decide(const WalkSense& sense, const FootGround& ground, WalkMemory& memory,
                            std::span<WalkLegMemory> legs) const {
  Step step{*this, sense, ground, memory, legs};
  if (!memory.begun) step.begin();
  step.feel();
  step.share_load();
  step.share_sides();
  step.plan();
  step.tell();
  memory.next_time = sense.time + interval_;
}

}  // namespace grouser
