// SPDX-License-Identifier: BSD-3-Clause
#include "pad_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/contact/step_limits.hpp"
#include "grouser/terrain/memory/strip_cells.hpp"

namespace grouser {

// A sphere that touches the sole from above finds the ground under it.
PadContacts::PadContacts(const ContactScene& scene, int first_record, double gravity)
    : PointContacts(
          scene,
          [&] {
            std::vector<Part> parts;
            for (const PadPart& part : scene.pads)
              parts.push_back(
                  {part.body, part.spec.position, part.spec.touch_center(), part.spec.touch_radius()});
            return parts;
          }(),
          first_record),
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
    for (const PadLaw& law : pad.laws)
      if (law.soil.kind != SoilKind::viscoelastic)
        step = std::min(step, kPadShare * pad_stable_step(law, mass, load));
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
  const bool met = find_sphere_contact(*at.terrain, at.shape_poses, center, radius, contact,
                                       scene_.own_shapes_of(pad.body), !scene_.scm);
  const PadLaw& law = pad.laws[met ? contact.material : at.terrain->material_at(center.x(), center.y())];
  if (law.soil.kind == SoilKind::viscoelastic) {  // ViscoelasticPoints' own
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
  if (pad.spec.foot) step_into_print(at, met && owner < 0 && contact.surface == 0, center, law, i);
  // a foot weighs less than the soil's damper carries in a step: the damper is implicit
  const bool implicit = pad.spec.foot && at.is_mean() && owner < 0;
  motion.velocity = (implicit ? at.sliding->body[pad.body.index] : body).velocity_at(point);
  if (owner >= 0) motion.velocity -= at.now->body[owner].velocity_at(point);
  PadForce f;
  if (dt > 0.0)
    step_pad(law, motion, dt, next_[i], f);
  else
    move_pad(law, motion, at.calc_way(pad.body.index, owner, point), next_[i], f);
  record = ContactRecord{.body = pad.body.index,
                         .other = owner,
                         .surface = met ? contact.surface : -1,
                         .force = f.force,
                         .point = contact.point,
                         .pressing = f.normal * motion.normal,
                         .load = f.normal,
                         .depth = std::max(0.0, motion.penetration),
                         .sinkage = f.sinkage,
                         .approach = met ? -contact.normal.dot(motion.velocity) : 0.0};
  loads.power.stored += f.stored_energy;
  loads.power.normal += f.normal_dissipation + f.tangential_dissipation;  // step form: means over the step
  loads.power.work += f.work;
  if (goes_by_rft(law.soil)) {
    if (dt > 0.0) {
      loads.power.soil_normal += f.soil + f.tangential_dissipation;
    } else {  // friction's power loads the shear spring too, which f.work takes back
      loads.power.soil_work += f.work;
      loads.power.soil_tangential += f.tangential_dissipation;
    }
  }
  if (f.normal > 0.0) loads.add(pad.body.index, owner, point, f.force, Vec3::Zero());
  if (implicit && f.normal > 0.0)
    loads.add_damper(pad.body.index, point, motion.normal, f.shear_damping, f.damping);
}

// A foot that comes down stands in what the ground remembers there: sinkage that it need not make again.
void PadContacts::step_into_print(const ContactInstant& at, bool on_base, const Vec3& center,
                                  const PadLaw& law, std::size_t i) {
  places_[i] = {center.x(), center.y(), on_base && law.soil.kind == SoilKind::soft && !scene_.scm};
  if (!places_[i].soft || next_[i].shear_stiffness > 0.0) return;
  next_[i].peak = std::max(next_[i].peak, at.ground->depth(center.x(), center.y()));
}

// The print is left when the foot leaves: on each cell by the share of it that lies under the sole. A sole
// smaller than the cells around its middle is taken as large as they are, so that the print has its depth
// there.
void PadContacts::leave_print(const PadPart& pad, const FootPlace& place, double depth,
                              GroundMemory& ground) {
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
    const bool lifted = start_[i].shear_stiffness > 0.0 && !(next_[i].shear_stiffness > 0.0);
    if (lifted && places_[i].soft) leave_print(scene_.pads[i], places_[i], next_[i].peak, ground);
  }
  state.pads = next_;
}

}  // namespace grouser
