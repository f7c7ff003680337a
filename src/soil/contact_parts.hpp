// What the step form and the rate form of the contact share. Private to the soil module; symbols as in
// contact.hpp.
#pragma once
#include "grouser/soil/contact.hpp"

namespace grouser::contact {

constexpr double kAllFresh = 0.999;  // share of new soil at which the old one is forgotten

/// Damping at a penetration: it rises over the ramp.
struct Damping {
  double wheel, soil;
};
Damping ramped_damping(const ContactLaw& law, double u_tot);

double entry_angle(const ContactLaw& law, double sinkage);
double relaxation_length(const ContactLaw& law, double u_soil);
double renewal_length(const ContactLaw& law, double u_soil);

/// Speeds that the tangential state sees.
struct Sliding {
  double x, y;     ///< velocity of the rim against the ground, reversed: + makes + force
  double rolling;  ///< V
  double travel;   ///< signed speed at which the footprint is rolled
};
Sliding sliding_speeds(const ContactLaw& law, const ContactMotion& motion);

/// Steady soil reaction at a sinkage, with stiff unloading below the deepest compression of this footprint.
struct SoilState {
  WheelReaction reaction;
  double force = 0.0;      ///< R(u_s) after unloading
  double stiffness = 0.0;  ///< dR/du_s
  double scale = 1.0;      ///< force over the virgin curve's
};
SoilState soft_soil(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m, double u_soil,
                    double length);
/// Share of the normal force that the bristle damper never exceeds: what soil can pass on.
inline constexpr double kBristleShare = 0.5;
/// Tangential force of soft soil; bristle: the damper's force.
void add_soft_tangential(const ContactMotion& motion, const SoilState& soil, double bristle_x,
                         double bristle_y, double radius, ContactForce& f);

/// Coulomb stick-slip by return mapping: the trial force is cut to the cone, the deflection follows.
struct HardTangential {
  double force_x = 0.0, force_y = 0.0, zeta_x = 0.0, zeta_y = 0.0;
};
HardTangential hard_tangential(const ContactLaw& law, double bristle, double normal, double zeta_x,
                               double zeta_y, double rate_x, double rate_y);

double stored_energy(const ContactLaw& law, const ContactMemory& m);

}  // namespace grouser::contact
