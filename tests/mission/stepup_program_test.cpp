// SPDX-License-Identifier: BSD-3-Clause
// The machinery below the step-up planner: polynomials, their exact derivatives, and the interior point on problems whose answers are
// known otherwise.
#include <cmath>

#include "allocation_counter.hpp"
#include "catch.hpp"
#include "grouser/math/random.hpp"
#include "stepup/interior_point.hpp"
#include "stepup/stepup_problem.hpp"

using namespace grouser;

namespace {

Polynomial x(int k) { return Polynomial::variable(k); }

Eigen::VectorXd random_point(int size, double half, std::uint64_t seed) {
  math::RandomStream random(seed, 0);
  Eigen::VectorXd point(size);
  for (double& value : point) value = random.uniform(-half, half);
  return point;
}

std::vector<double> as_vector(const Eigen::VectorXd& v) { return {v.begin(), v.end()}; }

PolynomialProgram small_program(int variables) {
  PolynomialProgram program;
  program.variables = variables;
  program.stage_of_variable.assign(static_cast<std::size_t>(variables), 0);
  return program;
}

void require(PolynomialProgram& program, const Polynomial& positive, bool soft = false) {
  program.inequalities.push_back(positive);
  program.soft.push_back(soft);
}

}  // namespace

TEST_CASE("step up: polynomials multiply and add as numbers do") {
  const Polynomial a = x(0) + Polynomial(2.0) * x(1) - 3.0, b = x(1) * x(2) - x(0);
  for (std::uint64_t k = 0; k < 50; ++k) {
    const auto at = as_vector(random_point(3, 2.0, k));
    const double va = at[0] + 2.0 * at[1] - 3.0, vb = at[1] * at[2] - at[0];
    CHECK((a * b + square(a) - b).value(at) == Approx(va * vb + va * va - vb).epsilon(1e-12).margin(1e-12));
  }
  CHECK((x(0) - x(0)).terms().empty());
}

TEST_CASE("step up: derivatives of the planner's program against differences") {
  StepupSpec spec;
  spec.instants = 6;
  const StepupProblem problem = make_stepup_problem(spec);
  ProgramTable table(problem.program);
  const int n = table.variables();
  math::RandomStream random(4, 0);
  Eigen::VectorXd at = guess_stepup(spec, problem.layout);
  for (double& value : at) value += random.uniform(-0.3, 0.3);
  Eigen::VectorXd y = random_point(table.equalities(), 1.0, 5),
                  z = random_point(table.inequalities(), 1.0, 6);
  const auto lagrangian_slope = [&](const Eigen::VectorXd& point) {
    table.move_to(point);
    table.find_slopes();
    Eigen::VectorXd slope = table.gradient;
    const auto add = [&](const SparseRows& rows, const Eigen::VectorXd& by, double sign) {
      for (int i = 0; i < rows.rows(); ++i)
        for (int k = rows.starts[static_cast<std::size_t>(i)];
             k < rows.starts[static_cast<std::size_t>(i) + 1]; ++k)
          slope[rows.columns[static_cast<std::size_t>(k)]] +=
              sign * rows.values[static_cast<std::size_t>(k)] * by[i];
    };
    add(table.equality_jacobian, y, 1.0);
    add(table.inequality_jacobian, z, -1.0);
    return slope;
  };
  const auto lagrangian = [&](const Eigen::VectorXd& point) {
    table.move_to(point);
    table.find_values();
    return table.objective + y.dot(table.equality) - z.dot(table.inequality);
  };
  table.move_to(at);
  table.find_curvature(y, z);
  Eigen::MatrixXd curvature = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t k = 0; k < table.hessian_places.size(); ++k) {
    const auto [i, j] = table.hessian_places[k];
    curvature(i, j) += table.hessian_values[k];
    if (i != j) curvature(j, i) += table.hessian_values[k];
  }
  const Eigen::VectorXd slope = lagrangian_slope(at);
  // central differences along random directions: third derivatives of degree-four polynomials are bounded, error ~ 1e-10
  for (std::uint64_t k = 0; k < 20; ++k) {
    constexpr double kStep = 1e-4;
    const Eigen::VectorXd along = random_point(n, 1.0, 100 + k);
    const double difference =
        (lagrangian(at + kStep * along) - lagrangian(at - kStep * along)) / (2.0 * kStep);
    CHECK(difference == Approx(slope.dot(along)).epsilon(1e-6).margin(1e-5));
    const Eigen::VectorXd bend =
        (lagrangian_slope(at + kStep * along) - lagrangian_slope(at - kStep * along)) / (2.0 * kStep);
    CHECK((bend - curvature * along).lpNorm<Eigen::Infinity>() <
          1e-5 * (1.0 + bend.lpNorm<Eigen::Infinity>()));
  }
}

TEST_CASE("interior point: problems with known answers") {
  SECTION("a quadratic with a bound: the projection") {
    PolynomialProgram program = small_program(2);
    program.objective = square(x(0) - 2.0) + square(x(1) + 1.0);
    require(program, Polynomial(1.0) - x(0) - x(1));
    require(program, x(1));
    InteriorPoint solver(program);
    Eigen::VectorXd at = Eigen::Vector2d(-3.0, 4.0);
    CHECK(solver.solve(at, {}).status == InteriorPointStatus::solved);
    CHECK(at[0] == Approx(1.0).margin(1e-7));
    CHECK(at[1] == Approx(0.0).margin(1e-7));
    CHECK(solver.multipliers()[0] == Approx(2.0).margin(1e-6));  // gradient (-2, 2) = -2 (1, 1) + 4 (0, 1)
    CHECK(solver.multipliers()[1] == Approx(4.0).margin(1e-6));
  }
  SECTION("Hock & Schittkowski 71: the minimum 17.0140173 at (1, 4.7429994, 3.8211503, 1.3794082)") {
    PolynomialProgram program = small_program(4);
    program.objective = x(0) * x(3) * (x(0) + x(1) + x(2)) + x(2);
    program.equalities.push_back(square(x(0)) + square(x(1)) + square(x(2)) + square(x(3)) - 40.0);
    program.stage_of_equality = {0};
    require(program, x(0) * x(1) * x(2) * x(3) - 25.0);
    for (int k = 0; k < 4; ++k) require(program, x(k) - 1.0), require(program, Polynomial(5.0) - x(k));
    InteriorPoint solver(program);
    Eigen::VectorXd at = Eigen::Vector4d(1.0, 5.0, 5.0, 1.0);
    const InteriorPointResult result = solver.solve(at, {});
    CHECK(result.status == InteriorPointStatus::solved);
    CHECK(result.objective == Approx(17.0140173).epsilon(1e-7));
    CHECK(at[1] == Approx(4.7429994).epsilon(1e-6));
    CHECK(at[3] == Approx(1.3794082).epsilon(1e-6));
  }
  SECTION("Rosenbrock's valley, from its usual start") {
    PolynomialProgram program = small_program(2);
    program.objective = Polynomial(100.0) * square(x(1) - square(x(0))) + square(Polynomial(1.0) - x(0));
    InteriorPoint solver(program);
    Eigen::VectorXd at = Eigen::Vector2d(-1.2, 1.0);
    CHECK(solver.solve(at, {}).status == InteriorPointStatus::solved);
    CHECK((at - Eigen::Vector2d(1.0, 1.0)).norm() < 1e-6);
  }
  SECTION(
      "two limits that exclude each other: an elastic solve breaks the cheaper way, as the least sum of what "
      "is broken") {
    PolynomialProgram program = small_program(1);
    program.objective = Polynomial(1e-3) * square(x(0));
    require(program, x(0) - 2.0, true);                                // at least 2
    require(program, Polynomial(1.0) - x(0), true);                    // at most 1
    require(program, Polynomial(3.0) - Polynomial(2.0) * x(0), true);  // and 2 x at most 3
    InteriorPoint solver(program);
    Eigen::VectorXd at = Eigen::VectorXd::Constant(1, 7.0);
    InteriorPointOptions options;
    options.elastic_weight = 10.0;
    CHECK(solver.solve(at, options).status == InteriorPointStatus::solved);
    // the sum falls until 1 (slope -1), stays until 1.5 and rises behind; the small cost takes the lower end
    CHECK(at[0] == Approx(1.0).margin(1e-4));
    CHECK(solver.broken()[0] == Approx(1.0).margin(1e-4));
    CHECK(solver.broken().sum() == Approx(1.0).margin(1e-4));
  }
}

TEST_CASE("interior point: a solve allocates nothing once it is set up") {
  StepupSpec spec;
  spec.published_costs = true;
  const StepupProblem problem = make_stepup_problem(spec);
  InteriorPoint solver(problem.program);
  const auto given = stepup_given(spec);
  for (int k = 0; k < kStepupGiven; ++k) solver.set_equality(k, given[static_cast<std::size_t>(k)]);
  Eigen::VectorXd at = guess_stepup(spec, problem.layout);
  const std::int64_t before = allocation_count();
  const InteriorPointResult result = solver.solve(at, {});
  CHECK(allocation_count() == before);
  CHECK(result.status == InteriorPointStatus::solved);
}
