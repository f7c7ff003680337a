// SPDX-License-Identifier: BSD-3-Clause
// Bodies and joints eliminated side by side: every vector level gives the bits of bodies that go one by one,
// and what it solves is the system itself.
#include "constrained/body_elimination.hpp"

#include <algorithm>
#include <bit>
#include <random>

#include "catch.hpp"
#include "grouser/math/types.hpp"
#include "multibody/legged_bodies.hpp"
#include "multibody/random_forest.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

// Random inertias, rows and right sides; `changing`: some joints have a row of a damper more, some two.
void set_blocks(const Model& forest, bool changing, unsigned seed, BodyElimination& elimination) {
  std::mt19937_64 random(seed);
  const auto number = [&] { return std::uniform_real_distribution<double>(-1.0, 1.0)(random); };
  for (const Joint& joint : forest.joints()) {
    BodyBlock& block = elimination.blocks()[joint.child];
    const int most = 6 - joint.nv + (changing && joint.passive ? joint.child.index % 3 : 0);
    block.row_count = std::min(6, joint.mode == CoordinateMode::prescribed ? 6 : most);
    Mat6 A;
    for (double& x : A.reshaped()) x = number();
    A = (A * A.transpose() + Mat6::Identity()).eval();
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j <= i; ++j) block.inertia(i, j) = A(i, j);
      block.force[i] = number();
    }
    for (int i = 0; i < 3; ++i) block.r(i) = number();
    for (int k = 0; k < block.row_count; ++k) {
      for (int i = 0; i < 6; ++i) block.row(k, i) = number();
      block.compliance(k) = k < 6 - joint.nv ? 0.0 : 0.1 + 0.1 * k;
      block.target(k) = number();
    }
  }
}

struct Solved {
  std::vector<double> numbers;
  bool operator==(const Solved& o) const {
    return std::equal(numbers.begin(), numbers.end(), o.numbers.begin(), o.numbers.end(),
                      [](double a, double b) {
                        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
                      });
  }
};
Solved results(BodyElimination& elimination) {
  Solved solved;
  for (const BodyBlock& block : elimination.blocks()) {
    for (int i = 0; i < 6; ++i) solved.numbers.push_back(block.a(i));
    for (int k = 0; k < block.row_count; ++k) solved.numbers.push_back(block.lambda(k));
  }
  return solved;
}
template <class Set>
Solved solve_blocks(const Model& forest, SimdLevel level, Targets targets, const Set& set) {
  BodyElimination elimination(forest, level);
  set(elimination);
  elimination.factor();
  elimination.solve(Targets::given);
  elimination.solve(targets);
  return results(elimination);
}

// The largest residual of both equations of body_block.hpp.
double residual(BodyElimination& elimination, const Solved& solved) {
  const Indexed<BodyId, BodyBlock>& blocks = elimination.blocks();
  std::vector<Vec6> a, left;
  std::vector<VecX> lambda;
  std::size_t at = 0;
  const auto moved = [](const BodyBlock& block, int k) {  // a row about the parent's origin
    Vec6 row;
    for (int i = 0; i < 6; ++i) row[i] = block.row(k, i);
    const Vec3 r(block.r(0), block.r(1), block.r(2));
    row.head<3>() += r.cross(Vec3(row.tail<3>()));
    return row;
  };
  for (const BodyBlock& block : blocks) {
    a.emplace_back(Eigen::Map<const Vec6>(&solved.numbers[at]));
    lambda.emplace_back(Eigen::Map<const VecX>(&solved.numbers[at + 6], block.row_count));
    at += 6 + static_cast<std::size_t>(block.row_count);
    Vec6 Ma = Vec6::Zero();
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) Ma[i] += block.inertia(i, j) * a.back()[j];
    left.push_back(Ma - Eigen::Map<const Vec6>(&block.force[0]));
  }
  double worst = 0.0;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    for (int k = 0; k < blocks[i].row_count; ++k) {
      const BodyBlock& block = blocks[i];
      Vec6 row;
      for (int j = 0; j < 6; ++j) row[j] = block.row(k, j);
      left[i] -= lambda[i][k] * row;
      double rate = row.dot(a[i]) + block.compliance(k) * lambda[i][k];
      if (block.parent >= 0) {
        left[static_cast<std::size_t>(block.parent)] += lambda[i][k] * moved(block, k);
        rate -= moved(block, k).dot(a[static_cast<std::size_t>(block.parent)]);
      }
      worst = std::max(worst, std::fabs(rate - block.target(k)));
    }
  for (const Vec6& rest : left) worst = std::max(worst, rest.cwiseAbs().maxCoeff());
  return worst;
}

}  // namespace

TEST_CASE("bodies side by side: every level has the bits of bodies one by one", "[multibody]") {
  std::vector<Model> models;
  for (const int legs : {1, 2, 4, 6, 9, 20}) models.push_back(legged_bodies(legs, 2));
  models.push_back(legged_bodies(40, 1));
  for (const unsigned seed : {3u, 4u, 5u, 6u, 7u, 8u}) models.push_back(random_forest(seed));
  for (const Model& model : models)
    for (const bool changing : {false, true})
      for (const Targets targets : {Targets::given, Targets::zero}) {
        INFO(model.bodies().size() << " bodies, rows of dampers: " << changing);
        const auto set = [&](BodyElimination& elimination) { set_blocks(model, changing, 17, elimination); };
        const Solved alone = solve_blocks(model, SimdLevel::scalar, targets, set);
        for (const SimdLevel level : available_levels())
          CHECK(solve_blocks(model, level, targets, set) == alone);
        if (targets != Targets::given) continue;
        BodyElimination untouched(model);
        set(untouched);
        CHECK(residual(untouched, alone) < 1e-9);
      }
}

TEST_CASE("bodies side by side: a leg whose inertia is no number leaves no bit of another tree's results",
          "[multibody]") {
  // two trees on the world, their bodies side by side
  const Model model = random_forest(3);
  BodyElimination elimination(model);
  set_blocks(model, false, 5, elimination);
  const Indexed<BodyId, BodyBlock>& blocks = elimination.blocks();
  int roots = 0;
  for (const BodyBlock& block : blocks) roots += block.parent < 0;
  REQUIRE(roots > 1);
  const auto root_of = [&](std::size_t i) {
    while (blocks[i].parent >= 0) i = static_cast<std::size_t>(blocks[i].parent);
    return i;
  };
  const auto set = [&](BodyElimination& to) {
    set_blocks(model, false, 5, to);
    to.blocks()[0].inertia(0, 0) = NAN;
  };
  const Solved alone = solve_blocks(model, SimdLevel::scalar, Targets::given, set);
  for (const SimdLevel level : available_levels()) {
    const Solved beside = solve_blocks(model, level, Targets::given, set);
    std::size_t at = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i)
      for (int n = 0; n < 6 + blocks[i].row_count; ++n, ++at)
        if (root_of(i) != 0) {
          CHECK(beside.numbers[at] == alone.numbers[at]);
        } else {
          CHECK(std::isnan(beside.numbers[at]) == std::isnan(alone.numbers[at]));
        }
  }
}
