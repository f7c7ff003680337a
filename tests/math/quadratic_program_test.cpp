// SPDX-License-Identifier: BSD-3-Clause
// The active-set method against the conditions of Karush, Kuhn and Tucker, against trying every active set of small programs, and where
// constraints are redundant, degenerate or contradict each other.
#include "grouser/math/quadratic_program.hpp"

#include <Eigen/LU>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "grouser/math/random.hpp"

using namespace grouser;
using namespace grouser::math;

namespace {

/// Programs of which the origin keeps every inequality, so that those without equalities have an answer.
struct Maker {
  RandomStream random;
  double uniform(double low, double high) { return random.uniform(low, high); }
  MatX matrix(Eigen::Index rows, Eigen::Index columns) {
    MatX m(rows, columns);
    for (Eigen::Index i = 0; i < rows; ++i)
      for (Eigen::Index j = 0; j < columns; ++j) m(i, j) = uniform(-1.0, 1.0);
    return m;
  }
  QuadraticProgram make(Eigen::Index dense, Eigen::Index diagonal, Eigen::Index equalities,
                        Eigen::Index rows) {
    const Eigen::Index n = dense + diagonal;
    const MatX A = matrix(dense, dense);
    QuadraticProgram p;
    p.hessian = A * A.transpose() + 0.05 * MatX::Identity(dense, dense);
    p.diagonal = VecX::NullaryExpr(diagonal, [&] { return uniform(0.1, 2.0); });
    p.gradient = 3.0 * matrix(n, 1);
    p.equalities = matrix(equalities, n);
    p.equal = p.equalities * (0.1 * matrix(n, 1));
    p.rows = matrix(rows, n);
    p.row_low = VecX::NullaryExpr(rows, [&] { return uniform(-1.0, -0.2); });
    p.row_high = VecX::NullaryExpr(rows, [&] { return uniform(0.2, 1.0); });
    p.lower = VecX::NullaryExpr(n, [&] { return uniform(-1.0, -0.2); });
    p.upper = VecX::NullaryExpr(n, [&] { return uniform(0.2, 1.0); });
    return p;
  }
};

MatX whole_hessian(const QuadraticProgram& p) {
  MatX H = MatX::Zero(p.size(), p.size());
  H.topLeftCorner(p.hessian.rows(), p.hessian.rows()) = p.hessian;
  H.diagonal().tail(p.diagonal.size()) = p.diagonal;
  return H;
}

double cost(const QuadraticProgram& p, const VecX& x) {
  return 0.5 * x.dot(whole_hessian(p) * x) + p.gradient.dot(x);
}

double worst(const QuadraticProgram& p, const VecX& x) {
  double broken = 0.0;
  const VecX rows = p.rows * x;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    broken = std::max({broken, p.lower[i] - x[i], x[i] - p.upper[i]});
  for (Eigen::Index i = 0; i < rows.size(); ++i)
    broken = std::max({broken, p.row_low[i] - rows[i], rows[i] - p.row_high[i]});
  for (Eigen::Index i = 0; i < p.equal.size(); ++i)
    broken = std::max(broken, std::fabs(p.equalities.row(i).dot(x) - p.equal[i]));
  return broken;
}

/// The least cost over all active sets: each inequality is open, at its low or at its high side.
double by_trying_all(const QuadraticProgram& p) {
  const Eigen::Index n = p.size(), m = p.equal.size(), all = n + p.rows.rows();
  const MatX H = whole_hessian(p);
  MatX normals(all, n);
  normals << MatX::Identity(n, n), p.rows;
  VecX low(all), high(all);
  low << p.lower, p.row_low;
  high << p.upper, p.row_high;
  int sets = 1;
  for (Eigen::Index i = 0; i < all; ++i) sets *= 3;
  double best = kNoBound;
  for (int set = 0; set < sets; ++set) {
    std::vector<std::pair<Eigen::Index, double>> held;
    for (Eigen::Index i = 0, rest = set; i < all; ++i, rest /= 3)
      if (rest % 3 != 0) held.emplace_back(i, rest % 3 == 1 ? low[i] : high[i]);
    const auto k = static_cast<Eigen::Index>(held.size()) + m;
    if (k > n) continue;
    MatX K = MatX::Zero(n + k, n + k);
    VecX right(n + k);
    K.topLeftCorner(n, n) = H;
    right.head(n) = -p.gradient;
    for (Eigen::Index r = 0; r < k; ++r) {
      const VecX normal =
          r < m ? VecX(p.equalities.row(r)) : VecX(normals.row(held[static_cast<std::size_t>(r - m)].first));
      K.block(n + r, 0, 1, n) = normal.transpose();
      K.block(0, n + r, n, 1) = normal;
      right[n + r] = r < m ? p.equal[r] : held[static_cast<std::size_t>(r - m)].second;
    }
    const VecX x = K.fullPivLu().solve(right).head(n);
    if (worst(p, x) < 1e-9) best = std::min(best, cost(p, x));
  }
  return best;
}

}  // namespace

TEST_CASE("a program's answer is the best of all active sets", "[math]") {
  QpSolver solver(4, 2);
  int bound = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Maker maker{RandomStream(1, seed)};
    const QuadraticProgram p = maker.make(2, 2, static_cast<Eigen::Index>(seed % 3), 2);
    const double best = by_trying_all(p);
    const QpStatus status = solver.solve(p);
    INFO("seed " << seed);
    if (std::isinf(best)) {
      CHECK(status == QpStatus::infeasible);
      continue;
    }
    REQUIRE(status == QpStatus::solved);
    CHECK(worst(p, solver.x()) < 1e-9);
    CHECK(cost(p, solver.x()) == Approx(best).epsilon(1e-9).margin(1e-9));
    bound += static_cast<int>(solver.active().size());
  }
  CHECK(bound > 150);  // else the programs test nothing
}

TEST_CASE("larger programs keep the conditions of optimality, and a guess does not move the answer",
          "[math]") {
  QpSolver solver(53, 6);
  int cold = 0, warm = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Maker maker{RandomStream(2, seed)};
    QuadraticProgram p = maker.make(21, 32, 6, 15);
    p.hessian *= 1e3;  // as dynamics beside the coordinates of forces
    p.diagonal *= 1e-3;
    REQUIRE(solver.solve(p) == QpStatus::solved);
    cold += solver.iterations();
    CHECK(solver.residual(p).largest() < 1e-10);
    CHECK(worst(p, solver.x()) < 1e-9);
    const VecX first = solver.x();
    const std::vector<int> active(solver.active().begin(), solver.active().end());
    REQUIRE(solver.solve(p, active) == QpStatus::solved);
    CHECK(solver.iterations() == 0);
    CHECK((solver.x() - first).norm() < 1e-9 * (1.0 + first.norm()));
    // a program nearby, from that guess, and from a guess of which half is wrong
    p.gradient += 0.05 * maker.matrix(p.size(), 1);
    REQUIRE(solver.solve(p) == QpStatus::solved);
    const VecX moved = solver.x();
    REQUIRE(solver.solve(p, active) == QpStatus::solved);
    warm += solver.iterations();
    CHECK((solver.x() - moved).norm() < 1e-8 * (1.0 + moved.norm()));
    std::vector<int> wrong = active;
    for (std::size_t i = 0; i < wrong.size(); i += 2) wrong[i] ^= 1;
    wrong.push_back(-7);
    wrong.push_back(100000);
    REQUIRE(solver.solve(p, wrong) == QpStatus::solved);
    CHECK((solver.x() - moved).norm() < 1e-8 * (1.0 + moved.norm()));
  }
  CHECK(warm < cold / 4);
}

TEST_CASE("a program by hand", "[math]") {
  // nearest point to (3, 1) with x + y = 2 and x <= 1.5: (1.5, 0.5); multipliers from 2 (x - 3) = u - w, 2 (y - 1) = u
  QuadraticProgram p;
  p.hessian = 2.0 * MatX::Identity(2, 2);
  p.gradient = VecX(2);
  p.gradient << -6.0, -2.0;
  p.equalities = MatX::Ones(1, 2);
  p.equal = VecX::Constant(1, 2.0);
  p.rows.resize(0, 2);
  p.lower = VecX::Constant(2, -kNoBound);
  p.upper = VecX::Constant(2, kNoBound);
  p.upper[0] = 1.5;
  QpSolver solver(2, 1);
  REQUIRE(solver.solve(p) == QpStatus::solved);
  CHECK(solver.x()[0] == Approx(1.5));
  CHECK(solver.x()[1] == Approx(0.5));
  REQUIRE(solver.active().size() == 1);
  CHECK(solver.active()[0] == 1);
  CHECK(solver.multiplier(0) == Approx(2.0));
}

TEST_CASE("redundant and degenerate constraints", "[math]") {
  Maker maker{RandomStream(3, 0)};
  QuadraticProgram p = maker.make(3, 1, 1, 2);
  QpSolver solver(4, 3);
  REQUIRE(solver.solve(p) == QpStatus::solved);
  const VecX x = solver.x();
  QuadraticProgram twice = p;  // every equality again, scaled, and every row and bound again as rows
  twice.equalities.resize(2, 4);
  twice.equalities << p.equalities, -3.0 * p.equalities;
  twice.equal.resize(2);
  twice.equal << p.equal, -3.0 * p.equal;
  twice.rows.resize(8, 4);
  twice.rows << p.rows, 2.0 * p.rows, MatX::Identity(4, 4);
  twice.row_low.resize(8);
  twice.row_low << p.row_low, 2.0 * p.row_low, p.lower;
  twice.row_high.resize(8);
  twice.row_high << p.row_high, 2.0 * p.row_high, p.upper;
  REQUIRE(solver.solve(twice) == QpStatus::solved);
  CHECK((solver.x() - x).norm() < 1e-9);
  CHECK(solver.residual(twice).largest() < 1e-10);
  twice.equal[1] += 0.1;
  CHECK(solver.solve(twice) == QpStatus::infeasible);
  // more constraints through the answer than there are variables: the tip of a pyramid
  QuadraticProgram tip;
  tip.hessian = MatX::Identity(3, 3);
  tip.gradient = VecX::Zero(3);
  tip.gradient[2] = -5.0;  // pulls up
  tip.equalities.resize(0, 3);
  tip.rows.resize(12, 3);
  for (int k = 0; k < 12; ++k) tip.rows.row(k) << std::cos(k), std::sin(k), 1.0;
  tip.row_low = VecX::Constant(12, -kNoBound);
  tip.row_high = VecX::Constant(12, 1.0);
  tip.lower = VecX::Constant(3, -kNoBound);
  tip.upper = VecX::Constant(3, kNoBound);
  REQUIRE(solver.solve(tip) == QpStatus::solved);
  CHECK((solver.x() - Vec3(0, 0, 1)).norm() < 1e-9);
  CHECK(solver.residual(tip).largest() < 1e-10);
}

TEST_CASE("what contradicts itself is infeasible", "[math]") {
  Maker maker{RandomStream(4, 0)};
  QpSolver solver(6, 2);
  QuadraticProgram p = maker.make(3, 3, 0, 3);
  REQUIRE(solver.solve(p) == QpStatus::solved);
  QuadraticProgram crossed = p;
  crossed.lower[1] = crossed.upper[1] + 0.1;
  CHECK(solver.solve(crossed) == QpStatus::infeasible);
  QuadraticProgram between = p;  // a row that the bounds of its variables do not let there
  between.row_low[0] = p.rows.row(0).cwiseAbs().sum() + 1.0;
  between.row_high[0] = kNoBound;
  CHECK(solver.solve(between) == QpStatus::infeasible);
}
