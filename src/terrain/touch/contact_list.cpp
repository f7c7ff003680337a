// SPDX-License-Identifier: BSD-3-Clause
// Contacts of one disc, of which the deepest kMaxArcContacts are kept; the force acts on the line through
// the centre, and shapes that touch the flank add a couple (docs/theory_contact.md, (6a)).
#include "contact_list.hpp"

#include <algorithm>

namespace grouser::terrain {
namespace {

// Difference of the whole contact's moment about the centre from that of its force at its point. A force
// along the tread has next to none; on a flank, where it lies along the axle, the point does not show where
// within the disc it acts.
Vec3 flank_couple(const DiscFrame& frame, const ArcContact& contact, const Vec3& turn) {
  constexpr double kFlank = 4.0, kWholly = 8.0;  // of |gradient|^2: 60 and 69 degrees from the tread
  const double steepness = contact.gradient.squaredNorm();
  if (steepness <= kFlank) return Vec3::Zero();
  const Vec3 more = turn - (contact.point - frame.center).cross(contact.gradient);
  const double share = std::min(1.0, (steepness - kFlank) / (kWholly - kFlank));
  return share * (more - more.dot(frame.axis) * frame.axis);  // none about the axle: the disc is round
}

}  // namespace

void ContactList::add(const DiscFrame& frame, int surface, int material, double penetration, Vec3 gradient,
                      const Vec3* turn) {
  if (!(penetration > 0.0) || (count_ == kMaxArcContacts && !drop_shallowest(penetration))) return;
  ArcContact& contact = out_[static_cast<std::size_t>(count_++)];
  contact.rut_depth = surface == 0 ? rut_.depth : 0.0;
  contact.rut_wall = surface == 0 ? rut_.wall : Vec2(Vec2::Zero());
  if (surface == 0) gradient.head<2>() += gradient.z() * rut_.wall;
  contact.surface = surface;
  contact.material = surface == 0 ? material : terrain_.shapes()[surface - 1].material;
  contact.patch = contact_patch(terrain_, surface, material);
  contact.penetration = penetration;
  contact.gradient = gradient;
  // on the line through the centre along the in-plane part of the force: no moment about the axle
  const Vec3 in_plane = gradient - gradient.dot(frame.axis) * frame.axis;
  const double length = in_plane.norm();
  const Vec3 outward = length > 1e-12 ? Vec3(in_plane / length) : Vec3(-frame.down);
  contact.point = frame.center - (frame.radius - penetration) * outward;
  contact.couple = turn ? flank_couple(frame, contact, *turn) : Vec3(Vec3::Zero());
}

bool ContactList::drop_shallowest(double penetration) {
  const auto shallowest = std::min_element(
      out_.begin(), out_.end(),
      [](const ArcContact& a, const ArcContact& b) { return a.penetration < b.penetration; });
  if (penetration <= shallowest->penetration) return false;
  std::move(shallowest + 1, out_.end(), shallowest);
  --count_;
  return true;
}

}  // namespace grouser::terrain
