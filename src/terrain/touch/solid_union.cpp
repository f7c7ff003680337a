// SPDX-License-Identifier: BSD-3-Clause
// Boundaries of overlapping solids: each piece is cut where it passes into another solid; a part within a
// solid of higher rank is hidden, one within a lower rank is taken off that solid as well.
#include "solid_union.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::terrain {
namespace {

constexpr int kMaxCuts = 64;
constexpr int kCurved = 8;  // intervals in which a curve meets a side once at most

// Parameters at which a piece passes from one solid into another, in order.
class Cuts {
 public:
  void add(double at) {
    if (count_ < kMaxCuts) at_[count_++] = at;
  }
  void sort() { std::sort(at_.begin(), at_.begin() + count_); }
  int count() const { return count_; }
  double operator[](int i) const { return at_[i]; }

 private:
  std::array<double, kMaxCuts> at_;
  int count_ = 0;
};

// Root of f between two parameters of opposite sign: regula falsi with the Illinois correction.
template <typename F>
double find_root(F&& f, double low, double high, double f_low, double f_high) {
  constexpr int kSteps = 60;
  constexpr double kClose = 1e-15;  // m
  for (int i = 0; i < kSteps; ++i) {
    const double middle = (low * f_high - high * f_low) / (f_high - f_low);
    const double value = f(middle);
    if (std::fabs(value) <= kClose) return middle;
    if ((value > 0.0) == (f_high > 0.0)) {
      high = middle;
      f_high = value;
      f_low *= 0.5;
    } else {
      low = middle;
      f_low = value;
      f_high *= 0.5;
    }
  }
  return 0.5 * (low + high);
}

// Points of a piece between which it meets a side once at most.
struct Nodes {
  int intervals;
  std::array<double, kCurved + 1> at;
  std::array<Vec3, kCurved + 1> point;
};

/// The solids of one disc with their ranks.
class Union {
 public:
  Union(const DiscFrame& frame, const SolidSet& set, BaseSurface& base)
      : frame_(frame), set_(set), base_(base) {
    find_parts_of_one();
  }

  /// Order in which solids are served: shapes 0, 1, ..., then the base.
  int rank_of(int surface) const {
    for (int k = 0; k < set_.shapes; ++k)
      if (set_.shape[k].surface == surface) return k;
    return set_.shapes;
  }
  static int slot_of(int rank, int shapes) { return rank == shapes ? 0 : 1 + rank; }
  int ranks() const { return set_.shapes + (set_.base ? 1 : 0); }

  /// Parameters at which the piece passes the sides of the other solids; the functions are heights above a
  /// side, > 0 outside.
  Cuts cuts_of(const RimPiece& piece, int own_rank) {
    Cuts cuts;
    const Nodes nodes = nodes_of(piece, piece.line ? 1 : kCurved);
    for (int rank = 0; rank < ranks(); ++rank) {
      if (rank == own_rank || are_parts_of_one(rank, own_rank)) continue;
      // a solid of higher priority is cut off a skin above itself
      const double skin = rank < own_rank ? kSkin : 0.0;
      const Vec3 lift = rank > own_rank && piece.line ? Vec3(kSkin * piece.plate.normal) : Vec3(Vec3::Zero());
      if (rank == set_.shapes) {
        const bool curved = base_.terrain().heightfield();
        const auto above = [&](const Vec3& p) { return above_base(p + lift); };
        add_roots(above, piece, curved ? nodes_of(piece, kCurved) : nodes, cuts);
      } else {
        add_sides(set_.shape[rank], piece, nodes, lift, skin, cuts);
      }
    }
    cuts.sort();
    return cuts;
  }

  bool contains(int rank, int own_rank, const Vec3& p, const RimPiece& piece) {
    if (are_parts_of_one(rank, own_rank)) return false;
    if (rank < own_rank) return set_.shape[rank].contains(p, kSkin);
    const Vec3 lifted = piece.line ? Vec3(p + kSkin * piece.plate.normal) : p;
    return rank == set_.shapes ? above_base(lifted) < 0.0 : set_.shape[rank].contains(lifted, 0.0);
  }

  Vec3 point(const RimPiece& piece, double at) { return piece_point(frame_, piece, base_, at); }
  double above_base(const Vec3& p) { return p.z() - base_.sample(p.x(), p.y()).z; }

 private:
  // Boxes of one body that a plane parts share no region: each counts for itself, and their sums are added.
  void find_parts_of_one() {
    const Terrain& terrain = base_.terrain();
    for (int a = 0; a < set_.shapes; ++a) {
      const int k = set_.shape[a].surface - 1;
      if (terrain.flush_with(k).empty() || terrain.shapes()[static_cast<std::size_t>(k)].hull) continue;
      for (int b = a + 1; b < set_.shapes; ++b) {
        const int other = set_.shape[b].surface;
        if (terrain.joined_surface(other) != terrain.joined_surface(1 + k) ||
            terrain.shapes()[static_cast<std::size_t>(other) - 1].hull ||
            !are_parted(set_.shape[a], set_.shape[b]))
          continue;
        parts_of_one_[a] |= 1u << b;
        parts_of_one_[b] |= 1u << a;
      }
    }
  }
  bool are_parts_of_one(int rank, int other) const {
    return rank < set_.shapes && other < set_.shapes && (parts_of_one_[rank] >> other & 1u) != 0;
  }

  Nodes nodes_of(const RimPiece& piece, int intervals) {
    Nodes nodes;
    nodes.intervals = intervals;
    for (int i = 0; i <= intervals; ++i) {
      const double at = i == 0           ? piece.low
                        : i == intervals ? piece.high
                                         : piece.low + (piece.high - piece.low) * i / intervals;
      nodes.at[static_cast<std::size_t>(i)] = at;
      nodes.point[static_cast<std::size_t>(i)] = point(piece, at);
    }
    return nodes;
  }

  /// Adds the places where f of the piece's points changes sign.
  template <typename F>
  void add_roots(F&& f, const RimPiece& piece, const Nodes& nodes, Cuts& cuts) {
    const auto along = [&](double at) { return f(point(piece, at)); };
    double value = f(nodes.point[0]);
    for (std::size_t i = 1; i <= static_cast<std::size_t>(nodes.intervals); ++i) {
      const double next_value = f(nodes.point[i]);
      if ((value > 0.0) != (next_value > 0.0))
        cuts.add(find_root(along, nodes.at[i - 1], nodes.at[i], value, next_value));
      value = next_value;
    }
  }

  // A body of many sides is met on its surface only: elsewhere the planes of its sides cut nothing.
  void add_sides(const ShapeSolid& solid, const RimPiece& piece, const Nodes& nodes, const Vec3& lift,
                 double skin, Cuts& cuts) {
    constexpr double kNear = 1e-6;  // m, far above rounding: a cut too many changes nothing
    for (int side = 0; side < solid.sides; ++side) {
      Cuts found;
      add_roots([&](const Vec3& p) { return solid.height(side, p + lift) - skin; }, piece, nodes, found);
      for (int i = 0; i < found.count(); ++i)
        if (solid.sides <= kBoxSides || solid.contains(point(piece, found[i]), kNear)) cuts.add(found[i]);
    }
  }

  const DiscFrame& frame_;
  const SolidSet& set_;
  BaseSurface& base_;
  std::array<unsigned, kMaxSolids> parts_of_one_{};  // bit k: with solid k
};

}  // namespace

void integrate_union(const DiscFrame& frame, std::span<const RimPiece> pieces, const SolidSet& set,
                     BaseSurface& base, std::span<Foundation> sums, std::span<bool> uncut) {
  Union solids(frame, set, base);
  for (const RimPiece& piece : pieces) {
    const int own = solids.rank_of(piece.surface);
    const int own_slot = Union::slot_of(own, set.shapes);
    const Cuts cuts = solids.cuts_of(piece, own);
    double low = piece.low;
    for (int i = 0; i <= cuts.count(); ++i) {
      const double high = i < cuts.count() ? cuts[i] : piece.high;
      if (!(high > low)) continue;
      const Vec3 middle = solids.point(piece, 0.5 * (low + high));
      // the first other solid that contains this part
      int holder = 0;
      while (holder < solids.ranks() && (holder == own || !solids.contains(holder, own, middle, piece)))
        ++holder;
      if (holder < own) {
        uncut[own_slot] = false;  // hidden
      } else {
        integrate(frame, piece, low, high, 1.0, base, sums[own_slot]);
        if (holder < solids.ranks()) {
          const int slot = Union::slot_of(holder, set.shapes);
          integrate(frame, piece, low, high, -1.0, base, sums[slot]);
          uncut[slot] = false;
        }
      }
      low = high;
    }
  }
}

}  // namespace grouser::terrain
