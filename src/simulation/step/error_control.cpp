// SPDX-License-Identifier: BSD-3-Clause
// Step lengths by the error of Fehlberg's pair and by events. A step that ends with another set of loaded
// parts than it began with contains an event: shorter and longer steps from the same start bracket it. A
// step without one is checked for a peak of a gap inside, by the cubic through both ends, and then for its
// error.
#include "error_control.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

// Longest time by which an event may lie before the end of its step, s. At 10 m/s a contact is then pressed
// in by 1e-6 m, and the kink inside the step moves a velocity by (k/m) v t^2/2: 5e-10 m/s for (k/m) = 1e4
// 1/s2.
constexpr double kEventTime = 1e-7;
constexpr int kQuickSearches = 8;  // after so many estimates the bracket is halved
constexpr int kMostTurns = 30;     // peaks looked at in one step: each is found by a few

// The controller (Hairer, Norsett & Wanner 1993, equation (II.4.13)).
constexpr double kErrorSafety = 0.9, kMostGrowth = 5.0, kMostCut = 0.1;
constexpr double kRepeat = 0.9;  // a rejected step is repeated with at most this share of it

// A peak is looked at when it misses the surface by less than this share of its height over the lower end.
constexpr double kPeakDoubt = 0.1;
constexpr double kPeakFound = 1e-10;  // m: an end this near to the peak is the peak

/// h (1/error)^(1/5) over h, less a margin.
double length_ratio(double error) {
  constexpr double kLeast = 1e-10;
  return kErrorSafety * math::exp(-0.2 * math::log(std::max(error, kLeast)));
}

}  // namespace

ErrorControl::Peak ErrorControl::find_peak(double h, double f0, double rate0, double f1, double rate1) {
  if (!(rate0 > 0.0 && rate1 < 0.0)) return {};
  const double slope = (f1 - f0) / h;
  // f = f0 + rate0 t + b t^2 + a t^3
  const double a = (rate0 + rate1 - 2.0 * slope) / (h * h), b = (3.0 * slope - 2.0 * rate0 - rate1) / h;
  // the root of f' = rate0 + 2 b t + 3 a t^2 in (0, h), where f' falls; without cancellation
  const double root = std::sqrt(std::max(0.0, b * b - 3.0 * a * rate0));
  const double t = b < 0.0 ? rate0 / (root - b) : (-b - root) / (3.0 * a);
  if (!(t > 0.0 && t < h)) return {};
  return {t, f0 + t * (rate0 + t * (b + t * a))};
}

ErrorControl::ErrorControl(const World& world, const StepLoads& system, const IntegratorWorkspace& integrator)
    : StepChooser(world, system),
      integrator_(integrator),
      // twice what a part moves in a step: one that is further off at both ends cannot have touched
      reach_(std::isfinite(travel_) ? 2.0 * travel_ : 0.0),
      remembers_(std::ranges::any_of(world.grounds.models(),
                                     [](const auto& model) { return model->keeps_prints(); })) {
  // Buffers of their final size, so that no step allocates.
  const std::size_t parts = world.spheres.size() + world.pads.size();
  gaps_.reserve(parts);
  for (View* view : {&start_, &now_, &older_, &low_, &high_}) view->parts.reserve(parts);
}

double ErrorControl::first_step() const {
  return std::clamp(world_.settings.dt, limits_.min_step, limits_.max_step);
}

// The view of the start is made from the state alone, so that a run which continues from a checkpoint sees
// the same.
void ErrorControl::begin(StepLoads& system, const SimulationState& state) {
  system.begin(state, 0.0);
  start_motion_ = state.advanced();
  system.begin_rates(state, 0.0, start_motion_.aux);
  system.evaluate(start_motion_);
  look(system, 0.0, start_);
  wanted_ = state.next_dt;
  reduced_ = false;
  turns_ = 0;
  forget_search();
}

// A new search begins with the start as the longest step without an event.
void ErrorControl::forget_search() {
  older_ = low_ = start_;
  bracketed_ = false;
  searches_ = 0;
}

// Gaps and loads of all parts at the last evaluation.
void ErrorControl::look(const StepLoads& system, double time, View& view) {
  view.time = time;
  system.contacts().read_gaps(reach_, gaps_);
  view.parts.clear();
  for (const PartGap& gap : gaps_)
    view.parts.push_back({gap, system.output().records[static_cast<std::size_t>(gap.record)].load});
}

bool ErrorControl::is_changed(const View& now) const {
  for (std::size_t i = 0; i < now.parts.size(); ++i)
    if (now.parts[i].loaded() != start_.parts[i].loaded()) return true;
  return false;
}

// Time of an event: if the gap changed its sign with the load, by Newton's step from the nearer end of the
// bracket; if a load fell to nothing below the surface, as a damper lets it, by the secant of the loads
// before. Negative: unknown.
double ErrorControl::estimate_event(std::size_t i) const {
  // The gap crossed the surface: Newton's step from the end that is nearer to it.
  const PartGap &before = low_.parts[i].gap, &after = high_.parts[i].gap;
  if (after.near && (after.depth > 0.0) != (before.near && before.depth > 0.0)) {
    const bool from_low = before.near && std::fabs(before.depth) < std::fabs(after.depth);
    const PartGap& gap = from_low ? before : after;
    const double time = from_low ? low_.time : high_.time;
    if (gap.rate != 0.0 && (gap.rate > 0.0) == (after.depth > 0.0)) return time - gap.depth / gap.rate;
  }
  // The load fell to zero: the secant of the two loads before.
  const double first = older_.parts[i].load, second = low_.parts[i].load;
  if (second > 0.0 && first > second && low_.time > older_.time)
    return low_.time + second * (low_.time - older_.time) / (first - second);
  return -1.0;
}

// The first of the estimated events, or the middle of the bracket where none is inside it.
double ErrorControl::search() {
  const double low = low_.time, high = high_.time, middle = 0.5 * (low + high);
  // After kQuickSearches estimates the bracket is halved instead, which always converges.
  if (++searches_ > kQuickSearches) return middle;
  double event = high;
  bool known = false;
  for (std::size_t i = 0; i < high_.parts.size(); ++i) {
    if (high_.parts[i].loaded() == start_.parts[i].loaded()) continue;
    const double estimate = estimate_event(i);
    if (!(estimate > low && estimate < high)) continue;
    event = std::min(event, estimate);
    known = true;
  }
  if (!known) return middle;
  // first to just before the event, then to just behind it
  const double next = event - low > kEventTime ? event - 0.5 * kEventTime : low + kEventTime;
  return next > low && next < high ? next : middle;
}

// The deepest point if the ground remembers it; otherwise the lowest or highest point, if the part may be on
// the other side of the surface there. Time 0: nothing to look at.
ErrorControl::Peak ErrorControl::peak_of(const PartView& old, const PartView& end, double dt) const {
  // Depth counts positive below the surface; sign -1 turns a search for the deepest point into one for the
  // highest.
  const auto look_from = [&](double sign) {
    return find_peak(dt, sign * old.gap.depth, sign * old.gap.rate, sign * end.gap.depth,
                     sign * end.gap.rate);
  };
  const auto found = [&](const Peak& peak, double sign) {
    return peak.height - std::max(sign * old.gap.depth, sign * end.gap.depth) > kPeakFound;
  };
  if (remembers_ && old.loaded())
    if (const Peak deepest = look_from(1.0); deepest.time > 0.0 && found(deepest, 1.0)) return deepest;
  const double sign = old.loaded() ? -1.0 : 1.0;  // towards parting, or towards touching
  const double from = sign * old.gap.depth, to = sign * end.gap.depth;
  if (from > 0.0 || to > 0.0) return {};  // in a hole, or out of load below the surface
  const Peak peak = look_from(sign);
  const bool doubtful = peak.height >= -kPeakDoubt * (peak.height - std::min(from, to));
  return peak.time > 0.0 && doubtful && found(peak, sign) ? peak : Peak{};
}

// The first peak of all parts that lies behind the longest step known to hold no event; 0 if there is none.
double ErrorControl::find_turn(const View& now) const {
  double first = now.time;
  bool found = false;
  for (std::size_t i = 0; i < now.parts.size(); ++i) {
    const PartView &old = start_.parts[i], &end = now.parts[i];
    // Parts whose load changed are the event search's, and parts far off have no gap to compare.
    if (old.loaded() != end.loaded() || !old.gap.near || !end.gap.near) continue;
    const Peak peak = peak_of(old, end, now.time);
    if (peak.time > low_.time && peak.time < first) {
      first = peak.time;
      found = true;
    }
  }
  return found ? first : 0.0;
}

// Fehlberg's estimate is of order 5 in the step: a length that would meet the tolerance, or 0.
double ErrorControl::judge_error(double dt) {
  accepted_ = integrator_.error();
  if (accepted_ <= 1.0) return 0.0;
  reduced_ = true;
  forget_search();
  wanted_ = std::max(limits_.min_step, dt * std::clamp(length_ratio(accepted_), kMostCut, kRepeat));
  return wanted_;
}

// Order of the questions: shortest step, event in it, peak in it, error.
double ErrorControl::other_step(const SimulationState&, const StepLoads& system, double dt) {
  // The shortest step is accepted whatever its error; the run counts it.
  if (dt <= limits_.min_step * (1.0 + 1e-9)) {
    accepted_ = integrator_.error();
    if (accepted_ > 1.0) ++inaccurate_;
    return 0.0;
  }
  look(system, dt, now_);
  // An event lies inside: narrow the bracket, unless it is short enough to end the step behind the event.
  if (is_changed(now_)) {
    std::swap(high_, now_);
    bracketed_ = true;
    if (high_.time - low_.time > kEventTime) return std::max(limits_.min_step, search());
    return judge_error(dt);
  }
  // No event, but a part may have touched and parted again: end the step at its nearest point.
  const double turn = turns_ < kMostTurns ? find_turn(now_) : 0.0;
  if (turn > 0.0) {
    ++turns_;
    return std::max(limits_.min_step, turn);
  }
  // The step is the longest without an event so far.
  std::swap(older_, low_);
  std::swap(low_, now_);
  if (!bracketed_) return judge_error(dt);
  return high_.time - low_.time > kEventTime ? std::max(limits_.min_step, search()) : high_.time;
}

double ErrorControl::next_step(const SimulationState& state, const StepLoads& system,
                               const Kinematics& kinematics) const {
  double step =
      state.motion.dt_prev * std::clamp(length_ratio(accepted_), kMostCut, reduced_ ? 1.0 : kMostGrowth);
  // a step that an event, a release or the run's end cut short says little about the next one
  if (state.motion.dt_prev < wanted_) step = std::max(step, wanted_);
  step = std::min({step, limits_.max_step, longest_by_motion(state, system, kinematics)});
  return std::max(step, limits_.min_step);
}

}  // namespace grouser
