// SPDX-License-Identifier: BSD-3-Clause
// Parts that the step form and the rate form of the contact share. Private to the soil module; symbols as in
// contact.hpp.
#pragma once
#include "grouser/soil/force/contact.hpp"

namespace grouser::contact {

constexpr double kAllFresh = 0.999;           // share of new soil at which the old soil is forgotten
constexpr double kSeparatedTolerance = 1e-9;  // m: below this a relaxed surface counts as back in shape

/// At the end of a step: unloading starts from the present level where the soil was pressed deeper than ever,
/// or where all of the footprint is new. level: of the soil under the wheel, below untouched ground, m.
inline void remember_deepest(double level, ContactMemory& m) {
  if (level >= m.u_peak || m.fresh > kAllFresh) {
    m.u_peak = level;
    m.fresh = 0.0;
  }
}

/// Damping at a penetration: it rises along the ramp. share: ContactMotion::damping.
using Damping = ContactDampers;
Damping ramped_damping(const ContactLaw& law, double u_tot, double share = 1.0);

double entry_angle(const ContactLaw& law, double sinkage);

/// Length over which the footprint becomes new soil, m; entry_angle: that of the present sinkage.
double renewal_length(const ContactLaw& law, double entry_angle);

/// Speeds that the tangential state sees.
struct Sliding {
  double x, y;     ///< velocity of the rim against the ground, reversed: + makes + force
  double rim;      ///< u
  double rolling;  ///< V
  double travel;   ///< signed speed at which the hub advances
};
/// rim: speed at which the wheel's surface turns, m/s.
Sliding sliding_of(double rim, double rolling, const ContactMotion& motion);

/// The ground's force at a sinkage.
struct SoilState {
  WheelReaction reaction;  ///< soft soil: before unloading
  double force = 0.0;      ///< R(u_s) after unloading
  double stiffness = 0.0;  ///< dR/du_s
  double scale = 1.0;      ///< force over the virgin curve's
};

/// All zero, to be copied: GCC clears a temporary of this size by `rep stos`, which waits about 30 cycles.
extern const ContactForce kNoForce;

/// Energy in the shear spring, in the ground's spring, and in these and the wheel's, J.
double shear_energy(const ContactLaw& law, const ContactMemory& m);
double ground_energy(const ContactLaw& law, const ContactMemory& m);
double stored_energy(const ContactLaw& law, const ContactMemory& m);

}  // namespace grouser::contact
