// The recursion against the dense reference, which shares with it only the joints' geometry and passive laws.
#include <catch2/catch.hpp>

#include "grouser/multibody/dynamics.hpp"
#include "multibody/random_forest.hpp"

using namespace grouser;
using grouser::test::Random;
using grouser::test::random_forest;
using grouser::test::RandomState;

TEST_CASE("recursive and reference forward dynamics agree on 200 random forests", "[multibody]") {
  int prescribed = 0, coupled = 0;
  double worst = 0.0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Model model = random_forest(seed);
    RandomState s(model, seed);
    Kinematics kinematics(model);
    calc_kinematics(model, s.q, s.v, kinematics);
    DynamicsWorkspace workspace(model);
    const VecX v_base = 0.9 * s.v;
    for (const ImplicitDamping& damping : {ImplicitDamping{}, ImplicitDamping{0.01, &v_base}}) {
      VecX a = s.a, effort = VecX::Zero(model.nv()), a_ref = s.a, effort_ref = effort;
      forward_dynamics(model, s.q, s.v, kinematics, s.loads, damping, workspace, a, effort);
      forward_dynamics_reference(model, s.q, s.v, kinematics, s.loads, damping, a_ref, effort_ref);
      // Relative to the largest entry: entries of one vector share their rounding.
      const double a_error =
          (a - a_ref).lpNorm<Eigen::Infinity>() / (1e-300 + a_ref.lpNorm<Eigen::Infinity>());
      const double e_error =
          (effort - effort_ref).lpNorm<Eigen::Infinity>() / (1.0 + effort_ref.lpNorm<Eigen::Infinity>());
      INFO("seed " << seed << ", gamma " << damping.gamma);
      CHECK(a_error < 1e-10);
      CHECK(e_error < 1e-10);
      worst = std::max({worst, a_error, e_error});
    }
    for (const CoordinateMode mode : model.modes()) prescribed += mode == CoordinateMode::prescribed;
    coupled += static_cast<int>(model.couplings().size());
  }
  CHECK(worst > 0.0);       // two computations, not one
  CHECK(prescribed > 200);  // the sample really holds both kinds
  CHECK(coupled > 50);
}
