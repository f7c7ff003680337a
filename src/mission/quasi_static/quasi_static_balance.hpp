// SPDX-License-Identifier: BSD-3-Clause
// The force balance of a rover on its ground as a function of a few unknowns, which the solver makes zero.
// Private.
#pragma once
#include <Eigen/Core>

#include "grouser/contact/creep_wheels.hpp"
#include "grouser/mission/quasi_static/quasi_static.hpp"
#include "grouser/multibody/constraints/forward_dynamics.hpp"

namespace grouser {

inline constexpr int kMaxUnknowns = 32;
using Unknowns = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxUnknowns, 1>;

/// Indices of the unknowns; passive joints follow.
enum UnknownIndex { kRoll, kPitch, kCrab, kSlip, kSteering, kHeight, kFirstJoint };
/// Bounds of the search to either side: -, rad, 1/m.
inline constexpr double kMostSlip = 0.99, kMostCrab = 0.5, kMostSteering = 2.0;

/// The largest residual of the balance; 1e30 if any is not a number.
double size_of(const Unknowns& residual);

class QuasiStaticBalance {
 public:
  explicit QuasiStaticBalance(std::shared_ptr<const World> world);

  int size() const { return kFirstJoint + static_cast<int>(passive_.size()); }
  /// Start of the search for the first pose: on the plane through the ground under the wheels.
  Unknowns first_guess(const PathPoint& at);
  /// Weighted residual accelerations of the unknowns (1: as large as gravity), at a path point reached from
  /// the last accepted pose, or steadily. Infinite outside the terrain.
  void evaluate(const PathPoint& at, bool steady, const Unknowns& u, Unknowns& residual);
  /// Makes the pose last evaluated the start of the next; fills in what is reported of it.
  void accept(const PathPoint& at, const Unknowns& u, QuasiStaticPose& pose);
  /// Reports a pose: positions, slip as the mean weighted with loads, work since the last pose, and the
  /// wheels.
  void fill(const PathPoint& at, const Unknowns& u, QuasiStaticPose& pose) const;
  /// Forgets the contacts' depths, so that the next evaluation begins without them.
  void lift_off() { ground_.lift_off(); }
  /// The next evaluation must not use the tangents of contacts.
  void look_anew() { ground_.look_anew(); }

  /// True if a wheel left the terrain in the last evaluation.
  bool outside() const { return outside_; }
  /// Name of a body with a contact sphere in the ground; null if there is none.
  const char* touching_body();
  const CreepWheels& ground() const { return ground_; }
  const Kinematics& kinematics() const { return kinematics_; }
  const World& world() const { return *world_; }
  const Joint& passive_joint(int joint) const { return world_->model->joints()[passive_[joint]]; }

 private:
  struct WheelPlace {
    double x, y;  // hub from the turning axle, m
  };
  void find_passive_joints();
  void find_wheel_places();
  void set_coordinates(const PathPoint& at, const Unknowns& u);
  void set_drive_angles(const Vec3& travel, const Unknowns& u);
  Vec3 travel_to(const PathPoint& at, bool steady) const;

  // The world and its mechanics; buffers are sized once.
  std::shared_ptr<const World> world_;
  CreepWheels ground_;
  Kinematics kinematics_;
  Loads loads_;
  DynamicsWorkspace workspace_;
  VecX q_, v_, a_, effort_;
  std::vector<int> passive_;  // joints
  // Wheels and drives, in the world's order.
  std::vector<WheelPlace> places_;
  std::vector<int> steering_;  // coordinates
  std::vector<double> drive_angle_;
  std::vector<double> last_torque_;
  // The last accepted pose, and the displacement that leads from it to the one evaluated.
  Vec3 last_position_ = Vec3::Zero();
  double last_heading_ = 0.0;
  Creep creep_;
  double rim_ = 0.0;
  bool outside_ = false, marching_ = false;
};

}  // namespace grouser
