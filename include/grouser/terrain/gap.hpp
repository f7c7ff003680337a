// How far a wheel's disc or a sphere in the air is from the ground and the shapes: a lower bound on the
// distance, so that a move shorter than it, in any direction, touches nothing. For finding contact onset by
// step control.
//
// Every obstacle is covered by convex hulls: a box by itself, a heightfield (less its ruts) tile by tile,
// each tile raised to the Bezier control points of its bicubic patch, which bound it. For any unit direction
// n the disc (centre c, axis a) lies n.c - r sqrt(1 - (n.a)^2) or more along n, the hull at most max n.v:
// their difference bounds the distance from below, and is the distance for the best n, which the
// search of Gilbert, Johnson & Keerthi finds (IEEE J. Robotics and Automation 4(2), 1988). Exact on planes;
// elsewhere short of the true distance by the tiles' bulges and up to 2 % at the search's end
// (tests/terrain/gap_test.cpp).
#pragma once
#include <cstdint>
#include <span>

#include "grouser/terrain/wheel_arc.hpp"

namespace grouser {

/// At most the distance from the disc to whatever is nearest, m; `reach` if nothing is that near; 0 if it
/// touches. Ground beyond a heightfield's extent counts as air. No allocation.
double disc_gap(const Terrain&, const GroundMemory&, std::span<const RigidTransform> shape_poses,
                const WheelDisc&, double reach);

/// The same for a sphere. ignored_shapes: empty, or one a shape, not 0 where it does not count.
double sphere_gap(const Terrain&, const GroundMemory&, std::span<const RigidTransform> shape_poses,
                  const Vec3& center, double radius, double reach,
                  std::span<const std::uint8_t> ignored_shapes = {});

}  // namespace grouser
