#include "body_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "step_limits.hpp"

namespace grouser {
namespace {

// Shear stiffness and damping over the normal ones (Mindlin 1949: 0.67 to 1)
constexpr double kShearShare = 0.7;
constexpr double kDampingRamp = 1e-3;  // m: damping is full from this depth on (seed 003, equation (1))

const std::vector<std::uint8_t>& own_shapes(const World& world, BodyId body) {
  return world.vehicles[world.vehicle_of_body[body.index]].own_shapes;
}

template <class Part, class Runtimes>
std::vector<Part> parts_of(const Runtimes& runtimes) {
  std::vector<Part> parts;
  for (const auto& part : runtimes) parts.push_back({part.body, part.spec.position, part.spec.radius});
  return parts;
}

}  // namespace

ContactPace PointContacts::pace(const SimulationState&) const {
  ContactPace pace;
  for (const Touch& touch : touches_) {
    if (!(touch.depth > 0.0)) continue;
    pace.touching = true;
    pace.approach = std::max(pace.approach, std::fabs(touch.approach));
  }
  return pace;
}

// Only the present depth and rate of a part are known: it was at least that much higher before.
void PointContacts::judge_depths(const SimulationState&, double dt, DepthJudge& judge) const {
  for (const Touch& touch : touches_)
    if (touch.depth > 0.0)
      judge.judge(std::max(0.0, touch.depth - std::fabs(touch.approach) * dt), touch.depth, touch.approach);
}

double PointContacts::smallest_radius() const {
  double radius = std::numeric_limits<double>::infinity();
  for (const Part& part : parts_) radius = std::min(radius, part.radius);
  return radius;
}

double PointContacts::fastest_part(const Kinematics& kinematics) const {
  double fastest = 0.0;
  for (const Part& part : parts_) {
    const BodyMotion& body = kinematics.body[part.body.index];
    fastest = std::max(fastest, body.velocity_at(body.X_WB * part.position).norm());
  }
  return fastest;
}

SphereContacts::SphereContacts(const World& world)
    : PointContacts(world, parts_of<Part>(world.spheres)), next_(world.spheres.size()) {
  if (!world.settings.adaptive || world.spheres.empty()) return;
  const NeutralMasses masses(*world.model);
  for (const SphereRuntime& sphere : world.spheres) {
    const double mass = masses.smallest_at(sphere.body, sphere.spec.position);
    rate_.push_back(sphere.spec.stiffness / mass);
    fade_.push_back(sphere.spec.damping / mass);
  }
}

bool SphereContacts::step(const ContactInstant& at, double dt, ContactLoads& loads, StepOutput& output) {
  next_ = start_;
  for (std::size_t i = 0; i < world_.spheres.size(); ++i) apply(at, dt, i, loads, output.spheres[i]);
  return true;
}

// Spheres that touch together are at most as stiff as the sum of their springs.
double SphereContacts::longest_step() const {
  double rate = 0.0, fade = 0.0;
  for (std::size_t i = 0; i < rate_.size(); ++i)
    if (touches_[i].depth > 0.0) {
      rate += rate_[i];
      fade += fade_[i];
    }
  return rate > 0.0 ? std::min(kSpringLimit / std::sqrt(rate), kDamperLimit / fade)
                    : std::numeric_limits<double>::infinity();
}

void SphereContacts::apply(const ContactInstant& at, double dt, std::size_t i, ContactLoads& loads,
                           SphereOutput& output) {
  const SphereRuntime& sphere = world_.spheres[i];
  const BodyMotion& body = at.now->body[sphere.body.index];
  const Vec3 center = body.X_WB * sphere.spec.position;
  SphereContact contact;
  output = SphereOutput{};
  Vec3 shear(next_[i].x, next_[i].y, next_[i].z);
  if (!find_sphere_contact(*world_.terrain, at.shape_poses, center, sphere.spec.radius, contact,
                           own_shapes(world_, sphere.body))) {
    next_[i] = SphereMemory{};
    touches_[i] = Touch{};
    return;
  }
  const int owner = contact.surface > 0 ? world_.shape_owner[contact.surface - 1] : -1;
  Vec3 velocity = body.velocity_at(contact.point);
  if (owner >= 0) velocity -= at.now->body[owner].velocity_at(contact.point);
  const double approach = -contact.normal.dot(velocity);
  touches_[i] = {contact.penetration, approach};
  // normal force: spring and ramped damper, never pulling
  const double ramp = std::min(1.0, contact.penetration / kDampingRamp);
  const double damper = sphere.spec.damping * ramp * approach;
  const double normal = std::max(0.0, sphere.spec.stiffness * contact.penetration + damper);
  const Vec3 sliding = velocity + approach * contact.normal;
  Vec3 way = dt * sliding;
  if (!(dt > 0.0)) {
    way = at.calc_way(sphere.body.index, owner, contact.point);
    way -= contact.normal.dot(way) * contact.normal;
  }
  // shear spring and damper, cut to the friction limit; the spring keeps only what the limit can hold
  shear += way - contact.normal.dot(shear) * contact.normal;
  const double k_t = kShearShare * sphere.spec.stiffness, c_t = kShearShare * sphere.spec.damping;
  Vec3 friction = -k_t * shear - c_t * ramp * sliding;
  const double limit = sphere.spec.friction * normal, trial = friction.norm();
  if (trial > limit) friction *= trial > 0.0 ? limit / trial : 0.0;
  if (k_t * shear.norm() > limit) shear *= limit / (k_t * shear.norm());
  next_[i] = {shear.x(), shear.y(), shear.z()};
  const Vec3 force = normal * contact.normal + friction;
  loads.add(sphere.body.index, owner, contact.point, force, Vec3::Zero());
  output = {force, contact.point};
  loads.power.stored += 0.5 * sphere.spec.stiffness * contact.penetration * contact.penetration;
  loads.power.normal += (normal - sphere.spec.stiffness * contact.penetration) * approach;
  loads.power.tangential += -friction.dot(sliding);
}

PadContacts::PadContacts(const World& world)
    : PointContacts(world, parts_of<Part>(world.pads)), next_(world.pads.size()) {
  if (!world.settings.adaptive || world.pads.empty()) return;
  constexpr double kPadShare = 0.5;  // of a pad's own limit: pads on one body share its mass
  const NeutralMasses masses(*world.model);
  const double weight = world.model->total_mass() * world.settings.gravity;
  for (const PadRuntime& pad : world.pads) {
    const double mass = masses.smallest_at(pad.body, pad.spec.position);
    double step = std::numeric_limits<double>::infinity();
    for (const PadLaw& law : pad.laws)
      step = std::min(step, kPadShare * pad_stable_step(law, mass, weight / world.pads.size()));
    longest_.push_back(step);
  }
}

bool PadContacts::step(const ContactInstant& at, double dt, ContactLoads& loads, StepOutput& output) {
  next_ = start_;
  for (std::size_t i = 0; i < world_.pads.size(); ++i) apply(at, dt, i, loads, output.pads[i]);
  return true;
}

double PadContacts::longest_step() const {
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < longest_.size(); ++i)
    if (touches_[i].depth > 0.0) step = std::min(step, longest_[i]);
  return step;
}

void PadContacts::apply(const ContactInstant& at, double dt, std::size_t i, ContactLoads& loads,
                        PadOutput& output) {
  const PadRuntime& pad = world_.pads[i];
  const BodyMotion& body = at.now->body[pad.body.index];
  const RigidTransform& X = body.X_WB;
  // a sphere that touches the sole from above finds the ground under it
  const Vec3 center = X * pad.spec.position + pad.spec.radius * X.R.col(2);
  SphereContact contact;
  const bool met = find_sphere_contact(*world_.terrain, at.shape_poses, center, pad.spec.radius, contact,
                                       own_shapes(world_, pad.body));
  const PadLaw& law = pad.laws[met ? contact.material : world_.terrain->material_at(center.x(), center.y())];
  const int owner = met && contact.surface > 0 ? world_.shape_owner[contact.surface - 1] : -1;
  PadMotion motion;
  motion.penetration = met ? contact.penetration : 0.0;
  if (met) motion.normal = contact.normal;
  // Also in the air, to notice that the soil elsewhere is new
  const Vec3 point = met ? contact.point : center;
  motion.velocity = body.velocity_at(point);
  if (owner >= 0) motion.velocity -= at.now->body[owner].velocity_at(point);
  PadForce f;
  if (dt > 0.0)
    step_pad(law, motion, dt, next_[i], f);
  else
    move_pad(law, motion, at.calc_way(pad.body.index, owner, point), next_[i], f);
  output = {f.force,
            contact.point,
            f.normal,
            f.sinkage,
            std::max(0.0, motion.penetration),
            met ? -contact.normal.dot(motion.velocity) : 0.0};
  touches_[i] = {output.depth, output.approach};
  loads.power.stored += f.stored_energy;
  loads.power.normal += f.normal_dissipation + f.tangential_dissipation;  // step form: means over the step
  loads.power.work += f.work;
  if (f.normal > 0.0) loads.add(pad.body.index, owner, contact.point, f.force, Vec3::Zero());
}

}  // namespace grouser
