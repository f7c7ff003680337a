// SPDX-License-Identifier: BSD-3-Clause
// The struts of a world's vehicles (vehicle/spec/strut.hpp), and what each remembers.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/element_memory.hpp"
#include "grouser/vehicle/spec/strut.hpp"

namespace grouser {

struct Strut {
  StrutSpec spec;
  BodyId body_a, body_b;
  int vehicle = 0;
};

/// Plain doubles.
struct StrutMemory {
  double compressed = 0.0, stretched = 0.0;  ///< crushed lengths of the two cores, m
  double crush_loss = 0.0;                   ///< energy that crushing took, J
  double damper_loss = 0.0;                  ///< and the damper, J
  double damper_power = 0.0;                 ///< of the last step's end, W
  double slider = 0.0;         ///< of the seals' friction, compression, m; at first the free length
  double friction_loss = 0.0;  ///< energy that their friction took, J
};

/// A strut as it is now.
struct StrutReading {
  Vec3 point_a, point_b;  ///< world, m
  double length = 0.0;    ///< m
  double force = 0.0;     ///< N, pushes the ends apart where positive
  double stored = 0.0;    ///< J
  double damper_power = 0.0;
};
StrutReading read_strut(const Strut&, const StrutMemory&, const Kinematics&);

template <>
struct MemoryOf<StrutMemory> {
  static constexpr MemoryBlock block{"struts"};
};

}  // namespace grouser
