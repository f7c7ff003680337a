// Pressures under wheels on ground of the Soil Contact Model (soil_contact_model.hpp), found from what a viewer or a run file has:
// poses and the ground's memory.
#pragma once
#include <span>
#include <vector>

#include "grouser/math/pose.hpp"
#include "grouser/soil/laws/soil_contact_model.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// What the pressures under one wheel depend on and does not change during a run.
struct ScmFootprint {
  int body = -1;
  double radius = 0.0, width = 0.0;  ///< of the surface that presses, m
  std::vector<ScmLaw> laws{};        ///< one per material of the ground
  ScmRim rim{};
};

/// A cell of the ground under a wheel.
struct PressedCell {
  Vec3 point = Vec3::Zero();   ///< on the wheel's surface above the cell's middle, world, m
  Vec3 normal = Vec3::Zero();  ///< from the ground into the wheel, unit
  double area = 0.0;           ///< of the cell that the wheel covers, seen from above, m2
  double pressure = 0.0;       ///< Pa, of springs and soil at rest: dampers are left out
};

/// Adds the cells that the wheel presses on, its rim where its spring and the ground balance. pose: X_WB of its body.
void add_pressed_cells(const ScmFootprint& wheel, const RigidTransform& pose, const Terrain& terrain,
                       const GroundMemory& ground, std::vector<PressedCell>& cells);

}  // namespace grouser
