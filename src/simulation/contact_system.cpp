#include "contact_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drive_control.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/soil/pressure_sinkage.hpp"
#include "grouser/soil/slip_radius.hpp"
#include "grouser/soil/unloading.hpp"

namespace grouser {
namespace {

// A rut is laid once the wheel has rolled through its own footprint: travel 0.8 is reached after 1.6
// relaxation lengths.
constexpr double kRolledThrough = 0.8;

/// The contact's frame: heading, left, and the normal; world axes.
struct ContactFrame {
  Vec3 forward, left, normal;
};
ContactFrame contact_frame(const Vec3& axis, const Vec3& gradient) {
  ContactFrame f;
  f.normal = gradient.normalized();
  f.forward = axis.cross(f.normal).normalized();
  f.left = f.normal.cross(f.forward);
  return f;
}

int slot_for(std::vector<ContactSlot>& slots, int first, int surface) {
  int free = -1;
  for (int i = first; i < first + kSlotsPerSlice; ++i) {
    if (slots[i].surface == surface) return i;
    if (slots[i].surface < 0.0 && free < 0) free = i;
  }
  if (free >= 0) slots[free] = ContactSlot{static_cast<double>(surface), {}};
  return free;
}

/// What stays of a sinkage z over a rut once the wheel has passed.
double plastic_sinkage(const ContactLaw& law, double rut, double z) {
  const SoilParams& soil = law.soil;
  return plastic_sinkage_after(law.on_soil.modulus, soil.n, soil.unloading_stiffness, rut, z);
}

/// Slip on hard ground, where the law's own state is a deflection that Coulomb's limit bounds: of the surface
/// speed at the radius the wheel rolls on, against the hub's.
double sliding_share(double rim, double v) {
  const double fastest = std::max(std::fabs(rim), std::fabs(v));
  constexpr double kStill = 1e-6;  // m/s
  return fastest > kStill ? (rim - v) / fastest : 0.0;
}

// Free slots are all alike: only those in use on either side are worth copying.
void copy_slots(std::span<const ContactSlot> from, std::span<ContactSlot> to) {
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i].surface >= 0.0 || to[i].surface >= 0.0) to[i] = from[i];
}

bool at_ease(const ContactMemory& m) { return m.u_wheel == 0.0 && m.u_soil == 0.0; }

}  // namespace

ContactSystem::ContactSystem(const World& world)
    : world_(world),
      aux_size_(world.slot_count * kContactRateSize),
      kinematics_(*world.model),
      mean_kinematics_(*world.model),
      base_kinematics_(*world.model),
      mean_v_(VecX::Zero(world.model->nv())),
      no_a_(VecX::Zero(world.model->nv())),
      loads_(*world.model),
      workspace_(*world.model, world.settings.adaptive.has_value()),
      effort_(VecX::Zero(world.model->nv())),
      rate_a_(VecX::Zero(world.model->nv())),
      rate_aux_(VecX::Zero(aux_size_)),
      shape_poses_(world.terrain->shapes().size()),
      next_slots_(world.slot_count),
      spheres_(world.spheres.size()),
      next_spheres_(world.spheres.size()),
      sphere_touches_(world.spheres.size()),
      stability_(world),
      ruts_(world.slot_count) {
  loads_.gravity = Vec3(0, 0, -world.settings.gravity);
  output_.wheels.resize(world.wheels.size());
  output_.pads.resize(world.pads.size());
  if (world.settings.adaptive) loads_.added.resize(world.model->bodies().size());
  output_.spheres.resize(world.spheres.size());
  output_.tip_over.resize(world.vehicles.size());
  output_.tensions.resize(world.model->springs().size());
}

namespace {

void command(int q_index, int v_index, const CoordinateCommand& c, VecX& q, VecX& v, VecX& a) {
  q[q_index] = c.q;
  v[v_index] = c.v;
  a[v_index] = c.a;
}

}  // namespace

void ContactSystem::prescribe(double t, VecX& q, VecX& v, VecX& a) {
  for (const HeldCoordinate& held : world_.held) {
    q[held.q] = held.position;
    v[held.v] = a[held.v] = 0.0;
  }
  for (const LedCoordinate& led : world_.led) command(led.q, led.v, led.signal.at(t), q, v, a);
  for (std::size_t i = 0; i < world_.wheels.size(); ++i) {
    const WheelRuntime& wheel = world_.wheels[i];
    if (!wheel.motor) command(wheel.drive_q, wheel.drive_v, spin_command(world_, segments_, i, t), q, v, a);
    if (wheel.steer_v >= 0)
      command(wheel.steer_q, wheel.steer_v, steer_command(world_, segments_, i, t), q, v, a);
  }
  if (holding_)
    for (int i = 0; i < world_.model->nv(); ++i)
      if (world_.model->modes()[i] == CoordinateMode::prescribed) v[i] = a[i] = 0.0;
  for (const Coupling& c : world_.model->couplings()) {
    q[c.dependent_q] = c.ratio * q[c.independent_q] + c.offset;
    v[c.dependent_v] = c.ratio * v[c.independent_v];
  }
}

void ContactSystem::begin(const SimulationState& state, double dt) {
  step_ = dt;
  start_slots_ = state.slots;
  spheres_ = state.spheres;
  pads_ = state.pads;
  segments_ = state.segments;
  motors_ = state.motors;
  ground_ = &state.ground;
  for (std::size_t r = 0; r < world_.releases.size(); ++r)
    for (int spring : world_.releases[r].springs) loads_.released[spring] = state.releases[r].done != 0.0;
  start_ = &state.motion;
}

void ContactSystem::pack_aux(const SimulationState& state, VecX& aux) const {
  for (int i = 0; i < world_.slot_count; ++i) {
    const ContactMemory& m = state.slots[i].memory;
    const double rates[kContactRateSize] = {m.u_wheel, m.zeta_x, m.zeta_y, m.travel, m.u_peak, m.fresh};
    for (int k = 0; k < kContactRateSize; ++k) aux[i * kContactRateSize + k] = rates[k];
  }
}

void ContactSystem::place_shapes() {
  const auto& shapes = world_.terrain->shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const int owner = world_.shape_owner[i];
    shape_poses_[i] = owner < 0 ? shapes[i].pose : kinematics_.body[owner].X_WB * shapes[i].pose;
  }
}

void ContactSystem::add_force(int body, const Vec3& point, const Vec3& force, const Vec3& couple) {
  if (body < 0) return;
  Wrench& w = loads_.on_body[body];
  w.force += force;
  w.moment += (point - kinematics_.body[body].X_WB.p).cross(force) + couple;
}

// advance(law, motion, slot, force) runs the step or the rate form on the slot's memory.
template <class Advance>
StepStatus ContactSystem::apply_wheels(Advance&& advance) {
  power_ = ContactPower{};
  rut_count_ = 0;
  for (std::size_t w = 0; w < world_.wheels.size(); ++w) {
    const WheelRuntime& wheel = world_.wheels[w];
    WheelSum sum;
    output_.wheels[w] = WheelOutput{};
    for (std::size_t s = 0; s < wheel.slice_offsets.size(); ++s) {
      const int first = wheel.first_slot + static_cast<int>(s) * kSlotsPerSlice;
      if (!apply_slice(wheel, wheel.slice_offsets[s], first, output_.wheels[w], sum, advance))
        return StepStatus::outside_terrain;
    }
    finish_wheel(wheel, output_.wheels[w], sum);
  }
  return StepStatus::ok;
}

template <class Advance>
bool ContactSystem::apply_slice(const WheelRuntime& wheel, double offset, int first_slot, WheelOutput& out,
                                WheelSum& sum, Advance& advance) {
  const RigidTransform& X_WK = kinematics_.body[wheel.body.index].X_WB;
  const WheelDisc disc{X_WK.p + offset * X_WK.R.col(1), X_WK.R.col(1), wheel.spec.geometry.radius};
  std::array<ArcContact, kMaxArcContacts> arcs;
  const int count = find_arc_contacts(*world_.terrain, *ground_, shape_poses_, disc, arcs);
  if (count < 0) {
    failure_ = fmt::format("wheel {} left the terrain at x = {:.3f} m, y = {:.3f} m", wheel.spec.name,
                           disc.center.x(), disc.center.y());
    return false;
  }
  bool met[kSlotsPerSlice] = {};
  double footprint = 0.0;  // penetration squared: what a surface's share of the wheel's spring stores
  for (int c = 0; c < count; ++c) footprint += arcs[c].penetration * arcs[c].penetration;
  for (int c = 0; c < count; ++c) {
    const int slot = slot_for(next_slots_, first_slot, arcs[c].surface);
    if (slot < 0) continue;  // more surfaces at once than a slice remembers: the last ones carry nothing
    met[slot - first_slot] = true;
    apply_contact(wheel, disc, arcs[c], arcs[c].penetration * arcs[c].penetration / footprint, slot, out, sum,
                  advance);
  }
  // surfaces left behind: wheel and ground spring back
  for (int k = 0; k < kSlotsPerSlice; ++k) {
    const double surface = next_slots_[first_slot + k].surface;
    if (surface < 0.0 || met[k]) continue;
    const int material = surface == 0.0
                             ? world_.terrain->base_material()
                             : world_.terrain->shapes()[static_cast<std::size_t>(surface) - 1].material;
    ContactForce f;
    advance(wheel.laws[material], ContactMotion{}, first_slot + k, f);
    count_power(f);
  }
  return true;
}

template <class Advance>
void ContactSystem::apply_contact(const WheelRuntime& wheel, const WheelDisc& disc, const ArcContact& arc,
                                  double share, int slot, WheelOutput& out, WheelSum& sum, Advance& advance) {
  const int owner = arc.surface > 0 ? world_.shape_owner[arc.surface - 1] : -1;
  const BodyMotion& hub = sliding_->body[wheel.body.index];
  // along the wheel its spin tells the rim's speed apart; across it a leaning wheel sweeps the point where it
  // touches
  Vec3 velocity = hub.velocity_at(disc.center), touching = hub.velocity_at(arc.point), spin = hub.w;
  if (owner >= 0) {
    const Vec3 ground = sliding_->body[owner].velocity_at(arc.point);
    velocity -= ground;
    touching -= ground;
    spin -= sliding_->body[owner].w;
  }
  const ContactFrame frame = contact_frame(disc.axis, arc.gradient);
  const ContactMotion motion{.u_tot = arc.penetration,
                             .u_tot_rate = -arc.gradient.dot(velocity),
                             .v_x = frame.forward.dot(velocity),
                             .v_y = frame.left.dot(touching),
                             .spin = disc.axis.dot(spin),
                             .rut_depth = arc.rut_depth,
                             .share = share};
  const ContactLaw& law = wheel.laws[arc.material];
  ContactForce f;
  advance(law, motion, slot, f);
  count_power(f);
  out.approach = std::max(out.approach, std::fabs(motion.u_tot_rate));
  if (f.normal <= 0.0) return;

  const Vec3 force = f.normal * arc.gradient + f.longitudinal * frame.forward + f.lateral * frame.left;
  // the force at the contact point already turns the wheel by -longitudinal * arm; the law knows the torque
  const double arm = law.wheel.radius - arc.penetration;
  const Vec3 couple = -(f.torque - f.longitudinal * arm) * disc.axis;
  add_force(wheel.body.index, arc.point, force, couple);
  add_force(owner, arc.point, -force, -couple);
  if (sliding_ == &mean_kinematics_ && owner < 0)
    add_damper(wheel.body.index, arc.point, frame.normal, f.bristle_damping + step_ * f.shear_stiffness,
               step_ * f.normal_stiffness * arc.gradient.squaredNorm());

  out.force += force;
  out.moment += arc.point.cross(force) + couple;
  out.load += f.normal;
  out.longitudinal += f.longitudinal;
  out.lateral += f.lateral;
  out.torque += f.torque;
  out.sinkage = std::max(out.sinkage, law.hard() ? 0.0 : f.sinkage + arc.rut_depth);
  out.rut_depth = std::max(out.rut_depth, arc.rut_depth);
  out.hub_displacement = std::max(out.hub_displacement, arc.penetration);
  out.deflection = std::max(out.deflection, arc.penetration - f.sinkage);
  ++out.contacts;
  if (f.normal > sum.heaviest) {
    sum.heaviest = f.normal;
    out.surface = arc.surface;
  }
  sum.point += f.normal * arc.point;
  sum.slip += f.normal * (law.hard() ? sliding_share(arm * motion.spin, motion.v_x) : f.slip_x);
  if (!law.hard() && arc.surface == 0 && std::fabs(next_slots_[slot].memory.travel) > kRolledThrough &&
      leaves_rut(disc.center, velocity))
    ruts_[rut_count_++] = make_rut(law, frame.forward * (motion.v_x < 0.0 ? -1.0 : 1.0), arc, f);
}

// Four marks a cell are as good as one each step (0.2 % of a cell's way): a cell keeps its deepest.
bool ContactSystem::leaves_rut(const Vec3& center, const Vec3& velocity) const {
  const double per_mark = 4.0 / ground_->cell();
  const auto mark_of = [](double x) {  // without the C library's floor
    const auto k = static_cast<long long>(x);
    return k - (x < static_cast<double>(k));
  };
  const auto crosses = [&](double now, double speed) {
    return mark_of(now * per_mark) != mark_of((now - speed * step_) * per_mark);
  };
  return crosses(center.x(), velocity.x()) || crosses(center.y(), velocity.y());
}

ContactSystem::RutMark ContactSystem::make_rut(const ContactLaw& law, const Vec3& heading,
                                               const ArcContact& arc, const ContactForce& f) {
  RutMark rut;
  rut.point = arc.point;
  rut.rear = -Vec3(heading.x(), heading.y(), 0.0).normalized();
  rut.side = Vec3(-rut.rear.y(), rut.rear.x(), 0.0);
  rut.half_width = 0.5 * law.wheel.width * law.width_fraction;
  rut.behind = law.wheel.radius * math::acos(1.0 - arc.penetration / law.wheel.radius);
  rut.depth = plastic_sinkage(law, arc.rut_depth, f.sinkage);
  return rut;
}

void ContactSystem::count_power(const ContactForce& f) {
  power_.stored += f.stored_energy;
  power_.normal += f.normal_dissipation;
  power_.tangential += f.tangential_dissipation;
  power_.numerical_loss += f.numerical_loss;
}

void ContactSystem::finish_wheel(const WheelRuntime& wheel, WheelOutput& out, const WheelSum& sum) {
  const BodyMotion& hub = kinematics_.body[wheel.body.index];
  if (out.load <= 0.0) {
    out.point = hub.X_WB.p;
    return;
  }
  out.point = sum.point / out.load;
  out.moment -= out.point.cross(out.force);
  const ContactFrame frame = contact_frame(hub.X_WB.R.col(1), (hub.X_WB.p - out.point).normalized());
  const double vx = frame.forward.dot(hub.v), vy = frame.left.dot(hub.v);
  const double rim = wheel.spec.geometry.radius * hub.X_WB.R.col(1).dot(hub.w);
  constexpr double kStill = 1e-6;  // m/s: slip and direction of a wheel at rest mean nothing
  if (std::fabs(rim) > kStill || std::sqrt(vx * vx + vy * vy) > kStill)
    out.slip =
        slip_on_radius(sum.slip / out.load, rim, wheel.spec.reference_radius() / wheel.spec.geometry.radius);
  if (std::sqrt(vx * vx + vy * vy) > kStill) out.slip_angle = math::atan2(-vy, std::fabs(vx));
}

// Beeman's position goes on by dt v + dt^2 (a/2 + rho/6 (a - a_prev)) (beeman.cpp): that over dt is the mean
// velocity. Slip that grows with it grows with the true displacement, as the penetration does, and stays
// stable to about twice the step of one that grows with the predicted velocity (docs/theory_contact.md).
void ContactSystem::calc_mean_motion(double dt, const VecX& q) {
  const MotionState& s = *start_;
  const double rho = s.dt_prev > 0.0 ? dt / s.dt_prev : 0.0;
  mean_v_ = s.v + dt * (0.5 * s.a + (rho / 6.0) * (s.a - s.a_prev));
  for (const Joint& joint : world_.model->joints())
    if (joint.mode == CoordinateMode::prescribed && joint.nv == 1)
      mean_v_[joint.v_index] = (q[joint.q_index] - s.q[joint.q_index]) / dt;
  for (const Coupling& c : world_.model->couplings())
    mean_v_[c.dependent_v] = c.ratio * mean_v_[c.independent_v];
  calc_kinematics(*world_.model, q, mean_v_, mean_kinematics_);
}

void ContactSystem::add_damper(int body, const Vec3& point, const Vec3& normal, double across, double along) {
  const Vec3 r = point - kinematics_.body[body].X_WB.p;
  Mat3 R;
  R << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  const Mat3 M = across * Mat3::Identity() + (along - across) * normal * normal.transpose();
  const Mat3 H = R * M;
  AddedInertia& sum = loads_.added[body];
  sum.M += M;
  sum.H += H;
  sum.J -= H * R;
}

// Linearly implicit contacts. Their forces took the mean velocity of the step, or the positions that it made;
// with D = beta + k dt, beta the damping and k the stiffness of a contact, along and across its normal, what
// the end's velocity v_end = v_base + gamma a changes is
//   -D (V_end - V_mean) = -D (V_base - V_mean - gamma A_0) - gamma D A,
// with A_0 the body's acceleration at a = 0 (velocity products). The last term is an added inertia gamma D.
// V_end - V_mean is a dt/2, so the damper's force is that at the end, and the spring's part is of second
// order in dt; with it damper and spring are stable at any step and need not shrink with it
// (docs/theory_contact.md; in the manner of Rosenbrock's methods: Hairer & Wanner 1996, IV.7).
void ContactSystem::make_contacts_implicit(double gamma, const VecX& q, const VecX& v_predicted,
                                           const VecX& v_base) {
  calc_kinematics(*world_.model, q, v_base, base_kinematics_);
  calc_accelerations(*world_.model, q, v_predicted, no_a_, kinematics_);
  for (const WheelRuntime& wheel : world_.wheels) {
    const int b = wheel.body.index;
    AddedInertia& D = loads_.added[b];
    const BodyMotion &base = base_kinematics_.body[b], &mean = mean_kinematics_.body[b],
                     &now = kinematics_.body[b];
    const Vec3 w = base.w - mean.w - gamma * now.w_dot, v = base.v - mean.v - gamma * now.v_dot;
    loads_.on_body[b].moment -= D.J * w + D.H * v;
    loads_.on_body[b].force -= D.H.transpose() * w + D.M * v;
    D.J *= gamma;
    D.H *= gamma;
    D.M *= gamma;
  }
}

StepStatus ContactSystem::calc_step(double t, double dt, const VecX& q, const VecX& v_predicted,
                                    const VecX& v_base, double gamma, VecX& aux, VecX& a) {
  calc_kinematics(*world_.model, q, v_predicted, kinematics_);
  place_shapes();
  loads_.clear();
  copy_slots(start_slots_, next_slots_);
  next_spheres_ = spheres_;
  next_pads_ = pads_;
  next_motors_ = motors_;
  output_.time = t;
  ++evaluations_;
  const bool mean = world_.settings.adaptive && gamma > 0.0;  // Beeman, not the Euler steps of settling
  if (mean) calc_mean_motion(dt, q);
  sliding_ = mean ? &mean_kinematics_ : &kinematics_;
  const StepStatus status =
      apply_wheels([&](const ContactLaw& law, const ContactMotion& motion, int slot, ContactForce& f) {
        step_contact(law, motion, dt, next_slots_[slot].memory, f);
      });
  if (status != StepStatus::ok) return status;
  apply_spheres(dt);
  apply_pads(dt);
  read_tensions();
  apply_motors(t, q, v_predicted, true);
  if (mean) make_contacts_implicit(gamma, q, v_predicted, v_base);
  const ImplicitDamping damping{gamma, &v_base};
  forward_dynamics(*world_.model, q, v_predicted, kinematics_, loads_, damping, workspace_, a, effort_);
  finish_motors(t, q, v_predicted, gamma, v_base, a, true);
  for (int i = 0; i < world_.slot_count; ++i) {
    ContactSlot& slot = next_slots_[i];
    if (slot.surface >= 0.0 && at_ease(slot.memory) && slot.memory.force_past == 0.0) slot = ContactSlot{};
    const ContactMemory& m = slot.memory;
    double* x = aux.data() + i * kContactRateSize;
    x[0] = m.u_wheel, x[1] = m.zeta_x, x[2] = m.zeta_y, x[3] = m.travel, x[4] = m.u_peak, x[5] = m.fresh;
  }
  return StepStatus::ok;
}

StepStatus ContactSystem::calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                                     VecX& aux_rate) {
  calc_kinematics(*world_.model, q, v, kinematics_);
  place_shapes();
  loads_.clear();
  copy_slots(start_slots_, next_slots_);
  next_spheres_ = spheres_;
  next_pads_ = pads_;
  next_motors_ = motors_;
  output_.time = t;
  ++evaluations_;
  sliding_ = &kinematics_;
  aux_rate.setZero();
  const StepStatus status =
      apply_wheels([&](const ContactLaw& law, const ContactMotion& motion, int slot, ContactForce& f) {
        ContactMemory m = next_slots_[slot].memory;
        const double* x = aux.data() + slot * kContactRateSize;
        m.u_wheel = x[0], m.zeta_x = x[1], m.zeta_y = x[2], m.travel = x[3], m.u_peak = x[4], m.fresh = x[5];
        m.u_soil = motion.u_tot > 0.0 ? std::max(0.0, motion.u_tot - m.u_wheel) : 0.0;
        std::array<double, kContactRateSize> rates;
        calc_contact_rates(law, motion, m, rates, f);
        for (int k = 0; k < kContactRateSize; ++k) aux_rate[slot * kContactRateSize + k] = rates[k];
        m.force_past = f.normal;
        m.past_count = f.normal > 0.0 ? 1.0 : 0.0;  // the step form goes on from here with two points
        m.u_wheel_past[0] = m.u_wheel;
        m.u_tot_past[0] = motion.u_tot;
        next_slots_[slot].memory = m;
      });
  if (status != StepStatus::ok) return status;
  apply_spheres(0.0);
  apply_pads(0.0);
  read_tensions();
  apply_motors(t, q, v, false);
  forward_dynamics(*world_.model, q, v, kinematics_, loads_, ImplicitDamping{}, workspace_, a, effort_);
  finish_motors(t, q, v, 0.0, v, a, false);
  return StepStatus::ok;
}

void ContactSystem::read_tensions() {
  for (std::size_t i = 0; i < output_.tensions.size(); ++i)
    output_.tensions[i] = loads_.released[i]
                              ? 0.0
                              : calc_spring_reading(*world_.model, static_cast<int>(i), kinematics_).tension;
}

StepStatus ContactSystem::evaluate(double t, const VecX& q, const VecX& v, const VecX& aux) {
  rate_a_.setZero();
  const StepStatus status = calc_rates(t, q, v, aux, rate_a_, rate_aux_);
  if (status == StepStatus::ok) stability_.measure(kinematics_, output_);
  return status;
}

void ContactSystem::accept(SimulationState& state) {
  stability_.measure(kinematics_, output_);
  copy_slots(next_slots_, state.slots);
  spheres_ = next_spheres_;
  pads_ = next_pads_;
  state.spheres = spheres_;
  state.pads = pads_;
  motors_ = next_motors_;
  state.motors = motors_;
  const double cell = state.ground.cell();
  std::size_t tile = 0;
  for (int i = 0; i < rut_count_; ++i) {
    const RutMark& rut = ruts_[i];
    // behind the footprint, so that a wheel never stands in the rut it is still making
    const Vec3 at = rut.point + (rut.behind + 1.5 * cell) * rut.rear;
    for (double y = -rut.half_width; y <= rut.half_width + 1e-9; y += 0.5 * cell) {
      const Vec3 p = at + y * rut.side;
      state.ground.deposit(p.x(), p.y(), rut.depth, tile);
    }
  }
}

}  // namespace grouser
