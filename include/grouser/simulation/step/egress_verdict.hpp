// SPDX-License-Identifier: BSD-3-Clause
// Verdict on an egress, decided step by step from snapshots. The first rule that holds, in this order, gives
// the verdict, which does not change afterwards.
//
//   tipped     the tip-over margin has been <= 0 for `hold`, or the rover's tilt is beyond `tilt_limit`
//   slid_off   a wheel that stood on the lander stands on the ground beside it (it left over a side, not over
//              an end), or hangs more than `drop_limit` below the side it left
//   out        for `hold`: no wheel is carried by the lander, every hub is beyond its deck and ramps in plan
//              view, and at least three wheels stand on the ground
//   hung_up    over a whole window the body carried more than `belly_share` of the weight and progress
//              stalled
//   stuck      over a whole window progress stalled with the body free
//   timed_out  the duration is reached
//
// Windows follow each other from the first step. Progress stalls when the wheels were commanded to roll at
// least `least_commanded` in the window and the rover covered less than `stall_share` of it.
// `least_commanded` in the window and the rover made less than `stall_share` of it.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/packed.hpp"

namespace grouser {

struct EgressLimits {
  double duration = 0.0;          ///< s
  double weight = 0.0;            ///< of the rover, N
  double hold = 1.0;              ///< s
  double tilt_limit = 1.0;        ///< rad from the vertical
  double drop_limit = 0.1;        ///< m
  double belly_share = 0.1;       ///< of the weight
  double window = 20.0;           ///< s
  double stall_share = 0.1;       ///< of the commanded distance
  double least_commanded = 0.05;  ///< m per window
};

struct EgressWheel {
  bool on_ground = false;      ///< carries load on a surface that is not the lander's
  bool on_lander = false;      ///< carries load on the deck or a ramp
  bool beyond_lander = false;  ///< its hub, in plan view, is outside deck and ramps

  /// Its hub, in the frame of the deck or ramp it last stood on, is beyond the half width but within the
  /// length
  bool beside = false;
  double drop = 0.0;  ///< its lowest point below the side it left, m; 0 if it is not beside
};

struct EgressSnapshot {
  double time = 0.0;         ///< s
  double tilt = 0.0;         ///< of the rover's body from the vertical, rad
  double tip_margin = 1.0;   ///< rad, see tip_over.hpp
  double belly_force = 0.0;  ///< load of the rover's body contacts, N
  double progress = 0.0;     ///< distance covered since the start, m
  double commanded = 0.0;    ///< distance the wheels were commanded to roll since the start, m
  std::span<const EgressWheel> wheels = {};
};

enum class EgressVerdict { none, out, tipped, hung_up, slid_off, stuck, timed_out };
const char* to_string(EgressVerdict);

inline constexpr std::size_t kMaxEgressWheels = 16;

/// Memory of the watch; plain doubles, part of the state. A time of -1 means: not the case now.
struct EgressState {
  Packed<EgressVerdict> verdict{};
  double time = 0.0;                                     ///< of the verdict, s
  double wheel = -1.0;                                   ///< the wheel that decided it, or -1
  double found = 0.0, limit = 0.0;                       ///< the numbers that decided it
  double tipping_since = -1.0, out_since = -1.0;         ///< s
  double window_start = -1.0;                            ///< s
  double window_progress = 0.0, window_commanded = 0.0;  ///< at the window's start, m
  double window_belly = 0.0;                             ///< least belly force in the window, N

  /// The wheel stood on the lander and has not left it properly
  std::array<Packed<bool>, kMaxEgressWheels> came_from_lander{};
};

/// Call once per step, with at most kMaxEgressWheels wheels. Returns the verdict so far.
EgressVerdict watch_egress(const EgressLimits&, const EgressSnapshot&, EgressState&);
/// One sentence with the numbers; empty if there is no verdict.
std::string egress_reason(const EgressLimits&, const EgressState&,
                          const std::vector<std::string>& wheel_names);

}  // namespace grouser
