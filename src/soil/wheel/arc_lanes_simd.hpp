// Arcs of contact side by side, one per lane: what is constant along each arc. Included only by the
// translation units of the vector levels. Laws and sources: see the headers named at each line.
#pragma once
#include "arc_sums.hpp"
#include "grouser/math/simd/elementary.hpp"

namespace grouser::arc {

namespace k = grouser::kernel;
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

/// (1 - exp(-q)) / q with q = |(x, y)|; its series below 1e-4 (shear.hpp).
template <class Level, class B>
GROUSER_INLINE B mobilised_share(const B& x, const B& y) {
  const B q = root(Level::fma(x, x, y * y));
  const B share = (B(1.0) - k::exp_of<Level>(B(0.0) - q)) / Level::max(q, B(1e-4));
  const B series = B(1.0) - q * (B(0.5) - q * B(1.0 / 6.0));
  return Level::select(q > B(1e-4), share, series);
}

template <class Level, class B>
GROUSER_INLINE B at_most(const B& x, const B& limit) {
  return Level::select(limit > x, x, limit);
}

/// The arcs in the lanes of one register.
template <class L>
class ArcMaker {
 public:
  using B = typename L::template Batch<6>;

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
    set_angles();
    set_stress();
    set_shear();
  }

 private:
  GROUSER_INLINE B of(double WheelOnSoil::*number) const {
    alignas(64) double x[B::size];
    for (int i = 0; i < static_cast<int>(B::size); ++i) x[i] = runs_.wheel[from_ + i]->*number;
    return L::template load<6>(x);
  }
  GROUSER_INLINE B load(const Lanes& x) const { return L::template load<6>(x.of + from_); }
  GROUSER_INLINE void store(const B& x, Lanes& to) const { L::template store<6>(x, to.of + from_); }

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

  /// normal_stress.hpp, slip_sinkage.hpp, unloading.hpp
  GROUSER_INLINE void set_stress() {
    constexpr double kKnee = 0.1;
    const B straight = L::fma(of(&WheelOnSoil::theta_m_c2), slip_, of(&WheelOnSoil::theta_m_c1));
    const B bent = B(kKnee) * k::exp_of<L>(at_most<L>((straight - B(kKnee)) * B(1.0 / kKnee), zero_));
    const B peak = travel_ * L::select(B(kKnee) > straight, bent, straight), front = one_ - peak;
    const B last = zero_ - L::fma(travel_, load(runs_.exit_ratio), resting_);
    store(front, arcs_.front);
    store(peak - last, arcs_.rear);
    store(last, arcs_.last);

    const B rolled = travel_ * slip_;
    const B growth =
        L::select(zero_ > rolled, of(&WheelOnSoil::skid_sinkage), of(&WheelOnSoil::slip_sinkage));
    const B n = L::fma(growth, L::abs(rolled), of(&WheelOnSoil::n));
    const B rut = load(runs_.rut_depth);
    store(n, arcs_.n);
    store(rut, arcs_.rut_depth);
    store(elastic_end(kink_depth(n, rut), front), arcs_.elastic_end);
  }

  /// Depth where reloading ends (unloading.hpp), accurate enough to place the points: one Newton step from
  /// the value for fresh ground, within 1 % (0 where there is none).
  GROUSER_INLINE B kink_depth(const B& n, const B& rut) const {
    const B fresh = of(&WheelOnSoil::fresh_reloading), stiffness = of(&WheelOnSoil::unloading_stiffness);
    const B below = rut + fresh, depth = L::select(below > zero_, below, one_);
    const B virgin = of(&WheelOnSoil::modulus) * k::pow_of<L>(depth, n);
    const B slope = stiffness - n * virgin / depth;
    const B kink = fresh - (stiffness * fresh - virgin) / L::select(slope > zero_, slope, one_);
    return L::select(below > zero_, L::select(slope > zero_, kink, zero_), zero_);
  }

  /// Where the pressure leaves the elastic branch, as u; 0 where that is too close to the end of the arc to
  /// matter.
  GROUSER_INLINE B elastic_end(const B& kink, const B& front) const {
    constexpr double kShortest = 1e-3;  // of the sinkage
    const B left = at_most<L>(L::max((z_ - kink) * per_r_, zero_), one_);
    const B u = (one_ - arc_of_depth<L>(left) / theta_1_) / front;
    return L::select(kink > B(kShortest) * z_, at_most<L>(L::max(u, zero_), one_), zero_);
  }

  /// shear_displacement.hpp; the share that the rest shear mobilises: shear.hpp
  GROUSER_INLINE void set_shear() {
    constexpr double kSlowestRim = 1e-3;
    const B per_k = of(&WheelOnSoil::per_janosi_k), lead = of(&WheelOnSoil::radius) * per_k;
    const B per_rim = one_ / L::select(zero_ > slip_, L::max(one_ + slip_, B(kSlowestRim)), one_);
    const B forward = L::max(one_ - L::max(slip_, zero_), zero_) * per_rim;
    store(lead, arcs_.rim_lead);
    store(tips_ * per_k, arcs_.tip_lead);
    store(lead * forward, arcs_.forward);
    store(lead * (load(runs_.slip_y) * per_rim), arcs_.side);
    const B x = load(runs_.rest_shear_x) * per_k, y = load(runs_.rest_shear_y) * per_k;
    const B share = resting_ * mobilised_share<L>(x, y);
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
  for (int from = 0; from < count; from += static_cast<int>(L::template Batch<6>::size))
    ArcMaker<L>(runs, from, arcs).make();
}

template <class L>
void entry_angles(const Lanes& depth, const Lanes& radius, int count, Lanes& angle) {
  using B = typename L::template Batch<6>;
  for (int from = 0; from < count; from += static_cast<int>(B::size)) {
    const B buried = L::template load<6>(depth.of + from) / L::template load<6>(radius.of + from);
    const B v = at_most<L>(L::max(buried, B(0.0)), B(1.0));
    L::template store<6>(arc_of_depth<L>(v), angle.of + from);
  }
}

}  // namespace grouser::arc
