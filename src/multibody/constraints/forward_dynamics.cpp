// The rows add efforts J^T lambda to the forest's. With a_0 the accelerations without them and gamma_0 the gaps'
// second derivatives there,
//   a = a_0 + H^-1 J^T lambda,   (J H^-1 J^T) lambda = -gamma_0
// H^-1 J^T takes one pass of the recursion for each row (Featherstone 2008, section 8.5; Baraff 1996), with the
// implicit dampers and added inertia of that moment in H.
#include "grouser/multibody/constraints/forward_dynamics.hpp"

#include "grouser/base/error.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "row_system.hpp"

namespace grouser {

struct DynamicsWorkspace::Impl {
  explicit Impl(const Model& model) : tree(model), rows(model), moved(model) {}
  TreeWorkspace tree;
  RowSystem rows;
  Kinematics moved;  // with the accelerations that the forest has without its rows
};

DynamicsWorkspace::DynamicsWorkspace(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
DynamicsWorkspace::~DynamicsWorkspace() = default;
DynamicsWorkspace::DynamicsWorkspace(DynamicsWorkspace&&) noexcept = default;
const VecX& DynamicsWorkspace::multipliers() const { return impl_->rows.multipliers; }

namespace {

// Adds what the multipliers do.
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

RowFailure solve_rows(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics,
                      DynamicsWorkspace::Impl& impl, VecX& a, VecX& effort) {
  if (rows_act_on_bodies(model)) {
    impl.moved = kinematics;
    calc_accelerations(model, q, v, a, impl.moved);
  }
  for (std::size_t r = 0; r < model.rows().size(); ++r) {
    const Row& row = model.rows()[r];
    const bool part = takes_part(row, q, v, kinematics);
    impl.rows.state[r] = part ? RowState::free : RowState::out;
    if (part) impl.rows.right[static_cast<Eigen::Index>(r)] = -calc_gap_acceleration(row, a, impl.moved);
  }
  impl.rows.set_jacobians(model, kinematics);
  impl.rows.respond(model, kinematics, impl.tree);
  if (const RowFailure failure = impl.rows.solve(model)) return failure;
  apply_rows(model, impl.rows, a, effort);
  return {};
}

}  // namespace

RowFailure forward_dynamics(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics,
                            const Loads& loads, const ImplicitDamping& damping, DynamicsWorkspace& workspace,
                            VecX& a, VecX& effort) {
  GROUSER_ASSERT(a.size() == model.nv() && effort.size() == model.nv());
  DynamicsWorkspace::Impl& impl = workspace.impl();
  tree_dynamics(model, q, v, kinematics, loads, damping, impl.tree, a, effort);
  if (model.rows().empty()) return {};
  return solve_rows(model, q, v, kinematics, impl, a, effort);
}

}  // namespace grouser
