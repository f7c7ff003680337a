// SPDX-License-Identifier: BSD-3-Clause
// Extent of the bodies of a picture, including the surfaces that they carry: a lander's deck counts like its
// rover.
#pragma once
#include <utility>
#include <vector>

#include "grouser/simulation/step/frame.hpp"

namespace grouser::desktop {

/// Both ends of a tie, world axes.
std::pair<Vec3, Vec3> tie_ends(const TieEnds& tie, const Frame& frame);
/// Corners of the box, world axes, of what is looked at together with the followed body: the places of its
/// neighbours, of their visual shapes and carried boxes, and the ends of the ties that hold them. A stage
/// that has let go and flown off, or a lander left behind, is not among them. Without ground all bodies are,
/// in full extent. `frame` has a body at least.
std::pair<Vec3, Vec3> bounds_of_bodies(const Scene& scene, const Frame& frame);
/// Distance from the chassis to the farthest contact that bears a load, m; 0 if none does.
double contact_reach(const Scene& scene, const Frame& frame);
/// Mean force of the contacts that bear a load, N; 0 if none does.
double mean_contact_force(const Frame& frame);
/// Poses in the world of all boxes of the terrain, those that bodies carry included.
std::vector<RigidTransform> box_poses(const Scene& scene, const Frame& frame);
/// Index of a body by name; -1 for the world and for names that are no body.
int body_index(const Scene& scene, const std::string& name);

}  // namespace grouser::desktop
