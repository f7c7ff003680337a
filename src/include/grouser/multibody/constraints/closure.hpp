// SPDX-License-Identifier: BSD-3-Clause
// Positions and velocities that satisfy a model's rows, whatever relation a row keeps.
//
// A coordinate row gives one coordinate by another and is satisfied by setting it. Gaps of the others are
// closed by projection: of all small changes that close them, the one with the least kinetic energy
// (measured by H) is taken. Prescribed coordinates stay as they are.
#pragma once
#include <memory>

#include "grouser/multibody/constraints/row_failure.hpp"
#include "grouser/multibody/tree/model.hpp"

namespace grouser {

/// Acceleration of a prescribed joint, rad/s2, negligibly small. forward_dynamics() treats what hangs on a
/// joint at rest as a part of the parent body and builds such composites anew whenever the joint's angle
/// changes; a joint whose angle changes from call to call is kept from counting as at rest by this rate. It
/// spares 9 % of a quasi-static march.
inline constexpr double kNotAtRest = 1e-200;

/// Sets the coordinates that coordinate rows give. These two need no workspace.
void set_dependent_positions(const Model&, VecX& q);
void set_dependent_velocities(const Model&, VecX& v);

/// Closes all rows; does not allocate after its construction.
class Closure {
 public:
  explicit Closure(const Model&);
  ~Closure();
  Closure(Closure&&) noexcept;
  /// Newton's method from q. A failure leaves q where it gave up.
  RowFailure close_positions(VecX& q);
  /// Solves linearly once, at closed positions q. Right after close_positions(), whose q it must then be, it
  /// uses the responses found there. One-sided rows whose gap is closed lose the velocity at which it would
  /// open in the forbidden direction, as in a plastic impact.
  RowFailure close_velocities(const VecX& q, VecX& v);
  /// Sets the positions that a formula gives: those of coordinate rows and of linkages that are one joint of
  /// the recursion. Other gaps stay.
  RowFailure set_given_positions(VecX& q);
  /// Sets the velocities that a formula gives, at the positions set last.
  RowFailure set_given_velocities(const VecX& q, VecX& v);
  /// Whether the rows are independent of one another at q.
  RowFailure check_independent(const VecX& q);

 private:
  const Model& model_;
  struct Impl;
  std::unique_ptr<Impl> impl_;  // null where all rows are coordinate rows
};

}  // namespace grouser
