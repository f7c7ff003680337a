// SPDX-License-Identifier: BSD-3-Clause
// Values of each cell of deformable ground under the Soil Contact Model (Krenn & Hirzinger 2009, table 1 and
// section III.D): the layers of a GroundMemory.
#pragma once

namespace grouser {

enum class SoilLayer {
  depth,    ///< of the surface below the undisturbed one, m; negative where soil was deposited
  sinkage,  ///< plastic sinkage z that hardened the soil right below the surface, m >= 0
  loose,    ///< thickness of soil that was deposited and not pressed through since, m >= 0
  floor,    ///< plastic sinkage of the ground below that, m >= 0
  pending,  ///< lowering of the surface whose soil has not yet been carried away, m >= 0
  sheared,  ///< length of the shear displacement while in contact, m >= 0
  rim,      ///< elastic shear deflection along the wheel's rim, m
  axle      ///< the same along its axle, m
};
inline constexpr int kSoilLayers = 8;

}  // namespace grouser
