// SPDX-License-Identifier: BSD-3-Clause
// A wheel of resistive force theory summed over a fine mesh, for the tests of its quadrature.
#pragma once
#include <algorithm>
#include <cmath>

#include "grouser/soil/laws/rft.hpp"
#include "grouser/soil/wheel/rft_wheel.hpp"
#include "grouser/soil/wheel/wheel_reaction.hpp"
#include "soil_laws_for_test.hpp"

namespace grouser::test {

inline SoilParams rft_sand(double phi_deg = 33.0) {
  SoilParams s;
  s.id = "sand";
  s.law = SoilLaw::rft;
  s.phi = phi_deg * kDeg;
  s.density = 1730.0;
  return s;
}
inline constexpr WheelGeometry kSmooth{.radius = 0.25, .width = 0.18};
inline constexpr WheelGeometry kBladed{
    .radius = 0.225, .width = 0.18, .grouser_height = 0.025, .grouser_count = 24};

/// At a slip and a slip angle, as on the rig.
inline RftMotion rolling(double slip, double angle = 0.0) {
  const double forward = slip >= 0.0 ? 1.0 - slip : 1.0;
  return {forward, -forward * std::tan(angle), 0.0, slip >= 0.0 ? 1.0 : 1.0 + slip};
}

struct Force {
  double x = 0.0, y = 0.0, z = 0.0, torque = 0.0;
};

/// Plain sums over a fine mesh, in double precision, single grousers over many phases: slow and without any rule of the
/// quadrature.
class Mesh {
 public:
  Mesh(const RftWheel& wheel, const RftMotion& motion, double sinkage, double rut = 0.0, double fall = 0.0)
      : w_(wheel), m_(motion), level_(wheel.radius - sinkage), fall_(fall) {
    friction_ = w_.friction;
    pressed_ = pressed_in(rut);
    cylinder(w_.radius, w_.enclosed);
    sides(w_.enclosed);
    if (w_.enclosed == 1.0) return;
    friction_ = w_.surface;
    cylinder(w_.rim, 1.0 - w_.enclosed);
    grousers(1.0 - w_.enclosed);
  }
  Force force() const {
    return {w_.xi_n * sum_.x, w_.xi_n * sum_.y, w_.xi_n * sum_.z, w_.xi_n * sum_.torque};
  }
  double pressed() const { return pressed_; }

 private:
  static constexpr double kPi = 3.14159265358979324;
  void cylinder(double radius, double share) {
    constexpr int kMany = 4000;
    for (int i = 0; i < kMany; ++i) {
      const double a = -kPi / 2 + kPi * (i + 0.5) / kMany;
      add(radius * std::sin(a), -radius * std::cos(a), {std::sin(a), 0.0, -std::cos(a)},
          share * w_.width * radius * kPi / kMany);
    }
  }
  void sides(double share) {
    constexpr int kMany = 600;
    const double h = 2.0 * w_.radius / kMany;
    for (int i = 0; i < kMany; ++i)
      for (int k = 0; k < kMany; ++k) {
        const double x = -w_.radius + (i + 0.5) * h, z = -w_.radius + (k + 0.5) * h;
        if (x * x + z * z > w_.radius * w_.radius || z > -level_) continue;
        for (const double side : {-1.0, 1.0}) add(x, z, {0.0, side, 0.0}, share * h * h);
      }
  }
  void grousers(double share) {
    constexpr int kPhases = 40, kAcross = 40;
    const int count = static_cast<int>(std::lround(w_.blades * 2.0 * kPi));
    const double height = w_.radius - w_.rim;
    for (int p = 0; p < kPhases; ++p)
      for (int b = 0; b < count; ++b) {
        const double a = 2.0 * kPi * (b + (p + 0.5) / kPhases) / count;
        if (std::cos(a) <= 0.0) continue;
        for (int k = 0; k < kAcross; ++k) {
          const double rho = w_.rim + height * (k + 0.5) / kAcross;
          for (const double side : {-1.0, 1.0})
            add(rho * std::sin(a), -rho * std::cos(a), {side * std::cos(a), 0.0, side * std::sin(a)},
                share * w_.width * height / kAcross / kPhases);
        }
      }
  }
  rft::Response<double> feel(double x, double z, const rft::Vector<double>& n, double depth) const {
    const double spin = m_.turning / w_.radius;
    return rft::respond<double>(
        {n, {m_.forward + spin * z, m_.left, -m_.down - spin * x}, depth, friction_, w_.per_lift});
  }
  /// Depth at which a plate has the largest pressure of a wheel that is as deep as the rut in untouched ground.
  double pressed_in(double rut) const {
    constexpr int kMany = 4000;
    double most = 0.0;
    for (int i = 0; i < kMany; ++i) {
      const double a = -kPi / 2 + kPi * (i + 0.5) / kMany, x = w_.radius * std::sin(a),
                   z = -w_.radius * std::cos(a);
      const rft::Vector<double> n{std::sin(a), 0.0, -std::cos(a)};
      const auto f = feel(x, z, n, -z - w_.radius + rut);
      most = std::max(most, -(f.x * n.x + f.z * n.z));
    }
    return std::min(rut, most / 0.87574);
  }
  void add(double x, double z, const rft::Vector<double>& n, double area) {
    const double below = -z - level_ - (x < 0.0 ? fall_ : 0.0);
    const double counts = std::min(below + pressed_, w_.reloading * below);
    const auto f = feel(x, z, n, counts);
    sum_.x += f.x * area;
    sum_.y += f.y * area;
    sum_.z += f.z * area;
    sum_.torque -= (z * f.x - x * f.z) * area;
  }

  const RftWheel& w_;
  const RftMotion m_;
  const double level_, fall_;
  double friction_ = 0.0, pressed_ = 0.0;
  Force sum_;
};

/// Largest error over the load; the torque over load times radius.
inline double error_of(const WheelReaction& r, const Force& exact, double radius) {
  const double error =
      std::max({std::fabs(r.drawbar_pull - exact.x), std::fabs(r.side_force - exact.y),
                std::fabs(r.normal_force - exact.z), std::fabs(r.torque - exact.torque) / radius});
  return error / exact.z;
}

}  // namespace grouser::test
