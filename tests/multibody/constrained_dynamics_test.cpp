// SPDX-License-Identifier: BSD-3-Clause
// Constrained coordinates against the recursion in joint coordinates: two algorithms that share the bodies' inertia, the
// springs and the passive laws of joints, and nothing else.
#include "grouser/multibody/constrained/constrained_dynamics.hpp"

#include <optional>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/constrained/free_bodies.hpp"
#include "grouser/multibody/constraints/closure.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "multibody/random_forest.hpp"

using namespace grouser;
using grouser::test::random_forest;
using grouser::test::RandomState;

namespace {

double relative(const VecX& a, const VecX& b) {
  return a.size() == 0 ? 0.0 : (a - b).lpNorm<Eigen::Infinity>() / (1.0 + b.lpNorm<Eigen::Infinity>());
}

struct Difference {
  double acceleration = 0.0, effort = 0.0, load = 0.0;
};

// Both formulations at one state on the rows' surface.
Difference compare(const Model& model, const VecX& q, const VecX& v, const VecX& told, Loads loads,
                   double gamma) {
  const VecX v_base = 0.9 * v;
  Kinematics tree(model), free(model);
  calc_kinematics(model, q, v, tree);
  free = tree;
  DynamicsWorkspace workspace(model);
  VecX a = told, effort = VecX::Zero(model.nv()), a_free = told, effort_free = effort;
  const ImplicitDamping damping{gamma, gamma > 0.0 ? &v_base : nullptr};
  REQUIRE(!forward_dynamics(model, q, v, tree, loads, damping, workspace, a, effort));
  calc_accelerations(model, q, v, a, tree);
  std::vector<Wrench> joint_loads, free_loads;
  if (rows_act_on_bodies(model)) {
    loads.reaction.resize(model.bodies().size());
    calc_reactions(model, tree, workspace.multipliers(), loads.reaction);
  }
  calc_joint_loads(model, tree, loads, joint_loads);

  JointReadings joints(model);
  joints.q = q;
  joints.v_base = v_base;
  ConstrainedWorkspace constrained(model);
  read_joints(model, free, constrained, joints);
  CHECK(relative(joints.q, q) < 1e-13);
  CHECK(relative(joints.v, v) < 1e-13);
  REQUIRE(!constrained_dynamics(model, joints, free, loads, gamma, {}, constrained, a_free, effort_free));
  read_joint_loads(model, free, constrained, free_loads);
  Difference difference{relative(a_free, a), relative(effort_free, effort)};
  double largest = 1.0;
  for (const Wrench& load : joint_loads) largest = std::max({largest, load.force.norm(), load.moment.norm()});
  for (std::size_t i = 0; i < joint_loads.size(); ++i)
    difference.load =
        std::max({difference.load, (free_loads[i].force - joint_loads[i].force).norm() / largest,
                  (free_loads[i].moment - joint_loads[i].moment).norm() / largest});
  return difference;
}

}  // namespace

TEST_CASE("constrained coordinates: accelerations, efforts and joint loads of 200 random forests",
          "[multibody]") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Model model = random_forest(seed);
    const RandomState s(model, seed);
    for (const double gamma : {0.0, 0.01}) {
      const Difference difference = compare(model, s.q, s.v, s.a, s.loads, gamma);
      INFO("seed " << seed << ", gamma " << gamma);
      // condition numbers of a few thousand: 1e-9 as the formulations are asked to agree
      CHECK(difference.acceleration < 1e-9);
      CHECK(difference.effort < 1e-9);
      CHECK(difference.load < 1e-9);
    }
  }
}

TEST_CASE("constrained coordinates: forests with loop joints", "[multibody]") {
  int closed = 0;
  for (unsigned seed = 1; seed <= 300 && closed < 60; ++seed) {
    std::optional<Model> model;
    try {
      model.emplace(random_forest(seed, 2));
    } catch (const InputError&) {
      continue;  // these loops do not close
    }
    ++closed;
    VecX q = model->neutral_q(), v = RandomState(*model, seed).v;
    Closure closure(*model);
    REQUIRE(!closure.close_velocities(q, v));
    const RandomState s(*model, seed);
    const Difference difference = compare(*model, q, v, s.a, s.loads, 0.01);
    INFO("seed " << seed);
    // loops near a dead point are worse conditioned than trees: rows are accepted down to a pivot of 1e-10
    CHECK(difference.acceleration < 1e-6);
    CHECK(difference.load < 1e-6);
  }
  CHECK(closed >= 40);
}
