// SPDX-License-Identifier: BSD-3-Clause
// Mechanisms of random linkages: loops that the recursion closes on its way, beside the dense system and free-body cuts.

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "multibody/linkages.hpp"
#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"
#include "tree/loop_clusters.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

/// A body, free or fixed on a joint, with one to six linkages: two chains of one-coordinate joints that a loop joint closes at
/// their ends, where they meet in the neutral position. Some hang on a link of another, some carry a body that is in no loop; a planar
/// one is closed by a pin with three rows too many, or embedded.
struct Mechanism {
  ModelBuilder builder;
  Random random;
  int bodies = 0, loops = 0;
  std::vector<std::string> names;

  explicit Mechanism(unsigned seed) : random(seed) {
    add("world", random.chance(0.7) ? JointType::free : JointType::spherical, {}, Vec3::UnitZ());
    const int wanted = 1 + random.below(6);
    while (loops < wanted)
      add_loop(names[random.chance(0.5) ? 0 : static_cast<std::size_t>(random.below(bodies))]);
  }
  std::string add(const std::string& parent, JointType type, const RigidTransform& X_PJ, const Vec3& axis) {
    const std::string name = "body" + std::to_string(bodies++);
    BodySpec body = random_body(random, name);
    builder.add_body(body);
    JointSpec joint{.name = name, .type = type, .parent = parent, .child = name, .X_PJ = X_PJ, .axis = axis};
    if (type == JointType::revolute && random.chance(0.5)) joint.forces.damping = random.between(0.0, 2.0);
    builder.add_joint(joint);
    names.push_back(name);
    return name;
  }
  /// Two links on one side, one on the other; their ends meet at `at` in the parent's frame, whose axes all have.
  void add_loop(const std::string parent) {
    const bool planar = random.chance(0.4);
    const Vec3 normal = random.unit();
    const auto axis = [&] {
      return planar ? Vec3((random.chance(0.5) ? 1.0 : -1.0) * normal) : random.unit();
    };
    const Vec3 a = random.vector(0.5), b = a + random.vector(0.4), c = a + random.vector(0.4),
               at = c + random.vector(0.3);
    const std::string first = add(parent, JointType::revolute, {Mat3::Identity(), a}, axis());
    const std::string second = add(first, JointType::revolute, {Mat3::Identity(), b - a}, axis());
    const std::string third = add(parent, JointType::revolute, {Mat3::Identity(), c}, axis());
    if (random.chance(0.3))
      add(second, JointType::prismatic, {Mat3::Identity(), random.vector(0.2)}, random.unit());
    LoopJointSpec loop{.name = "loop" + std::to_string(loops++), .body_a = second, .body_b = third};
    const int kind = random.below(3);
    loop.type = kind == 0             ? LoopJointType::distance
                : planar && kind == 1 ? LoopJointType::revolute
                                      : LoopJointType::inline_pin;
    if (!planar) loop.type = LoopJointType::distance;
    if (loop.type != LoopJointType::distance && random.chance(0.6))
      loop.driver = random.chance(0.5) ? first : third;
    loop.axis = normal;
    loop.X_AJ.p = at - b;
    loop.X_BJ.p = at - c;
    if (loop.type == LoopJointType::distance) {
      const Vec3 apart = random.vector(0.5);
      loop.X_BJ.p += apart;
      loop.length = apart.norm();
    }
    builder.add_loop_joint(loop);
  }
};

/// What is left of Newton's and Euler's law of each body with the loads of all its joints, N and N m, over the largest of them.
double free_body_error(const Model& model, const Kinematics& k, const Loads& loads, const VecX& multipliers) {
  std::vector<Wrench> joints;
  calc_joint_loads(model, k, loads, joints);
  Indexed<BodyId, Wrench> on(model.bodies().size());
  double largest = 1.0;
  const auto add = [&](BodyId body, double sign, const Vec3& at, const Vec3& moment, const Vec3& force) {
    largest = std::max({largest, moment.norm(), force.norm()});
    if (body == kWorld) return;
    const auto i = static_cast<std::size_t>(body.index);
    on[i].force += sign * force;
    on[i].moment += sign * (moment + (at - k.body[i].X_WB.p).cross(force));
  };
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Joint& joint = model.joints()[j];
    const RigidTransform X_WP =
        joint.parent == kWorld ? RigidTransform{} : k.body[static_cast<std::size_t>(joint.parent.index)].X_WB;
    const RigidTransform X_WJ = X_WP * joint.X_PJ;
    const Vec3 moment = X_WJ.R * joints[j].moment, force = X_WJ.R * joints[j].force;
    // a wrench at the joint's frame; what a sliding child feels it feels there too
    add(joint.child, 1.0, X_WJ.p, moment, force);
    add(joint.parent, -1.0, X_WJ.p, moment, force);
  }
  for (const Constraint& loop : model.constraints()) {
    const Row& row = model.rows()[static_cast<std::size_t>(loop.first_row)];
    const Wrench load = calc_loop_load(model, loop, k, multipliers);
    const Vec3 at = k.body[static_cast<std::size_t>(row.body_b.index)].X_WB * row.point_b;
    add(row.body_b, 1.0, at, load.moment, load.force);
    add(row.body_a, -1.0, at, load.moment, load.force);
  }
  double error = 0.0;
  for (std::size_t i = 0; i < on.size(); ++i) {
    const Body& body = model.bodies()[i];
    const BodyMotion& m = k.body[i];
    const Vec3 c = m.X_WB.R * body.com;
    const Vec3 a = m.v_dot + m.w_dot.cross(c) + m.w.cross(m.w.cross(c));
    const Mat3 I = m.X_WB.R * body.inertia * m.X_WB.R.transpose();
    const Vec3 force = on[i].force + loads.on_body[i].force + body.mass * loads.gravity - body.mass * a;
    const Vec3 moment = on[i].moment + loads.on_body[i].moment +
                        c.cross(Vec3(body.mass * (loads.gravity - a))) -
                        (I * m.w_dot + m.w.cross(Vec3(I * m.w)));
    error = std::max({error, force.norm(), moment.norm()});
  }
  return error / largest;
}

}  // namespace

TEST_CASE("200 random mechanisms with 1 to 6 loops: dense system, free-body cuts, closure", "[multibody]") {
  int made = 0, with_redundant = 0, clusters = 0, loops = 0, nested = 0, embedded = 0;
  for (unsigned seed = 1; made < 200; ++seed) {
    REQUIRE(seed < 1000);
    std::optional<Model> found;
    const Mechanism mechanism(seed);
    try {
      found = mechanism.builder.build("mechanism", RedundantRows::leave_out);
    } catch (const InputError&) {
      continue;  // at a dead point
    }
    const Model& model = *found;
    RandomState s(model, seed);
    model.integrate(model.neutral_q(), Random(seed).numbers(model.nv(), 0.02), s.q);
    Closure closure(model);
    if (closure.close_positions(s.q) || closure.close_velocities(s.q, s.v)) continue;
    s.a.setZero();
    Kinematics k(model);
    calc_kinematics(model, s.q, s.v, k);
    DynamicsWorkspace workspace(model);
    VecX a = s.a, effort = s.a, a_ref = s.a, effort_ref = s.a;
    const ImplicitDamping damping{0.01, &s.v};
    if (forward_dynamics(model, s.q, s.v, k, s.loads, damping, workspace, a, effort)) continue;
    forward_dynamics_reference(model, s.q, s.v, k, s.loads, damping, a_ref, effort_ref);
    CAPTURE(seed, model.rows().size());
    const double size = 1.0 + a_ref.lpNorm<Eigen::Infinity>();
    if (size > 1e4) continue;  // next to a dead point, where the dense system loses its digits too
    CHECK((a - a_ref).lpNorm<Eigen::Infinity>() < 1e-10 * size);
    calc_accelerations(model, s.q, s.v, a, k);
    for (const Row& row : model.rows()) {
      CHECK(std::fabs(calc_gap(row, s.q, k)) < 1e-12);
      CHECK(std::fabs(calc_gap_rate(row, s.v, k)) < 1e-10 * (1.0 + s.v.norm()));
      CHECK(std::fabs(calc_gap_acceleration(row, a, k)) < 1e-10 * size);
    }
    s.loads.reaction.resize(model.bodies().size());
    calc_reactions(model, k, workspace.multipliers(), s.loads.reaction);
    CHECK(free_body_error(model, k, s.loads, workspace.multipliers()) < 1e-9);
    const std::vector<LoopCluster> own = find_loop_clusters(model);
    std::size_t rows = 0;
    for (const LoopCluster& cluster : own) {
      rows += cluster.rows.size();
      nested += cluster.anchor > 0;
      embedded += cluster.embedded >= 0;
    }
    CHECK(rows == model.rows().size());  // none is left to the whole forest
    ++made;
    with_redundant += !model.left_out().empty();
    clusters += static_cast<int>(own.size());
    loops += mechanism.loops;
  }
  CAPTURE(with_redundant, clusters, loops, nested, embedded);
  CHECK(embedded > 50);
  CHECK(with_redundant > 20);
  CHECK(loops > 400);
  CHECK(nested > 50);
}

TEST_CASE("a four-bar leg that swings for 100 s stays closed and keeps its energy", "[multibody]") {
  const SwingingLeg leg(GENERATE("", "crank", "shank"));
  const Model& model = leg.model;
  ForestSystem system(model, Vec3(0, 0, -9.81));
  MotionState state = MotionState::at_rest(model, 0);
  state.q[0] = 0.4;
  REQUIRE_FALSE(Closure(model).close_positions(state.q));
  IntegratorWorkspace workspace(model, 0);
  const auto energy = [&] {
    calc_kinematics(model, state.q, state.v, system.kinematics);
    const MechanicalEnergy e = calc_energy(model, state.q, system.kinematics, Vec3(0, 0, -9.81));
    return e.kinetic + e.gravity + e.springs;
  };
  const double start = energy();
  double gap = 0.0, rate = 0.0, drift = 0.0, least = 1e9, most = -1e9;
  for (int n = 0; n < 100000; ++n) {
    REQUIRE(advance(IntegratorKind::rk4, system, 0.001, state, workspace) == StepStatus::ok);
    drift = std::max(drift, std::fabs(energy() - start));
    for (const Row& row : model.rows()) {
      gap = std::max(gap, std::fabs(calc_gap(row, state.q, system.kinematics)));
      rate = std::max(rate, std::fabs(calc_gap_rate(row, state.v, system.kinematics)));
    }
    least = std::min(least, state.q[1]), most = std::max(most, state.q[1]);
  }
  CAPTURE(leg.driver, gap, rate, drift / leg.energy, least, most);
  CHECK(most - least > 0.5);  // the linkage moves, between its dead points
  CHECK(least > -1.0);
  CHECK(most < 0.9);
  CHECK(gap < 1e-10);
  CHECK(rate < 1e-9);
  CHECK(drift < 1e-7 * leg.energy);
}
