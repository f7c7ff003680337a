// SPDX-License-Identifier: BSD-3-Clause
// The linearised contact of a whole vehicle: every wheel pressed on level ground in the neutral pose, with
// the drives locked. Wheels on one bogie share its inertia, so the fastest motion of the vehicle is faster
// than that of any hub alone.
#pragma once
#include <vector>

#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Stiffness and damping of one wheel's contact on one material.
struct WheelContactStiffness {
  double k_wheel, beta_wheel, k_soil, beta_soil;  ///< normal, whole wheel
  double k_tangential, beta_tangential;           ///< along and across
};

/// Velocity with which the slip of a contact grows: the predicted one at the end of the step, or the mean of
/// the step (adaptive runs; see ImplicitContacts::calc_mean_motion).
enum class Sliding { predicted, mean };

/// The linear model of all vehicles of a world in its neutral pose.
class ContactModes {
 public:
  explicit ContactModes(const World& world);

  /// Largest dt c / m over the vehicle's motions for a tangential damper `beta` (N s/m) at every wheel, per
  /// unit dt, 1/s.
  double fastest_damping(const std::vector<double>& beta) const;
  /// Spectral radius of one step of the whole loop (see contact_stability.hpp) for the given contacts. For
  /// rk4 the rate form is used: stencil and sliding do not matter.
  double spectral_radius(const std::vector<WheelContactStiffness>& contacts, int stencil_points,
                         IntegratorKind, double dt, Sliding sliding = Sliding::predicted) const;
  /// Effective mass at the bottom of a wheel along the heading, drives locked, kg.
  double forward_mass(std::size_t wheel) const;

 private:
  /// Matrix A of x' = A x for the vehicle with its contacts in rate form, for steps of length dt.
  MatX calc_rate_matrix(const std::vector<WheelContactStiffness>& contacts, double dt) const;

  /// A step of the loop: positions at its start and end, the velocity that slides, the state before, and the
  /// place of the wheel's memory in it.
  struct LoopInstant {
    const VecX &x, &x1, &v, &in;
    int at;
    double dt;
  };
  void step_wheel(const WheelContactStiffness& c, int wheel, int past, const double* weights,
                  const LoopInstant& now, VecX& force, VecX& out) const;

  MatX mass_;                                  // of the independent coordinates
  MatX joint_stiffness_, joint_damping_;       // of the joints' own springs and dampers
  std::vector<MatX> normal_, along_, across_;  // 1 x n Jacobians of each wheel's lowest point
};

}  // namespace grouser
