// SPDX-License-Identifier: BSD-3-Clause
// Time integration of a System: explicit Euler (equation (2) of DynRPAT), Beeman's predictor-corrector
// (equation (3), Beeman 1976) with variable-step weights and a correct start, and RK4 on the group
// (Munthe-Kaas), and Fehlberg's pair of orders 4 and 5 (1969), which estimates its own error. Rotations are
// updated as R <- R exp(phi) with the body-frame term +dt^3/12 (w x a), which keeps Beeman's order 3. Each
// step ends with positions and velocities that satisfy the model's rows (or nearly, see RowStabilisation).
#pragma once
#include <memory>

#include "grouser/multibody/constraints/row_failure.hpp"
#include "grouser/multibody/constraints/stabilisation.hpp"

namespace grouser {

/// The end of a step; all but ok leave the state unchanged. not_closed: the rows of the model could not be
/// satisfied (IntegratorWorkspace::row_failure() or the system names the row).
enum class StepStatus {
  ok,               ///< the step was made
  not_finite,       ///< a number is infinite or NaN
  outside_terrain,  ///< a part that needs ground is beyond the terrain's extent
  too_large,        ///< a coordinate is beyond all limits
  stopped,          ///< the result breaks a limit of the world, or a joint came apart
  not_closed,       ///< the model's rows could not be satisfied
  gains_energy      ///< the energy book does not balance
};
const char* to_string(StepStatus);  ///< the status in words

/// The methods of integration in time.
enum class IntegratorKind {
  euler,   ///< explicit, order 1
  beeman,  ///< predictor-corrector, order 3
  rk4,     ///< Runge-Kutta, order 4
  rkf45    ///< Fehlberg's pair, adaptive, orders 4 and 5
};
const char* to_string(IntegratorKind);  ///< the method's word in scenarios

/// A system that an integrator advances. `aux` is memory with rates (contact deflections), used by RK stages;
/// in the step form (Euler, Beeman) the system advances its own aux by implicit laws.
class System {
 public:
  virtual ~System() = default;
  virtual const Model& model() const = 0;     ///< the model whose coordinates are integrated
  virtual int aux_size() const { return 0; }  ///< length of aux

  /// Whether calc_step() advances aux; otherwise it is left as it is, and is not even copied.
  virtual bool steps_advance_aux() const { return true; }
  /// Sets the prescribed entries of q, v and a for time t.
  virtual void prescribe(double t, VecX& q, VecX& v, VecX& a) = 0;
  /// Rate form: accelerations and aux rates at (t, q, v, aux); must not change the system's memory. On entry
  /// `a` holds the prescribed entries.
  virtual StepStatus calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                                VecX& aux_rate) = 0;
  /// Step form: called once per step at its end point t (q final, v predicted). Advances aux over dt by its
  /// implicit law and gives the accelerations; v_end = v_base + gamma * a (see ImplicitDamping).
  virtual StepStatus calc_step(double t, double dt, const VecX& q, const VecX& v_predicted,
                               const VecX& v_base, double gamma, VecX& aux, VecX& a) = 0;
};

/// The dynamics part of a simulation's State: copy it and you have a checkpoint.
struct MotionState {
  double time = 0.0;     ///< s
  VecX q;                ///< positions, as Model orders them
  VecX v;                ///< velocities, as Model orders them
  VecX a;                ///< accelerations at `time`, valid if history says so
  VecX a_prev;           ///< accelerations at the step before, valid if history says so
  double dt_prev = 0.0;  ///< length of the step that ended at `time`, s
  int history = 0;       ///< 0: none (fresh or restarted); 1: a is valid; 2: a and a_prev are valid
  VecX aux;              ///< memory with rates of the system's own, in its order and units

  /// Discards the history: the next Beeman step starts afresh (after an event, drag or branch).
  void restart() { history = 0; }
  /// Takes all from another but its aux.
  void take_motion(const MotionState& from);
  /// The neutral position at rest at time 0, with aux at 0.
  static MotionState at_rest(const Model&, int aux_size);
};

/// The error that a step of rkf45 may have: for each number its absolute part, and the relative part of the
/// number's size (of 1 rad for rotations).
struct ErrorTolerance {
  double relative = 1e-6;  ///< of the number's size, -
  double absolute = 1e-8;  ///< in the number's own unit
};

/// Scratch memory for one system; sizes are fixed at construction.
struct IntegratorWorkspace {
  /// stabilisation: that of the system's accelerations.
  IntegratorWorkspace(const Model&, int aux_size, const RowStabilisation& stabilisation = {});
  ~IntegratorWorkspace();
  IntegratorWorkspace(IntegratorWorkspace&&) noexcept;  ///< movable

  /// The reason why the last step did not close the model's rows, if that was the reason.
  const RowFailure& row_failure() const;
  /// The last step of rkf45: its estimated error over the tolerance, of the number that is worst off.
  double error() const;
  ErrorTolerance tolerance;  ///< of steps of rkf45

  /// Layout of the memory, known to the integrators alone.
  struct Impl;
  std::unique_ptr<Impl> impl;  ///< the memory
};

/// Makes one step of length dt > 0. If the result is not ok, the state is unchanged. Beeman without history
/// starts with one RK4 step (or with start_substeps of them inside dt, if stiff contact memory needs it).
StepStatus advance(IntegratorKind, System&, double dt, MotionState&, IntegratorWorkspace&,
                   int start_substeps = 1);

}  // namespace grouser
