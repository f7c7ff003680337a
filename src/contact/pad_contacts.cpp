// SPDX-License-Identifier: BSD-3-Clause
// Footpads and feet: each looks for the ground with a sphere that touches its sole from above, and presses
// by the law of pad_contact.hpp at that point. On crusts it decides in each evaluation whether the layer
// bears.
#include "pad_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "grouser/contact/step_limits.hpp"
#include "grouser/terrain/memory/strip_cells.hpp"

namespace grouser {

namespace {

/// Whether a layer on the ground bears a pad at a depth u, m, under a load, N. A sole of any form counts as a
/// round one.
bool bears_pad(const GroundModel& ground, const PadPart& pad, double u, double load) {
  const double r = pad.spec.radius, depth = std::clamp(u, 0.0, r);
  double area = std::numbers::pi * (pad.spec.form.ball ? depth * (2.0 * r - depth) : r * r);
  if (!std::isnan(pad.spec.form.area)) area = pad.spec.form.area;
  return ground.bears(load, area, 2.0 * std::sqrt(std::numbers::pi * area));
}

/// Whether a pad that is deeper by `deeper` than `before` in this step, m, meets a whole layer from above: it
/// stands on the layer already, or comes down on it now. A pad that has come through stays below until it
/// lifts, and one that is deeper than this step can have brought it moves under the layer from beside.
bool meets_layer(const PadMemory& memory, double deeper, double before) {
  constexpr double kTremor = 1e-3;  // m
  const bool presses = memory.shear_stiffness > 0.0;
  return presses ? !(memory.peak > 0.0) : before <= std::max(kTremor, deeper);
}

/// Advances the memory in step form, or if dt is 0 in rate form by the pad's displacement, m.
void advance(const PadLaw& law, const PadMotion& motion, double dt, const Vec3& way, PadMemory& m,
             PadForce& f) {
  if (dt > 0.0)
    step_pad(law, motion, dt, m, f);
  else
    move_pad(law, motion, way, m, f);
}

/// contact: of no depth where the pad is in the air.
ContactRecord record_of(const PadPart& pad, const SphereContact& contact, int owner, const PadMotion& motion,
                        const PadForce& f) {
  const bool met = contact.penetration > 0.0;
  return {.body = pad.body.index,
          .other = owner,
          .surface = met ? contact.surface : -1,
          .force = f.force,
          .point = contact.point,
          .pressing = f.normal * motion.normal,
          .load = f.normal,
          .depth = std::max(0.0, motion.penetration),
          .sinkage = f.sinkage,
          .approach = met ? -contact.normal.dot(motion.velocity) : 0.0};
}

/// Books a pad's energies; dt = 0: rate form, whose works over the step are in f.work.
void book(const PadForce& f, bool grains, double dt, ContactPower& power) {
  power.stored += f.stored_energy;
  power.normal += f.normal_dissipation + f.tangential_dissipation;  // step form: means over the step
  power.work += f.work;
  if (!grains) return;
  if (dt > 0.0) {
    power.soil_normal += f.soil + f.tangential_dissipation;
  } else {  // friction's power loads the shear spring too, which f.work takes back
    power.soil_work += f.work;
    power.soil_tangential += f.tangential_dissipation;
  }
}

}  // namespace

// A sphere that touches the sole from above finds the ground under it.
PadContacts::PadContacts(const ContactScene& scene, double gravity)
    : PointContacts(
          scene,
          [&] {
            std::vector<Part> parts;
            for (const PadPart& part : scene.pads)
              parts.push_back(
                  {part.body, part.spec.position, part.spec.touch_center(), part.spec.touch_radius()});
            return parts;
          }(),
          PartKind::pad),
      next_(scene.pads.size()),
      touching_(scene.pads.size()),
      places_(scene.pads.size()) {
  if (scene.pads.empty()) return;
  constexpr double kPadShare = 0.5;  // of a pad's own limit: pads on one body share its mass
  const NeutralMasses masses(*scene.model);
  const double load = scene.model->total_mass() * gravity / static_cast<double>(scene.pads.size());
  for (const PadPart& pad : scene.pads) {
    const double mass = masses.smallest_at(pad.body, pad.spec.position);
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t m = 0; m < pad.laws.size(); ++m)
      if (scene.grounds.server(PartKind::pad, 1, static_cast<int>(m)) == Server::part)
        step = std::min(step, kPadShare * pad_stable_step(pad.laws[m], mass, load));
    longest_.push_back(step);
  }
}

bool PadContacts::step(const ContactInstant& at, double dt, ContactLoads& loads, ContactReadings& readings) {
  next_ = start_;
  const auto records = mine(readings);
  for (std::size_t i = 0; i < records.size(); ++i) apply(at, dt, i, loads, records[i]);
  return true;
}

double PadContacts::longest_step(const ContactReadings&) const {
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < touching_.size(); ++i)
    if (touching_[i]) step = std::min(step, longest_[i]);
  return step;
}

void PadContacts::apply(const ContactInstant& at, double dt, std::size_t i, ContactLoads& loads,
                        ContactRecord& record) {
  const PadPart& pad = scene_.pads[i];
  const BodyMotion& body = at.now->body[pad.body.index];
  const RigidTransform& X = body.X_WB;
  const double radius = pad.spec.touch_radius();
  const Vec3 center = X * pad.spec.position + radius * X.R.col(2);
  SphereContact contact;
  const bool met = find(at, pad.body, center, radius, contact);
  if (!met) contact.material = at.terrain->material_at(center.x(), center.y());
  const bool on_base = met && contact.surface == 0;
  const GroundModel& ground = scene_.grounds.of(on_base ? 0 : 1, contact.material);
  if (scene_.grounds.server(PartKind::pad, met ? contact.surface : 1, contact.material) != Server::part) {
    next_[i] = PadMemory{};
    touching_[i] = false;
    record = ContactRecord{.body = pad.body.index};
    return;
  }
  const int owner = met ? scene_.owner_of(contact.surface) : -1;
  PadMotion motion;
  motion.penetration = met ? contact.penetration : 0.0;
  touching_[i] = met;
  if (met) motion.normal = contact.normal;
  // Also in the air, to notice that the soil elsewhere is new
  const Vec3 point = met && !pad.spec.ankle ? contact.point : center;
  // a foot weighs less than the soil's damper carries in a step: the damper is implicit
  const bool implicit = pad.spec.foot && at.is_mean() && owner < 0;
  motion.velocity = (implicit ? at.sliding->body[pad.body.index] : body).velocity_at(point);
  if (owner >= 0) motion.velocity -= at.now->body[owner].velocity_at(point);
  PadForce f;
  const Vec3 way = dt > 0.0 ? Vec3(Vec3::Zero()) : at.calc_way(pad.body.index, owner, point);
  // displacement along the normal in this step, and the depth before it, m
  const double deeper = -motion.normal.dot(dt > 0.0 ? Vec3(dt * motion.velocity) : way);
  const double before = std::clamp(motion.penetration - deeper, 0.0, motion.penetration);
  bool on_layer = on_base && ground.layer() >= 0 && meets_layer(next_[i], deeper, before) &&
                  ground.is_whole(*at.ground, center.x(), center.y());
  if (on_layer) next_[i].peak = 0.0;
  const auto press = [&](int material) {
    places_[i] = {center.x(), center.y(), on_base && !on_layer ? &ground : nullptr};
    if (pad.spec.foot) step_into_print(at, i);
    advance(pad.laws[static_cast<std::size_t>(material)], motion, dt, way, next_[i], f);
  };
  // On a crust the pad presses the layer first, and again the loose soil if the layer breaks under it.
  press(on_layer ? ground.layer() : contact.material);
  if (on_layer && !bears_pad(ground, pad, motion.penetration, f.normal)) {
    const double held = f.stored_energy;
    on_layer = false;
    next_[i] = PadMemory{};
    press(contact.material);
    // Over the step the force fell from the layer's at `before` to the soil's. That takes the share before /
    // depth of the layer's energy at the present depth, and as much of the energy that the soil books for the
    // whole depth is void.
    loads.power.work +=
        before / motion.penetration * (held - f.stored_energy - f.soil * (dt > 0.0 ? dt : 1.0));
  }
  const SoilParams& soil =
      scene_.materials[static_cast<std::size_t>(on_layer ? ground.layer() : contact.material)];
  record = record_of(pad, contact, owner, motion, f);
  book(f, goes_by_rft(soil), dt, loads.power);
  if (f.normal > 0.0) loads.add(pad.body.index, owner, point, f.force, Vec3::Zero());
  if (implicit && f.normal > 0.0)
    loads.add_damper(pad.body.index, point, motion.normal, f.shear_damping, f.damping);
}

// A foot that comes down stands in what the ground remembers there: sinkage that it need not make again.
void PadContacts::step_into_print(const ContactInstant& at, std::size_t i) {
  const PadPlace& place = places_[i];
  if (!place.ground || !place.ground->keeps_prints() || next_[i].shear_stiffness > 0.0) return;
  next_[i].peak = std::max(next_[i].peak, at.ground->depth(place.x, place.y));
}

// The print is left when the foot leaves: on each cell by the share of it that lies under the sole. A sole
// smaller than the cells around its middle is taken as large as they are, so that the print has its depth
// there.
void PadContacts::leave_print(const PadPart& pad, const PadPlace& place, double depth, GroundMemory& ground) {
  constexpr double kDiagonal = 1.4142135623730951;
  const double cell = ground.cell(), radius = std::max(pad.spec.radius, kDiagonal * cell);
  TileHint tiles;
  const GroundStrip around{.back = place.x - radius - cell,
                           .front = place.x + radius + cell,
                           .right = place.y - radius,
                           .left = place.y + radius};
  for_each_cell(around, cell, [&](double x, double y) {
    const double share = share_in_disc(Vec2(x - place.x, y - place.y) / cell, radius / cell);
    ground.deposit(x, y, share * depth, tiles);
  });
}

void PadContacts::accept(ContactState& state, const Terrain&, GroundMemory& ground) {
  for (std::size_t i = 0; i < next_.size(); ++i) {
    const PadPart& pad = scene_.pads[i];
    const PadPlace& place = places_[i];
    if (!place.ground) continue;
    // A print is left by a foot that lifted in this step; a layer breaks under all that is loaded.
    const bool touched = start_[i].shear_stiffness > 0.0, touches = next_[i].shear_stiffness > 0.0;
    if (pad.spec.foot && place.ground->keeps_prints() && touched && !touches)
      leave_print(pad, place, next_[i].peak, ground);
    if (place.ground->layer() >= 0 && touches) {
      const double reach = std::max(pad.spec.radius, ground.cell());
      place.ground->break_up(ground, {.back = place.x - reach,
                                      .front = place.x + reach,
                                      .right = place.y - reach,
                                      .left = place.y + reach});
    }
  }
  state.pads = next_;
}

}  // namespace grouser
