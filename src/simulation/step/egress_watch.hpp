// SPDX-License-Identifier: BSD-3-Clause
// Judges an egress step by step: determines what each wheel stands on and where it is beside deck and ramps,
// as a snapshot for the rules in egress_verdict.hpp.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

class EgressWatch {
 public:
  explicit EgressWatch(const World& world);
  /// Call after a step; a world without verdict settings has no memory to update.
  void observe(const StepOutput& output, const Kinematics& kinematics, SimulationState& state);
  std::optional<Verdict> verdict(const SimulationState& state) const;

 private:
  struct Plate {
    const RigidShape* shape = nullptr;
    int owner = -1;
  };
  void count_way(const Kinematics& kinematics, double dt, const VecX& v, EgressMemory& memory) const;
  EgressWheel look_at(int wheel, const StepOutput& output, const Kinematics& kinematics) const;

  const World& world_;
  const VehicleRuntime* rover_ = nullptr;  // that is judged, if any
  std::vector<Plate> plates_;              // surfaces of landers
  std::vector<std::uint8_t> is_landers_;   // one per shape
  std::string hull_touches(const StepOutput& output) const;
  std::string hung_by_;                   // what touched when the rover was found hung up
  std::vector<std::string> wheel_names_;  // of the rover; wheels are numbered as its own
  std::array<EgressWheel, kMaxEgressWheels> wheels_;
};

}  // namespace grouser
