// SPDX-License-Identifier: BSD-3-Clause
// The contacts of one disc, found one after another. Private to the terrain module.
#pragma once
#include <span>

#include "grouser/terrain/touch/wheel_arc.hpp"
#include "rut_footing.hpp"

namespace grouser::terrain {

/// In order of surface; when full, the shallowest is dropped.
class ContactList {
 public:
  /// rut: the rut by which the base was lowered.
  ContactList(const Terrain& terrain, const RutFooting& rut, std::span<ArcContact, kMaxArcContacts> out)
      : terrain_(terrain), rut_(rut), out_(out) {}

  /// material: that of the base ground, if the surface is the base. Nothing is added unless penetration > 0.
  /// turn: d(-u)/d(turn of the disc about its centre), where it is known.
  void add(const DiscFrame&, int surface, int material, double penetration, Vec3 gradient,
           const Vec3* turn = nullptr);
  int count() const { return count_; }

 private:
  /// Makes room in a full list for a contact of this depth; false where all others are as deep.
  bool drop_shallowest(double penetration);

  const Terrain& terrain_;
  const RutFooting& rut_;
  std::span<ArcContact, kMaxArcContacts> out_;
  int count_ = 0;
};

}  // namespace grouser::terrain
