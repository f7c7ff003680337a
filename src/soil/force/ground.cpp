// SPDX-License-Identifier: BSD-3-Clause
// The ground that a soil's kind and law name, and the questions about contacts that pass on to it.
#include "ground.hpp"

#include "grouser/base/error.hpp"

namespace grouser {
namespace contact {

const Ground& ground_of(const SoilParams& soil) {
  switch (soil.kind) {
    case SoilKind::hard:
      return hard_ground();
    case SoilKind::soft:
      return soil.law == SoilLaw::rft ? rft_ground() : soft_ground();
    case SoilKind::viscoelastic:
      break;
  }
  throw InputError("soil '" + soil.id + "'", "viscoelastic ground under a wheel, or in statics",
                   "hard or soft ground: only footpads and contact spheres that move feel this one");
}

}  // namespace contact

void complete(ContactLaw& law) {
  law.ground = &contact::ground_of(law.soil);
  law.radius = contact_radius(law.soil, law.wheel);
  law.ground->complete(law);
}

double returnable_energy(const ContactLaw& law, const ContactMemory& m, const ContactForce& f) {
  return law.ground->returnable(law, m, f);
}

double sliding_stiffness(const ContactLaw& law, const ContactMemory& m, const ContactForce& f) {
  return law.ground->sliding_stiffness(law, m, f);
}

GroundSpring ground_spring(const SoilParams& soil, const WheelGeometry& wheel, double load, double gravity) {
  return contact::ground_of(soil).spring(soil, wheel, load, gravity);
}

double shear_stiffness(const SoilParams& soil, const WheelGeometry& wheel, double tyre, double load,
                       double gravity) {
  return contact::ground_of(soil).shear_stiffness(soil, wheel, tyre, load, gravity);
}

double drawbar_pull(const LoadedWheel& wheel, double slip, PullSearch& search) {
  return wheel.law->ground->drawbar_pull(wheel, slip, search);
}

}  // namespace grouser
