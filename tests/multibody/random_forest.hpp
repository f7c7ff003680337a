// SPDX-License-Identifier: BSD-3-Clause
// Random forests for tests: one to three trees, every joint type, prescribed and coupled coordinates,
// springs, dampers, limits and friction. Only a local engine with a given seed.
#pragma once
#include <random>
#include <string>
#include <vector>

#include "grouser/multibody/build/model_builder.hpp"
#include "grouser/multibody/constraints/closure.hpp"
#include "grouser/multibody/constraints/forward_dynamics.hpp"

namespace grouser::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double low,
                 double high) {  // not std::uniform_real_distribution: the same numbers with any library
    return low + (high - low) * (static_cast<double>(engine_()) / 4294967296.0);
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  bool chance(double p) { return between(0.0, 1.0) < p; }
  Vec3 vector(double size) { return {between(-size, size), between(-size, size), between(-size, size)}; }
  Vec3 unit() {
    Vec3 u = vector(1.0);
    while (u.norm() < 0.1) u = vector(1.0);
    return u.normalized();
  }
  Mat3 rotation() { return rotation_about(unit(), between(-3.0, 3.0)); }
  VecX numbers(int n, double size) {
    VecX x(n);
    for (int i = 0; i < n; ++i) x[i] = between(-size, size);
    return x;
  }

 private:
  std::mt19937 engine_;
};

inline BodySpec random_body(Random& random, const std::string& name) {
  // Principal moments of a distribution with second moments s: I1 = s2 + s3 and so on, so the triangle holds.
  const Vec3 s(random.between(0.01, 0.5), random.between(0.01, 0.5), random.between(0.01, 0.5));
  const Mat3 R = random.rotation();
  const Vec3 moments(s.y() + s.z(), s.z() + s.x(), s.x() + s.y());
  const double mass = random.between(0.2, 5.0);
  return {name, mass, random.vector(0.3), R * (mass * moments).asDiagonal() * R.transpose()};
}

inline JointForces random_forces(Random& random) {
  JointForces forces;
  if (random.chance(0.5))
    forces.stiffness = random.between(0.0, 50.0), forces.rest = random.between(-0.5, 0.5);
  if (random.chance(0.5)) forces.damping = random.between(0.0, 5.0);
  if (random.chance(0.3)) forces.friction = random.between(0.0, 2.0), forces.friction_velocity = 0.5;
  if (random.chance(0.3)) {
    forces.lower = random.between(-1.0, -0.1), forces.upper = random.between(0.1, 1.0);
    forces.limit_stiffness = 100.0, forces.limit_damping = 3.0;
  }
  return forces;
}

/// With `loops` the builder may throw InputError: random loops do not always close.
inline Model random_forest(unsigned seed, int loops = 0) {
  Random random(seed);
  ModelBuilder builder;
  const int bodies = 2 + random.below(14);
  std::vector<std::string> one_coordinate_dynamic;
  for (int b = 0; b < bodies; ++b) {
    const std::string name = "body" + std::to_string(b);
    builder.add_body(random_body(random, name));
    JointSpec joint;
    joint.name = "joint" + std::to_string(b);
    joint.child = name;
    joint.parent = b == 0 || random.chance(0.1) ? "world" : "body" + std::to_string(random.below(b));
    joint.X_PJ = {random.rotation(), random.vector(0.5)};
    joint.axis = random.unit();
    joint.type = joint.parent == "world" && random.chance(0.6) ? JointType::free
                                                               : static_cast<JointType>(random.below(6));
    joint.second_axis = joint.axis.unitOrthogonal();
    if (random.chance(0.3)) joint.mode = CoordinateMode::prescribed;
    if (joint.kind().forces == PassiveForces::all) {
      joint.forces = random_forces(random);
      if (joint.type == JointType::revolute && random.chance(0.3))
        joint.forces.rotor_inertia = random.between(0.0, 1.0);
      if (joint.kind().nv == 1 && joint.mode == CoordinateMode::dynamic)
        one_coordinate_dynamic.push_back(joint.name);
    }
    if (joint.type == JointType::spherical && random.chance(0.5))
      joint.forces.damping = random.between(0.0, 3.0);
    builder.add_joint(joint);
  }
  for (std::size_t k = 0; k + 1 < one_coordinate_dynamic.size() && k < 5; k += 2)
    if (random.chance(0.7))
      builder.add_coupling({"coupling" + std::to_string(k), one_coordinate_dynamic[k],
                            one_coordinate_dynamic[k + 1], random.between(-2.0, 2.0),
                            random.between(-0.3, 0.3)});
  for (int s = 0; s < random.below(4); ++s) {
    const int a = random.below(bodies);
    builder.add_spring({"spring" + std::to_string(s), "body" + std::to_string(a), a == 0 ? "world" : "body0",
                        random.vector(0.3), random.vector(0.3), random.between(1.0, 100.0),
                        random.between(0.0, 5.0), random.between(0.0, 0.5), random.chance(0.5)});
  }
  for (int k = 0; k < loops; ++k) {
    const int a = random.below(bodies), b = random.below(bodies);
    LoopJointSpec joint{.name = "loop" + std::to_string(k),
                        .type = static_cast<LoopJointType>(random.below(5))};
    joint.body_a = a == b ? "world" : "body" + std::to_string(a);
    joint.body_b = "body" + std::to_string(b);
    joint.X_AJ = {random.rotation(), random.vector(0.5)};
    joint.X_BJ = {random.rotation(), random.vector(0.5)};
    joint.axis = random.unit();
    joint.length = random.between(0.3, 1.0);
    builder.add_loop_joint(joint);
  }
  return builder.build("random forest " + std::to_string(seed));
}

/// A state that satisfies the couplings.
struct RandomState {
  VecX q, v, a;  ///< a: prescribed entries meaningful
  Loads loads;
  RandomState(const Model& model, unsigned seed) : loads(model) {
    Random random(seed + 1000000u);
    q = model.neutral_q();
    model.integrate(q, random.numbers(model.nv(), 1.5), q);
    v = random.numbers(model.nv(), 3.0);
    a = random.numbers(model.nv(), 4.0);
    set_dependent_positions(model, q);
    set_dependent_velocities(model, v);
    loads.gravity = random.vector(9.0);
    loads.generalized = random.numbers(model.nv(), 5.0);
    for (Wrench& wrench : loads.on_body) wrench = {random.vector(5.0), random.vector(20.0)};
  }
};

}  // namespace grouser::test
