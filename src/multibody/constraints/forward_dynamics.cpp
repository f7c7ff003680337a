// SPDX-License-Identifier: BSD-3-Clause
// The rows add efforts J^T lambda to the forest's. With a_0 the accelerations without them and gamma_0 the
// gaps' second derivatives there,
//   a = a_0 + H^-1 J^T lambda,   (J H^-1 J^T) lambda = -gamma_0
// H^-1 J^T takes one pass of the recursion for each row (Featherstone 2008, section 8.5; Baraff 1996), with
// the implicit dampers and added inertia of that moment in H. Loops behind one body are closed by the
// recursion itself, and a_0 and the passes have them closed.
#include "grouser/multibody/constraints/forward_dynamics.hpp"

#include "grouser/base/error.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "loop_rows.hpp"

namespace grouser {

struct DynamicsWorkspace::Impl {
  Impl(const Model& model, const RowStabilisation& with)
      : stabilisation(with),
        tree(model),
        loops(model, tree),
        rows(model),
        moved(model),
        rest(VecX::Zero(model.nv())),
        of_loops(VecX::Zero(rows.multipliers.size())) {}
  RowStabilisation stabilisation;
  TreeWorkspace tree;
  LoopRows loops;
  RowSystem rows;    // but for those of loops
  Kinematics moved;  // with accelerations that do not keep the gaps
  VecX rest;         // accelerations of 0
  VecX of_loops;     // multipliers
};

DynamicsWorkspace::DynamicsWorkspace(const Model& model, const RowStabilisation& stabilisation)
    : impl_(std::make_unique<Impl>(model, stabilisation)) {}
DynamicsWorkspace::~DynamicsWorkspace() = default;
DynamicsWorkspace::DynamicsWorkspace(DynamicsWorkspace&&) noexcept = default;
const VecX& DynamicsWorkspace::multipliers() const { return impl_->rows.multipliers; }

namespace {

// Adds the motions and the drives' efforts that the multipliers cause; a coupling's multiplier acts on its
// dependent coordinate.
void apply_rows(const Model& model, const RowSystem& rows, VecX& a, VecX& effort) {
  for (std::size_t r = 0; r < model.rows().size(); ++r) {
    if (rows.state[r] == RowState::out) continue;
    const auto row = static_cast<Eigen::Index>(r);
    const double multiplier = rows.multipliers[row];
    a += multiplier * rows.response.col(row);
    effort += multiplier * rows.response_effort.col(row);
    if (model.rows()[r].kind == RowKind::coordinates) effort[model.rows()[r].dependent_v] += multiplier;
  }
}

/// Acceleration that brings a gap back, m/s2 or rad/s2.
double calc_pull(const RowStabilisation& by, const Row& row, const VecX& q, const VecX& v,
                 const Kinematics& kinematics) {
  if (by.projects()) return 0.0;
  return 2.0 * by.rate * calc_gap_rate(row, v, kinematics) + by.rate * by.rate * calc_gap(row, q, kinematics);
}

// Sets the data by which the recursion closes loops.
void prepare_loops(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics,
                   DynamicsWorkspace::Impl& impl) {
  if (!impl.loops.has_clusters()) return;
  impl.loops.set_jacobians(model, kinematics);
  if (!impl.loops.needs_offsets()) return;
  impl.moved = kinematics;
  calc_accelerations(model, q, v, impl.rest, impl.moved);
  impl.loops.set_offsets(model, [&](const Row& row) {
    return calc_gap_acceleration(row, impl.rest, impl.moved) +
           calc_pull(impl.stabilisation, row, q, v, kinematics);
  });
}

/// Solves the rows that the recursion has not closed, and adds what they do to a and effort.
RowFailure solve_rows(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics,
                      DynamicsWorkspace::Impl& impl, VecX& a, VecX& effort) {
  impl.loops.read_multipliers(impl.rows.multipliers);
  if (impl.loops.all_on_the_way()) return {};
  impl.of_loops = impl.rows.multipliers;
  // The gaps' second derivatives with the accelerations that the tree alone would have.
  if (impl.loops.rest_acts_on_bodies()) {
    impl.moved = kinematics;
    calc_accelerations(model, q, v, a, impl.moved);
  }
  // The right side of each row that takes part, with the pull of Baumgarte's stabilisation.
  for (std::size_t r = 0; r < model.rows().size(); ++r) {
    const Row& row = model.rows()[r];
    const bool part = !impl.loops.on_the_way(r) && takes_part(row, q, v, kinematics);
    impl.rows.state[r] = part ? RowState::free : RowState::out;
    if (part)
      impl.rows.right[static_cast<Eigen::Index>(r)] =
          -calc_gap_acceleration(row, a, impl.moved) - calc_pull(impl.stabilisation, row, q, v, kinematics);
  }
  impl.rows.set_jacobians(model, kinematics);
  impl.loops.respond(model, kinematics, impl.tree, impl.rows);
  if (const RowFailure failure = impl.rows.solve(model)) return failure;
  apply_rows(model, impl.rows, a, effort);
  // The multipliers of clusters change with the remaining rows' reactions.
  impl.loops.add_multipliers(impl.rows, impl.of_loops);
  for (std::size_t r = 0; r < model.rows().size(); ++r)
    if (const auto row = static_cast<Eigen::Index>(r); impl.loops.on_the_way(r))
      impl.rows.multipliers[row] = impl.of_loops[row];
  return {};
}

}  // namespace

RowFailure forward_dynamics(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics,
                            const Loads& loads, const ImplicitDamping& damping, DynamicsWorkspace& workspace,
                            VecX& a, VecX& effort) {
  GROUSER_ASSERT(a.size() == model.nv() && effort.size() == model.nv());
  DynamicsWorkspace::Impl& impl = workspace.impl();
  prepare_loops(model, q, v, kinematics, impl);
  tree_dynamics(model, q, v, kinematics, loads, damping, impl.tree, a, effort);
  if (model.rows().empty()) return {};
  if (const RowFailure failure = impl.loops.failure(impl.tree)) return failure;
  return solve_rows(model, q, v, kinematics, impl, a, effort);
}

}  // namespace grouser
