// SPDX-License-Identifier: BSD-3-Clause
// Soft soil by resistive force theory (soil/laws/rft.hpp): its own reaction of a wheel's surface, with all
// else as in soft soil: the wheel's spring in series, slip as a state, stiff unloading. A footpad is a level
// plate, a ball a stack of rings. It has no damper.
#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/grouser_side_shear.hpp"
#include "grouser/soil/laws/rft.hpp"
#include "soft_ground.hpp"

namespace grouser::contact {
namespace {

/// Displacement over which the resistance of a soil without K turns with the motion, m. Assumed, as for dry
/// sands.
constexpr double kShearDisplacement = 0.01;
/// lambda of the stress lambda rho v_n^2 on what lands: of a sphere dropped on sand (Agarwal, Karsai, Goldman
/// & Kamrin 2021).
constexpr double kLanding = 1.4;

class RftGround final : public SoftGround {
 public:
  Plate plate(const PadLaw& law) const override {
    const SoilParams& soil = law.soil;
    const double area = pad_area(law), ground = area * soil.unloading_stiffness;
    const double xi_n = rft_resistance_of(soil, soil.density, soil.phi, law.gravity, soil.cohesion);
    return {.area = area,
            .curve = curve_of(law, area, xi_n),
            .ground = ground,
            .elastic = in_series(law.stiffness, ground),
            .cohesion = held_by_grousers(law, area),
            .friction = pad_friction(law),
            .inertia = soil.density > 0.0 ? kLanding * soil.density * area : 0.0};
  }
  // Soil between grousers goes along with them and shears on soil; their edges resist as Bekker's do.
  double pad_friction(const PadLaw& law) const override {
    const SoleForm& form = law.form;
    if (!(form.grouser > 0.0)) return surface_friction_of(law.soil, law.soil.phi);
    return side_shear_factors(1.0, form.grouser, form.grouser_width).friction *
           std::max(math::tan(law.soil.phi), surface_friction_of(law.soil, law.soil.phi));
  }

 private:
  /// Cohesion of the soil between grousers and of their edges, as far as `cohesion_share` counts it, N.
  /// Between a bare sole and the soil there is none.
  static double held_by_grousers(const PadLaw& law, double area) {
    const SoleForm& form = law.form;
    const bool counts = form.grouser > 0.0 && law.soil.cohesion_share > 0.0 && law.soil.cohesion > 0.0;
    if (!counts) return 0.0;
    return side_shear_factors(1.0, form.grouser, form.grouser_width).cohesion * area *
           law.soil.cohesion_share * law.soil.cohesion;
  }

  static PadCurve curve_of(const PadLaw& law, double area, double xi_n) {
    const SoilParams& soil = law.soil;
    PadCurve curve = law.form.ball ? ball_curve(law.radius, kRftPlate * xi_n, 1.0)
                                   : flat_curve(area, kRftPlate * xi_n, 1.0);
    curve.extra = cohesion_depth(soil.cohesion_share, soil.cohesion, soil.phi, xi_n);
    return curve;
  }

 protected:
  double shear_way(const SoilParams& soil) const override {
    return soil.janosi_k > 0.0 ? soil.janosi_k : kShearDisplacement;
  }
  // Assumed: grains move anew with the wheel once it has gone by its footprint.
  double slip_way(const SoilParams& soil, double radius, double entry_angle) const override {
    return std::max(radius * entry_angle, kShortestFootprint) + shear_way(soil);
  }
  // At the slip of free rolling the lowest elements turn round, which is where the force grows fastest: by
  // 3.2 loads over the entry angle per slip; elsewhere by 8 to 14 (tests/soil/rft_wheel_test.cpp).
  double shear_bound(const WheelOnSoil&, const ShearState& state) const override {
    const double entry = std::max(state.entry_angle, 0.01), slope = std::max(3.3 / entry, 8.0 + 7.0 * entry);
    return state.normal_force * slope / state.relaxation;
  }
};

}  // namespace

const Ground& rft_ground() {
  static constinit const RftGround ground;
  return ground;
}

}  // namespace grouser::contact
