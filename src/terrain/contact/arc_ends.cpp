#include "arc_ends.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "grouser/math/elementary.hpp"

namespace grouser::terrain {
namespace {

constexpr int kDiscs = kLanes / 2;  // looked at together: each has two ends
constexpr int kMostLooks = 6;
constexpr double kSearchBeyondQuarter = kSearchTo - 0.5 * std::numbers::pi;  // rad

/// Where the ends of a disc's only arc are expected and may be.
struct EndGuess {
  double middle, half;  ///< of the arc on the tangent plane, rad
  double spare;  ///< rad by which the ends may lie farther out and still on the bounded part of the rim
  double curve;  ///< r M of (1), m
};

/// False where (1) is not known to hold on the searched part of the rim, or the tangent plane is not touched.
bool guess_ends(const DiscFrame& frame, const BaseReach& reach, EndGuess& guess) {
  if (!reach.any || !reach.segment || reach.plane) return false;
  const double r = frame.radius, h = reach.line.distance;
  // the plate's normal is n/c with n_z = 1/|up| and S = |up| c
  const double steep = 1.0 / reach.line.normal.z();
  const double bent = reach.bend * r * (1.0 + frame.axis.z() * frame.axis.z());
  if (!(steep * h > r * bent)) return false;
  const double raised = reach.raised * reach.line.normal.z(), flat = h + raised;
  if (!(flat < r)) return false;
  const Vec3 inward = reach.line.foot - frame.center;
  guess.middle = math::atan2(inward.dot(frame.side), inward.dot(frame.down));
  // acos(h/r) <= kSearchTo - |middle|, as sin x <= x
  if (!(h >= r * (std::fabs(guess.middle) - kSearchBeyondQuarter))) return false;
  guess.half = math::acos(flat / r);
  guess.spare = raised / r;  // the slope of acos is at least 1
  guess.curve = r * (steep + bent);
  return true;
}

/// Up to kDiscs discs that differ only in their centres and ruts.
class EndSearch {
 public:
  bool full() const { return count_ == kDiscs; }
  bool takes(const DiscFrame& frame) const { return count_ == 0 || same_but_center(discs_[0]->frame, frame); }
  void add(DiscOnGround& disc, const EndGuess& guess) {
    guesses_[count_] = guess;
    for (const int k : {2 * count_, 2 * count_ + 1}) {
      const double side = k % 2 == 0 ? -1.0 : 1.0;
      ends_.x.v[k] = disc.frame.center.x();
      ends_.y.v[k] = disc.frame.center.y();
      ends_.height.v[k] = disc.frame.center.z() + disc.rut.depth;
      ends_.curve.v[k] = guess.curve;
      ends_.angle.v[k] = guess.middle + side * guess.half;
      ends_.state.v[k] = kMoving;
    }
    discs_[count_++] = &disc;
  }
  /// Finds the ends of all discs added, and begins anew.
  void solve(BaseSurface& base) {
    if (count_ == 0) return;
    const LaneLoops& loops = base.loops();
    const DiscNumbers disc = discs_[0]->frame.numbers();
    const int lanes = 2 * count_;
    for (int k = lanes; k < kLanes; ++k) ends_.leave(k);
    Lanes cosine, sine, x, y;
    BaseLanes s{};
    for (int look = 0; look < kMostLooks; ++look) {
      loops.turn(0.0, 1.0, ends_.angle, cosine, sine);
      loops.place_ends(disc, ends_, cosine, sine, x, y);
      base.sample(x, y, lanes, s);
      if (!loops.step_ends(disc, cosine, sine, s, ends_)) break;
    }
    for (int i = 0; i < count_; ++i) note(i);
    count_ = 0;
  }

 private:
  void note(int i) {
    const int low = 2 * i, high = low + 1;
    const EndGuess& guess = guesses_[i];
    const double farthest = guess.half + guess.spare;
    if (ends_.state.v[low] != kFound || ends_.state.v[high] != kFound) return;
    if (!(ends_.rise.v[low] > 0.0 && ends_.rise.v[high] < 0.0)) return;
    const double from = ends_.angle.v[low], to = ends_.angle.v[high];
    if (!(from < to && from >= guess.middle - farthest && to <= guess.middle + farthest)) return;
    BaseReach& reach = discs_[i]->reach;
    reach.single = true;
    reach.arc = {from, to, ends_.rise.v[low], ends_.rise.v[high]};
  }

  int count_ = 0;
  std::array<DiscOnGround*, kDiscs> discs_;
  std::array<EndGuess, kDiscs> guesses_;
  EndLanes ends_;
};

}  // namespace

void find_single_arcs(BaseSurface& base, std::span<DiscOnGround> discs) {
  base.lower_by(0.0);
  EndSearch search;
  for (DiscOnGround& disc : discs) {
    EndGuess guess;
    if (!disc.inside || !guess_ends(disc.frame, disc.reach, guess)) continue;
    if (search.full() || !search.takes(disc.frame)) search.solve(base);
    search.add(disc, guess);
  }
  search.solve(base);
}

}  // namespace grouser::terrain
