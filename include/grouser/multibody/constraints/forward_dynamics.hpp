// SPDX-License-Identifier: BSD-3-Clause
// Forward dynamics of a forest with its constraint rows. Nothing here allocates.
#pragma once
#include <memory>
#include <vector>

#include "grouser/multibody/constraints/row_failure.hpp"
#include "grouser/multibody/constraints/stabilisation.hpp"
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

/// Opaque scratch memory of forward_dynamics(), and what it does about gaps.
class DynamicsWorkspace {
 public:
  explicit DynamicsWorkspace(const Model&, const RowStabilisation& = {});
  ~DynamicsWorkspace();
  DynamicsWorkspace(DynamicsWorkspace&&) noexcept;
  /// Multipliers of the last forward_dynamics(), one per row, N or N m.
  const VecX& multipliers() const;
  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// tree_dynamics(), and one more pass for each row: accelerations keep the gaps' second derivatives zero (or
/// bring gaps back, see RowStabilisation; one-sided rows: do not let closed gaps open in the forbidden
/// direction). effort has the couplings' efforts at their dependent joints too. A failure names the first row
/// that depends on the others; a is then without the rows.
RowFailure forward_dynamics(const Model&, const VecX& q, const VecX& v, const Kinematics&, const Loads&,
                            const ImplicitDamping&, DynamicsWorkspace&, VecX& a, VecX& effort);

}  // namespace grouser
