// SPDX-License-Identifier: BSD-3-Clause
// Contact spheres and pads on viscoelastic ground, each at one point: a standard linear solid along the
// normal and LuGre friction (soil/force/viscoelastic_contact.hpp), whose friction is taken linearly
// implicit.
#include "viscoelastic_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/contact/step_limits.hpp"

namespace grouser {
namespace {

/// One law per material; of other kinds of ground it is never asked for.
std::vector<ViscoelasticLaw> point_laws(const ContactScene& scene, double gravity) {
  std::vector<ViscoelasticLaw> laws;
  for (const SoilParams& soil : scene.materials) laws.push_back(put_point(soil, gravity));
  return laws;
}

/// Share of the friction's damper that is made implicit. With the whole of it the force is that at the
/// step's end, which Beeman's corrector (Adams and Moulton's, of third order) carries up to dt c/m = 6;
/// with 1.6 of it every step is stable, at an error of first order that only so stiff a contact pays: the
/// roots of the scalar recursion stay below 0.51 beyond dt c/m = 4 (docs/theory_landing.md).
double implicit_share(double steepness) {
  constexpr double kEnough = 1.6, kFrom = 2.0, kFull = 4.0;
  return 1.0 + (kEnough - 1.0) * std::clamp((steepness - kFrom) / (kFull - kFrom), 0.0, 1.0);
}

}  // namespace

ViscoelasticPoints::ViscoelasticPoints(const ContactScene& scene, const GroundModel& ground, double gravity)
    : PointContacts(
          scene,
          [&] {
            std::vector<Part> parts = sphere_parts(scene);
            for (const PadPart& part : scene.pads)
              parts.push_back(
                  {part.body, part.spec.position, part.spec.touch_center(), part.spec.touch_radius()});
            return parts;
          }(),
          PartKind::sphere),
      ground_(ground),
      laws_(point_laws(scene, gravity)),
      next_(parts_.size()) {
  const NeutralMasses masses(*scene.model);
  for (const Part& part : parts_) mass_.push_back(masses.smallest_at(part.body, part.position));
}

ViscoelasticPoints::Place ViscoelasticPoints::place_of(const ContactInstant& at, std::size_t i,
                                                       double dt) const {
  const Part& part = parts_[i];
  const BodyMotion& body = at.now->body[part.body.index];
  const Vec3 center = body.X_WB * part.center;
  Place place;
  SphereContact& contact = place.contact;
  const bool met = find(at, part.body, center, part.radius, contact);
  const int material = met ? contact.material : at.terrain->material_at(center.x(), center.y());
  if (!scene_.grounds.serves(ground_, kind_of(i), met ? contact.surface : 1, material)) return place;
  place.law = &laws_[static_cast<std::size_t>(material)];
  if (!met) return place;  // above the ground: depth 0
  place.owner = scene_.owner_of(contact.surface);
  const Vec3& n = contact.normal;
  const auto velocity = [&](const Kinematics& k) -> Vec3 {
    const Vec3 own = k.body[part.body.index].velocity_at(contact.point);
    return place.owner < 0 ? own : Vec3(own - k.body[place.owner].velocity_at(contact.point));
  };
  const Vec3 now = velocity(*at.now), mean = dt > 0.0 ? velocity(*at.sliding) : now;
  ViscoelasticMotion& motion = place.motion;
  motion.depth = contact.penetration;
  motion.normal = n;
  motion.approach = -n.dot(mean);
  motion.sliding = mean + motion.approach * n;
  motion.sliding_now = now - n.dot(now) * n;
  return place;
}

void ViscoelasticPoints::load(const ContactInstant& at, std::size_t i, const Place& place,
                              const ViscoelasticForce& f, ContactLoads& loads, ContactRecord& record) const {
  const Part& part = parts_[i];
  record.body = part.body.index;
  if (!(f.normal > 0.0)) return;
  const SphereContact& contact = place.contact;
  const Vec3 force = f.normal * contact.normal + f.friction;
  loads.add(part.body.index, place.owner, contact.point, force, Vec3::Zero());
  if (at.is_mean() && place.owner < 0)
    loads.add_damper(part.body.index, contact.point, contact.normal,
                     f.across * implicit_share(at.step * f.across / mass_[i]), 0.0);
  record.other = place.owner;
  record.surface = contact.surface;
  record.force = force;
  record.point = contact.point;
  record.pressing = f.normal * contact.normal;
  record.load = f.normal;
  record.depth = record.sinkage = contact.penetration;
  record.approach = place.motion.approach;
}

void ViscoelasticPoints::book(const ContactInstant& at, const ViscoelasticForce& f, bool mean,
                              const ViscoelasticMemory& before, ViscoelasticMemory& after,
                              ContactPower& power) const {
  power.stored += f.springs + f.bristles;
  power.normal += f.soil_power;
  power.tangential += f.friction_power;
  // Bristles that a point gives up without sliding, as it lifts, are lost.
  const double freed = before.stored - f.bristles;
  power.work += f.forgotten + freed;
  after.stored = f.bristles;
  after.soil_power = f.soil_power;
  after.friction_power = f.friction_power;
  const double soil = mean ? f.soil_power : 0.5 * (before.soil_power + f.soil_power);
  after.soil_loss = before.soil_loss + at.step * soil + f.forgotten;
  after.friction_loss =
      before.friction_loss + 0.5 * at.step * (before.friction_power + f.friction_power) + freed;
}

bool ViscoelasticPoints::step(const ContactInstant& at, double dt, ContactLoads& loads,
                              ContactReadings& readings) {
  next_ = start_;
  const auto records = mine(readings);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Place place = place_of(at, i, dt);
    if (!place.law) continue;
    ViscoelasticForce f;
    step_viscoelastic(*place.law, place.motion, dt, next_[i], f);
    load(at, i, place, f, loads, records[i]);
    book(at, f, true, start_[i], next_[i], loads.power);
  }
  return true;
}

void ViscoelasticPoints::begin_rates(const ContactState& state, VecX& aux) const {
  for (std::size_t i = 0; i < parts_.size(); ++i)
    std::copy_n(&state.viscoelastic[i].dent, kViscoelasticRates,
                aux.data() + first_aux_ + static_cast<int>(i) * kViscoelasticRates);
}

bool ViscoelasticPoints::rates(const ContactInstant& at, const VecX& aux, VecX& aux_rate, ContactLoads& loads,
                               ContactReadings& readings) {
  next_ = start_;
  const auto records = mine(readings);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto first = first_aux_ + static_cast<Eigen::Index>(i) * kViscoelasticRates;
    std::copy_n(aux.data() + first, kViscoelasticRates, &next_[i].dent);
    double rate[kViscoelasticRates] = {};
    const Place place = place_of(at, i, 0.0);
    if (place.law) {
      ViscoelasticForce f;
      viscoelastic_rates(*place.law, place.motion, next_[i], rate, f);
      load(at, i, place, f, loads, records[i]);
      if (place.motion.depth <= 0.0) {  // fresh ground, once the step is done
        f.forgotten = f.springs;
        f.springs = f.soil_power = 0.0;
        next_[i].dent = 0.0;
        rate[0] = 0.0;
      }
      if (!(f.normal > 0.0)) next_[i].x = next_[i].y = next_[i].z = 0.0;
      book(at, f, false, start_[i], next_[i], loads.power);
    }
    std::copy_n(rate, kViscoelasticRates, aux_rate.data() + first);
  }
  return true;
}

void ViscoelasticPoints::release_shear(ContactState& state) const {
  for (ViscoelasticMemory& m : state.viscoelastic) m.x = m.y = m.z = 0.0;
}

// Sliding is implicit; the spring along the normal is not.
double ViscoelasticPoints::longest_step(const ContactReadings& readings) const {
  double step = std::numeric_limits<double>::infinity();
  const auto records = mine(readings);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (!records[i].touches()) continue;
    for (std::size_t k = 0; k < laws_.size(); ++k)
      if (scene_.grounds.serves(ground_, kind_of(i), 1, static_cast<int>(k)))
        step = std::min(step, kSpringLimit / std::sqrt(laws_[k].ground.elastic_stiffness / mass_[i]));
  }
  return step;
}

}  // namespace grouser
