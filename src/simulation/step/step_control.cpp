#include "step_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser {
namespace {

// Steps are the largest one times a power of this: growth is 1.5 per step
constexpr double kLadder = 2.0 / 3.0;
constexpr double kTolerated = 2.0;    // times the set amount: a step that changed more is rejected
constexpr double kSmallestCut = 0.1;  // share of the rejected step
constexpr double kSafety = 0.9;       // share of the length that would have changed just the set amount
// Beeman's limits with one evaluation per step (docs/theory_contact.md): 1.7 for w dt of a spring evaluated
// at its position, 0.5 for dt c / m of a damper at the predicted velocity, each alone; here half of them, for
// both together.
constexpr double kSpringLimit = 0.85, kDamperLimit = 0.25;
constexpr double kPadShare = 0.5;     // of a pad's own limit: pads on one body share its mass
constexpr double kTravelShare = 0.5;  // of the smallest wheel's or sphere's radius
constexpr double kNone = std::numeric_limits<double>::infinity();

bool rotates(const Joint& joint) { return joint.type != JointType::prismatic; }

double spring_step(double stiffness, double mass) {
  return stiffness > 0.0 && mass > 0.0 ? kSpringLimit / std::sqrt(stiffness / mass) : kNone;
}

/// Effective mass of each joint's own coordinate with all others free, kg or kg m2.
std::vector<double> joint_masses(const Model& model, const Kinematics& kinematics, const VecX& q) {
  const auto& free = model.independent_coordinates();
  const auto n = static_cast<Eigen::Index>(free.size());
  const MatX H = calc_mass_matrix(model, q, kinematics);
  MatX reduced(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) reduced(i, j) = H(free[i], free[j]);
  const MatX inverse = reduced.ldlt().solve(MatX::Identity(n, n));
  std::vector<double> masses(model.nv(), 0.0);
  for (Eigen::Index i = 0; i < n; ++i) masses[free[i]] = 1.0 / inverse(i, i);
  return masses;
}

double smallest_mass_at(const Model& model, const VecX& q, const Kinematics& kinematics, BodyId body,
                        const Vec3& point) {
  double mass = kNone;
  if (body.index < 0) return mass;
  for (int k = 0; k < 3; ++k)
    mass = std::min(mass, calc_effective_mass(model, q, kinematics, body,
                                              kinematics.body[body.index].X_WB * point, Vec3(Vec3::Unit(k))));
  return mass;
}

// Below the ground as it is now, while a force acts.
double penetration(const ContactSlot& slot) {
  return slot.surface >= 0.0 && slot.memory.force_past > 0.0 ? slot.memory.u_wheel + slot.memory.u_soil : 0.0;
}

}  // namespace

StepControl::StepControl(const World& world)
    : world_(world), limits_(*world.settings.adaptive), spring_step_(kNone), travel_(kNone) {
  limits_.max_flight_step = std::max(limits_.max_flight_step, limits_.max_step);
  for (const WheelRuntime& wheel : world.wheels)
    if (wheel.motor)  // a limited motor's gains are made for `step` (vehicle/motor.hpp)
      limits_.max_step = limits_.max_flight_step = std::min(limits_.max_step, world.settings.dt);
  limits_.min_step = std::min(limits_.min_step, limits_.max_step);
  const Model& model = *world.model;
  const VecX q = model.neutral_q();
  Kinematics kinematics(model);
  calc_kinematics(model, q, VecX::Zero(model.nv()), kinematics);
  const std::vector<double> masses = joint_masses(model, kinematics, q);
  stop_step_.assign(model.joints().size(), kNone);
  for (std::size_t i = 0; i < model.joints().size(); ++i) {
    const Joint& joint = model.joints()[i];
    if (joint.nv != 1) continue;
    stop_step_[i] = spring_step(joint.forces.limit_stiffness, masses[joint.v_index]);
    spring_step_ = std::min(spring_step_, spring_step(joint.forces.stiffness, masses[joint.v_index]));
  }
  for (const SpringElement& spring : model.springs()) {
    const double a = smallest_mass_at(model, q, kinematics, spring.body_a, spring.point_a),
                 b = smallest_mass_at(model, q, kinematics, spring.body_b, spring.point_b);
    const double both = 1.0 / (1.0 / a + 1.0 / b);
    spring_step_ = std::min(spring_step_, spring_step(spring.stiffness, both));
    if (spring.damping > 0.0) spring_step_ = std::min(spring_step_, kDamperLimit * both / spring.damping);
  }
  for (const WheelRuntime& wheel : world.wheels)
    travel_ = std::min(travel_, kTravelShare * wheel.spec.geometry.radius);
  for (const SphereRuntime& sphere : world.spheres) {
    const double mass = smallest_mass_at(model, q, kinematics, sphere.body, sphere.spec.position);
    sphere_rate_.push_back(sphere.spec.stiffness / mass);
    sphere_fade_.push_back(sphere.spec.damping / mass);
    travel_ = std::min(travel_, kTravelShare * sphere.spec.radius);
  }
  const double weight = model.total_mass() * world.settings.gravity;
  for (const PadRuntime& pad : world.pads) {
    const double mass = smallest_mass_at(model, q, kinematics, pad.body, pad.spec.position);
    double step = kNone;
    for (const PadLaw& law : pad.laws)
      step = std::min(step, kPadShare * pad_stable_step(law, mass, weight / world.pads.size()));
    pad_step_.push_back(step);
    travel_ = std::min(travel_, kTravelShare * pad.spec.radius);
  }
}

double StepControl::first_step() const { return std::min(limits_.max_step, spring_step_); }

// Spheres that touch together are at most as stiff as the sum of their springs.
double StepControl::body_contact_step(const ContactSystem& system) const {
  double rate = 0.0, fade = 0.0;
  for (std::size_t i = 0; i < sphere_rate_.size(); ++i)
    if (system.sphere_touches()[i].depth > 0.0) {
      rate += sphere_rate_[i];
      fade += sphere_fade_[i];
    }
  double step = rate > 0.0 ? std::min(kSpringLimit / std::sqrt(rate), kDamperLimit / fade) : kNone;
  for (std::size_t i = 0; i < pad_step_.size(); ++i)
    if (system.output().pads[i].depth > 0.0) step = std::min(step, pad_step_[i]);
  return step;
}

// Joints near an end stop must not pass through it; a joint is near one if two steps would reach it.
double StepControl::joint_step(const SimulationState& state) const {
  double step = spring_step_;
  for (std::size_t i = 0; i < stop_step_.size(); ++i) {
    if (!(stop_step_[i] < kNone)) continue;
    const Joint& joint = world_.model->joints()[i];
    const double q = state.motion.q[joint.q_index], v = state.motion.v[joint.v_index];
    const double gap = std::min(q - joint.forces.lower, joint.forces.upper - q);
    if (gap <= 0.0) {
      step = std::min(step, stop_step_[i]);
    } else if (v != 0.0) {
      step = std::min(step, std::max(stop_step_[i], 0.5 * gap / std::fabs(v)));
    }
  }
  return step;
}

double StepControl::flight_step(const SimulationState& state, const Kinematics& kinematics) const {
  double step = limits_.max_flight_step;
  for (const Joint& joint : world_.model->joints()) {
    if (joint.mode != CoordinateMode::dynamic || joint.nv == 0 || !rotates(joint)) continue;
    const int n = std::min(joint.nv, 3);
    const double spin = state.motion.v.segment(joint.v_index, n).norm();
    if (spin > 0.0) step = std::min(step, limits_.max_rotation / spin);
  }
  double fastest = 0.0;
  for (const WheelRuntime& wheel : world_.wheels)
    fastest = std::max(fastest, kinematics.body[wheel.body.index].v.norm());
  const auto look_at = [&](BodyId id, const Vec3& position) {
    const BodyMotion& body = kinematics.body[id.index];
    fastest = std::max(fastest, body.velocity_at(body.X_WB * position).norm());
  };
  for (const SphereRuntime& sphere : world_.spheres) look_at(sphere.body, sphere.spec.position);
  for (const PadRuntime& pad : world_.pads) look_at(pad.body, pad.spec.position);
  return fastest > 0.0 ? std::min(step, travel_ / fastest) : step;
}

double StepControl::next_step(const SimulationState& state, const ContactSystem& system,
                              const Kinematics& kinematics) const {
  const double amount = limits_.max_hub_displacement;
  double want = state.motion.dt_prev / kLadder;
  bool touching = false;
  for (const WheelOutput& wheel : system.output().wheels)
    if (wheel.approach > 0.0) want = std::min(want, amount / wheel.approach);
  bool on_body = false;
  for (const ContactSlot& slot : state.slots) {
    if (!(penetration(slot) > 0.0)) continue;
    touching = true;
    const int surface = patch_of(*world_.terrain, static_cast<int>(slot.surface)).surface;
    on_body = on_body || (surface > 0 && world_.shape_owner[static_cast<std::size_t>(surface) - 1] >= 0);
  }
  if (on_body) want = std::min(want, limits_.max_step_on_bodies);
  for (const SphereTouch& sphere : system.sphere_touches()) {
    if (!(sphere.depth > 0.0)) continue;
    touching = true;
    if (sphere.approach != 0.0) want = std::min(want, amount / std::fabs(sphere.approach));
  }
  for (const PadOutput& pad : system.output().pads) {
    if (!(pad.depth > 0.0)) continue;
    touching = true;
    if (pad.approach != 0.0) want = std::min(want, amount / std::fabs(pad.approach));
  }
  const double largest = touching ? limits_.max_step : limits_.max_flight_step;
  if (!touching) want = std::min(want, flight_step(state, kinematics));
  want = std::min({want, joint_step(state), body_contact_step(system)});
  double step = largest;
  while (step > want * (1.0 + 1e-9) && step > limits_.min_step) step *= kLadder;
  return std::max(step, limits_.min_step);
}

double StepControl::shorter_step(const SimulationState& before, const ContactSystem& system,
                                 double dt) const {
  if (dt <= limits_.min_step * (1.0 + 1e-9)) return 0.0;
  const double amount = limits_.max_hub_displacement, most = kTolerated * amount;
  double step = dt;
  // rate: of the penetration at the step's end, m/s
  const auto verify = [&](double old, double now, double rate) {
    const double change = std::fabs(now - old);
    if (change <= most) return;
    // touched within the step: back to just after the touch; otherwise in proportion
    const double since = rate > 0.0 && old <= 0.0 ? (now - 0.5 * amount) / rate : dt;
    step = std::min(step, since < dt ? dt - since : kSafety * dt * amount / change);
  };
  for (std::size_t w = 0; w < world_.wheels.size(); ++w) {
    const WheelRuntime& wheel = world_.wheels[w];
    const auto first = static_cast<std::size_t>(wheel.first_slot);
    const std::size_t count = wheel.slice_offsets.size() * kSlotsPerSlice;
    for (std::size_t i = first; i < first + count; ++i) {
      const ContactSlot &old = before.slots[i], &now = system.next_slots()[i];
      const bool same = old.surface == now.surface || now.surface < 0.0;
      verify(same ? penetration(old) : 0.0, penetration(now), system.output().wheels[w].approach);
    }
  }
  // of a sphere or pad only the present depth and rate are known: it was at least that much higher before
  const auto verify_body = [&](double depth, double approach) {
    if (depth > 0.0) verify(std::max(0.0, depth - std::fabs(approach) * dt), depth, approach);
  };
  for (const SphereTouch& sphere : system.sphere_touches()) verify_body(sphere.depth, sphere.approach);
  for (const PadOutput& pad : system.output().pads) verify_body(pad.depth, pad.approach);
  step = std::min(step, body_contact_step(system));
  if (!(step < dt)) return 0.0;
  return std::max({step, kSmallestCut * dt, limits_.min_step});
}

}  // namespace grouser
