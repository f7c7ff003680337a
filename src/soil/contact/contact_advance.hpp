// One contact within its step: what is found before its compression is known, and what after. Private to the
// soil module; symbols as in contact.hpp.
#pragma once
#include <optional>

#include "contact_parts.hpp"

namespace grouser::contact {

/// Backward difference at the end of the step: du/dt = w0 u + past. Before the first touch both springs were
/// relaxed.
struct Stencil {
  double w0 = 0.0, past_wheel = 0.0, past_tot = 0.0;
};

/// One contact within its step. What does not need the compression is computed at once.
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
  double length;  // relaxation length
  Stencil stencil;
  std::optional<SoftSoil> footing;  // on soft soil
  double guess;                     // first guess of the wheel's compression on soft soil
  SoilState soil;
};

bool still_apart(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m);
/// The surfaces part: there is no force; wheel and soil spring back on their own dampers (implicit Euler).
/// Soft soil stays where it is.
void relax_apart(const ContactLaw& law, const ContactMotion& motion, double dt, ContactMemory& m,
                 ContactForce& f);

/// u_wheel on hard ground: equation (6).
double hard_compression(const Advance& c);
/// First guess of u_wheel on soft soil: the compression of the wheel continues as before, an excellent guess
/// while rolling.
double guess_compression(const Advance& c);
/// u_wheel on soft soil, and the soil's state there; on entry c.soil is the state at the guess.
double soft_compression(Advance& c);

/// Computes what the contact does to the wheel, once m.u_wheel is known.
void load_wheel(double dt, Advance& c);

}  // namespace grouser::contact
