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

}  // namespace

void ContactList::add(const DiscFrame& frame, int surface, int material, double penetration, Vec3 gradient) {
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
  count_ = insert(contact, out_, count_);
}

}  // namespace grouser::terrain
