// SPDX-License-Identifier: BSD-3-Clause
// Composite inertias of bodies that are carried, from leaves to roots, and the coefficients of the effort
// at a carried joint (the formula is above CompositeBodies::JointShare). They depend on the prescribed
// angles of joints at rest alone, so nothing is built again while those stay.
#include "composite_bodies.hpp"

namespace grouser {
namespace {

/// Inertia of one body about its origin, in its own axes: the sum of its principal terms.
RigidInertia own_inertia(const Body& body) {
  const PrincipalInertia& principal = body.about_origin;
  RigidInertia inertia{body.mass, body.first_moment, Symmetric3(principal.base)};
  for (int k = 0; k < principal.count; ++k)
    inertia.J.add_outer(principal.rise[k] * principal.u[k], principal.u[k]);
  return inertia;
}

// True for a ball, or a body whose only distinct principal axis is the joint's; centre of mass on the axis.
bool is_of_revolution(const Body& body, const Vec3& axis) {
  const PrincipalInertia& own = body.about_origin;
  if (own.count == 2 || body.first_moment.cross(axis) != Vec3(Vec3::Zero())) return false;
  return own.count == 0 || own.u[0] == axis || own.u[0] == -axis;
}

}  // namespace

CompositeBodies::CompositeBodies(const Model& model)
    : inertia_(model.bodies().size()),
      share_(model.bodies().size()),
      in_carrier_(model.bodies().size()),
      spin_(model.bodies().size(), 0.0),
      carrier_(model.bodies().size(), 0),
      carries_(model.bodies().size(), 0),
      leads_on_(model.bodies().size(), 0),
      carriage_(model.bodies().size(), Carriage::own),
      angle_(model.bodies().size(), 0.0),
      can_ride_(model.bodies().size(), 0),
      revolves_(model.bodies().size(), 0) {
  // Among joints that move, only a prescribed hinge on another body can ride or spin; a body that carries
  // others cannot spin.
  for (std::size_t i = model.bodies().size(); i-- > 0;) {
    const Joint& joint = model.joints()[i];
    if (joint.parent == kWorld) continue;
    can_ride_[i] = joint.kind.hinge && joint.mode == CoordinateMode::prescribed;
    revolves_[i] = can_ride_[i] && is_of_revolution(model.bodies()[i], joint.axis);
  }
  for (const Joint& joint : model.joints())
    if (joint.parent != kWorld) revolves_[static_cast<std::size_t>(joint.parent.index)] = 0;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const Joint& joint = model.joints()[i];
    // Fixed joints ride for good, bodies of revolution spin for good; update() decides about the others.
    if (joint.nv == 0 && joint.parent != kWorld) carriage_[i] = Carriage::rides;
    if (revolves_[i]) carriage_[i] = Carriage::spins;
  }
  build(model);
}

void CompositeBodies::update(const Model& model, const VecX& q, const VecX& v, const VecX& a) {
  bool same = true;
  for (std::size_t i = 0; i < can_ride_.size(); ++i) {
    if (!can_ride_[i] || revolves_[i]) continue;
    const Joint& joint = model.joints()[i];
    const bool rests = v[joint.v_index] == 0.0 && a[joint.v_index] == 0.0;
    const Carriage now = rests ? Carriage::rides : Carriage::own;
    const double angle = rests ? q[joint.q_index] + 0.0 : 0.0;  // no -0
    same &= now == carriage_[i] && angle == angle_[i];
    carriage_[i] = now;
    angle_[i] = angle;
  }
  if (!same) build(model);
}

void CompositeBodies::build(const Model& model) {
  // Roots to leaves: the carrier of each body, and where the body lies in the carrier's axes.
  for (std::size_t i = 0; i < inertia_.size(); ++i) {
    const Joint& joint = model.joints()[i];
    inertia_[i] = own_inertia(model.bodies()[i]);
    carries_[i] = leads_on_[i] = 0;
    carrier_[i] = i;
    in_carrier_[i] = {};
    if (carriage_[i] == Carriage::own) continue;
    const auto parent = static_cast<std::size_t>(joint.parent.index);
    carrier_[i] = carrier_[parent];
    carries_[carrier_[i]] = 1;
    in_carrier_[i] = in_carrier_[parent] * joint.X_PJ;
    // The angle is 0 for a fixed joint and for a spin
    in_carrier_[i].R *= rotation_about(joint.axis, angle_[i]);
  }
  // Leaves to roots: each carried inertia joins its parent's, and leaves its joint's coefficients behind.
  for (std::size_t i = inertia_.size(); i-- > 0;) {
    const Joint& joint = model.joints()[i];
    if (joint.parent == kWorld) continue;
    const auto parent = static_cast<std::size_t>(joint.parent.index);
    if (carriage_[i] == Carriage::own || leads_on_[i]) leads_on_[parent] = 1;
    if (carriage_[i] == Carriage::own) continue;
    const Mat3 R = joint.X_PJ.R * rotation_about(joint.axis, angle_[i]);
    add_shifted(rotated(inertia_[i], R), joint.X_PJ.p, inertia_[parent]);
    set_share(joint, i);
  }
}

void CompositeBodies::set_share(const Joint& joint, std::size_t i) {
  share_[i] = {};
  const Vec3 a = in_carrier_[i].R * joint.axis, &p = in_carrier_[i].p;
  const RigidInertia inertia = rotated(inertia_[i], in_carrier_[i].R);
  spin_[i] = a.dot(inertia.J * a);
  if (carriage_[i] == Carriage::spins) {
    share_[i].A = spin_[i] * a;  // the rest is perpendicular to the axis
    return;
  }
  // Only the symmetric part of K counts, since K appears between w and w alone.
  const Vec3 B = a.cross(inertia.h);
  const Mat3 K = B * p.transpose() - B.dot(p) * Mat3::Identity() - skew(a) * inertia.J.matrix();
  share_[i] = {inertia.J * a + p.cross(B), B, Symmetric3(Mat3(0.5 * (K + K.transpose())))};
}

}  // namespace grouser
