// SPDX-License-Identifier: BSD-3-Clause
// Wheels on ground and shapes: each slice of a wheel remembers up to kSlotsPerSlice contacts by the surface
// and soil that they are with. Step form and rate form find the touches (wheel_touches.cpp), pass them to
// the soil, and apply the forces.
#include "wheel_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

// Most slots are free in both and are skipped.
void copy_slots(std::span<const ContactSlot> from, std::span<ContactSlot> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].surface >= 0.0)
      to[i] = from[i];
    else if (to[i].surface >= 0.0)
      to[i] = ContactSlot{};
  }
}

/// True where both springs are slack, so that the slot can be freed.
bool at_ease(const ContactMemory& m) { return m.u_wheel == 0.0 && m.u_soil == 0.0; }

// Below the ground as it is now, while a force acts.
double penetration(const ContactSlot& slot) {
  return slot.surface >= 0.0 && slot.memory.force_past > 0.0 ? slot.memory.u_wheel + slot.memory.u_soil : 0.0;
}

}  // namespace

WheelContacts::WheelContacts(const ContactScene& scene)
    : scene_(scene),
      next_slots_(scene.slot_count),
      grounds_(scene.wheels.size()),
      touches_(scene.slot_count),
      ruts_(scene.slot_count),
      layered_(std::ranges::any_of(scene.grounds.models(),
                                   [](const auto& model) { return model->layer() >= 0; })) {
  steps_.reserve(touches_.size());
  std::size_t slices = 0;
  for (const WheelPart& wheel : scene.wheels) slices += wheel.slice_offsets.size();
  slices_.resize(slices);
}

void WheelContacts::begin(const ContactState& state) { start_slots_ = state.slots; }

void WheelContacts::begin_rates(const ContactState& state, VecX& aux) const {
  for (int i = 0; i < scene_.slot_count; ++i) {
    const ContactMemory& m = state.slots[i].memory;
    const double rates[kContactRateSize] = {m.u_wheel, m.zeta_x, m.zeta_y, m.travel, m.u_peak, m.fresh};
    for (int k = 0; k < kContactRateSize; ++k) aux[i * kContactRateSize + k] = rates[k];
  }
}

bool WheelContacts::step(const ContactInstant& at, double dt, ContactLoads& loads,
                         ContactReadings& readings) {
  copy_slots(start_slots_, next_slots_);
  if (!find_touches(at)) return false;
  steps_.clear();
  for (int i = 0; i < touch_count_; ++i) {
    Touch& touch = touches_[i];
    steps_.push_back({*touch.law, touch.motion, next_slots_[touch.slot].memory, touch.force});
  }
  step_contacts(steps_, dt);
  apply_touches(at, loads, readings);
  return true;
}

bool WheelContacts::rates(const ContactInstant& at, const VecX& aux, VecX& aux_rate, ContactLoads& loads,
                          ContactReadings& readings) {
  copy_slots(start_slots_, next_slots_);
  if (!find_touches(at)) return false;
  for (int i = 0; i < touch_count_; ++i) calc_touch_rates(at.stage_step, touches_[i], aux, aux_rate);
  apply_touches(at, loads, readings);
  return true;
}

void WheelContacts::finish_rates(ContactPower& power) {
  for (int i = 0; i < touch_count_; ++i) {
    const Touch& touch = touches_[i];
    const RatesEnd end =
        finish_contact_rates(*touch.law, start_slots_[touch.slot].memory, next_slots_[touch.slot].memory);
    power.stored += end.stored_energy;
    power.work += end.work;
    if (goes_by_rft(touch.law->soil)) power.soil_work += end.soil_work;
  }
}

void WheelContacts::finish() {
  for (ContactSlot& slot : next_slots_)
    if (slot.surface >= 0.0 && at_ease(slot.memory) && slot.memory.force_past == 0.0) slot = ContactSlot{};
}

void WheelContacts::accept(ContactState& state, const Terrain& terrain, GroundMemory& ground) {
  copy_slots(next_slots_, state.slots);
  mark_ground(terrain, ground);
}

double WheelContacts::returnable() const {
  double energy = 0.0;
  for (const Touch& touch : std::span(touches_).first(static_cast<std::size_t>(touch_count_)))
    energy +=
        returnable_energy(*touch.law, next_slots_[static_cast<std::size_t>(touch.slot)].memory, touch.force);
  return energy;
}

ContactPace WheelContacts::pace(const ContactState& state, const ContactReadings& readings) const {
  ContactPace pace;
  for (const WheelOutput& wheel : readings.wheels) pace.approach = std::max(pace.approach, wheel.approach);
  for (const ContactSlot& slot : state.slots) {
    if (!(penetration(slot) > 0.0)) continue;
    pace.touching = true;
    const int surface = patch_of(*scene_.terrain, static_cast<int>(slot.surface)).surface;
    pace.on_body |= scene_.owner_of(surface) >= 0;
  }
  return pace;
}

void WheelContacts::judge_depths(const ContactState& before, const ContactReadings& readings, double,
                                 DepthJudge& judge) const {
  for (std::size_t w = 0; w < scene_.wheels.size(); ++w) {
    const WheelPart& wheel = scene_.wheels[w];
    const auto first = static_cast<std::size_t>(wheel.first_slot);
    const std::size_t count = wheel.slice_offsets.size() * kSlotsPerSlice;
    for (std::size_t i = first; i < first + count; ++i) {
      const ContactSlot &old = before.slots[i], &now = next_slots_[i];
      // A slot with another surface than before counts as a contact that begins.
      const bool same = old.surface == now.surface || now.surface < 0.0;
      judge.judge(same ? penetration(old) : 0.0, penetration(now), readings.wheels[w].approach);
    }
  }
}

// Beeman's start must follow the fastest contact: that of the stiffest ground.
double WheelContacts::relaxation_time() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (const WheelPart& wheel : scene_.wheels)
    for (const ContactLaw& law : wheel.laws) {
      const double tau = contact_time_constant(law);
      if (tau > 0.0) shortest = std::min(shortest, tau);
    }
  return shortest;
}

bool WheelContacts::touches(const ContactInstant& at, int vehicle, const std::string& place) const {
  std::array<ArcContact, kMaxArcContacts> arcs;
  for (const WheelPart& wheel : scene_.wheels) {
    if (scene_.vehicle_of_body[static_cast<std::size_t>(wheel.body.index)] != vehicle) continue;
    const RigidTransform& X = at.now->body[wheel.body.index].X_WB;
    for (const double offset : wheel.slice_offsets) {
      const WheelDisc disc = slice_disc(wheel, offset, X);
      const int count = find_arc_contacts(*scene_.terrain, *at.ground, at.shape_poses, disc, arcs);
      HeightSample sample;
      if (count < 0 || !scene_.terrain->height(disc.center.x(), disc.center.y(), sample))
        throw InputError(place,
                         fmt::format("wheel {} at x = {:.2f} m, y = {:.2f} m, outside the terrain",
                                     wheel.spec.name, X.p.x(), X.p.y()),
                         "a start where all wheels stand on the terrain");
      if (count > 0 || disc.center.z() < sample.z) return true;
    }
  }
  return false;
}

void WheelContacts::release_shear(ContactState& state) const {
  for (ContactSlot& slot : state.slots) slot.memory.zeta_x = slot.memory.zeta_y = 0.0;
}

double WheelContacts::smallest_radius() const {
  double radius = std::numeric_limits<double>::infinity();
  for (const WheelPart& wheel : scene_.wheels) radius = std::min(radius, wheel.spec.geometry.radius);
  return radius;
}

double WheelContacts::fastest_part(const Kinematics& kinematics) const {
  double fastest = 0.0;
  for (const WheelPart& wheel : scene_.wheels)
    fastest = std::max(fastest, kinematics.body[wheel.body.index].v.norm());
  return fastest;
}

}  // namespace grouser
