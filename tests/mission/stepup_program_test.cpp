// SPDX-License-Identifier: BSD-3-Clause
// The machinery below the step-up planner: polynomials, their exact derivatives, and Ipopt, as we call it, on problems whose
// answers are known otherwise.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "catch.hpp"
#include "grouser/base/loaded_library.hpp"
#include "grouser/math/random.hpp"
#include "stepup/program_solver.hpp"
#include "stepup/program_table.hpp"
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
  return program;
}

void require(PolynomialProgram& program, const Polynomial& positive, bool soft = false) {
  program.inequalities.push_back(positive);
  program.soft.push_back(soft);
}

ProgramAnswer solve(const PolynomialProgram& program, const Eigen::VectorXd& guess,
                    const ProgramOptions& options) {
  ProgramAnswer answer = prepare_program(program)->solve(guess, {}, options);
  CHECK(answer.status == ProgramStatus::solved);
  return answer;
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
  const int n = problem.program.variables;
  math::RandomStream random(4, 0);
  Eigen::VectorXd at = guess_stepup(spec, problem.layout);
  for (double& value : at) value += random.uniform(-0.3, 0.3);
  // each row's weight, also the objective's
  const auto weights = as_vector(random_point(static_cast<int>(table.values.size()), 1.0, 5));
  const auto sum = [&](const Eigen::VectorXd& point) {
    table.find_values(point.data());
    return std::inner_product(weights.begin(), weights.end(), table.values.begin(), 0.0);
  };
  const auto slope_of_sum = [&](const Eigen::VectorXd& point) {
    table.find_slopes(point.data());
    Eigen::VectorXd slope = Eigen::VectorXd::Zero(n);
    for (std::size_t k = 0; k < table.slopes.size(); ++k)
      slope[table.slope_places[k].column] +=
          weights[static_cast<std::size_t>(table.slope_places[k].row)] * table.slopes[k];
    return slope;
  };
  // values as the polynomials themselves have them
  table.find_values(at.data());
  CHECK(table.values[0] == Approx(problem.program.objective.value(as_vector(at))));
  for (std::size_t k = 0; k < problem.program.equalities.size(); ++k)
    CHECK(table.values[1 + k] ==
          Approx(problem.program.equalities[k].value(as_vector(at))).epsilon(1e-9).margin(1e-12));
  table.find_curvatures(at.data(), weights);
  Eigen::MatrixXd curvature = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t k = 0; k < table.curvatures.size(); ++k) {
    const auto [i, j] = table.curvature_places[k];
    REQUIRE(i >= j);
    curvature(i, j) += table.curvatures[k];
    if (i != j) curvature(j, i) += table.curvatures[k];
  }
  const Eigen::VectorXd slope = slope_of_sum(at);
  // central differences along random directions: third derivatives of degree-four polynomials are bounded, error ~ 1e-10
  for (std::uint64_t k = 0; k < 20; ++k) {
    constexpr double kStep = 1e-4;
    const Eigen::VectorXd along = random_point(n, 1.0, 100 + k);
    const double difference = (sum(at + kStep * along) - sum(at - kStep * along)) / (2.0 * kStep);
    CHECK(difference == Approx(slope.dot(along)).epsilon(1e-6).margin(1e-5));
    const Eigen::VectorXd bend =
        (slope_of_sum(at + kStep * along) - slope_of_sum(at - kStep * along)) / (2.0 * kStep);
    CHECK((bend - curvature * along).lpNorm<Eigen::Infinity>() <
          1e-5 * (1.0 + bend.lpNorm<Eigen::Infinity>()));
  }
}

TEST_CASE("step up: problems with known answers") {
  SECTION("a quadratic with a bound: the projection") {
    PolynomialProgram program = small_program(2);
    program.objective = square(x(0) - 2.0) + square(x(1) + 1.0);
    require(program, Polynomial(1.0) - x(0) - x(1));
    require(program, x(1));
    const Eigen::VectorXd at = Eigen::Vector2d(-3.0, 4.0);
    const ProgramAnswer answer = solve(program, at, {});
    CHECK(answer.x[0] == Approx(1.0).margin(1e-7));
    CHECK(answer.x[1] == Approx(0.0).margin(1e-7));
    CHECK(answer.multipliers[0] == Approx(2.0).margin(1e-6));  // gradient (-2, 2) = -2 (1, 1) + 4 (0, 1)
    CHECK(answer.multipliers[1] == Approx(4.0).margin(1e-6));
  }
  SECTION("Hock & Schittkowski 71: the minimum 17.0140173 at (1, 4.7429994, 3.8211503, 1.3794082)") {
    PolynomialProgram program = small_program(4);
    program.objective = x(0) * x(3) * (x(0) + x(1) + x(2)) + x(2);
    program.equalities.push_back(square(x(0)) + square(x(1)) + square(x(2)) + square(x(3)) - 40.0);
    require(program, x(0) * x(1) * x(2) * x(3) - 25.0);
    for (int k = 0; k < 4; ++k) require(program, x(k) - 1.0), require(program, Polynomial(5.0) - x(k));
    const Eigen::VectorXd at = Eigen::Vector4d(1.0, 5.0, 5.0, 1.0);
    const ProgramAnswer answer = solve(program, at, {});
    CHECK(answer.objective == Approx(17.0140173).epsilon(1e-7));
    CHECK(answer.x[1] == Approx(4.7429994).epsilon(1e-6));
    CHECK(answer.x[3] == Approx(1.3794082).epsilon(1e-6));
  }
  SECTION("Rosenbrock's valley, from its usual start") {
    PolynomialProgram program = small_program(2);
    program.objective = Polynomial(100.0) * square(x(1) - square(x(0))) + square(Polynomial(1.0) - x(0));
    const Eigen::VectorXd at = Eigen::Vector2d(-1.2, 1.0);
    const ProgramAnswer answer = solve(program, at, {});
    CHECK((answer.x - Eigen::Vector2d(1.0, 1.0)).norm() < 1e-6);
  }
  SECTION(
      "two limits that exclude each other: an elastic solve breaks the cheaper way, as the least sum of what "
      "is broken") {
    PolynomialProgram program = small_program(1);
    program.objective = Polynomial(1e-3) * square(x(0));
    require(program, x(0) - 2.0, true);                                // at least 2
    require(program, Polynomial(1.0) - x(0), true);                    // at most 1
    require(program, Polynomial(3.0) - Polynomial(2.0) * x(0), true);  // and 2 x at most 3
    const Eigen::VectorXd at = Eigen::VectorXd::Constant(1, 7.0);
    const ProgramAnswer answer = solve(program, at, {.elastic_weight = 10.0});
    // the sum falls until 1 (slope -1), stays until 1.5 and rises behind; the small cost takes the lower end
    CHECK(answer.x[0] == Approx(1.0).margin(1e-4));
    CHECK(answer.broken[0] == Approx(1.0).margin(1e-4));
    CHECK(answer.broken.sum() == Approx(1.0).margin(1e-4));
  }
}

TEST_CASE("step up: a solve without an answer says why, and one that is cancelled ends") {
  PolynomialProgram program = small_program(1);
  program.objective = square(x(0));
  require(program, x(0) - 2.0, true);
  require(program, Polynomial(1.0) - x(0), true);
  const auto solver = prepare_program(program);
  const Eigen::VectorXd at = Eigen::VectorXd::Constant(1, 7.0);
  const ProgramAnswer none = solver->solve(at, {}, {});
  CHECK(none.status == ProgramStatus::not_solved);
  CHECK(none.why == "no point nearby keeps all limits");
  int asked = 0;
  const ProgramAnswer cancelled = solver->solve(at, {}, {.go_on = [&] { return ++asked < 3; }});
  CHECK(cancelled.status == ProgramStatus::cancelled);
  CHECK(asked == 3);
}

TEST_CASE("step up: a file of options of Ipopt's in the working folder is not read") {
  const auto before = std::filesystem::current_path();
  const auto folder =
      std::filesystem::temp_directory_path() / ("grouser_ipopt_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::filesystem::current_path(folder);
  std::ofstream("ipopt.opt") << "max_iter 0\n";
  PolynomialProgram program = small_program(1);
  program.objective = square(x(0) - 3.0);
  const ProgramAnswer answer = solve(program, Eigen::VectorXd::Constant(1, 7.0), {});
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
  CHECK(answer.x[0] == Approx(3.0));
}

TEST_CASE("libraries that are loaded: one that is missing or of another build is refused by its name") {
  CHECK_THROWS_WITH(
      load_library("nothing", "does nothing", 1),
      Catch::Matchers::ContainsSubstring(
          "libgrouser_nothing.so: the library that does nothing cannot be loaded: no such file"));
  CHECK_THROWS_WITH(load_library("ipopt", "minimises", 1),
                    Catch::Matchers::ContainsSubstring("libgrouser_ipopt.so: the library that minimises") &&
                        Catch::Matchers::ContainsSubstring("another build"));
}
