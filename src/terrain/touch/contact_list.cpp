// SPDX-License-Identifier: BSD-3-Clause
#include "contact_list.hpp"

#include <algorithm>

namespace grouser::terrain {
namespace {

/// Appends the contact; where there is no room, the shallowest is dropped. Returns how many there are then.
int insert(const ArcContact& contact, std::span<ArcContact, kMaxArcContacts> out, int count) {
  if (count == kMaxArcContacts) {
    int shallowest = 0;
    for (int i = 1; i < count; ++i)
      if (out[i].penetration < out[shallowest].penetration) shallowest = i;
    if (contact.penetration <= out[shallowest].penetration) return count;
    std::move(out.begin() + shallowest + 1, out.begin() + count, out.begin() + shallowest);
    --count;
  }
  out[count] = contact;
  return count + 1;
}

// What the whole contact's moment about the centre has more than that of its force at its point. A force along the tread has
// none to speak of; on a flank, where it lies along the axle, the point tells nothing of where within the disc it acts.
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
  if (!(penetration > 0.0)) return;
  ArcContact contact;
  if (surface == 0) {
    contact.rut_depth = rut_.depth;
    contact.rut_wall = rut_.wall;
    gradient.head<2>() += gradient.z() * rut_.wall;
  }
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
  if (turn) contact.couple = flank_couple(frame, contact, *turn);
  count_ = insert(contact, out_, count_);
}

}  // namespace grouser::terrain
