// SPDX-License-Identifier: BSD-3-Clause
// Gaps of joints, (2.12) and (2.14) of Wachlin 2018 with the errata of docs/theory_constrained.md, as dual numbers of
// second order in time: their first and second derivatives against the closed form of joint_columns.hpp, in which the
// thesis's appendix A is contained.
#include <random>

#include "catch.hpp"
#include "constrained/joint_columns.hpp"
#include "grouser/multibody/build/model_builder.hpp"

using namespace grouser;

namespace {

/// A number with its first and second derivative with respect to time.
struct Dual {
  double value = 0.0, first = 0.0, second = 0.0;
};
Dual operator+(const Dual& a, const Dual& b) {
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}
Dual operator-(const Dual& a, const Dual& b) {
  return {a.value - b.value, a.first - b.first, a.second - b.second};
}
Dual operator*(const Dual& a, const Dual& b) {
  return {a.value * b.value, a.first * b.value + a.value * b.first,
          a.second * b.value + 2.0 * a.first * b.first + a.value * b.second};
}

struct DualVector {
  Dual x[3];
};
struct DualMatrix {
  Dual x[3][3];
};
DualVector operator-(const DualVector& a, const DualVector& b) {
  return {{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}
DualVector operator*(const DualMatrix& A, const DualVector& b) {
  DualVector out;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) out.x[i] = out.x[i] + A.x[i][k] * b.x[k];
  return out;
}
DualMatrix operator*(const DualMatrix& A, const DualMatrix& B) {
  DualMatrix out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) out.x[i][j] = out.x[i][j] + A.x[i][k] * B.x[k][j];
  return out;
}
DualMatrix transposed(const DualMatrix& A) {
  DualMatrix out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.x[i][j] = A.x[j][i];
  return out;
}
DualVector constant(const Vec3& v) { return {{{v[0]}, {v[1]}, {v[2]}}}; }
DualMatrix constant(const Mat3& M) {
  DualMatrix out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.x[i][j].value = M(i, j);
  return out;
}

Mat3 cross_matrix(const Vec3& w) {
  Mat3 W;
  W << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return W;
}

/// Of a body: T turns inertial axes into its own, x is its origin.
struct DualBody {
  DualMatrix T;
  DualVector x;
  explicit DualBody(const BodyMotion& body) {
    const Mat3 R = body.X_WB.R, W = cross_matrix(body.w);
    const Mat3 first = W * R, second = (cross_matrix(body.w_dot) + W * W) * R;
    for (int i = 0; i < 3; ++i) {
      x.x[i] = {body.X_WB.p[i], body.v[i], body.v_dot[i]};
      for (int j = 0; j < 3; ++j) T.x[j][i] = {R(i, j), first(i, j), second(i, j)};
    }
  }
};

/// Gaps of a joint: along its axes, and the elements of the turn from the child's joint axes to the parent's.
struct Gaps {
  DualVector along;
  DualMatrix turn;
};
Gaps gaps_of(const Joint& joint, const JointTriads& triads, const BodyMotion& parent_motion,
             const BodyMotion& child_motion) {
  const DualBody parent(parent_motion), child(child_motion);
  const DualMatrix T_pj = constant(Mat3(triads.on_parent.transpose())),
                   T_cj = constant(Mat3(triads.on_child.transpose()));
  Gaps out;
  out.along = T_pj * (parent.T * (child.x - parent.x) - constant(joint.X_PJ.p));
  out.turn = T_pj * parent.T * transposed(child.T) * transposed(T_cj);
  return out;
}

class Draws {
 public:
  double number() { return normal_(random_); }
  Vec3 vector() { return {number(), number(), number()}; }
  Mat3 rotation() { return Eigen::Quaterniond(number(), number(), number(), number()).normalized().matrix(); }

 private:
  std::mt19937 random_{7};
  std::normal_distribution<double> normal_;
};

Model pair_of(JointType type, Draws& draws) {
  ModelBuilder builder;
  for (const char* name : {"parent", "child"}) builder.add_body({name, 1.0, Vec3::Zero(), Mat3::Identity()});
  JointSpec root{.name = "root", .type = JointType::free, .parent = "world", .child = "parent"};
  JointSpec joint{.name = "joint", .type = type, .parent = "parent", .child = "child"};
  joint.X_PJ = {draws.rotation(), draws.vector()};
  joint.axis = draws.vector().normalized();
  joint.second_axis = joint.axis.cross(draws.vector()).normalized();
  return builder.add_joint(root).add_joint(joint).build("pair");
}

void set_random_motion(Draws& draws, BodyMotion& body) {
  body.X_WB = {draws.rotation(), draws.vector()};
  body.w = draws.vector();
  body.v = draws.vector();
  body.w_dot = draws.vector();
  body.v_dot = draws.vector();
}

struct Checked {
  double rate = 0.0, acceleration = 0.0, value = 0.0;
  int rows = 0;
  /// Row k, which shall be this number.
  void add(const JointColumns& columns, int k, const Dual& gap, const BodyMotion& parent,
           const BodyMotion& child) {
    const double found = along_column(columns, k, parent, child) + columns.bias[k];
    value = std::max(value, std::fabs(columns.value[k] - gap.value));
    rate = std::max(rate, std::fabs(columns.rate[k] - gap.first));
    acceleration = std::max(acceleration, std::fabs(found - gap.second));
    ++rows;
  }
};

/// Row k as the sum of gaps along the parent's joint axes, by these weights.
Dual weighed(const DualVector& along, const Vec3& weights) {
  Dual sum;
  for (int i = 0; i < 3; ++i) sum = sum + Dual{weights[i]} * along.x[i];
  return sum;
}

// Which element (axis of the parent, axis of the child) of the turn a row is; the thesis's (2.15).
struct Square {
  int row, of_parent, of_child;
};
std::vector<Square> squares_of(JointType type) {
  switch (type) {
    case JointType::revolute:
      return {{3, 0, 2}, {4, 1, 2}};
    case JointType::prismatic:
      return {{2, 0, 2}, {3, 1, 2}, {4, 0, 1}};
    case JointType::fixed:
      return {{3, 0, 2}, {4, 1, 2}, {5, 0, 1}};
    case JointType::universal:
      return {{3, 1, 2}};
    default:
      return {};
  }
}

Checked check_once(JointType type, Draws& draws) {
  const Model model = pair_of(type, draws);
  const Joint& joint = model.joints()[1];
  Kinematics bodies(model);
  BodyMotion &parent = bodies.body[0], &child = bodies.body[1];
  set_random_motion(draws, parent);
  set_random_motion(draws, child);
  const JointTriads triads(joint);
  JointColumns columns;
  calc_joint_columns(joint, triads, bodies, columns);
  const Gaps gaps = gaps_of(joint, triads, parent, child);
  const Mat3 axes = parent.X_WB.R * triads.on_parent;
  Checked out;
  if (type == JointType::prismatic) {
    for (const int axis : {0, 1, 2})
      out.add(columns, axis == 2 ? 5 : axis, gaps.along.x[axis], parent, child);
  } else if (type != JointType::free) {
    // a point's rows are told along world axes
    for (int k = 0; k < 3; ++k) out.add(columns, k, weighed(gaps.along, axes.row(k)), parent, child);
  }
  for (const Square& s : squares_of(type))
    out.add(columns, s.row, gaps.turn.x[s.of_parent][s.of_child], parent, child);
  return out;
}

}  // namespace

TEST_CASE("Derivatives of joints' gaps equal those of dual numbers, off the constraints too") {
  Draws draws;
  for (const JointType type : {JointType::revolute, JointType::prismatic, JointType::spherical,
                               JointType::fixed, JointType::universal}) {
    CAPTURE(static_cast<int>(type));
    Checked worst;
    for (int i = 0; i < 500; ++i) {
      const Checked one = check_once(type, draws);
      REQUIRE(one.rows == (type == JointType::fixed || type == JointType::prismatic ? 6
                           : type == JointType::revolute                            ? 5
                           : type == JointType::universal                           ? 4
                                                                                    : 3));
      worst.value = std::max(worst.value, one.value);
      worst.rate = std::max(worst.rate, one.rate);
      worst.acceleration = std::max(worst.acceleration, one.acceleration);
    }
    // numbers of up to some hundred, each of some twenty roundings
    CHECK(worst.value < 1e-13);
    CHECK(worst.rate < 1e-12);
    CHECK(worst.acceleration < 1e-11);
  }
}
