// SPDX-License-Identifier: BSD-3-Clause
// Arcs of contact side by side, one per lane: what is constant along each arc. Included only by the
// translation units of the vector levels. The laws are those of grouser/soil/laws.
#pragma once
#include "arc_sums.hpp"
#include "grouser/math/simd/elementary.hpp"
#include "grouser/soil/laws/normal_stress.hpp"
#include "grouser/soil/laws/shear.hpp"
#include "grouser/soil/laws/shear_displacement.hpp"
#include "grouser/soil/laws/slip_sinkage.hpp"
#include "grouser/soil/laws/unloading.hpp"

namespace grouser::arc {

namespace k = grouser::simd;
using k::root;

inline constexpr double kHalfPi = 1.57079632679489661923;

/// acos(1 - v) for 0 <= v <= 1, without loss of digits where v is small.
template <class Level, class B>
GROUSER_INLINE B arc_of_depth(const B& v) {
  const auto shallow = B(0.5) > v;  // acos(1 - v) = 2 asin(sqrt(v / 2)), else pi/2 - asin(1 - v)
  const B x = Level::select(shallow, root(B(0.5) * v), B(1.0) - v), z = x * x;
  const B asin = Level::fma(x * z, k::polynomial<Level>(z, series::kAsin), x);
  return Level::select(shallow, B(2.0) * asin, B(kHalfPi) - asin);
}

template <class Level, class B>
GROUSER_INLINE B at_most(const B& x, const B& limit) {
  return Level::select(limit > x, x, limit);
}

/// The arcs in the lanes of one register.
template <class L>
class ArcMaker {
 public:
  using B = typename L::Batch;

  GROUSER_INLINE ArcMaker(const Runs& runs, int from, Arcs& arcs)
      : runs_(runs),
        arcs_(arcs),
        from_(from),
        per_r_(of(&WheelOnSoil::per_radius)),
        z_(load(runs.sinkage)),
        slip_(load(runs.slip_x)),
        travel_(load(runs.travel)),
        resting_(one_ - travel_) {}

  GROUSER_INLINE void make() {
    store(travel_, arcs_.travel);
    store(load(runs_.firmness), arcs_.firmness);
    set_angles();
    set_stress();
    set_shear();
  }

 private:
  GROUSER_INLINE B of(double WheelOnSoil::*number) const {
    alignas(64) double x[B::size];
    for (int i = 0; i < static_cast<int>(B::size); ++i) x[i] = runs_.wheel[from_ + i]->*number;
    return L::load(x);
  }
  GROUSER_INLINE B load(const Lanes& x) const { return L::load(x.of + from_); }
  GROUSER_INLINE void store(const B& x, Lanes& to) const { L::store(x, to.of + from_); }

  /// Angles where rim and tips meet the ground; for a sinkage beyond the axle the arc stays at 90 degrees.
  GROUSER_INLINE void set_angles() {
    const B r = of(&WheelOnSoil::radius), buried = z_ * per_r_, v = at_most<L>(buried, one_);
    const B sine = root(v * (B(2.0) - v)), sweep = L::select(one_ > buried, one_ / sine, zero_);
    theta_1_ = arc_of_depth<L>(v);
    store(z_ - r, arcs_.ground);
    store(theta_1_, arcs_.theta_1);
    store(sine, arcs_.sin_1);
    store(sweep, arcs_.entry_sweep);
    tips_ = of(&WheelOnSoil::shear_radius);
    const B w = one_ - L::max(r - z_, zero_) / tips_;
    store(arc_of_depth<L>(w), arcs_.tip_theta_1);
    store(root(w * (B(2.0) - w)), arcs_.tip_sin_1);
  }

  /// Place of the largest stress and of the exit, exponent of the curve, and the kink of reloading.
  GROUSER_INLINE void set_stress() {
    const B peak = travel_ * laws::peak_stress_fraction<L>(of(&WheelOnSoil::theta_m_c1),
                                                           of(&WheelOnSoil::theta_m_c2), slip_);
    const B front = one_ - peak, last = zero_ - L::fma(travel_, load(runs_.exit_ratio), resting_);
    store(front, arcs_.front);
    store(peak - last, arcs_.rear);
    store(last, arcs_.last);

    const B n = laws::sinkage_exponent<L>(of(&WheelOnSoil::n) + load(runs_.side_sinkage),
                                          of(&WheelOnSoil::slip_sinkage), of(&WheelOnSoil::skid_sinkage),
                                          travel_ * slip_);
    const B rut = load(runs_.rut_depth);
    store(n, arcs_.n);
    store(rut, arcs_.rut_depth);
    store(elastic_end(kink_depth(n, rut), front), arcs_.elastic_end);
  }

  /// Depth where reloading ends (unloading.hpp), accurate enough to place the points: one Newton step from
  /// the value for fresh ground, within 1 % (0 if there is none).
  GROUSER_INLINE B kink_depth(const B& n, const B& rut) const {
    const B fresh = of(&WheelOnSoil::fresh_reloading), below = rut + fresh;
    const auto step = laws::reloading_step<L>(laws::VirginCurve<B>{of(&WheelOnSoil::modulus), n},
                                              of(&WheelOnSoil::unloading_stiffness),
                                              L::select(below > zero_, below, one_), fresh);
    return L::select(below > zero_, L::select(step.slope > zero_, step.next, zero_), zero_);
  }

  /// Place where the pressure leaves the elastic branch, as u; 0 if that is too close to the end of the arc
  /// to matter.
  GROUSER_INLINE B elastic_end(const B& kink, const B& front) const {
    constexpr double kShortest = 1e-3;  // of the sinkage
    const B left = at_most<L>(L::max((z_ - kink) * per_r_, zero_), one_);
    const B u = (one_ - arc_of_depth<L>(left) / theta_1_) / front;
    return L::select(kink > B(kShortest) * z_, at_most<L>(L::max(u, zero_), one_), zero_);
  }

  /// Shear displacements over K per radian, and what the rest shear mobilises.
  GROUSER_INLINE void set_shear() {
    const B per_k = of(&WheelOnSoil::per_length) * load(runs_.per_shear_length),
            lead = of(&WheelOnSoil::radius) * per_k;
    const laws::SpeedRatio<B> speed = laws::speed_ratio<L>(slip_, load(runs_.slip_y));
    store(lead, arcs_.rim_lead);
    store(tips_ * per_k, arcs_.tip_lead);
    store(lead * speed.forward, arcs_.forward);
    store(lead * speed.side, arcs_.side);
    const B x = load(runs_.rest_shear_x) * per_k, y = load(runs_.rest_shear_y) * per_k;
    const B share = resting_ * laws::mobilised_share<L>(x, y);
    store(share * x, arcs_.resting_x);
    store(share * y, arcs_.resting_y);
  }

  const B zero_ = B(0.0), one_ = B(1.0);
  const Runs& runs_;
  Arcs& arcs_;
  const int from_;
  const B per_r_, z_, slip_, travel_, resting_;
  B theta_1_, tips_;
};

template <class L>
void make_arcs(const Runs& runs, int count, Arcs& arcs) {
  arcs.wheel = runs.wheel;
  for (int from = 0; from < count; from += static_cast<int>(L::Batch::size))
    ArcMaker<L>(runs, from, arcs).make();
}

template <class L>
void entry_angles(const Lanes& depth, const Lanes& radius, int count, Lanes& angle) {
  using B = typename L::Batch;
  for (int from = 0; from < count; from += static_cast<int>(B::size)) {
    const B buried = L::load(depth.of + from) / L::load(radius.of + from);
    const B v = at_most<L>(L::max(buried, B(0.0)), B(1.0));
    L::store(arc_of_depth<L>(v), angle.of + from);
  }
}

}  // namespace grouser::arc
