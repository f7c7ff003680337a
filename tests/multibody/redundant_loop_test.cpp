// SPDX-License-Identifier: BSD-3-Clause
// Loops that say more than they need to: what is redundant is found, named and left out, and what contradicts is refused.

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "multibody/free_system.hpp"
#include "multibody/linkages.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kLoopStart = 1.0;  // rad
const Vec3 kDown(0, 0, -9.81);

double largest_gap(const Model& model, const VecX& q, const Kinematics& bodies) {
  double most = 0.0;
  for (const Row& row : model.rows()) most = std::max(most, std::fabs(calc_gap(row, q, bodies)));
  return most;
}

}  // namespace

TEST_CASE("a four-bar of four pins: three rows are redundant and left out", "[multibody]") {
  const ModelBuilder builder = four_bar_builder(crank_rocker(), kLoopStart, LoopJointType::revolute);
  CHECK_THROWS_AS(builder.build("four-bar"), InputError);
  const Model model = builder.build("four-bar", RedundantRows::leave_out);
  CHECK(model.left_out().size() == 3);
  CHECK(model.left_out().front().find("loop joint 'pin', row ") == 0);
  CHECK(model.rows().size() == 2);
  CHECK(model.constraints().front().rows == 2);
}

TEST_CASE("constrained coordinates: a four-bar moves as in joint coordinates and stays closed",
          "[multibody]") {
  const Model pin = four_bar_builder(crank_rocker(), kLoopStart, LoopJointType::inline_pin).build("four-bar");
  const Model pins = four_bar_builder(crank_rocker(), kLoopStart, LoopJointType::revolute)
                         .build("four-bar", RedundantRows::leave_out);
  ForestSystem tree(pin, kDown);
  FreeSystem free(pins, kDown, 1e-3);
  MotionState state = MotionState::at_rest(pin, 0),
              free_state = free.start(pins.neutral_q(), VecX::Zero(pins.nv()));
  IntegratorWorkspace workspace(pin, 0), free_workspace(free.model(), 0);
  double apart = 0.0, gap = 0.0;
  for (int n = 0; n < 10000; ++n) {
    REQUIRE(advance(IntegratorKind::rk4, tree, 1e-3, state, workspace) == StepStatus::ok);
    REQUIRE(advance(IntegratorKind::rk4, free, 1e-3, free_state, free_workspace) == StepStatus::ok);
    calc_free_kinematics(pins, free_state.q, free_state.v, free.bodies);
    read_joints(pins, free.bodies, free.workspace, free.joints);
    apart = std::max(apart, (free.joints.q - state.q).lpNorm<Eigen::Infinity>());
    gap = std::max({gap, largest_gap(pins, free.joints.q, free.bodies), worst_joint(pins, free.bodies).gap,
                    worst_joint(pins, free.bodies).angle});
  }
  CHECK(apart < 1e-6);
  CHECK(gap < 1e-8);
}

TEST_CASE("a loop that contradicts itself is refused", "[multibody]") {
  const analytic::FourBar bars = crank_rocker();
  ModelBuilder builder = four_bar_builder(bars, kLoopStart, LoopJointType::inline_pin);
  LoopJointSpec pin{.name = "skew", .type = LoopJointType::revolute, .body_a = "coupler", .body_b = "rocker"};
  pin.X_AJ.p = Vec3(bars.b, 0.01, 0);  // beside the pin: its rows along the axis cannot close
  pin.X_BJ.p = Vec3(bars.c, 0, 0);
  pin.axis = -Vec3::UnitY();
  builder.add_loop_joint(pin);
  try {
    builder.build("four-bar", RedundantRows::leave_out);
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(std::string(error.what())
              .find("loop joint 'skew', row 3 of 5, contradicts the rows before it: a gap of") !=
          std::string::npos);
  }
}

TEST_CASE("constrained coordinates: the error of a joint is told on both branches", "[multibody]") {
  const Model chain = pendulum_chain({1.0, 1.0}, {0.5, 0.5}, {0.1, 0.1});
  FreeSystem free(chain, kDown, 1e-3);
  MotionState state = free.start(chain.neutral_q(), VecX::Zero(chain.nv()));
  calc_free_kinematics(chain, state.q, state.v, free.bodies);
  CHECK(worst_joint(chain, free.bodies).angle < 1e-12);
  free.bodies.body[1].X_WB.R =
      rotation_about(Vec3::UnitX(), 3.14159265358979);  // upside down: its rows are closed
  CHECK(worst_joint(chain, free.bodies).angle == Approx(3.14159265).epsilon(1e-6));
  CHECK(worst_joint(chain, free.bodies).joint == 1);
}
