// SPDX-License-Identifier: BSD-3-Clause
// A world in constrained coordinates: every body moves on its own, and joints are rows that hold and lead
// them.
#pragma once
#include "coordinates.hpp"
#include "grouser/multibody/constrained/constrained_dynamics.hpp"
#include "grouser/multibody/constrained/free_bodies.hpp"

namespace grouser {

/// A joint whose axes are off by more than this has left what its rows can say: their errors saturate at 90
/// deg, and on the turned-over branch they are zero again, rad.
inline constexpr double kWorstJoint = 0.3;

/// Coordinates of the free bodies; the joints' motion is read from them after each evaluation of the poses.
class BodyCoordinates final : public Coordinates {
 public:
  explicit BodyCoordinates(const World& world);
  const Model& model() const override { return bodies_; }
  bool of_bodies() const override { return true; }
  /// Readings of the joints go on from the state's.
  void begin(const SimulationState& state, double dt) override;
  void calc_poses(const VecX& q, const VecX& v, Kinematics& out) const override {
    calc_free_kinematics(forest_, q, v, out);
  }
  void calc_velocities(const VecX& v, Kinematics& inout) const override {
    calc_free_velocities(forest_, v, inout);
  }
  void calc_accelerations(const VecX&, const VecX&, const VecX& a, Kinematics& inout) const override {
    set_free_accelerations(forest_, a, inout);
  }
  void read_joints(double time, const Kinematics& kinematics, const StepElements& elements) override;
  const VecX& joint_q(const VecX&) const override { return joints_.q; }
  const VecX& joint_v(const VecX&) const override { return joints_.v; }
  const VecX& joint_a(const VecX&) const override { return joint_a_; }
  const VecX& joint_base(const Kinematics& kinematics, const VecX& v_base) override;
  RowFailure solve(const VecX& q, const VecX& v, Kinematics& kinematics, const Loads& loads,
                   const ImplicitDamping& damping, VecX& a, VecX& effort) override;
  const VecX& multipliers() const override { return workspace_.multipliers(); }
  void show(Kinematics& kinematics, SimulationState& state) override;
  std::string broken_joint(const Kinematics& kinematics) const override;
  bool read_joint_loads(const Kinematics& kinematics, std::vector<Wrench>& loads) const override;

 private:
  const Model& forest_;
  Model bodies_;
  JointReadings joints_;
  VecX joint_a_;     // of the joints; on entry of solve() of the prescribed ones
  Kinematics base_;  // scratch
  ConstrainedWorkspace workspace_;
  DriftControl control_;
};

/// Makes the state's bodies from the motion of its joints, once both rest or move together.
void take_bodies_apart(const World& world, SimulationState& state);

}  // namespace grouser
