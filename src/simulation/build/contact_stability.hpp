// SPDX-License-Identifier: BSD-3-Clause
// Spectral-radius guard. The series spring-damper with its backward difference alone is stable at any step
// for n up to 6; coupled to the hub's mass through the integrator it need not be. At load time each wheel's
// linearised loop
//   (x, v, a, a_prev of the hub; past u_wheel and u_tot)  ->  the same one step later
// is built; its largest eigenvalue magnitude must be below 1. Runge-Kutta uses the rate form of the contact:
// rate_stability.hpp.
#pragma once
#include <vector>

#include "contact_modes.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// The linear loop of one wheel on one soil.
struct ContactLoop {
  double mass = 0.0;  ///< effective mass at the hub, kg
  /// For the whole wheel, N/m and N s/m
  double k_wheel = 0.0, beta_wheel = 0.0, k_soil = 0.0, beta_soil = 0.0;
  int stencil_points = 2;
  IntegratorKind integrator = IntegratorKind::beeman;
  Sliding sliding = Sliding::predicted;  ///< mean: the contact is linearly implicit (adaptive runs)
};

/// Contacts of all wheels on one material.
struct VehicleContacts {
  std::vector<WheelContactStiffness> wheels;
  int points = 2;
};

/// Largest magnitude of the eigenvalues of one step of length dt.
double spectral_radius(const ContactLoop& loop, double dt);

/// Largest dt up to `limit` whose spectral radius, and that of every shorter step tried, is below 1; 0 if
/// there is none.
double largest_stable_step(const ContactLoop& loop, double limit);

/// Throws InputError naming the wheel (or all wheels together), the material and the largest stable step.
/// load: static load per wheel, N.
void check_contact_stability(const World& world, const ContactModes& modes,
                             const std::vector<double>& hub_masses, double load);

/// All checks of check_contact_stability(), for steps of any length. The dampers of the wheels' laws must be
/// set.
class ContactGuard {
 public:
  ContactGuard(const World& world, const ContactModes& modes, const std::vector<double>& hub_masses,
               double load);
  bool stable(double dt) const;

 private:
  const World& world_;
  const ContactModes& modes_;
  std::vector<ContactLoop> loops_;  // of single wheels
  std::vector<VehicleContacts> contacts_;
};

/// The largest step up to `limit` that the guard finds stable together with every shorter one it tries; at
/// least `least`. The steps grow by a tenth. Steps an octave apart are tried first, then the octave with the
/// first instability, from its short end: an octave that is stable at both ends is assumed to be stable
/// within.
double find_stable_step(const ContactGuard& guard, double least, double limit);

}  // namespace grouser
