#include "contact_list.hpp"

#include <algorithm>

namespace grouser::terrain {

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
  insert(contact);
}

void ContactList::insert(const ArcContact& contact) {
  if (count_ == kMaxArcContacts) {
    int shallowest = 0;
    for (int i = 1; i < count_; ++i)
      if (out_[i].penetration < out_[shallowest].penetration) shallowest = i;
    if (contact.penetration <= out_[shallowest].penetration) return;
    std::move(out_.begin() + shallowest + 1, out_.begin() + count_, out_.begin() + shallowest);
    --count_;
  }
  out_[count_++] = contact;
}

}  // namespace grouser::terrain
