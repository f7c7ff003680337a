// SPDX-License-Identifier: BSD-3-Clause
// Balance and motion of a robot on two feet by a quadratic program each control period (seed 004, (1) to
// (3); form after Koolen et al., International Journal of Humanoid Robotics 13, 2016): unknown are the
// accelerations of base and joints, and the coordinates rho of the feet's forces on the extreme rays of
// their friction cones.
//   minimise  sum over tasks |J a + J' v - b|^2_W + regularisation of a and rho
//   so that   the momentum balances (six rows), rho and the joints' torques stay within their bounds
// Theory: docs/theory_whole_body.md.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grouser/math/quadratic_program.hpp"
#include "grouser/multibody/dense/floating_tree.hpp"
#include "grouser/vehicle/legs/whole_body_memory.hpp"
#include "grouser/vehicle/legs/whole_body_spec.hpp"

namespace grouser {

/// Bodies that the controller moves and points that touch the ground, in a model.
struct WholeBodyPlaces {
  BodyId pelvis, chest;
  struct Foot {
    BodyId body;
    Vec3 middle = Vec3::Zero();              ///< of the sole, on that body, m; the sole lies across its z
    std::array<Vec3, kSoleCorners> corners;  ///< of the sole, on that body, m
  };
  std::array<Foot, kSoles> feet;
  struct JointRange {
    double lower = 0.0, upper = 0.0;  ///< rad
    double most_torque = 0.0;         ///< N m
  };
  std::vector<JointRange> joints;  ///< in the order of FloatingTree::joints()
};

struct FootGoal {
  bool stands = true;
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero(), acceleration = Vec3::Zero();  ///< of the sole, world
  Mat3 attitude = Mat3::Identity();                                                    ///< of the sole, world
};

/// Targets of one period.
struct WholeBodyGoal {
  Vec3 acceleration = Vec3::Zero();  ///< of the centre of mass, m/s2
  Mat3 pelvis = Mat3::Identity(), chest = Mat3::Identity();
  std::array<FootGoal, kSoles> feet;
};

class WholeBodyController {
 public:
  WholeBodyController(const Model&, WholeBodyPlaces, const WholeBodySpec&);

  /// Finds torques, and keeps them in the memory with all that the next period starts from. The model's
  /// state is given.
  void decide(const VecX& q, const VecX& v, const Kinematics&, const Vec3& gravity, const WholeBodyGoal&,
              std::span<const double> posture, WholeBodyMemory&);
  const FloatingTree& tree() const { return tree_; }
  const WholeBodyPlaces& places() const { return places_; }

 private:
  void set_up(const WholeBodyGoal&, const WholeBodyMemory&);
  void add_task(const Mat3X& J, const Vec3& wanted, const Vec3& bias, const Vec3& weight);
  void ask_momentum(const WholeBodyGoal&);
  void ask_turn(BodyId, const Mat3& attitude, const Vec3& weight);
  void ask_foot(const WholeBodyPlaces::Foot&, const FootGoal&);
  void ask_posture(const VecX& q, const VecX& v, std::span<const double> posture);
  void put_rays(const WholeBodyGoal&);
  void put_balance();
  void put_torques();
  void put_limits(const VecX& q, const VecX& v);
  math::QpStatus solve(const WholeBodyGoal&, const WholeBodyMemory&);
  void keep(const WholeBodyGoal&, WholeBodyMemory&);

  WholeBodySpec spec_;
  WholeBodyPlaces places_;
  const Model& model_;
  FloatingTree tree_;
  math::QpSolver solver_;
  std::array<math::QuadraticProgram, kSoles + 1> programs_;  // by the number of feet that stand
  math::QuadraticProgram* program_ = nullptr;
  std::array<MatX, kSoles + 1> rays_;  // J^T of each ray, nv x rho
  MatX* ray_ = nullptr;
  Mat3X J_;
  Mat3X weighted_;
  VecX torque_;
};

}  // namespace grouser
