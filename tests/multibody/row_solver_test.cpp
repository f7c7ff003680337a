// SPDX-License-Identifier: BSD-3-Clause
// Products, solvers and numberings of constrained coordinates against each other, and numberings against brute force.
#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "catch.hpp"
#include "multibody/free_system.hpp"
#include "multibody/legged_bodies.hpp"
#include "multibody/peer_chain.hpp"
#include "multibody/random_forest.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

struct Solution {
  VecX a;
  SolverEffort effort;
};

Solution solve(const Model& model, const RowChoice& choice) {
  const RandomState s(model, 7);
  Kinematics bodies(model);
  calc_kinematics(model, s.q, s.v, bodies);
  JointReadings joints(model);
  joints.q = s.q;
  joints.v_base = s.v;
  ConstrainedWorkspace workspace(model, choice);
  Solution solution{s.a, {}};
  VecX effort = VecX::Zero(model.nv());
  read_joints(model, bodies, workspace, joints);
  REQUIRE(!constrained_dynamics(model, joints, bodies, s.loads, 0.01, {}, workspace, solution.a, effort));
  solution.effort = workspace.solver_effort();
  return solution;
}

// Trees by their parents, one of each shape: `parent[k] < k`.
std::vector<std::vector<int>> all_trees(int bodies) {
  std::vector<std::vector<int>> trees;
  std::set<std::string> seen;
  std::vector<int> parent(static_cast<std::size_t>(bodies), -1);
  const std::function<std::string(int)> shape = [&](int body) {
    std::vector<std::string> parts;
    for (int k = body + 1; k < bodies; ++k)
      if (parent[static_cast<std::size_t>(k)] == body) parts.push_back(shape(k));
    std::sort(parts.begin(), parts.end());
    std::string text = "(";
    for (const std::string& part : parts) text += part;
    return text + ")";
  };
  const std::function<void(int)> grow = [&](int body) {
    if (body == bodies) {
      if (seen.insert(shape(0)).second) trees.push_back(parent);
      return;
    }
    for (int p = 0; p < body; ++p) {
      parent[static_cast<std::size_t>(body)] = p;
      grow(body + 1);
    }
  };
  grow(1);
  return trees;
}

// The joints of bodies 1, 2, ...; the root flies freely.
JointGraph joints_of(const std::vector<int>& parent) {
  JointGraph graph(parent.size() - 1);
  for (std::size_t a = 1; a < parent.size(); ++a)
    for (std::size_t b = 1; b < parent.size(); ++b)
      if (a != b &&
          (parent[a] == static_cast<int>(b) || parent[b] == static_cast<int>(a) || parent[a] == parent[b]))
        graph[a - 1].push_back(static_cast<int>(b) - 1);
  return graph;
}

int least_by_brute_force(const JointGraph& graph) {
  std::vector<int> place(graph.size());
  std::iota(place.begin(), place.end(), 0);
  int least = static_cast<int>(graph.size());
  do least = std::min(least, bandwidth_of(graph, place));
  while (std::next_permutation(place.begin(), place.end()));
  return least;
}

}  // namespace

TEST_CASE("constrained coordinates: every product, solver and numbering finds the same", "[multibody]") {
  const Model models[] = {peer_chain(8), legged_bodies(3, 2)};
  for (const Model& model : models) {
    const VecX reference = solve(model, {}).a;
    for (const RowSolver solver : {RowSolver::textbook_plu, RowSolver::plu, RowSolver::gauss_jordan,
                                   RowSolver::banded, RowSolver::banded_cholesky, RowSolver::fom})
      for (const RowProduct product :
           {RowProduct::textbook, RowProduct::dense, RowProduct::csc, RowProduct::block})
        for (const Numbering numbering :
             {Numbering::given, Numbering::worst, Numbering::rcm, Numbering::mbid}) {
          const Solution solution = solve(model, {product, solver, numbering});
          INFO(to_string(product) << ", " << to_string(solver) << ", " << to_string(numbering));
          CHECK((solution.a - reference).norm() < 1e-10 * reference.norm());
          CHECK_FALSE(solution.effort.fell_back);
          CHECK((solution.effort.iterations > 0) == (solver == RowSolver::fom));
        }
  }
}

TEST_CASE("constrained coordinates: every case of the thesis's figures ends in the same state",
          "[multibody]") {
  const Vec3 gravity(0, 0, -1.315);
  constexpr double kStep = 0.0005;  // s; the legs' dampers are too stiff for more
  for (const Model& model : {peer_chain(8), legged_bodies(3, 2), legged_bodies(6, 1, true)}) {
    VecX reference;
    for (const RowChoice& choice :
         {RowChoice{}, RowChoice{RowProduct::textbook, RowSolver::textbook_plu, Numbering::given},
          RowChoice{RowProduct::dense, RowSolver::plu, Numbering::worst},
          RowChoice{RowProduct::block, RowSolver::banded, Numbering::mbid},
          RowChoice{RowProduct::block, RowSolver::fom, Numbering::mbid},
          RowChoice{RowProduct::block, RowSolver::rnsd, Numbering::mbid}}) {
      INFO(to_string(choice.product) << ", " << to_string(choice.solver));
      FreeSystem system(model, gravity, kStep, choice);
      VecX q = model.neutral_q();
      for (const Joint& joint : model.joints())
        if (joint.kind.hinge) q[joint.q_index] = 0.1;
      MotionState motion = system.start(q, VecX::Constant(model.nv(), 0.01));
      IntegratorWorkspace workspace(system.model(), 0);
      for (int n = 0; n < 10; ++n)
        REQUIRE(advance(IntegratorKind::beeman, system, kStep, motion, workspace) == StepStatus::ok);
      if (reference.size() == 0) reference = motion.q;
      // m and parts of unit quaternions; iterations end at a residual of 1e-12 of the right side
      CHECK((motion.q - reference).lpNorm<Eigen::Infinity>() < 1e-10);
    }
  }
}

TEST_CASE("constrained coordinates: an iterative solver that does not arrive says so", "[multibody]") {
  const Model chain = peer_chain(8);
  const Solution solution = solve(chain, {RowProduct::block, RowSolver::rnsd, Numbering::rcm});
  CHECK(solution.effort.fell_back);  // 20,000 descents are not enough, as in the prototype
  CHECK((solution.a - solve(chain, {}).a).norm() < 1e-10 * solution.a.norm());
}

TEST_CASE("constrained coordinates: numberings of all trees of up to 8 joints", "[multibody]") {
  for (int bodies = 2; bodies <= 9; ++bodies) {
    const auto trees = all_trees(bodies);
    if (bodies == 9) CHECK(trees.size() == 286);  // rooted trees of 9 nodes (OEIS A000081)
    for (const std::vector<int>& parent : trees) {
      const JointGraph graph = joints_of(parent);
      // one in five of the largest: their 8! numberings take the time
      const JointOrder exact = number_joints(graph, Numbering::mbid),
                       rcm = number_joints(graph, Numbering::rcm);
      CHECK_FALSE(exact.fell_back);
      CHECK(exact.bandwidth <= rcm.bandwidth);
      CHECK(bandwidth_of(graph, exact.place) == exact.bandwidth);
      CHECK(number_joints(graph, Numbering::worst).bandwidth == static_cast<int>(graph.size()) - 1);
      if (bodies < 9 || (&parent - trees.data()) % 5 == 0)
        CHECK(exact.bandwidth == least_by_brute_force(graph));
    }
  }
}

TEST_CASE("constrained coordinates: a search beyond its budget falls back", "[multibody]") {
  const JointGraph graph = make_joint_graph(legged_bodies(12, 2));
  const JointOrder order = number_joints(graph, Numbering::mbid, 5);
  CHECK(order.fell_back);
  CHECK(order.bandwidth == number_joints(graph, Numbering::rcm).bandwidth);
}

TEST_CASE("constrained coordinates: bandwidths of the thesis's landers", "[multibody]") {
  for (const auto& [legs, given, least] : {std::tuple{4, 6, 3}, {6, 10, 5}}) {
    const JointGraph graph = make_joint_graph(legged_bodies(legs, 2));
    CHECK(number_joints(graph, Numbering::given).bandwidth == given);
    CHECK(number_joints(graph, Numbering::rcm).bandwidth == least);
    CHECK(number_joints(graph, Numbering::mbid).bandwidth == least);
  }
}
