// SPDX-License-Identifier: BSD-3-Clause
// The gait of a walker: a scenario's [gait].
//
//   stand   all feet stay where they are
//   pose    all feet stay while the body goes through poses that it is given
//   crawl   one foot at a time, hind foot before fore foot, left before right; before each step the body
//           shifts until its centre of mass keeps a margin to the edges of the support polygon of the feet
//           that stay (McGhee & Frank 1968)
//   trot    opposite feet in pairs; where they are put follows Raibert (1986)
#pragma once
#include <limits>
#include <vector>

#include "grouser/base/keys.hpp"
#include "grouser/math/pose.hpp"

namespace grouser {

/// Form of the gait; see above.
enum class GaitKind {
  stand,  ///< all feet stay
  pose,   ///< all feet stay while the body takes poses
  crawl,  ///< one foot at a time
  trot    ///< opposite feet in pairs
};
/// Words of the gaits in scenarios.
inline constexpr const char* kGaitKinds[] = {"stand", "pose", "crawl", "trot"};

/// A pose that the body is to take, seen from its pose at the beginning.
struct BodyWish {
  double time = 0.0;             ///< s, at which it sets out
  double move_time = 1.0;        ///< s that it takes
  Vec3 shift = Vec3::Zero();     ///< m
  Quat turn = Quat::Identity();  ///< rotation of the body, about its origin

  /// The pose, in the frame of the body's pose at the beginning.
  RigidTransform pose() const { return {to_matrix(turn), shift}; }
};

/// A gait as a scenario describes it.
struct GaitSpec {
  GaitKind kind = GaitKind::stand;                            ///< which gait
  double start = 1.0;                                         ///< s
  double distance = std::numeric_limits<double>::infinity();  ///< after which it stops, m
  double stride = 0.08;       ///< distance of the body from one step of a foot to its next, m
  double shift_time = 0.3;    ///< of the body before a step, s; trot: while all feet stand
  double swing_time = 0.3;    ///< of a foot in the air, s
  double clearance = 0.025;   ///< of a swinging foot above the ground, m
  double margin = 0.02;       ///< static stability margin before a step, m
  double touch_speed = 0.05;  ///< downwards, of a foot that looks for the ground, m/s
  double probe = 0.04;        ///< depth below the expected ground to which it looks, m

  /// Downwards, of a standing foot that bears nothing where it should bear its share of the weight, m/s: 2
  /// mm/s for each newton of a quadruped of 2 kg.
  double push_speed = 9.81e-3;
  /// Along the level, of a standing foot that the ground pushes aside by its share of the weight more than
  /// the others, m/s. A weight asks for no side force: without this a foot that was set down last carries
  /// none of what the slope takes.
  double brace_speed = 0.0;
  double follow_slope =
      1.0;  ///< share of the ground's slope that the body takes: 0 stays level, 1 is parallel
  double search =
      0.0;  ///< radius about the wanted place in which a crawl looks for a better foothold, m; 0: none
  std::vector<BodyWish> poses;  ///< in the order of their times
};

/// The keys of [gait] and [[gait.pose]]. Refused: poses of another kind of gait, in a wrong order, a turn
/// that is none.
void visit_keys(KeyVisitor& v, GaitSpec& gait);
void visit_keys(KeyVisitor& v, BodyWish& wish);  ///< the keys of a [[gait.pose]] table alone

}  // namespace grouser
