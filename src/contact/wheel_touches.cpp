// SPDX-License-Identifier: BSD-3-Clause
// Contacts of the wheels, their motion there, and the effect of the forces on the bodies.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/slip_radius.hpp"
#include "wheel_contacts.hpp"

namespace grouser {
namespace {

/// Memory of the contact with the largest last force, N; null where none is remembered.
const ContactMemory* heaviest_of(std::span<const ContactSlot> slots) {
  const ContactMemory* heaviest = nullptr;
  for (const ContactSlot& slot : slots)
    if (slot.surface >= 0.0 && (!heaviest || slot.memory.force_past > heaviest->force_past))
      heaviest = &slot.memory;
  return heaviest;
}

/// Travel of a slice into its footprint, in [-1, 1], which gives the side on which it meets the ground
/// (entry_side()): the one remembered by its heaviest contact or, if it has none, by that of the slices
/// beside it. A contact that has just lost its load still counts.
double travel_of(std::span<const ContactSlot> slice, std::span<const ContactSlot> wheel) {
  const ContactMemory* heaviest = heaviest_of(slice);
  if (!heaviest) heaviest = heaviest_of(wheel);
  return heaviest ? heaviest->travel : 0.0;
}

/// Share of a wheel's damping that acts along a contact. If a surface is nearly parallel to the wheel, a
/// small sideways displacement changes the penetration by |gradient| as much, and a damper on the penetration
/// acts as |gradient|^2 dampers do. The wheel has only one: on surfaces more than 60 degrees from its tread,
/// its damper acts as at 60 degrees.
double flank_damping(const Vec3& gradient) {
  constexpr double kFlank = 4.0;  // of |gradient|^2
  const double steepness = gradient.squaredNorm();
  return steepness > kFlank ? kFlank / steepness : 1.0;
}

/// A wheel's grousers turn with its body; the first lies along the body's x axis.
double grouser_phase(const Vec3& first, const ContactFrame& frame) {
  return math::atan2(frame.forward.dot(first), -frame.normal.dot(first));
}

/// A contact begins with the travel of its slice: a wheel that rolls onto another surface rolls on.
int slot_for(std::vector<ContactSlot>& slots, int first, int surface, double travel) {
  int free = -1;
  for (int i = first; i < first + kSlotsPerSlice; ++i) {
    if (slots[i].surface == surface) return i;
    if (slots[i].surface < 0.0 && free < 0) free = i;
  }
  if (free >= 0) slots[free] = ContactSlot{static_cast<double>(surface), {.travel = travel}};
  return free;
}

/// Length of a wheel's chord at a depth u, m.
double chord_at(double radius, double u) {
  const double depth = std::clamp(u, 0.0, radius);
  return 2.0 * std::sqrt(depth * (2.0 * radius - depth));
}

ContactSlot* slot_of(std::span<ContactSlot> slice, int surface) {
  const auto slot = std::ranges::find(slice, static_cast<double>(surface), &ContactSlot::surface);
  return slot == slice.end() ? nullptr : &*slot;
}

/// Whether a layer bears a slice, by the memory of its contact with it: the wheel's load on the chord that it
/// overlaps.
bool bears_slice(const GroundModel& ground, const ContactLaw& law, const ContactMemory& m) {
  const double width = law.wheel.width, length = chord_at(law.radius, m.u_wheel + m.u_soil);
  return ground.bears(m.force_past / law.width_fraction, length * width, 2.0 * (length + width));
}

/// The material that a slice meets on the ground: that of the layer on top, while it is whole and bears. A
/// slice that has come through a layer stays below it until it lifts; one that breaks through takes its
/// contact along, but for what its springs on the layer hold. slice: its slots as they were at the step's
/// start.
int material_met(const ContactScene& scene, const ContactInstant& at, const WheelPart& wheel,
                 const ArcContact& arc, std::span<ContactSlot> slice) {
  const GroundModel& ground = scene.grounds.of(0, arc.material);
  const int layer = ground.layer();
  if (layer < 0) return arc.material;
  ContactSlot* below = slot_of(slice, arc.patch);
  if (below && below->memory.force_past > 0.0) return arc.material;
  ContactSlot* on = slot_of(slice, contact_patch(*scene.terrain, 0, layer));
  const bool whole = ground.is_whole(*at.ground, arc.point.x(), arc.point.y());
  if (whole && (!on || bears_slice(ground, wheel.laws[static_cast<std::size_t>(layer)], on->memory)))
    return layer;
  if (on && !below)
    *on = {static_cast<double>(arc.patch), {.u_wheel = on->memory.u_wheel, .travel = on->memory.travel}};
  return arc.material;
}

/// Energy that the springs of a contact on a layer held, J, without its wheel's.
double held_on(const ContactLaw& law, const ContactMemory& m) {
  return 0.5 * law.k_ground * m.u_soil * m.u_soil +
         0.5 * law.k_shear * (m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y);
}

}  // namespace

bool WheelContacts::find_touches(const ContactInstant& at) {
  touch_count_ = 0;
  if (!scene_.grounds.searched() && at.shape_poses.empty()) return true;
  auto slice = slices_.begin();
  const bool ruts = !at.ground->untouched();
  for (std::size_t w = 0; w < scene_.wheels.size(); ++w) {
    const WheelPart& wheel = scene_.wheels[w];
    const RigidTransform& X_WK = at.now->body[wheel.body.index].X_WB;
    const auto first = slice;
    const std::span<const ContactSlot> slots =
        std::span(next_slots_).subspan(wheel.first_slot, wheel.slice_offsets.size() * kSlotsPerSlice);
    std::size_t slot = 0;
    for (const double offset : wheel.slice_offsets) {
      slice->disc = slice_disc(wheel, offset, X_WK);
      slice->entry = ruts ? entry_side(travel_of(slots.subspan(slot, kSlotsPerSlice), slots)) : 0.0;
      slot += kSlotsPerSlice;
      ++slice;
    }
    if (!find_wheel_contacts(*at.terrain, *at.ground, at.shape_poses, {first, slice}, grounds_[w])) {
      failure_ = fmt::format("wheel {} left the terrain at x = {:.3f} m, y = {:.3f} m", wheel.spec.name,
                             X_WK.p.x(), X_WK.p.y());
      return false;
    }
  }
  slice = slices_.begin();
  for (std::size_t w = 0; w < scene_.wheels.size(); ++w) {
    const WheelPart& wheel = scene_.wheels[w];
    for (std::size_t s = 0; s < wheel.slice_offsets.size(); ++s, ++slice)
      touch_slice(at, static_cast<int>(w), wheel.first_slot + static_cast<int>(s) * kSlotsPerSlice, *slice);
  }
  return true;
}

void WheelContacts::touch_slice(const ContactInstant& at, int wheel_index, int first_slot,
                                const SliceContacts& slice) {
  const WheelPart& wheel = scene_.wheels[wheel_index];
  const PartKind kind = wheel.meshed ? PartKind::meshed_wheel : PartKind::wheel;
  bool met[kSlotsPerSlice] = {};
  const std::span<const ContactSlot> slots =
      std::span(next_slots_).subspan(wheel.first_slot, wheel.slice_offsets.size() * kSlotsPerSlice);
  const double travel = at.ground->untouched()  // no rut lies beside the wheel, so no side differs
                            ? 0.0
                            : travel_of(std::span(next_slots_).subspan(first_slot, kSlotsPerSlice), slots);
  // Penetration squared: proportional to a surface's share of the wheel's spring energy
  double footprint = 0.0;
  for (int c = 0; c < slice.count; ++c) footprint += slice.arcs[c].penetration * slice.arcs[c].penetration;
  for (int c = 0; c < slice.count; ++c) {
    const ArcContact& arc = slice.arcs[c];
    if (scene_.grounds.server(kind, arc.surface, arc.material) != Server::part) continue;
    const int material = !layered_ || arc.surface > 0
                             ? arc.material
                             : material_met(scene_, at, wheel, arc,
                                            std::span(next_slots_).subspan(first_slot, kSlotsPerSlice));
    const int patch =
        material == arc.material ? arc.patch : contact_patch(*scene_.terrain, arc.surface, material);
    const int slot = slot_for(next_slots_, first_slot, patch, travel);
    if (slot < 0) continue;  // more surfaces at once than a slice remembers: the last ones carry no load
    met[slot - first_slot] = true;
    Touch& touch = touches_[touch_count_++];
    touch.wheel = wheel_index;
    touch.slot = slot;
    touch.disc = &slice.disc;
    touch.arc = &arc;
    touch.law = &wheel.laws[material];
    set_motion(at, wheel, arc.penetration * arc.penetration / footprint, touch);
  }
  // surfaces that were left: wheel and ground spring back
  for (int k = 0; k < kSlotsPerSlice; ++k) {
    const double surface = next_slots_[first_slot + k].surface;
    if (surface < 0.0 || met[k]) continue;
    const int material = patch_of(*scene_.terrain, static_cast<int>(surface)).material;
    Touch& touch = touches_[touch_count_++];
    touch.wheel = wheel_index;
    touch.slot = first_slot + k;
    touch.arc = nullptr;
    touch.law = &wheel.laws[material];
    touch.motion = ContactMotion{};
  }
}

void WheelContacts::set_motion(const ContactInstant& at, const WheelPart& wheel, double share, Touch& touch) {
  const ArcContact& arc = *touch.arc;
  const WheelDisc& disc = *touch.disc;
  const int owner = scene_.owner_of(arc.surface);
  const BodyMotion& hub = at.sliding->body[wheel.body.index];
  // along the wheel its spin gives the rim's speed separately; across it a leaning wheel moves its contact
  // point sideways
  Vec3 velocity = hub.velocity_at(disc.center), touching = hub.velocity_at(arc.point), spin = hub.w;
  if (owner >= 0) {
    const Vec3 ground = at.sliding->body[owner].velocity_at(arc.point);
    velocity -= ground;
    touching -= ground;
    spin -= at.sliding->body[owner].w;
  }
  touch.owner = owner;
  touch.frame = contact_frame(disc.axis, arc.gradient);
  touch.velocity = velocity;
  touch.motion = {.u_tot = penetration_of(arc, wheel, *touch.law),
                  .u_tot_rate = -arc.gradient.dot(velocity),
                  .v_x = touch.frame.forward.dot(velocity),
                  .v_y = touch.frame.left.dot(touching),
                  .spin = disc.axis.dot(spin),
                  .rut_depth = arc.rut_depth,
                  .rut_rate = arc.rut_wall.dot(velocity.head<2>()),
                  .share = share,
                  .damping = flank_damping(arc.gradient)};
  if (goes_by_rft(touch.law->soil) && touch.law->soil.rft_grousers == RftGrousers::phase)
    touch.motion.phase = grouser_phase(hub.X_WB.R.col(0), touch.frame);
}

void WheelContacts::calc_touch_rates(double fastest, Touch& touch, const VecX& aux, VecX& aux_rate) {
  const ContactMotion& motion = touch.motion;
  ContactMemory m = next_slots_[touch.slot].memory;
  const double* x = aux.data() + touch.slot * kContactRateSize;
  // a contact that began in this step has the travel of its slice beyond what its rates have added
  const double travel = start_slots_[touch.slot].surface < 0.0 ? m.travel : 0.0;
  m.u_wheel = x[0], m.zeta_x = x[1], m.zeta_y = x[2], m.travel = travel + x[3], m.u_peak = x[4],
  m.fresh = x[5];
  m.u_soil = motion.u_tot > 0.0 ? std::max(0.0, motion.u_tot - m.u_wheel) : 0.0;
  std::array<double, kContactRateSize> rates;
  calc_contact_rates(*touch.law, motion, m, fastest, rates, touch.force);
  for (int k = 0; k < kContactRateSize; ++k) aux_rate[touch.slot * kContactRateSize + k] = rates[k];
  m.force_past = touch.force.normal;
  m.past_count = touch.force.normal > 0.0 ? 1.0 : 0.0;  // the step form continues from here with two points
  m.u_wheel_past[0] = m.u_wheel;
  m.u_tot_past[0] = motion.u_tot + motion.rut_depth;
  next_slots_[touch.slot].memory = m;
}

void WheelContacts::apply_touches(const ContactInstant& at, ContactLoads& loads, ContactReadings& readings) {
  rut_count_ = 0;
  const Touch* touch = touches_.data();
  const Touch* const end = touch + touch_count_;
  for (std::size_t w = 0; w < scene_.wheels.size(); ++w) {
    WheelSum sum;
    readings.wheels[w] = WheelOutput{};
    readings.wheels[w].body = scene_.wheels[w].body.index;
    for (; touch != end && touch->wheel == static_cast<int>(w); ++touch) {
      loads.power.stored += touch->force.stored_energy;
      loads.power.normal += touch->force.normal_dissipation;
      loads.power.tangential += touch->force.tangential_dissipation;
      loads.power.numerical_loss += touch->force.numerical_loss;
      if (goes_by_rft(touch->law->soil)) {
        loads.power.soil_normal += touch->force.soil_normal;
        loads.power.soil_tangential += touch->force.soil_tangential;
      }
      if (touch->arc) apply_touch(at, *touch, loads, readings.wheels[w], sum);
      const ContactSlot& start = start_slots_[touch->slot];
      if (start.surface >= 0.0 && start.surface != next_slots_[touch->slot].surface) {  // it broke through
        const int layer = patch_of(*scene_.terrain, static_cast<int>(start.surface)).material;
        loads.power.work += held_on(scene_.wheels[w].laws[static_cast<std::size_t>(layer)], start.memory);
      }
    }
    finish_wheel(at, scene_.wheels[w], readings.wheels[w], sum);
    readings.records[w] = readings.wheels[w];
  }
}

void WheelContacts::apply_touch(const ContactInstant& at, const Touch& touch, ContactLoads& loads,
                                WheelOutput& out, WheelSum& sum) {
  const WheelPart& wheel = scene_.wheels[touch.wheel];
  const ArcContact& arc = *touch.arc;
  const WheelDisc& disc = *touch.disc;
  const ContactLaw& law = *touch.law;
  const ContactFrame& frame = touch.frame;
  const ContactMotion& motion = touch.motion;
  const ContactForce& f = touch.force;
  out.approach = std::max(out.approach, std::fabs(motion.u_tot_rate));
  if (f.normal <= 0.0) return;

  const Vec3 force = f.normal * arc.gradient + f.longitudinal * frame.forward + f.lateral * frame.left;
  const double arm = disc.radius - arc.penetration;
  const Vec3 couple = wheel_couple(f.torque, f.longitudinal, arm, disc.axis) + f.normal * arc.couple;
  loads.add(wheel.body.index, touch.owner, arc.point, force, couple);
  if (at.is_mean() && touch.owner < 0)
    loads.add_damper(wheel.body.index, arc.point, frame.normal,
                     f.bristle_damping + at.step * sliding_stiffness(law, next_slots_[touch.slot].memory, f),
                     at.step * f.normal_stiffness * arc.gradient.squaredNorm());

  out.force += force;
  out.moment += arc.point.cross(force) + couple;
  out.pressing += f.normal * arc.gradient;
  out.longitudinal += f.longitudinal;
  out.lateral += f.lateral;
  out.torque += f.torque;
  out.sinkage = std::max(out.sinkage, f.rut);
  out.rut_depth = std::max(out.rut_depth, arc.rut_depth);
  out.depth = std::max(out.depth, motion.u_tot);
  out.deflection = std::max(out.deflection, motion.u_tot - f.sinkage);
  ++out.contacts;
  if (f.normal > sum.heaviest) {
    sum.heaviest = f.normal;
    out.surface = arc.surface;
    out.other = touch.owner;
  }
  sum.load += f.normal;
  sum.point += f.normal * arc.point;
  sum.slip += f.normal * slip_on_radius(f.slip, motion.spin, wheel.spec.geometry.radius / law.radius);
  const double travel = next_slots_[touch.slot].memory.travel;
  const bool presses_in = f.rut > 0.0 && arc.surface == 0 && std::fabs(travel) > kLeavesRut;
  if (presses_in && sum.marks < 0) sum.marks = leaves_ruts(at, wheel) ? 1 : 0;
  if (presses_in && sum.marks > 0)
    ruts_[rut_count_++] = {.wheel = touch.wheel,
                           .law = &law,
                           .point = arc.point,
                           .axle = disc.axis.head<2>(),
                           .sense = travel < 0.0 ? -1.0 : 1.0,
                           .rut_depth = arc.rut_depth,
                           .sinkage = f.sinkage,
                           .material = arc.material};
}

// A cell keeps its deepest mark; sixteen marks along its side find it as well as one per step (mean slip
// within 2e-4). All slices of a wheel leave theirs together, so that their shares of a cell add up, wherever
// an outer one passes a mark's place. Places are lines of the grid that are crossed steeply: a line that a
// wheel rolls along would be crossed to and fro by rounding. They are crossed where the wheel comes upon
// them, so a mirrored wheel leaves mirrored marks.
bool WheelContacts::leaves_ruts(const ContactInstant& at, const WheelPart& wheel) {
  constexpr double kSteep = 0.09;  // of the speed squared: crossed at more than 17 degrees
  const RigidTransform& X = at.now->body[wheel.body.index].X_WB;
  const BodyMotion& hub = at.sliding->body[wheel.body.index];
  const double per_mark = 16.0 / at.ground->cell();
  const auto mark_of = [](double x) {  // without the C library's floor
    const auto k = static_cast<long long>(x);
    return k - (x < static_cast<double>(k));
  };
  const auto crosses = [&](double place, double speed) {
    const double ahead = std::copysign(per_mark, speed);
    return mark_of(place * ahead) != mark_of((place - speed * at.step) * ahead);
  };
  const auto axle = X.R.col(1);
  const Vec2 turning(hub.w.y() * axle.z() - hub.w.z() * axle.y(),
                     hub.w.z() * axle.x() - hub.w.x() * axle.z());
  const auto outer_crosses = [&](double offset) {
    const Vec2 center = X.p.head<2>() + offset * axle.head<2>(), v = hub.v.head<2>() + offset * turning;
    const double least = kSteep * v.squaredNorm();
    return (v.x() * v.x() > least && crosses(center.x(), v.x())) ||
           (v.y() * v.y() > least && crosses(center.y(), v.y()));
  };
  const double first = wheel.slice_offsets.front(), last = wheel.slice_offsets.back();
  return outer_crosses(first) || (last != first && outer_crosses(last));
}

// A layer breaks in all cells that the rim reaches below the untouched surface, and at least around the
// contact's point.
void WheelContacts::mark_ground(const Terrain& terrain, GroundMemory& ground) {
  lay_ruts(std::span(ruts_).first(static_cast<std::size_t>(rut_count_)), terrain, ground);
  if (!layered_) return;
  for (const Touch& touch : std::span(touches_).first(static_cast<std::size_t>(touch_count_))) {
    if (!touch.arc || touch.arc->surface > 0 || !(touch.force.normal > 0.0)) continue;
    const GroundModel& model = scene_.grounds.of(0, touch.arc->material);
    const ContactLaw& law = *touch.law;
    if (model.layer() < 0 || &law != &scene_.wheels[touch.wheel].laws[touch.arc->material]) continue;
    GroundStrip strip{.ahead = touch.frame.forward.head<2>().normalized()};
    const Vec2 point = touch.arc->point.head<2>();
    const double along = strip.ahead.dot(point), beside = strip.across().dot(point),
                 half =
                     0.5 * chord_at(law.radius, touch.force.sinkage + touch.arc->rut_depth) + ground.cell(),
                 aside = 0.5 * law.wheel.width * law.width_fraction;
    strip.back = along - half, strip.front = along + half;
    strip.right = beside - aside, strip.left = beside + aside;
    model.break_up(ground, strip);
  }
}

void WheelContacts::finish_wheel(const ContactInstant& at, const WheelPart& wheel, WheelOutput& out,
                                 const WheelSum& sum) const {
  const BodyMotion& hub = at.now->body[wheel.body.index];
  if (sum.load <= 0.0) {
    out.point = hub.X_WB.p;
    return;
  }
  out.set_load();
  out.point = sum.point / sum.load;
  out.moment -= out.point.cross(out.force);
  const ContactFrame frame = contact_frame(hub.X_WB.R.col(1), hub.X_WB.p - out.point);
  Vec3 velocity = hub.v, spin = hub.w;
  if (out.other >= 0) {  // of the wheel over the deck that carries it
    velocity -= at.now->body[out.other].velocity_at(out.point);
    spin -= at.now->body[out.other].w;
  }
  out.hub_ahead = frame.forward.dot(velocity), out.hub_left = frame.left.dot(velocity);
  out.rim = wheel.spec.geometry.radius * hub.X_WB.R.col(1).dot(spin);
  if (out.has_slip())
    out.slip = slip_on_radius(sum.slip / sum.load, out.rim,
                              wheel.spec.reference_radius() / wheel.spec.geometry.radius);
}

}  // namespace grouser
