// How far a wheel's disc or a sphere in the air is from the ground and the shapes: a lower bound of the
// distance, so that a shorter move in any direction touches nothing. Step control uses it to find contact
// onset.
//
// Every obstacle is covered by convex hulls: a box by itself, a heightfield (less its ruts) tile by tile,
// each tile raised to the Bezier control points of its bicubic patch, which bound it. For any unit direction
// n, the disc (centre c, axis a) extends along n down to n.c - r sqrt(1 - (n.a)^2), and the hull up to max
// n.v. Their difference is a lower bound of the distance, and equals the distance for the best n, which the
// algorithm of Gilbert, Johnson & Keerthi finds (IEEE J. Robotics and Automation 4(2), 1988). The bound is
// exact on planes; elsewhere it falls short of the true distance by the bulges of the tiles and by up to 2 %
// from ending the search (tests/terrain/gap_test.cpp).
#pragma once
#include <cstdint>
#include <span>

#include "grouser/terrain/wheel_arc.hpp"

namespace grouser {

/// Lower bound of the distance from the disc to the nearest obstacle, m; `reach` if nothing is that near; 0
/// if it touches. Ground beyond a heightfield's extent counts as air. No allocation.
double disc_gap(const Terrain&, const GroundMemory&, std::span<const RigidTransform> shape_poses,
                const WheelDisc&, double reach);

/// The same for a sphere. ignored_shapes: empty, or one entry per shape, nonzero where the shape is ignored.
double sphere_gap(const Terrain&, const GroundMemory&, std::span<const RigidTransform> shape_poses,
                  const Vec3& center, double radius, double reach,
                  std::span<const std::uint8_t> ignored_shapes = {});

}  // namespace grouser
