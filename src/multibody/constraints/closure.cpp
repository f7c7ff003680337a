// SPDX-License-Identifier: BSD-3-Clause
// Projection onto the rows in the metric of the mass matrix (Eich 1993; Hairer & Wanner 1996, section VII.2):
//   minimise dq^T H dq / 2  so that  g + J dq = 0:      dq = -H^-1 J^T (J H^-1 J^T)^-1 g
// repeated until the gaps g are closed, and the same once for velocities. It moves the solution by no more
// than the integrator's own error and keeps the order. One-sided rows take part where they are violated or
// may be within the round, with a multiplier that may push in one direction only.
#include "grouser/multibody/constraints/closure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cluster_closure.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "loop_rows.hpp"

namespace grouser {
namespace {

constexpr double kClosed = 1e-13;  // m or rad; rounding of poses near the origin is about 1e-15
// Share of the largest coordinate: far from the origin, and after many turns of a joint, rounding leaves more
// than kClosed.
constexpr double kRounding = 8.0 * std::numeric_limits<double>::epsilon();
constexpr int kMostRounds = 50;  // quadratic from within the step limit; the rest is for first guesses
constexpr double kLongest =
    0.3;  // rad or m of any coordinate in one round, so that far guesses do not overshoot
constexpr double kTautAtEnd = 1e-9;  // m: one-sided gaps from here on are closed
constexpr double kShare = 0.5;       // of a rope's length: slacker ones have hardly a direction

/// Gap that counts as closed at these positions, m or rad.
double closed_within(const VecX& q) { return std::max(kClosed, kRounding * q.lpNorm<Eigen::Infinity>()); }

/// Slack of a one-sided row: positive on its allowed side; 0 for rows that hold both sides.
double slack_of(const Row& row, double gap) { return row.one_sided() ? -row.forbidden_side() * gap : 0.0; }

}  // namespace

/// Couplings give their dependent coordinates outright.
void set_dependent_positions(const Model& model, VecX& q) {
  for (const Row& row : model.rows())
    if (row.kind == RowKind::coordinates) q[row.dependent_q] = row.ratio * q[row.independent_q] + row.offset;
}

void set_dependent_velocities(const Model& model, VecX& v) {
  for (const Row& row : model.rows())
    if (row.kind == RowKind::coordinates) v[row.dependent_v] = row.ratio * v[row.independent_v];
}

struct Closure::Impl {
  explicit Impl(const Model& model)
      : tree(model),
        loops(model, tree),
        clusters(model),
        rows(model),
        kinematics(model),
        nothing(model),
        rest(VecX::Zero(model.nv())),
        a(rest),
        effort(rest),
        delta(rest) {
    nothing.gravity.setZero();
  }
  TreeWorkspace tree;
  LoopRows loops;
  ClusterClosure clusters;
  RowSystem rows;  // but for those of loops
  Kinematics kinematics;
  Loads nothing;
  VecX rest, a, effort, delta;
  bool responses_ready = false;  // at the positions closed last, but for the last change

  /// Rows that take part: the others hang slack by more than `slack`, m.
  void take(const Model& model, const VecX& q, double slack) {
    for (std::size_t r = 0; r < model.rows().size(); ++r) {
      const Row& row = model.rows()[r];
      const bool out = loops.on_the_way(r) ||
                       (row.one_sided() &&
                        slack_of(row, calc_gap(row, q, kinematics)) > std::min(slack, kShare * row.length));
      rows.state[r] = out ? RowState::out : RowState::free;
    }
  }

  /// H^-1 J^T at the positions of `kinematics`, for the rows that take part.
  RowFailure respond(const Model& model, const VecX& q) {
    for (Eigen::Index c = 0; c < a.size(); ++c)
      a[c] = model.modes()[static_cast<std::size_t>(c)] == CoordinateMode::prescribed ? kNotAtRest : 0.0;
    loops.clear_offsets();
    loops.set_jacobians(model, kinematics);
    tree_dynamics(model, q, rest, kinematics, nothing, {}, tree, a, effort);
    rows.set_jacobians(model, kinematics);
    loops.respond(model, kinematics, tree, rows);
    return loops.failure(tree);
  }

  /// H^-1 J^T lambda that takes size(row), a gap or its rate, off each row that is not of a loop, into delta.
  template <class Size>
  RowFailure solve(const Model& model, Size size) {
    for (std::size_t r = 0; r < model.rows().size(); ++r)
      if (!loops.on_the_way(r)) rows.right[static_cast<Eigen::Index>(r)] = -size(model.rows()[r]);
    if (const RowFailure failure = rows.solve(model)) return failure;
    delta.setZero();
    for (std::size_t r = 0; r < rows.state.size(); ++r)
      if (rows.state[r] != RowState::out) {
        const auto row = static_cast<Eigen::Index>(r);
        delta += rows.multipliers[row] * rows.response.col(row);
      }
    return {};
  }

  /// The row, not of a loop, that is open by most at `kinematics`, or none.
  RowFailure widest_gap(const Model& model, const VecX& q, double closed) {
    RowFailure widest;
    for (std::size_t r = 0; r < model.rows().size(); ++r) {
      if (loops.on_the_way(r)) continue;
      const Row& row = model.rows()[r];
      const double gap = calc_gap(row, q, kinematics);
      const double open = row.one_sided() ? std::max(0.0, -slack_of(row, gap)) : std::fabs(gap);
      if (!(open <= closed) && !(open <= widest.size))
        widest = {RowFailure::Kind::open, static_cast<int>(r), open};
    }
    return widest;
  }
};

Closure::Closure(const Model& model) : model_(model) {
  if (rows_act_on_bodies(model)) impl_ = std::make_unique<Impl>(model);
}
Closure::~Closure() = default;
Closure::Closure(Closure&&) noexcept = default;

RowFailure Closure::close_positions(VecX& q) {
  set_dependent_positions(model_, q);
  if (!impl_) return {};
  Impl& m = *impl_;
  m.responses_ready = false;
  // Newton's rounds: clusters by their own joints first, then the remaining rows in the metric of H.
  const double closed = closed_within(q);
  for (int round = 0;; ++round) {
    if (const RowFailure failure = m.clusters.close_positions(q, closed)) return failure;
    if (!m.loops.rest_acts_on_bodies()) return {};
    calc_kinematics(model_, q, m.rest, m.kinematics);
    const RowFailure open = m.widest_gap(model_, q, closed);
    if (!open || round == kMostRounds) return open;
    m.take(model_, q, kLongest);
    if (const RowFailure failure = m.respond(model_, q)) return failure;
    m.responses_ready = true;
    const auto gap = [&](const Row& row) { return calc_gap(row, q, m.kinematics); };
    if (const RowFailure failure = m.solve(model_, gap)) return failure;
    const double longest = m.delta.lpNorm<Eigen::Infinity>();
    if (longest > kLongest) m.delta *= kLongest / longest;
    model_.integrate(q, m.delta, q);
    set_dependent_positions(model_, q);
  }
}

RowFailure Closure::close_velocities(const VecX& q, VecX& v) {
  set_dependent_velocities(model_, v);
  if (!impl_) return {};
  Impl& m = *impl_;
  if (const RowFailure failure = m.clusters.close_velocities(q, v)) return failure;
  if (!m.loops.rest_acts_on_bodies()) return {};
  calc_kinematics(model_, q, v, m.kinematics);
  m.take(model_, q, kTautAtEnd);
  // The responses of close_positions() serve, those before its last change of the positions.
  if (!m.responses_ready)
    if (const RowFailure failure = m.respond(model_, q)) return failure;
  m.rows.set_jacobians(model_, m.kinematics);
  m.responses_ready = false;
  const auto rate = [&](const Row& row) { return calc_gap_rate(row, v, m.kinematics); };
  if (const RowFailure failure = m.solve(model_, rate)) return failure;
  v += m.delta;
  set_dependent_velocities(model_, v);
  return {};
}

RowFailure Closure::set_given_positions(VecX& q) {
  set_dependent_positions(model_, q);
  if (!impl_) return {};
  impl_->responses_ready = false;
  return impl_->clusters.place_followers(q, closed_within(q));
}

RowFailure Closure::set_given_velocities(const VecX& q, VecX& v) {
  set_dependent_velocities(model_, v);
  return impl_ ? impl_->clusters.drive_followers(q, v) : RowFailure{};
}

RowFailure Closure::check_independent(const VecX& q) {
  if (!impl_) return {};
  Impl& m = *impl_;
  calc_kinematics(model_, q, m.rest, m.kinematics);
  for (std::size_t r = 0; r < model_.rows().size(); ++r)
    m.rows.state[r] = m.loops.on_the_way(r) || model_.rows()[r].one_sided() ? RowState::out : RowState::free;
  if (const RowFailure failure = m.respond(model_, q)) return failure;
  m.rows.right.setZero();
  return m.rows.solve(model_);
}

}  // namespace grouser
