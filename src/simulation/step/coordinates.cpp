// SPDX-License-Identifier: BSD-3-Clause
// Joint coordinates of the tree (Featherstone), with loops closed by rows; the other choice, every body on
// its own, is in body_coordinates.cpp.
#include "coordinates.hpp"

#include "body_coordinates.hpp"

namespace grouser {
namespace {

/// Coordinates of the joints: the integrated coordinates and the joints' motion are the same vectors.
class TreeCoordinates final : public Coordinates {
 public:
  explicit TreeCoordinates(const World& world)
      : model_(*world.model), workspace_(model_, world.settings.stabilisation) {}
  const Model& model() const override { return model_; }
  bool of_bodies() const override { return false; }
  void calc_poses(const VecX& q, const VecX& v, Kinematics& out) const override {
    calc_kinematics(model_, q, v, out);
  }
  void calc_velocities(const VecX& v, Kinematics& inout) const override {
    grouser::calc_velocities(model_, v, inout);
  }
  void calc_accelerations(const VecX& q, const VecX& v, const VecX& a, Kinematics& inout) const override {
    grouser::calc_accelerations(model_, q, v, a, inout);
  }
  RowFailure solve(const VecX& q, const VecX& v, Kinematics& kinematics, const Loads& loads,
                   const ImplicitDamping& damping, VecX& a, VecX& effort) override {
    return forward_dynamics(model_, q, v, kinematics, loads, damping, workspace_, a, effort);
  }
  const VecX& multipliers() const override { return workspace_.multipliers(); }

 private:
  const Model& model_;
  DynamicsWorkspace workspace_;
};

}  // namespace

std::unique_ptr<Coordinates> make_coordinates(const World& world, Formulation formulation) {
  if (formulation == Formulation::constrained) return std::make_unique<BodyCoordinates>(world);
  return std::make_unique<TreeCoordinates>(world);
}

}  // namespace grouser
