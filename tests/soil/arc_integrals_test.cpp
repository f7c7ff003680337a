// SPDX-License-Identifier: BSD-3-Clause
// The forces of a wheel integrated angle by angle, one number at a time, against what runs in a step: the same
// laws in vector registers at Gauss points (src/soil/wheel/arc_lanes_simd.hpp, arc_sums_simd.hpp). The laws
// themselves have tests of their own; what is compared here is how they are put together and summed.
#include <cmath>

#include "catch.hpp"
#include "grouser/soil/laws/normal_stress.hpp"
#include "grouser/soil/laws/passive_pressure.hpp"
#include "grouser/soil/laws/pressure_sinkage.hpp"
#include "grouser/soil/laws/shear.hpp"
#include "grouser/soil/laws/shear_displacement.hpp"
#include "grouser/soil/laws/slip_sinkage.hpp"
#include "grouser/soil/laws/unloading.hpp"
#include "grouser/soil/wheel/grouser_blades.hpp"
#include "grouser/soil/wheel/wheel_reaction.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;

namespace {

constexpr double kWidth = 0.12, kGravity = 3.71;

/// Angle in front of theta_m with the same stress as theta, theta_2 <= theta <= theta_1.
double equivalent_front_angle(double theta, double theta_1, double theta_m, double theta_2) {
  if (theta >= theta_m) return theta;
  return theta_1 - (theta - theta_2) / (theta_m - theta_2) * (theta_1 - theta_m);
}

/// One wheel on one soil, everything by the headers.
class PlainWheel {
 public:
  PlainWheel(const SoilParams& soil, const WheelGeometry& wheel, const WheelRunning& run)
      : soil_(soil),
        run_(run),
        r_(wheel.radius),
        blades_(grouser_blades(soil, wheel, kGravity)),
        wall_(wall_resistance(bulldozing_factors(soil.phi), soil.cohesion, soil.density, kGravity)),
        speed_(speed_ratio(run.slip_x, run.slip_y)),
        ends_(side_shear_factors(soil.grouser_side_shear, wheel.grouser_height, wheel.width)),
        gain_(pressed_gain(soil.multipass_gain, run.rut_depth, run.sinkage)),
        shear_length_(soil.janosi_k * (1.0 - gain_)),
        rest_(mobilised_shear(run.rest_shear_x, run.rest_shear_y, shear_length_)),
        modulus_(sinkage_modulus(soil, wheel.width)),
        n_(sinkage_exponent(soil.n, soil.slip_sinkage_n1, soil.skid_sinkage_n1, run.travel * run.slip_x) +
           run.travel * side_sinkage(soil.side_sinkage_n1, run.slip_y)) {
    const double hub = std::max(r_ - run.sinkage, 0.0);
    theta_1_ = std::acos(hub / r_);
    theta_tip_ = std::acos(hub / blades_.shear_radius);
    theta_m_ = run.travel * peak_stress_fraction(soil.theta_m_c1, soil.theta_m_c2, run.slip_x) * theta_1_;
    const double rolling = exit_ratio(soil.exit_b0, soil.exit_b1, run.slip_x);
    theta_2_ =
        -(run.travel * (run.exit_ratio > 0.0 ? run.exit_ratio : rolling) + 1.0 - run.travel) * theta_1_;
  }

  /// Midpoints; half of the angles on each side of theta_m, where the stress has its kink.
  WheelReaction integrate(int angles) const {
    WheelReaction out;
    for (const auto& [from, to] : {std::pair(theta_2_, theta_m_), std::pair(theta_m_, theta_1_)})
      for (int i = 0; i < angles / 2; ++i) {
        const double step = (to - from) / (angles / 2);
        add(from + (i + 0.5) * step, step, out);
      }
    const double ploughed = run_.slip_x < 0.0 ? -run_.slip_x : 0.0;
    out.compaction_resistance +=
        soil_.front_wall * run_.travel * ploughed * kWidth *
        laws::wall_force<simd::PlainLevel>(wall_.cohesion, wall_.weight, run_.sinkage) * (1.0 + gain_);
    out.drawbar_pull = out.shear_thrust - out.compaction_resistance;
    return out;
  }

 private:
  double depth(double theta) const { return r_ * std::cos(theta) - (r_ - run_.sinkage); }
  Mobilised mobilised(double radius, double from, double theta) const {
    const ShearDisplacement j =
        shear_displacement(r_, radius, speed_, from - theta, std::sin(from) - std::sin(theta));
    const Mobilised rolling = mobilised_shear(j.x, j.y, shear_length_);
    return {run_.travel * rolling.x + (1.0 - run_.travel) * rest_.x,
            run_.travel * rolling.y + (1.0 - run_.travel) * rest_.y};
  }
  void add(double theta, double step, WheelReaction& out) const {
    const double mirrored = equivalent_front_angle(theta, theta_1_, theta_m_, theta_2_);
    const double sigma =
        ground_pressure({modulus_, n_}, soil_.unloading_stiffness, run_.rut_depth, depth(mirrored)).value;
    const Mobilised rim = mobilised(r_, theta_1_, theta);
    const Mobilised tip = mobilised(blades_.shear_radius, theta_tip_, theta);
    const double tan_phi = std::tan(soil_.phi);
    const double c = soil_.cohesion * (1.0 + gain_);
    const double on_rim = (1.0 - blades_.trapped) * r_ * (c + tan_phi * sigma);
    // the stress at the tips is that of the rim, spread over their longer arc: r sigma there too
    const double on_tips = blades_.trapped * (blades_.shear_radius * c + r_ * tan_phi * sigma);
    const double tips_along =
        blades_.trapped * (blades_.shear_radius * c * ends_.cohesion + r_ * tan_phi * sigma * ends_.friction);
    const double blade = blades_.blade_force * (1.0 + gain_);
    const double along = on_rim * rim.x + (tips_along + blade) * tip.x;
    const double wall = laws::wall_force<simd::PlainLevel>(wall_.cohesion, wall_.weight, depth(theta)) *
                        (1.0 + gain_) * (r_ - depth(theta) * std::cos(theta));
    const double area = kWidth * step;
    out.normal_force += area * (r_ * sigma * std::cos(theta) + along * std::sin(theta));
    out.shear_thrust += area * along * std::cos(theta);
    out.compaction_resistance += area * r_ * sigma * std::sin(theta);
    out.side_force += area * (on_rim * rim.y + on_tips * tip.y) + step * wall * rim.y;
    out.torque += area * (on_rim * rim.x * r_ + tips_along * tip.x * blades_.shear_radius +
                          blade * tip.x * blades_.blade_radius);
  }

  const SoilParams& soil_;
  const WheelRunning& run_;
  double r_;
  GrouserBlades blades_;
  WallResistance wall_;
  SpeedRatio speed_;
  SideShearFactors ends_;
  double gain_, shear_length_;
  Mobilised rest_;
  double modulus_, n_, theta_1_, theta_tip_, theta_m_, theta_2_;
};

/// Slip-sinkage on both branches, and a theta_m that leaves its straight line when skidding.
SoilParams demanding_soil() {
  SoilParams soil = test::lunar_nominal();
  soil.n = 0.8;
  soil.cohesion = 900.0;
  soil.slip_sinkage_n1 = 0.3;
  soil.skid_sinkage_n1 = 0.2;
  soil.theta_m_c2 = 0.45;
  return soil;
}

/// With each of the keys that add to the law.
SoilParams with_added_keys(SoilParams soil) {
  soil.exit_b0 = 0.3;
  soil.exit_b1 = 0.35;
  soil.side_sinkage_n1 = 0.4;
  soil.front_wall = 0.6;
  soil.grouser_side_shear = 0.8;
  soil.multipass_gain = 0.3;
  return soil;
}

}  // namespace

// 24 Gauss points against 4000 midpoints: they differ by up to 3e-6 of the load, where the pressure begins
// with the depth's power n and where reloading ends. Any law that is wrong shows by 1e-4 somewhere.
TEST_CASE("forces, moment and side force equal the integrals of the laws of the headers") {
  double worst = 0.0;
  int cases = 0;
  for (const SoilParams& soil : {demanding_soil(), with_added_keys(demanding_soil())})
    for (const double height : {0.0, 0.012})
      for (const double slip_x : {-1.0, -0.9, -0.3, 0.3, 1.0})
        for (const double slip_y : {0.0, 0.4})
          for (const double travel : {0.0, 0.5, 1.0})
            for (const double rut : {0.0, 0.006})
              for (const double rest : {0.0, 2e-3})
                for (const double sinkage : {0.012, 0.05}) {
                  const WheelGeometry wheel{
                      .radius = 0.1425, .width = kWidth, .grouser_height = height, .grouser_count = 12};
                  const WheelRunning run{.sinkage = sinkage,
                                         .slip_x = slip_x,
                                         .slip_y = slip_y,
                                         .travel = travel,
                                         .rest_shear_x = rest,
                                         .rest_shear_y = -0.7 * rest,
                                         .rut_depth = rut,
                                         .exit_ratio = soil.exit_b0 > 0.0 ? 0.0 : 0.15,
                                         .gravity = kGravity};
                  const WheelReaction want = PlainWheel(soil, wheel, run).integrate(4000);
                  const WheelReaction got = wheel_reaction_with_points(soil, wheel, run, 24);
                  const double scale = std::hypot(want.normal_force, want.drawbar_pull, want.side_force);
                  const auto off = [&](double a, double b) { return std::fabs(a - b) / scale; };
                  const double error = std::max({off(got.normal_force, want.normal_force),
                                                 off(got.shear_thrust, want.shear_thrust),
                                                 off(got.compaction_resistance, want.compaction_resistance),
                                                 off(got.side_force, want.side_force),
                                                 off(got.torque / wheel.radius, want.torque / wheel.radius)});
                  CAPTURE(soil.exit_b0, height, slip_x, slip_y, travel, rut, rest, sinkage);
                  CHECK(error < 1e-5);
                  worst = std::max(worst, error);
                  ++cases;
                }
  CAPTURE(worst);
  CHECK(cases == 960);
  CHECK(worst > 1e-9);  // two ways, not one
}
