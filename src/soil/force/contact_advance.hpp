// SPDX-License-Identifier: BSD-3-Clause
// One contact within its step: what is found before its compression is known, and what after. Private to the
// soil module; symbols as in contact.hpp.
#pragma once
#include <optional>

#include "soft_soil.hpp"

namespace grouser::contact {

/// Backward difference at the end of the step: du/dt = w0 u + past. Before the first touch both springs were
/// relaxed.
struct Stencil {
  double w0 = 0.0, past_wheel = 0.0, past_tot = 0.0;
};

/// One contact within its step. Quantities that do not need the compression are computed at once.
struct Advance {
  /// The angles are entry_angle() of the memory's u_soil, and of its u_peak below the rut.
  Advance(const ContactStep& step, double dt, double angle, double peak_angle);

  const ContactLaw& law;
  const ContactMotion& motion;
  ContactMemory& m;
  ContactForce& f;
  const ContactMemory before;
  const Sliding slide;
  const Damping beta;
  double length;      // relaxation length
  double peak_angle;  // entry angle of m.u_peak below the rut
  Stencil stencil;
  SoilState soil;  // at the end of the step
  // On ground whose force has to be searched for
  std::optional<SoftSoil> footing;
  double guess;  // of the wheel's compression, where the search begins
};

bool still_apart(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m);
/// The surfaces part: there is no force; wheel and ground spring back on their own dampers (implicit Euler).
void relax_apart(const ContactLaw& law, const ContactMotion& motion, double dt, ContactMemory& m,
                 ContactForce& f);

/// Penetration below untouched ground, m.
inline double below_untouched(const ContactMotion& motion) { return motion.u_tot + motion.rut_depth; }

/// Computes what the contact does to the wheel, once m.u_wheel is known.
void load_wheel(double dt, Advance& c);

}  // namespace grouser::contact
