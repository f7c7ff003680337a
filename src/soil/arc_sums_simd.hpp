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

  GROUSER_INLINE explicit ArcIntegrand(const Arc& a) : a_(a), w_(a.wheel) {}

  /// Pairs of angles in front of theta_m and behind it that have the same stress (normal_stress.hpp), with
  /// the weights of u, which runs from 0 at both ends of the arc to 1 at theta_m.
  GROUSER_INLINE void add_pairs(const B& u, B weight) {
    const B c_front = B(1.0) - u * B(1.0 - a_.peak);
    B sine, cosine;
    k::sincos_of<Level>(c_front * B(a_.theta_1), sine, cosine);
    // rounding at the very end of the arc may put it above the ground
    const B raw = Level::fma(B(w_.radius), cosine, B(-a_.drop));
    const auto under = raw > B(0.0);
    weight = Level::select(under, weight, B(0.0));
    const B depth = Level::select(under, raw, B(w_.radius));

    // unloading.hpp
    const B total = B(a_.rut_depth) + depth;
    const B elastic = B(w_.unloading_stiffness) * depth;
    const B virgin = B(w_.modulus) * k::pow_of<Level>(total, B(a_.n));
    const auto reloads = virgin > elastic;
    const B sigma = Level::select(reloads, elastic, virgin);
    const B slope = Level::select(reloads, B(w_.unloading_stiffness), B(a_.n) * virgin / total);
    const B sigma_rate = slope * (B(1.0) - B(w_.radius * a_.entry_rate) * sine * c_front);

    const double front = 1.0 - a_.peak, rear = a_.peak + a_.exit;
    add_points(c_front, sine, cosine, weight * B(front * a_.theta_1), sigma, sigma_rate);
    const B c_rear = Level::fma(u, B(rear), B(-a_.exit));
    k::sincos_of<Level>(c_rear * B(a_.theta_1), sine, cosine);
    add_points(c_rear, sine, cosine, weight * B(rear * a_.theta_1), sigma, sigma_rate);
  }

  GROUSER_INLINE void finish(Sums& out) const {
    out = {k::sum_of_lanes(normal_), k::sum_of_lanes(thrust_), k::sum_of_lanes(resistance_),
           k::sum_of_lanes(side_),   k::sum_of_lanes(torque_), k::sum_of_lanes(stiffness_)};
  }

 private:
  /// shear_displacement.hpp and shear.hpp: travel x rolling + (1 - travel) x resting.
  GROUSER_INLINE Share<B> mobilised(double shear_radius, const B& lead, const B& sine_lead) const {
    const B inverse_k = B(1.0 / w_.janosi_k);
    const B x = (B(shear_radius) * lead - B(w_.radius * a_.speed_forward) * sine_lead) * inverse_k;
    const B y = B(w_.radius * a_.speed_side) * lead * inverse_k;
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
    const Share<B> rim = mobilised(w_.radius, B(a_.theta_1) - theta, B(a_.sin_1) - sine);
    // rim share and tip share, then the blades (grouser_blades.hpp)
    const B friction = B(w_.radius * w_.tan_phi) * sigma;
    const double rim_share = 1.0 - w_.trapped;
    const B rim_strength = B(rim_share) * (B(w_.cohesion * w_.radius) + friction);
    B along = rim_strength * rim.x, across = rim_strength * rim.y, torque = along * B(w_.radius);
    B friction_along = B(rim_share * w_.tan_phi) * rim.x;  // d(along)/d(sigma) / r
    if (w_.trapped > 0.0) {
      const Share<B> tip = mobilised(w_.shear_radius, B(a_.tip_theta_1) - theta, B(a_.tip_sin_1) - sine);
      const B strength = B(w_.trapped) * (B(w_.cohesion * w_.shear_radius) + friction);
      const B blade = B(w_.blade_force) * tip.x, tips = strength * tip.x;
      along = along + tips + blade;
      across = Level::fma(strength, tip.y, across);
      torque = torque + tips * B(w_.shear_radius) + blade * B(w_.blade_radius);
      friction_along = Level::fma(B(w_.trapped * w_.tan_phi), tip.x, friction_along);
    }
    // sidewall (passive_pressure.hpp), mobilised and directed like the shear of the rim beside it
    const B depth = Level::fma(B(w_.radius), cosine, B(-a_.drop));
    const B resistance =
        B(w_.wall_d1) * depth * Level::fma(B(0.5 * w_.wall_d2 * w_.unit_weight), depth, B(w_.cohesion));
    const B wall = resistance * (B(w_.radius) - depth * cosine);

    const B pressed = B(w_.radius) * sigma;
    normal_ = Level::fma(weight, Level::fma(pressed, cosine, along * sine), normal_);
    thrust_ = Level::fma(weight, along * cosine, thrust_);
    resistance_ = Level::fma(weight, pressed * sine, resistance_);
    side_ = Level::fma(weight, Level::fma(B(1.0 / w_.width) * wall, rim.y, across), side_);
    torque_ = Level::fma(weight, torque, torque_);
    // derivative by z of r x vertical stress at this point, which moves as theta = c theta_1
    const B turning = B(a_.entry_rate) * c * (along * cosine - pressed * sine);
    const B pressing = B(w_.radius) * sigma_rate * Level::fma(friction_along, sine, cosine);
    stiffness_ = Level::fma(weight, pressing + turning, stiffness_);
  }

  const Arc& a_;
  const WheelOnSoil& w_;
  B normal_ = B(0.0), thrust_ = B(0.0), resistance_ = B(0.0), side_ = B(0.0), torque_ = B(0.0),
    stiffness_ = B(0.0);
};

template <class Level>
void sum_arc(const Arc& a, const Rule& rule, Sums& sums) {
  using B = typename Level::template Batch<6>;
  const B end(a.elastic_end), rest(1.0 - a.elastic_end);
  const auto at = [&](const double* stretch, const double* beyond) {
    return Level::fma(end, Level::template load<6>(stretch), rest * Level::template load<6>(beyond));
  };
  ArcIntegrand<Level> integrand(a);
  for (int i = 0; i < rule.count; i += static_cast<int>(B::size))
    integrand.add_pairs(at(rule.stretch + i, rule.beyond + i),
                        at(rule.stretch_weight + i, rule.beyond_weight + i));
  integrand.finish(sums);
}

}  // namespace grouser::arc
