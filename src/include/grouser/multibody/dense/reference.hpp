// SPDX-License-Identifier: BSD-3-Clause
// Equation (1) of DynRPAT, dense, in two forms, for tests and documents: completed, and as printed. As
// printed it omits sum J_R^T (I dJ_R/dt v + w x I w), so a free body keeps its angular velocity whatever its
// inertia and never tumbles.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

enum class EquationForm { completed, as_printed };

/// See forward_dynamics_reference, which is the completed form. All rows count as equality rows.
void forward_dynamics_dense(const Model&, const VecX& q, const VecX& v, const Kinematics&, const Loads&,
                            const ImplicitDamping&, EquationForm, VecX& a, VecX& effort);

}  // namespace grouser
