// SPDX-License-Identifier: BSD-3-Clause
// The integrals along arcs of contact. Included only by the translation units of the vector levels. Laws and
// sources: see the headers named at each line.
//
// Each stage runs over the points of all arcs before the next begins: no point waits for another, and the
// constants of the series stay in registers. This takes a third less time than one arc after the other, where
// each waits for its own dependency chain.
#pragma once
#include "arc_lanes_simd.hpp"
#include "grouser/soil/laws/passive_pressure.hpp"

namespace grouser::arc {

/// Some arcs and their points. There are as many points in front of theta_m as behind it, in pairs of equal
/// stress (normal_stress.hpp).
template <class L>
class ArcPoints {
 public:
  using B = typename L::Batch;
  static constexpr int kLanes = static_cast<int>(B::size);
  static constexpr int kMost = 80;  // points: ten coarse arcs or two of the finest

  GROUSER_INLINE explicit ArcPoints(const Arcs& arcs) : a_(arcs) {}

  /// Takes arcs from `first` on, as many as there is room for; returns the index after the last.
  GROUSER_INLINE int take(const Rule* const* rules, int first, int count) {
    first_ = first;
    begin_[0] = 0;
    int arc = first;
    for (; arc < count && begin_[arc - first] + rules[arc]->count <= kMost; ++arc)
      begin_[arc - first + 1] = begin_[arc - first] + rules[arc]->count;
    after_ = arc;
    for (int i = first; i < after_; ++i) place(i, *rules[i]);
    return after_;
  }

  GROUSER_INLINE void sum(Sums* sums) {
    each_register([this](int arc, int i) GROUSER_INLINED { press(arc, i); });
    each_register([this](int arc, int i)
                      GROUSER_INLINED { shear(arc, i, a_.rim_lead, a_.theta_1, a_.sin_1, rim_); });
    for (int arc = first_; arc < after_; ++arc)
      if (a_.wheel[arc]->trapped > 0.0)
        for (int i = begin(arc); i < begin(arc + 1); i += kLanes)
          shear(arc, i, a_.tip_lead, a_.tip_theta_1, a_.tip_sin_1, tip_);
    for (int arc = first_; arc < after_; ++arc) add_up(arc, sums[arc]);
  }

 private:
  /// One column in front of theta_m and one behind.
  using Column = double[2][kMost];
  struct Shear {
    alignas(64) Column x, y;
  };

  GROUSER_INLINE static B get(const double* from) { return L::load(from); }
  GROUSER_INLINE static void put(const B& x, double* to) { L::store(x, to); }
  GROUSER_INLINE int begin(int arc) const { return begin_[arc - first_]; }
  template <class F>
  GROUSER_INLINE void each_register(const F& f) const {
    for (int arc = first_; arc < after_; ++arc)
      for (int i = begin(arc); i < begin(arc + 1); i += kLanes) f(arc, i);
  }

  /// Places the points: angles and weights. u runs from 0 at both ends of the arc to 1 at theta_m.
  GROUSER_INLINE void place(int arc, const Rule& rule) {
    const B end(a_.elastic_end.of[arc]), rest = B(1.0) - end;
    const B front(a_.front.of[arc]), rear(a_.rear.of[arc]), last(a_.last.of[arc]),
        theta_1(a_.theta_1.of[arc]);
    for (int k = 0; k < rule.count; k += kLanes) {
      const int i = begin(arc) + k;
      const B u = L::fma(end, get(rule.stretch + k), rest * get(rule.beyond + k));
      const B weight =
          theta_1 * L::fma(end, get(rule.stretch_weight + k), rest * get(rule.beyond_weight + k));
      set_angle(laws::front_angle<L>(u, front), theta_1, weight * front, 0, i);
      set_angle(laws::rear_angle<L>(u, rear, last), theta_1, weight * rear, 1, i);
    }
  }
  GROUSER_INLINE void set_angle(const B& c, const B& theta_1, const B& weight, int side, int i) {
    B sine, cosine;
    k::sincos_of<L>(c * theta_1, sine, cosine);
    put(c, &c_[side][i]);
    put(sine, &sine_[side][i]);
    put(cosine, &cosine_[side][i]);
    put(weight, &weight_[side][i]);
  }

  /// unloading.hpp: the stress of a pair and d(sigma)/dz.
  GROUSER_INLINE void press(int arc, int i) {
    const WheelOnSoil& wheel = *a_.wheel[arc];
    const B radius(wheel.radius);
    const laws::VirginCurve<B> curve{B(wheel.modulus), B(a_.n.of[arc])};
    const B raw = L::fma(radius, get(&cosine_[0][i]), B(a_.ground.of[arc]));
    // rounding at the very end of the arc may put it above the ground
    const auto under = raw > B(0.0);
    const B depth = L::select(under, raw, radius);
    for (auto& side : weight_) put(L::select(under, get(&side[i]), B(0.0)), &side[i]);

    const laws::Pressure<B> pressure =
        laws::ground_pressure<L>(curve, B(wheel.unloading_stiffness), B(a_.rut_depth.of[arc]), depth);
    const B sweep = B(a_.entry_sweep.of[arc]) * get(&sine_[0][i]);
    put(pressure.value, &sigma_[i]);
    put(pressure.slope * L::fnma(sweep, get(&c_[0][i]), B(1.0)), &sigma_rate_[i]);
  }

  /// Mobilised share of the shear on the surface that meets the ground at theta_1 (shear_displacement.hpp,
  /// shear.hpp): travel x rolling + (1 - travel) x resting.
  GROUSER_INLINE void shear(int arc, int i, const Lanes& turned, const Lanes& theta_1, const Lanes& sin_1,
                            Shear& out) {
    for (int side = 0; side < 2; ++side) {
      const B lead = L::fnma(get(&c_[side][i]), B(a_.theta_1.of[arc]), B(theta_1.of[arc]));
      const B sine_lead = B(sin_1.of[arc]) - get(&sine_[side][i]);
      const laws::ShearDisplacement<B> j = laws::shear_displacement<L>(
          B(turned.of[arc]), B(a_.forward.of[arc]), B(a_.side.of[arc]), lead, sine_lead);
      const B g = B(a_.travel.of[arc]) * laws::mobilised_share<L>(j.x, j.y);
      put(L::fma(g, j.x, B(a_.resting_x.of[arc])), &out.x[side][i]);
      put(L::fma(g, j.y, B(a_.resting_y.of[arc])), &out.y[side][i]);
    }
  }

  /// Sums the stresses along one arc.
  GROUSER_INLINE void add_up(int arc, Sums& out) const {
    const WheelOnSoil& wheel = *a_.wheel[arc];
    // Numbers of the wheel that are constant along the arc.
    const bool blades = wheel.trapped > 0.0;
    const B radius(wheel.radius), ground(a_.ground.of[arc]),
        entry_rate(a_.entry_sweep.of[arc] * wheel.per_radius);
    // if soil was rolled over before, all but friction grows in proportion (multipass.hpp)
    const double firm = a_.firmness.of[arc], rim_cohesion = firm * wheel.rim_cohesion,
                 tip_cohesion = firm * wheel.tip_cohesion;
    const B blade_force(firm * wheel.blade_force);
    const B wall_cohesion(firm * wheel.wall_cohesion), wall_weight(firm * wheel.wall_weight);
    // the sides of the soil between grousers (grouser_side_shear.hpp)
    const B end_cohesion(tip_cohesion * wheel.end_cohesion),
        end_friction(wheel.tip_friction * wheel.end_friction);
    B normal(0.0), thrust(0.0), resistance(0.0), across_sum(0.0), torque(0.0), stiffness(0.0);
    for (int i = begin(arc); i < begin(arc + 1); i += kLanes) {
      const B sigma = get(&sigma_[i]), sigma_rate = get(&sigma_rate_[i]), pressed = radius * sigma;
      const B rim_strength = laws::shear_strength<L>(B(rim_cohesion), B(wheel.rim_friction), sigma);
      const B tip_strength = laws::shear_strength<L>(B(tip_cohesion), B(wheel.tip_friction), sigma);
      for (int side = 0; side < 2; ++side) {
        const B c = get(&c_[side][i]), sine = get(&sine_[side][i]), cosine = get(&cosine_[side][i]);
        const B weight = get(&weight_[side][i]), rim_y = get(&rim_.y[side][i]), rim_x = get(&rim_.x[side][i]);
        // rim share and tip share, then the blades (grouser_blades.hpp)
        B along = rim_strength * rim_x, across = rim_strength * rim_y, moment = along * radius;
        B friction = B(wheel.rim_friction) * rim_x;  // d(along)/d(sigma)
        if (blades) {
          const B tip_x = get(&tip_.x[side][i]);
          const B tips = laws::shear_strength<L>(end_cohesion, end_friction, sigma) * tip_x;
          const B blade = blade_force * tip_x;
          along = along + tips + blade;
          across = L::fma(tip_strength, get(&tip_.y[side][i]), across);
          moment = moment + tips * B(wheel.shear_radius) + blade * B(wheel.blade_radius);
          friction = L::fma(end_friction, tip_x, friction);
        }
        // sidewall (passive_pressure.hpp), mobilised and directed like the shear of the rim beside it
        const B depth = L::fma(radius, cosine, ground);
        const B wall =
            laws::wall_force<L>(wall_cohesion, wall_weight, depth) * L::fnma(depth, cosine, radius);

        normal = L::fma(weight, L::fma(pressed, cosine, along * sine), normal);
        thrust = L::fma(weight, along * cosine, thrust);
        resistance = L::fma(weight, pressed * sine, resistance);
        across_sum = L::fma(weight, L::fma(wall, rim_y, across), across_sum);
        torque = L::fma(weight, moment, torque);
        // derivative by z of r x vertical stress at this point, which moves as theta = c theta_1
        const B turning = entry_rate * c * (along * cosine - pressed * sine);
        const B pressing = sigma_rate * L::fma(friction, sine, radius * cosine);
        stiffness = L::fma(weight, pressing + turning, stiffness);
      }
    }
    alignas(64) double sum[2][4];
    L::sums(normal, thrust, resistance, across_sum, sum[0]);
    L::sums(torque, stiffness, torque, stiffness, sum[1]);
    out = {sum[0][0], sum[0][1], sum[0][2], sum[0][3], sum[1][0], sum[1][1]};
  }
  const Arcs& a_;
  int first_ = 0, after_ = 0, begin_[kMostArcs + 1];
  alignas(64) Column c_, sine_, cosine_, weight_;  // theta / theta_1, sin(theta), cos(theta), weight of theta
  alignas(64) double sigma_[kMost], sigma_rate_[kMost];
  Shear rim_, tip_;
};

template <class L>
void sum_arcs(const Arcs& arcs, const Rule* const* rules, int count, Sums* sums) {
  ArcPoints<L> points(arcs);
  for (int arc = 0; arc < count;) {
    arc = points.take(rules, arc, count);
    points.sum(sums);
  }
}

template <class L>
inline constexpr ArcKernels kKernels = {make_arcs<L>, sum_arcs<L>, entry_angles<L>};

}  // namespace grouser::arc
