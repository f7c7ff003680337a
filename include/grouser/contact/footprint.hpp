// SPDX-License-Identifier: BSD-3-Clause
// Parts that press on ground of the Soil Contact Model (soil_contact_model.hpp), and their pressures, found
// from the data of a viewer or a run file: poses and the ground's memory.
#pragma once
#include <vector>

#include "grouser/math/pose.hpp"
#include "grouser/soil/laws/soil_contact_model.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// The rim of a wheel, about its body's y axis; a footpad's flat round sole, which looks down its body's z
/// axis; a ball.
enum class PressForm { rim, sole, ball };

/// A part of a body that presses on the ground. None of it changes during a run.
struct PressFootprint {
  int body = -1;
  double radius = 0.0,
         width = 0.0;  ///< of the surface that presses, m; a sole and a ball are as wide as their diameter
  std::vector<ScmLaw> laws{};  ///< one per material of the ground
  ScmRim rim{};                ///< spring and damper on which the surface hangs
  PressForm form = PressForm::rim;
  Vec3 position = Vec3::Zero();  ///< of the middle of a sole or a ball, on the body, m
};

/// A cell of the ground under such a part.
struct PressedCell {
  Vec3 point = Vec3::Zero();   ///< on its surface above the middle of what it covers of the cell, world, m
  Vec3 normal = Vec3::Zero();  ///< from the ground into the part, unit
  double area = 0.0;           ///< of the cell that the part covers, seen from above, m2
  double pressure = 0.0;       ///< Pa, of springs and soil at rest: dampers are left out
};

/// Adds the cells that the part presses on, its surface where its spring and the ground balance. pose: X_WB
/// of its body.
void add_pressed_cells(const PressFootprint& part, const RigidTransform& pose, const Terrain& terrain,
                       const GroundMemory& ground, std::vector<PressedCell>& cells);

}  // namespace grouser
