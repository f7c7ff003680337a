// SPDX-License-Identifier: BSD-3-Clause
// Soft soil under one wheel at one instant: the contact's slip state as a motion of the arc's law, mirrored
// where the wheel has rolled backward, and stiff unloading with the slope k_e A below the deepest level,
// for the share of the footprint that is not new.
#include "soft_soil.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::contact {
namespace {

/// -1 for negative numbers, else +1, also for 0.
double sign_of(double x) { return x < 0.0 ? -1.0 : 1.0; }

/// Sinkage over the radius up to which coarse points do: they hold 1e-3 of the load by the analytic law,
/// and 1e-2 by resistive force theory, as in shallower ground (tests/soil/rft_wheel_test.cpp).
double coarse_up_to(const ContactLaw& law) { return law.on_soil.rft.xi_n > 0.0 ? 0.4 : 0.25; }

}  // namespace

SoftSoil::SoftSoil(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m, double length,
                   double peak_angle)
    : law_(law),
      side_(sign_of(m.travel)),
      u_peak_(m.u_peak - motion.rut_depth),
      peak_angle_(peak_angle),
      fresh_(m.fresh) {
  run_ = {.wheel = &law.on_soil,
          .running = {.slip_x = side_ * m.zeta_x / length,
                      .slip_y = m.zeta_y / length,
                      .travel = std::fabs(m.travel),
                      .rest_shear_x = side_ * m.zeta_x,
                      .rest_shear_y = m.zeta_y,
                      .rut_depth = motion.rut_depth,
                      .width_fraction = law.width_fraction,
                      .rim_speed = side_ * law.radius * motion.spin,
                      .phase = side_ * motion.phase},
          .arc_points = m.u_soil > coarse_up_to(law) * law.radius ? std::max(law.arc_points, kFineArcPoints)
                                                                  : law.arc_points};
}

const WheelRun& SoftSoil::run_at(double u_soil) {
  run_.running.sinkage = u_soil;
  return run_;
}

SoilState SoftSoil::at(double u_soil) {
  const WheelRun& run = run_at(u_soil);
  SoilState s;
  s.reaction = wheel_reaction(*run.wheel, run.running, run.arc_points);
  complete(u_soil, s);
  return s;
}

void SoftSoil::complete(double u_soil, SoilState& s) const {
  s.reaction.drawbar_pull *= side_;
  s.reaction.torque *= side_;
  s.force = s.reaction.normal_force;
  s.stiffness = s.reaction.stiffness;
  s.scale = 1.0;
  if (u_soil >= u_peak_ || s.force <= 0.0) return;
  // old soil unloads stiffly from the depth it was pressed to; soil that the wheel has rolled onto since is
  // on the virgin curve
  const double area = law_.wheel.width * law_.width_fraction * law_.radius * peak_angle_;
  const double extra = std::max(0.0, law_.soil.unloading_stiffness * area - s.stiffness);
  const double old = std::max(0.0, s.force - extra * (u_peak_ - u_soil));
  const double old_stiffness = old > 0.0 ? s.stiffness + extra : 0.0;
  s.scale = fresh_ + (1.0 - fresh_) * old / s.force;
  s.stiffness = fresh_ * s.stiffness + (1.0 - fresh_) * old_stiffness;
  s.force *= s.scale;
}

}  // namespace grouser::contact
