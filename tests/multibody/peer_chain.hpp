// SPDX-License-Identifier: BSD-3-Clause
// The chain of bars that other engines were timed on: root free, links of 0.2 m and 1 kg, boxes 0.2 x 0.05 x 0.05 m,
// hinges alternately about y and z with 10 N m/rad and 0.1 N m s/rad, all angles 0.1 rad at the start.
#pragma once
#include <string>

#include "grouser/multibody/build/model_builder.hpp"

namespace grouser::test {

inline Model peer_chain(int bodies, double stiffness = 10.0, double damping = 0.1) {
  ModelBuilder builder;
  constexpr double kLength = 0.2, kSide = 0.05, kMass = 1.0;
  const double along = kMass / 12.0 * 2.0 * kSide * kSide,
               across = kMass / 12.0 * (kLength * kLength + kSide * kSide);
  for (int b = 0; b < bodies; ++b) {
    const std::string name = "link" + std::to_string(b);
    builder.add_body({name, kMass, Vec3(0.5 * kLength, 0, 0), Vec3(along, across, across).asDiagonal()});
    JointSpec joint{.name = "joint" + std::to_string(b), .child = name};
    if (b == 0) {
      joint.type = JointType::free;
      joint.parent = "world";
    } else {
      joint.type = JointType::revolute;
      joint.parent = "link" + std::to_string(b - 1);
      joint.X_PJ.p = Vec3(kLength, 0, 0);
      joint.axis = b % 2 == 1 ? Vec3::UnitY() : Vec3::UnitZ();
      joint.forces.stiffness = stiffness;
      joint.forces.damping = damping;
    }
    builder.add_joint(joint);
  }
  return builder.build("peer chain");
}

/// All hinges at `angle`.
inline VecX peer_chain_start(const Model& chain, double angle = 0.1) {
  VecX q = chain.neutral_q();
  for (const Joint& joint : chain.joints())
    if (joint.kind.hinge) q[joint.q_index] = angle;
  return q;
}

}  // namespace grouser::test
