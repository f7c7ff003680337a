// SPDX-License-Identifier: BSD-3-Clause
// Ground that deforms by the Soil Contact Model (soil_contact_model.hpp): one grid of nodes under all wheels,
// contact spheres and footpads. Contact with shapes is unaffected.
#pragma once
#include <vector>

#include "grouser/contact/ground_model.hpp"

namespace grouser {

/// The numbers that the model is made from.
struct ScmGround {
  double cell = 0.02;                   ///< spacing of its nodes, m
  std::vector<PressFootprint> parts{};  ///< of each wheel, contact sphere and footpad, as their records stand
  double explicit_step = 0.01;          ///< longest that carries its springs explicitly, s
};

std::shared_ptr<const GroundModel> make_deforming_ground(ScmGround ground);

}  // namespace grouser
