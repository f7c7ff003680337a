// SPDX-License-Identifier: BSD-3-Clause
// The loops of scm_loops.hpp. Included only by the translation units of the vector levels.
#pragma once
#include "grouser/math/simd/elementary.hpp"
#include "grouser/soil/laws/scm_laws.hpp"
#include "rim_cover.hpp"
#include "scm_loops.hpp"

namespace grouser::scm {
namespace {

template <class B>
struct Vector {
  B x, y, z;
  GROUSER_INLINE friend Vector operator+(const Vector& a, const Vector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  GROUSER_INLINE friend Vector operator-(const Vector& a, const Vector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  GROUSER_INLINE friend Vector operator*(const B& k, const Vector& a) { return {k * a.x, k * a.y, k * a.z}; }
};
template <class B>
GROUSER_INLINE B dot(const Vector<B>& a, const Vector<B>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class B>
GROUSER_INLINE Vector<B> cross(const Vector<B>& a, const Vector<B>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Columns of the nodes, a register at a time.
template <class L>
class Register {
 public:
  using B = typename L::Batch;
  static constexpr int kSize = static_cast<int>(B::size);
  GROUSER_INLINE Register(const Nodes& nodes, int at) : nodes_(nodes), at_(at) {}
  GROUSER_INLINE B of(int column) const { return L::load_anywhere(nodes_.of[column] + at_); }
  GROUSER_INLINE Vector<B> vector(int column) const { return {of(column), of(column + 1), of(column + 2)}; }
  GROUSER_INLINE void put(const B& x, int column) const { L::store_anywhere(x, nodes_.of[column] + at_); }

 private:
  const Nodes& nodes_;
  int at_;
};

template <class B>
GROUSER_INLINE Vector<B> broadcast(const double (&v)[3]) {
  return {B(v[0]), B(v[1]), B(v[2])};
}

template <class L>
void cover(const Cylinder& cylinder, const Strip& strip, const CellRow& row) {
  using B = typename L::Batch;
  const double flat = __builtin_sqrt(cylinder.level);  // of the axle as seen from above
  for (int i = 0; i < row.columns; i += static_cast<int>(B::size)) {
    B there;
    const auto on = below_cylinder<L>(cylinder, L::load_anywhere(row.x + i), B(row.y), there);
    const B share = covered_share<L>(strip, on.along * B(flat));
    const auto covers = L::select(share > B(kLeastShare), there, B(0.0)) > B(0.0);
    L::store_anywhere(L::select(covers, on.height, B(__builtin_inf())), row.top + i);
    L::store_anywhere(share, row.share + i);
    for (int k = 0; k < 3; ++k) L::store_anywhere(on.normal[k], row.normal[k] + i);
  }
}

template <class L>
void move(const Nodes& nodes, const Motion& motion, bool rise) {
  using B = typename L::Batch;
  const Vector<B> v = broadcast<B>(motion.v), w = broadcast<B>(motion.w), o = broadcast<B>(motion.origin);
  for (int i = 0; i < nodes.filled; i += Register<L>::kSize) {
    const Register<L> at(nodes, i);
    const Vector<B> u = v + cross(w, at.vector(kX) - o);
    at.put(u.x, kVelocityX), at.put(u.y, kVelocityY), at.put(u.z, kVelocityZ);
    if (rise) at.put(dot(at.vector(kNormalX), u) / at.of(kNormalZ), kRise);
  }
}

template <class L>
PressSums press(const Nodes& nodes, double up) {
  using B = typename L::Batch;
  B load(0.0), slope(0.0), closing(0.0);
  for (int i = 0; i < nodes.filled; i += Register<L>::kSize) {
    const Register<L> at(nodes, i);
    const laws::VirginCurve<B> curve{at.of(kModulus), at.of(kExponent)};
    const laws::ScmSoil<B> soil{at.of(kSinkage), at.of(kLoose), at.of(kFloor)};
    const auto p = laws::scm_pressure<L>(curve, at.of(kStiffness), soil, at.of(kDepth) - B(up));
    at.put(p.value, kPressure), at.put(p.plastic, kPlastic), at.put(p.mean, kMean), at.put(p.slope, kSlope);
    const B area = at.of(kArea), firm = area * p.slope;
    load = load + area * p.value;
    slope = slope + firm;
    closing = closing - firm * at.of(kRise);
  }
  return {simd::sum_of_lanes(load), simd::sum_of_lanes(slope), simd::sum_of_lanes(closing)};
}

/// One pass of rub(): forces, memory, tangent.
template <class L>
class Rub {
 public:
  using B = typename L::Batch;
  using V = Vector<B>;

  GROUSER_INLINE explicit Rub(const Rubbing& how) : how_(how), origin_(broadcast<B>(how.origin)) {
    for (B& sum : sum_) sum = zero_;
    for (B& most : most_) most = zero_;
  }

  /// Adds a register of nodes: friction by return mapping, then the soil's memory, then the sums.
  GROUSER_INLINE void add(const Register<L>& at) {
    const V n = at.vector(kNormalX), p = at.vector(kX), u = at.vector(kVelocityX);
    const V way = how_.dt > 0.0 ? B(how_.dt) * u : at.vector(kWayX);
    // the direction that a rim's bottom faces, forward
    const V across = across_of(n), tangent = cross(across, n);
    const B area = at.of(kArea), steep = one_ / n.z, true_area = area * steep;
    const B load = B(how_.damped) * at.of(kPressure) * true_area, k_t = at.of(kShearStiffness) * true_area;
    const B way_rim = dot(tangent, way);

    laws::ScmShearMemory<B> memory{at.of(kSheared), at.of(kRim), at.of(kAxle)};
    const laws::ScmEdge<B> edge{at.of(kEdgeRim), at.of(kEdgeAxle), at.of(kEdgeSpring), zero_};
    const auto f = laws::scm_friction<L>(
        laws::ScmRub<B>{k_t, at.of(kTanPhi) * load + at.of(kCohesion) * true_area, at.of(kJanosi),
                        at.of(kDampingTime), way_rim, dot(across, way), dot(tangent, u), dot(across, u)},
        edge, memory);
    at.put(memory.sheared, kSheared), at.put(memory.rim, kRim), at.put(memory.axle, kAxle);

    total(kBefore, load * press_soil(at, area, L::abs(way_rim), dot(n, way) * steep));
    total(kRubbed, f.lost);
    total(kStored, half_ * k_t * (memory.rim * memory.rim + memory.axle * memory.axle));
    total(kDamped, f.damped);

    const V pressing = load * n, force = pressing + f.rim * tangent + f.axle * across;
    total(kPressing, pressing);
    total(kForce, force);
    total(kMoment, cross(p, force));
    total(kPoint, load * p);
    total(kLoad, load);
    const auto there = area > zero_;
    greatest(kApproach, L::select(there, L::abs(at.of(kRise)), zero_));
    greatest(kSpeed, L::select(there, simd::root(dot(u, u)), zero_));
    if (how_.wants_tangent) add_tangent(at, n, tangent, across, p - origin_, steep, k_t, f, memory);
  }

  GROUSER_INLINE void tell(RubSums& sums) const {
    const int totals = how_.wants_tangent ? kTotals : kPlain;
    for (int k = 0; k < totals; ++k) sums.of[k] = simd::sum_of_lanes(sum_[k]);
    for (int k = 0; k < kGreatest; ++k) {
      alignas(64) double lane[B::size];
      L::store(most_[k], lane);
      for (const double x : lane) sums.most[k] = x > sums.most[k] ? x : sums.most[k];
    }
  }

 private:
  GROUSER_INLINE void total(int which, const B& x) { sum_[which] = sum_[which] + x; }
  GROUSER_INLINE void total(int which, const V& v) {
    total(which, v.x), total(which + 1, v.y), total(which + 2, v.z);
  }
  /// k v v^T, of which the upper half is kept.
  GROUSER_INLINE void square(int which, const B& k, const V& v) {
    const V kv = k * v;
    total(which, kv.x * v.x), total(which + 1, kv.x * v.y), total(which + 2, kv.x * v.z);
    total(which + 3, kv.y * v.y), total(which + 4, kv.y * v.z), total(which + 5, kv.z * v.z);
  }
  GROUSER_INLINE void greatest(int which, const B& x) { most_[which] = L::max(most_[which], x); }

  /// A direction across the normal: a wheel's axle, else the one over the world's y axis.
  GROUSER_INLINE V across_of(const V& n) const {
    if (how_.is_rim) return broadcast<B>(how_.axle);
    const V y{zero_ - n.y * n.x, one_ - n.y * n.y, zero_ - n.y * n.z};
    return (one_ / simd::root(dot(y, y))) * y;
  }

  /// Updates the ground's memory of pressing and digging, and adds up their work. risen: rise of the surface
  /// over the node with the part's motion, m. Returns the plastic sinkage before.
  GROUSER_INLINE B press_soil(const Register<L>& at, const B& area, const B& rubbed, const B& risen) {
    const B stiffness = at.of(kStiffness), plastic = at.of(kPlastic), depth = at.of(kDepth);
    const B elastic = depth - plastic;
    const B dug = laws::scm_least<L>(elastic, at.of(kScrape) * rubbed * B(how_.per_length));
    laws::ScmSoil<B> soil{at.of(kSinkage), at.of(kLoose), at.of(kFloor)};
    const B before = L::select(soil.loose > zero_, soil.floor, soil.sinkage);
    soil.template press<L>(plastic);
    soil.template deposit<L>(zero_ - dug);
    at.put(soil.sinkage, kSinkage), at.put(soil.loose, kLoose), at.put(soil.floor, kFloor);

    const B work = pressed_work(at, plastic, zero_ - risen - B(how_.risen)), left = elastic - dug;
    total(kPlasticWork, area * (work + stiffness * (elastic - half_ * dug) * dug));
    total(kStored, half_ * stiffness * area * left * left);

    const B ground = at.of(kGround), pending = at.of(kPending);
    const B lowered = L::select(area > zero_, plastic + dug, zero_);
    const B lower = ground + lowered, waits = pending + lowered;
    greatest(kSunk, L::select(area > zero_, ground + depth, zero_));
    at.put(lower, kGround), at.put(waits, kPending);
    total(kLowered, lowered);
    total(kUnpaired, (lower - ground) - (waits - pending));
    return before;
  }

  /// Work of the normal force that a node's soil dissipates, J/m2. In a cell that a sole came over sideways,
  /// only the sole's descent since then is the normal force's work; the rest is its edge's.
  GROUSER_INLINE B pressed_work(const Register<L>& at, const B& plastic, const B& down) const {
    const B whole = at.of(kMean) * plastic;
    if (!how_.is_sole) return whole;
    return L::select(plastic > down, at.of(kPressure) * L::max(zero_, down), whole);
  }

  /// The wrench of a stiffness along a direction: k a a^T, and with the arm.
  GROUSER_INLINE void along(const B& k, const V& direction, const V& r) {
    const V turn = cross(r, direction), force = k * direction;
    square(kM, k, direction);
    total(kH, turn.x * force), total(kH + 3, turn.y * force), total(kH + 6, turn.z * force);
    square(kJ, k, turn);
  }
  /// scm_rim.cpp says what of.
  GROUSER_INLINE void add_tangent(const Register<L>& at, const V& n, const V& tangent, const V& axle,
                                  const V& r, const B& steep, const B& k_t, const laws::ScmFriction<B>& f,
                                  const laws::ScmShearMemory<B>& memory) {
    const B step(how_.step), stiffness = at.of(kArea) * at.of(kSlope), pushed = stiffness * steep;
    total(kSpring, stiffness);
    total(kPush, pushed * n);
    total(kTurn, pushed * cross(r, n));
    const B shear = (k_t + f.ahead) * f.kept;
    const auto slides = one_ > f.kept;
    const B length = simd::root(memory.rim * memory.rim + memory.axle * memory.axle);
    const B per_length = one_ / L::max(length, B(laws::kScmTiny));
    along(L::select(slides, step * shear, zero_),
          (memory.rim * per_length) * axle - (memory.axle * per_length) * tangent, r);
    const B across = L::select(slides, zero_, (at.of(kDampingTime) + step) * shear);
    total(kAcross, across);
    total(kAcrossAt, across * r);
    square(kAcrossSquare, across, r);
    along(step * stiffness * steep * steep - across, n, r);
  }

  const B zero_ = B(0.0), half_ = B(0.5), one_ = B(1.0);
  const Rubbing& how_;
  const V origin_;
  B sum_[kTotals], most_[kGreatest];
};

template <class L>
void rub(const Nodes& nodes, const Rubbing& how, RubSums& sums) {
  Rub<L> all(how);
  for (int i = 0; i < nodes.filled; i += Register<L>::kSize) all.add(Register<L>(nodes, i));
  all.tell(sums);
}

template <class L>
constexpr Loops kLoops = {cover<L>, move<L>, press<L>, rub<L>};

}  // namespace
}  // namespace grouser::scm
