// One contact within its step: what is found before its compression is known, and after. Private to the soil
// module; symbols as in contact.hpp.
#pragma once
#include <optional>

#include "contact_parts.hpp"

namespace grouser::contact {

/// Backward difference at the step's end: du/dt = w0 u + past. Before the first touch both springs were at
/// ease.
struct Stencil {
  double w0 = 0.0, past_wheel = 0.0, past_tot = 0.0;
};

/// One contact within its step. What does not need the compression is found at once.
struct Advance {
  /// Angles: entry_angle() of the memory's u_soil, and of its u_peak below the rut.
  Advance(const ContactStep& step, double dt, double angle, double peak_angle);

  const ContactLaw& law;
  const ContactMotion& motion;
  ContactMemory& m;
  ContactForce& f;
  const ContactMemory before;
  const Sliding slide;
  const Damping beta;
  double length;  // of relaxation
  Stencil stencil;
  std::optional<SoftSoil> footing;  // on soft soil
  double guess;                     // of the wheel's compression there
  SoilState soil;
};

bool still_apart(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m);
/// The surfaces part: no force; wheel and soil spring back on their own dampers (implicit Euler). Soft soil
/// stays put.
void relax_apart(const ContactLaw& law, const ContactMotion& motion, double dt, ContactMemory& m,
                 ContactForce& f);

/// u_wheel on hard ground: equation (6).
double hard_compression(const Advance& c);
/// u_wheel on soft soil to begin with: the wheel's compression goes on as it did, an excellent guess while
/// rolling.
double guess_compression(const Advance& c);
/// u_wheel on soft soil, and the soil's state there; c.soil: at the guess.
double soft_compression(Advance& c);

/// What the contact does to the wheel, once m.u_wheel is known.
void load_wheel(double dt, Advance& c);

}  // namespace grouser::contact
