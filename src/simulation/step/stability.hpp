// How near each vehicle is to tipping over, from the forces of the last evaluation.
#pragma once
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Force-angle margin of each vehicle on its supports: wheels, footpads and contact spheres that carry
/// something (of a lander only its pads: a hinged ramp props nothing up). All else that acts on the vehicle,
/// inertial forces included, is by Newton and Euler's laws minus what the supports give: no acceleration and
/// no load from others has to be known.
class StabilityGauge {
 public:
  explicit StabilityGauge(const World& world);
  void measure(const Kinematics& kinematics, StepOutput& output);

 private:
  Vec3 center_of_mass(int vehicle, const Kinematics& kinematics) const;
  void gather(int vehicle, const StepOutput& output);
  void add(const Vec3& point, const Vec3& force, const Vec3& moment);

  const World& world_;
  std::vector<double> mass_;    // kg, one a vehicle
  std::vector<Vec3> supports_;  // scratch
  Vec3 force_ = Vec3::Zero();   // sum of the supports' forces
  Vec3 moment_ = Vec3::Zero();  // and of their moments about `about_`
  Vec3 about_ = Vec3::Zero();
};

}  // namespace grouser
