// Contacts of spheres and footpads on bodies with ground and shapes. Spheres: a spring-damper along the
// normal, and across it a shear spring and damper limited to Coulomb's cone, so that a hung-up rover stays
// where it is.
#include <algorithm>

#include "contact_system.hpp"

namespace grouser {
namespace {
// Shear stiffness and damping over the normal ones (Mindlin 1949: 0.67 to 1)
constexpr double kShearShare = 0.7;
constexpr double kDampingRamp = 1e-3;  // m: damping is full from this depth on (seed 003, equation (1))
}  // namespace

// Taken from the poses: second order, and the same at every stage, because plastic flow depends on distance
// only.
Vec3 ContactSystem::calc_way(int body, int owner, const Vec3& point) const {
  if (!by_rates_) return Vec3::Zero();
  const auto moved = [&](int b) {
    return Vec3(point - start_kinematics_.body[b].X_WB * (kinematics_.body[b].X_WB.inverse() * point));
  };
  return owner < 0 ? moved(body) : Vec3(moved(body) - moved(owner));
}

void ContactSystem::apply_spheres(double dt) {
  for (std::size_t i = 0; i < world_.spheres.size(); ++i) {
    const SphereRuntime& sphere = world_.spheres[i];
    const BodyMotion& body = kinematics_.body[sphere.body.index];
    const Vec3 center = body.X_WB * sphere.spec.position;
    SphereContact contact;
    output_.spheres[i] = SphereOutput{};
    Vec3 shear(next_spheres_[i].x, next_spheres_[i].y, next_spheres_[i].z);
    if (!find_sphere_contact(*world_.terrain, shape_poses_, center, sphere.spec.radius, contact,
                             own_shapes(sphere.body))) {
      next_spheres_[i] = SphereMemory{};
      sphere_touches_[i] = SphereTouch{};
      continue;
    }
    const int owner = contact.surface > 0 ? world_.shape_owner[contact.surface - 1] : -1;
    Vec3 velocity = body.velocity_at(contact.point);
    if (owner >= 0) velocity -= kinematics_.body[owner].velocity_at(contact.point);
    const double approach = -contact.normal.dot(velocity);
    sphere_touches_[i] = {contact.penetration, approach};
    // normal force: spring and ramped damper, never pulling
    const double ramp = std::min(1.0, contact.penetration / kDampingRamp);
    const double damper = sphere.spec.damping * ramp * approach;
    const double normal = std::max(0.0, sphere.spec.stiffness * contact.penetration + damper);
    const Vec3 sliding = velocity + approach * contact.normal;
    Vec3 way = dt * sliding;
    if (!(dt > 0.0)) {
      way = calc_way(sphere.body.index, owner, contact.point);
      way -= contact.normal.dot(way) * contact.normal;
    }
    // shear spring and damper, cut to the friction limit; the spring keeps only what the limit can hold
    shear += way - contact.normal.dot(shear) * contact.normal;
    const double k_t = kShearShare * sphere.spec.stiffness, c_t = kShearShare * sphere.spec.damping;
    Vec3 friction = -k_t * shear - c_t * ramp * sliding;
    const double limit = sphere.spec.friction * normal, trial = friction.norm();
    if (trial > limit) friction *= trial > 0.0 ? limit / trial : 0.0;
    if (k_t * shear.norm() > limit) shear *= limit / (k_t * shear.norm());
    next_spheres_[i] = {shear.x(), shear.y(), shear.z()};
    const Vec3 force = normal * contact.normal + friction;
    add_force(sphere.body.index, contact.point, force, Vec3::Zero());
    add_force(owner, contact.point, -force, Vec3::Zero());
    output_.spheres[i] = {force, contact.point};
    power_.stored += 0.5 * sphere.spec.stiffness * contact.penetration * contact.penetration;
    power_.normal += (normal - sphere.spec.stiffness * contact.penetration) * approach;
    power_.tangential += -friction.dot(sliding);
  }
}

void ContactSystem::apply_pads(double dt) {
  for (std::size_t i = 0; i < world_.pads.size(); ++i) {
    const PadRuntime& pad = world_.pads[i];
    const BodyMotion& body = kinematics_.body[pad.body.index];
    const RigidTransform& X = body.X_WB;
    // a sphere that touches the sole from above finds the ground under it
    const Vec3 center = X * pad.spec.position + pad.spec.radius * X.R.col(2);
    SphereContact contact;
    const bool met = find_sphere_contact(*world_.terrain, shape_poses_, center, pad.spec.radius, contact,
                                         own_shapes(pad.body));
    const PadLaw& law =
        pad.laws[met ? contact.material : world_.terrain->material_at(center.x(), center.y())];
    const int owner = met && contact.surface > 0 ? world_.shape_owner[contact.surface - 1] : -1;
    PadMotion motion;
    motion.penetration = met ? contact.penetration : 0.0;
    if (met) motion.normal = contact.normal;
    // Also in the air, to notice that the soil elsewhere is new
    const Vec3 point = met ? contact.point : center;
    motion.velocity = body.velocity_at(point);
    if (owner >= 0) motion.velocity -= kinematics_.body[owner].velocity_at(point);
    PadForce f;
    if (dt > 0.0)
      step_pad(law, motion, dt, next_pads_[i], f);
    else
      move_pad(law, motion, calc_way(pad.body.index, owner, point), next_pads_[i], f);
    output_.pads[i] = {f.force,
                       contact.point,
                       f.normal,
                       f.sinkage,
                       std::max(0.0, motion.penetration),
                       met ? -contact.normal.dot(motion.velocity) : 0.0};
    power_.stored += f.stored_energy;
    power_.normal += f.normal_dissipation + f.tangential_dissipation;  // step form: means over the step
    power_.work += f.work;
    if (f.normal <= 0.0) continue;
    add_force(pad.body.index, contact.point, f.force, Vec3::Zero());
    add_force(owner, contact.point, -f.force, Vec3::Zero());
  }
}

}  // namespace grouser
