// What the step form and the rate form of the contact share. Private to the soil module; symbols as in
// contact.hpp.
#pragma once
#include "grouser/soil/contact/contact.hpp"

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

/// Damping at a penetration: it rises along the ramp.
using Damping = ContactDampers;
Damping ramped_damping(const ContactLaw& law, double u_tot);

double entry_angle(const ContactLaw& law, double sinkage);

/// Lengths with which the slip state and the soil's memory develop, m.
struct Lengths {
  double relaxation;  // over which slip builds up
  double renewal;     // over which the footprint becomes new soil
};
/// entry_angle: that of the present sinkage.
Lengths footprint_lengths(const ContactLaw& law, double entry_angle);

/// Speeds that the tangential state sees.
struct Sliding {
  double x, y;     ///< velocity of the rim against the ground, reversed: + makes + force
  double rolling;  ///< V
  double travel;   ///< signed speed at which the hub advances
};
Sliding sliding_speeds(const ContactLaw& law, const ContactMotion& motion);

/// Steady soil reaction at a sinkage, with stiff unloading below the deepest compression of this footprint.
struct SoilState {
  WheelReaction reaction;
  double force = 0.0;      ///< R(u_s) after unloading
  double stiffness = 0.0;  ///< dR/du_s
  double scale = 1.0;      ///< force over the virgin curve's
};
/// The soil under one footprint during one step: everything but the sinkage is given.
class SoftSoil {
 public:
  /// length: relaxation length; peak_angle: entry_angle() of m.u_peak below the rut. `m.u_soil` decides how
  /// finely the arc is resolved, so that one step has one law.
  SoftSoil(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m, double length,
           double peak_angle);
  SoilState at(double u_soil);

  /// The same in two parts, for several footprints at once. run_at() gives the run for wheel_reactions(),
  /// valid until the next call; the second part completes the state from the reaction in it.
  const WheelRun& run_at(double u_soil);
  void complete(double u_soil, SoilState& state) const;

 private:
  const ContactLaw& law_;
  WheelRun run_;
  double side_, u_peak_, peak_angle_, fresh_;
};
/// Share of the normal force that the bristle damper never exceeds: what soil can transmit.
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

/// All zero, to be copied: GCC clears a temporary of this size by `rep stos`, which waits about 30 cycles.
extern const ContactForce kNoForce;

/// Energy in the shear spring and in the normal spring of hard ground, J.
double shear_energy(const ContactLaw& law, const ContactMemory& m);
double ground_energy(const ContactLaw& law, const ContactMemory& m);
double stored_energy(const ContactLaw& law, const ContactMemory& m);

}  // namespace grouser::contact
