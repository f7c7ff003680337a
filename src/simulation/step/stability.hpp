// SPDX-License-Identifier: BSD-3-Clause
// Margin of each vehicle against tipping over, from the forces of the last evaluation.
#pragma once
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Force-angle margin of each vehicle on its supports: the parts that are made to support it and that carry
/// load (ContactPart::supports). All other actions on the vehicle, including inertial forces, follow from
/// Newton's and Euler's laws minus the support forces: no acceleration and no load from others has to be
/// known.
class StabilityGauge {
 public:
  explicit StabilityGauge(const World& world);
  void measure(const Kinematics& kinematics, StepOutput& output);

 private:
  void gather(int vehicle, const StepOutput& output);
  void add(const Vec3& point, const Vec3& force, const Vec3& moment);

  const World& world_;
  std::vector<double> mass_;    // kg, one per vehicle
  std::size_t first_mesh_ = 0;  // of the parts, behind which all are meshes
  std::vector<Vec3> supports_;  // scratch
  Vec3 force_ = Vec3::Zero();   // sum of the supports' forces
  Vec3 moment_ = Vec3::Zero();  // and of their moments about `about_`
  Vec3 about_ = Vec3::Zero();
};

}  // namespace grouser
