// The integrand of the arc for one register of angles. Included by the translation units of the levels and by
// nothing else. Laws and sources: the headers named at each line.
#pragma once
#include "arc_sums.hpp"
#include "grouser/math/simd/elementary.hpp"

namespace grouser::arc {

namespace k = grouser::kernel;

template <class B>
struct Share {
  B x, y;
};

template <class Level>
class ArcIntegrand {
 public:
  using B = typename Level::template Batch<6>;

  GROUSER_INLINE explicit ArcIntegrand(const Arc& a) : a_(a) {}

  /// Adds the pairs at u, u in (0, 1), with the weights of u.
  GROUSER_INLINE void add_pairs(const B& u, B weight) {
    const B c_front = B(1.0) - u * B(1.0 - a_.peak);
    B sine, cosine;
    k::sincos_of<Level>(c_front * B(a_.theta_1), sine, cosine);
    // rounding at the very end of the arc may put it above the ground
    const B raw = Level::fma(B(a_.radius), cosine, B(-a_.drop));
    const auto under = raw > B(0.0);
    weight = Level::select(under, weight, B(0.0));
    const B depth = Level::select(under, raw, B(a_.radius));

    // unloading.hpp
    const B total = B(a_.rut_depth) + depth;
    const B elastic = B(a_.unloading_stiffness) * depth;
    const B virgin = B(a_.modulus) * k::pow_of<Level>(total, B(a_.n));
    const auto reloads = virgin > elastic;
    const B sigma = Level::select(reloads, elastic, virgin);
    const B slope = Level::select(reloads, B(a_.unloading_stiffness), B(a_.n) * virgin / total);
    const B sigma_rate = slope * (B(1.0) - B(a_.radius * a_.entry_rate) * sine * c_front);

    const double front = 1.0 - a_.peak, rear = a_.peak + a_.exit;
    add_points(c_front, sine, cosine, weight * B(front * a_.theta_1), sigma, sigma_rate);
    const B c_rear = Level::fma(u, B(rear), B(-a_.exit));
    k::sincos_of<Level>(c_rear * B(a_.theta_1), sine, cosine);
    add_points(c_rear, sine, cosine, weight * B(rear * a_.theta_1), sigma, sigma_rate);
  }

  GROUSER_INLINE void finish(Sums& out) const {
    out = {k::sum_of_lanes(normal_z_), k::sum_of_lanes(normal_x_), k::sum_of_lanes(shear_x_),
           k::sum_of_lanes(shear_y_),  k::sum_of_lanes(shear_z_),  k::sum_of_lanes(torque_),
           k::sum_of_lanes(wall_),     k::sum_of_lanes(stiffness_)};
  }

 private:
  /// shear_displacement.hpp and shear.hpp: travel x rolling + (1 - travel) x resting.
  GROUSER_INLINE Share<B> mobilised(double shear_radius, const B& lead, const B& sine_lead) const {
    const B inverse_k = B(1.0 / a_.janosi_k);
    const B x = (B(shear_radius) * lead - B(a_.radius * a_.speed_forward) * sine_lead) * inverse_k;
    const B y = B(a_.radius * a_.speed_side) * lead * inverse_k;
    const B q = k::root(Level::fma(x, x, y * y));
    // (1 - exp(-q)) / q, below 1e-4 its series
    const B share = (B(1.0) - k::exp_of<Level>(B(0.0) - q)) / Level::max(q, B(1e-4));
    const B series = B(1.0) - q * (B(0.5) - q * B(1.0 / 6.0));
    const B g = B(a_.travel) * Level::select(q > B(1e-4), share, series);
    return {Level::fma(g, x, B(a_.resting_x)), Level::fma(g, y, B(a_.resting_y))};
  }

  /// The stresses at theta = c theta_1 with weight (of the angle); sigma there and d(sigma)/dz.
  GROUSER_INLINE void add_points(const B& c, const B& sine, const B& cosine, const B& weight, const B& sigma,
                                 const B& sigma_rate) {
    const B theta = c * B(a_.theta_1);
    const Share<B> rim = mobilised(a_.radius, B(a_.theta_1) - theta, B(a_.sin_1) - sine);
    // rim share and tip share, then the blades (grouser_blades.hpp)
    const B friction = B(a_.radius * a_.tan_phi) * sigma;
    const double rim_share = 1.0 - a_.trapped;
    const B rim_strength = B(rim_share) * (B(a_.cohesion * a_.radius) + friction);
    B along = rim_strength * rim.x, across = rim_strength * rim.y, torque = along * B(a_.radius);
    B friction_along = B(rim_share * a_.tan_phi) * rim.x;  // d(along)/d(sigma) / r
    if (a_.trapped > 0.0) {
      const Share<B> tip = mobilised(a_.shear_radius, B(a_.tip_theta_1) - theta, B(a_.tip_sin_1) - sine);
      const B strength = B(a_.trapped) * (B(a_.cohesion * a_.shear_radius) + friction);
      const B blade = B(a_.blade_force) * tip.x, tips = strength * tip.x;
      along = along + tips + blade;
      across = Level::fma(strength, tip.y, across);
      torque = torque + tips * B(a_.shear_radius) + blade * B(a_.blade_radius);
      friction_along = Level::fma(B(a_.trapped * a_.tan_phi), tip.x, friction_along);
    }
    // sidewall (passive_pressure.hpp), mobilised and directed like the shear of the rim beside it
    const B depth = Level::fma(B(a_.radius), cosine, B(-a_.drop));
    const B resistance =
        B(a_.wall_d1) * depth * Level::fma(B(0.5 * a_.wall_d2 * a_.unit_weight), depth, B(a_.cohesion));
    const B wall = resistance * (B(a_.radius) - depth * cosine);

    const B normal = weight * sigma, shear = weight * along;
    normal_z_ = Level::fma(normal, cosine, normal_z_);
    normal_x_ = Level::fma(normal, sine, normal_x_);
    shear_x_ = Level::fma(shear, cosine, shear_x_);
    shear_z_ = Level::fma(shear, sine, shear_z_);
    shear_y_ = Level::fma(weight, across, shear_y_);
    torque_ = Level::fma(weight, torque, torque_);
    wall_ = Level::fma(weight * wall, rim.y, wall_);
    // derivative by z of r x vertical stress at this point, which moves as theta = c theta_1
    const B turning = B(a_.entry_rate) * c * (along * cosine - B(a_.radius) * sigma * sine);
    const B pressing = B(a_.radius) * sigma_rate * Level::fma(friction_along, sine, cosine);
    stiffness_ = Level::fma(weight, pressing + turning, stiffness_);
  }

  const Arc& a_;
  B normal_z_ = B(0.0), normal_x_ = B(0.0), shear_x_ = B(0.0), shear_y_ = B(0.0), shear_z_ = B(0.0);
  B torque_ = B(0.0), wall_ = B(0.0), stiffness_ = B(0.0);
};

template <class Level>
void sum_arc(const Arc& a, const Points& points, Sums& sums) {
  using B = typename Level::template Batch<6>;
  ArcIntegrand<Level> integrand(a);
  for (int i = 0; i < points.count; i += static_cast<int>(B::size))
    integrand.add_pairs(Level::template load<6>(points.u + i), Level::template load<6>(points.weight + i));
  integrand.finish(sums);
}

}  // namespace grouser::arc
