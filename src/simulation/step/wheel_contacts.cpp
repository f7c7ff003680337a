// The contacts of the wheels with the ground. All slices pass together through one stage after the other, so
// that the code of each stage stays in the first-level cache: where each slice touches (terrain), how it
// moves there, the soil law (run by the step or rate form, contact_system.cpp), the forces.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact_system.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/slip_radius.hpp"
#include "grouser/soil/laws/unloading.hpp"

namespace grouser {
namespace {

/// Side of a slice that its wheel rolls onto, as remembered by its heaviest contact.
double entry_of(std::span<const ContactSlot> slots) {
  const ContactMemory* heaviest = &slots[0].memory;
  for (const ContactSlot& slot : slots)
    if (slot.surface >= 0.0 && slot.memory.force_past > heaviest->force_past) heaviest = &slot.memory;
  return entry_side(heaviest->travel);
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

/// The part of a sinkage z over a rut that remains once the wheel has passed.
double plastic_sinkage(const ContactLaw& law, double rut, double z) {
  const SoilParams& soil = law.soil;
  return plastic_sinkage_after(law.on_soil.modulus, soil.n, soil.unloading_stiffness, rut, z);
}

/// Slip on hard ground, where the law's own state is a deflection limited by Coulomb's cone: the surface
/// speed at the rolling radius against the hub's speed.
double sliding_share(double rim, double v) {
  const double fastest = std::max(std::fabs(rim), std::fabs(v));
  constexpr double kStill = 1e-6;  // m/s
  return fastest > kStill ? (rim - v) / fastest : 0.0;
}

}  // namespace

ContactSystem::ContactFrame ContactSystem::contact_frame(const Vec3& axis, const Vec3& gradient) {
  ContactFrame f;
  f.normal = gradient.normalized();
  f.forward = axis.cross(f.normal).normalized();
  f.left = f.normal.cross(f.forward);
  return f;
}

bool ContactSystem::touch_wheels() {
  auto slice = slices_.begin();
  auto hint = tile_hints_.begin();
  const bool ruts = !ground_->untouched();
  for (const WheelRuntime& wheel : world_.wheels) {
    const RigidTransform& X_WK = kinematics_.body[wheel.body.index].X_WB;
    const auto first = slice;
    int slot = wheel.first_slot;
    for (const double offset : wheel.slice_offsets) {
      slice->disc = {X_WK.p + offset * X_WK.R.col(1), X_WK.R.col(1), wheel.spec.geometry.radius};
      slice->entry = ruts ? entry_of(std::span(next_slots_).subspan(slot, kSlotsPerSlice)) : 0.0;
      slot += kSlotsPerSlice;
      ++slice;
    }
    if (!find_wheel_contacts(*world_.terrain, *ground_, shape_poses_, {first, slice}, *hint++)) {
      const Vec3& p = X_WK.p;
      failure_ = fmt::format("wheel {} left the terrain at x = {:.3f} m, y = {:.3f} m", wheel.spec.name,
                             p.x(), p.y());
      return false;
    }
  }
  touch_count_ = 0;
  slice = slices_.begin();
  for (std::size_t w = 0; w < world_.wheels.size(); ++w) {
    const WheelRuntime& wheel = world_.wheels[w];
    for (std::size_t s = 0; s < wheel.slice_offsets.size(); ++s, ++slice)
      touch_slice(static_cast<int>(w), wheel.first_slot + static_cast<int>(s) * kSlotsPerSlice, *slice);
  }
  return true;
}

void ContactSystem::touch_slice(int wheel_index, int first_slot, const SliceContacts& slice) {
  const WheelRuntime& wheel = world_.wheels[wheel_index];
  bool met[kSlotsPerSlice] = {};
  // Penetration squared: proportional to a surface's share of the wheel's spring energy
  double footprint = 0.0;
  for (int c = 0; c < slice.count; ++c) footprint += slice.arcs[c].penetration * slice.arcs[c].penetration;
  for (int c = 0; c < slice.count; ++c) {
    const ArcContact& arc = slice.arcs[c];
    const int slot = slot_for(next_slots_, first_slot, arc.patch);
    if (slot < 0) continue;  // more surfaces at once than a slice remembers: the last ones carry no load
    met[slot - first_slot] = true;
    WheelTouch& touch = touches_[touch_count_++];
    touch.wheel = wheel_index;
    touch.slot = slot;
    touch.disc = &slice.disc;
    touch.arc = &arc;
    touch.law = &wheel.laws[arc.material];
    set_motion(wheel, arc.penetration * arc.penetration / footprint, touch);
  }
  // surfaces that were left: wheel and ground spring back
  for (int k = 0; k < kSlotsPerSlice; ++k) {
    const double surface = next_slots_[first_slot + k].surface;
    if (surface < 0.0 || met[k]) continue;
    const int material = patch_of(*world_.terrain, static_cast<int>(surface)).material;
    WheelTouch& touch = touches_[touch_count_++];
    touch.wheel = wheel_index;
    touch.slot = first_slot + k;
    touch.arc = nullptr;
    touch.law = &wheel.laws[material];
    touch.motion = ContactMotion{};
  }
}

void ContactSystem::set_motion(const WheelRuntime& wheel, double share, WheelTouch& touch) {
  const ArcContact& arc = *touch.arc;
  const WheelDisc& disc = *touch.disc;
  const int owner = arc.surface > 0 ? world_.shape_owner[arc.surface - 1] : -1;
  const BodyMotion& hub = sliding_->body[wheel.body.index];
  // along the wheel its spin gives the rim's speed separately; across it a leaning wheel moves its contact
  // point sideways
  Vec3 velocity = hub.velocity_at(disc.center), touching = hub.velocity_at(arc.point), spin = hub.w;
  if (owner >= 0) {
    const Vec3 ground = sliding_->body[owner].velocity_at(arc.point);
    velocity -= ground;
    touching -= ground;
    spin -= sliding_->body[owner].w;
  }
  touch.owner = owner;
  touch.frame = contact_frame(disc.axis, arc.gradient);
  touch.velocity = velocity;
  touch.motion = {.u_tot = arc.penetration,
                  .u_tot_rate = -arc.gradient.dot(velocity),
                  .v_x = touch.frame.forward.dot(velocity),
                  .v_y = touch.frame.left.dot(touching),
                  .spin = disc.axis.dot(spin),
                  .rut_depth = arc.rut_depth,
                  .rut_rate = arc.rut_wall.dot(velocity.head<2>()),
                  .share = share};
}

void ContactSystem::apply_touches() {
  power_ = ContactPower{};
  rut_count_ = 0;
  const WheelTouch* touch = touches_.data();
  const WheelTouch* const end = touch + touch_count_;
  for (std::size_t w = 0; w < world_.wheels.size(); ++w) {
    WheelSum sum;
    output_.wheels[w] = WheelOutput{};
    for (; touch != end && touch->wheel == static_cast<int>(w); ++touch) {
      count_power(touch->force);
      if (touch->arc) apply_touch(world_.wheels[w], *touch, output_.wheels[w], sum);
    }
    finish_wheel(world_.wheels[w], output_.wheels[w], sum);
  }
}

void ContactSystem::apply_touch(const WheelRuntime& wheel, const WheelTouch& touch, WheelOutput& out,
                                WheelSum& sum) {
  const ArcContact& arc = *touch.arc;
  const WheelDisc& disc = *touch.disc;
  const ContactLaw& law = *touch.law;
  const ContactFrame& frame = touch.frame;
  const ContactMotion& motion = touch.motion;
  const ContactForce& f = touch.force;
  out.approach = std::max(out.approach, std::fabs(motion.u_tot_rate));
  if (f.normal <= 0.0) return;

  const Vec3 force = f.normal * arc.gradient + f.longitudinal * frame.forward + f.lateral * frame.left;
  // the force at the contact point already turns the wheel by -longitudinal * arm; the law knows the torque
  const double arm = law.wheel.radius - arc.penetration;
  const Vec3 couple = -(f.torque - f.longitudinal * arm) * disc.axis;
  add_force(wheel.body.index, arc.point, force, couple);
  add_force(touch.owner, arc.point, -force, -couple);
  if (sliding_ == &mean_kinematics_ && touch.owner < 0)
    add_damper(wheel.body.index, arc.point, frame.normal,
               f.bristle_damping + step_ * sliding_stiffness(law, next_slots_[touch.slot].memory, f),
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
  const double travel = next_slots_[touch.slot].memory.travel;
  if (!law.hard() && arc.surface == 0 && std::fabs(travel) > kLeavesRut &&
      leaves_rut(disc.center, touch.velocity))
    ruts_[rut_count_++] = make_rut(law, travel < 0.0 ? -frame.forward : frame.forward, arc, f);
}

// A cell keeps its deepest mark; sixteen marks along its side find it as well as one per step (mean slip
// within 2e-4).
bool ContactSystem::leaves_rut(const Vec3& center, const Vec3& velocity) const {
  const double per_mark = 16.0 / ground_->cell();
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
  rut.depth = plastic_sinkage(law, arc.rut_depth, f.sinkage);
  rut.material = arc.material;
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
  constexpr double kStill = 1e-6;  // m/s: below it slip and direction of a wheel are meaningless
  if (std::fabs(rim) > kStill || std::sqrt(vx * vx + vy * vy) > kStill)
    out.slip =
        slip_on_radius(sum.slip / out.load, rim, wheel.spec.reference_radius() / wheel.spec.geometry.radius);
  if (std::sqrt(vx * vx + vy * vy) > kStill) out.slip_angle = math::atan2(-vy, std::fabs(vx));
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

}  // namespace grouser
