// SPDX-License-Identifier: BSD-3-Clause
// Metrics of the method itself: steps, longest step that contacts carry, gaps of loops, and the energy book.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "grouser/multibody/constraints/row_laws.hpp"
#include "grouser/simulation/observe/energy_verdict.hpp"
#include "metric_watch.hpp"

namespace grouser {
namespace {

/// Statistics of steps, gaps of loops without projection, and the error of the energy book.
class NumericsWatch final : public MetricWatch {
 public:
  void observe(const Simulation& s) override {
    const RunSettings& settings = s.world().settings;
    if (!settings.adaptive) least_limit_ = std::min(least_limit_, s.contact_step_limit());
    if (settings.stabilisation.projects()) return;
    // Only rows on points and distances have a gap in metres.
    for (const Row& row : s.world().model->rows())
      if (row.kind == RowKind::point || row.kind == RowKind::distance)
        widest_gap_ = std::max(widest_gap_, std::fabs(calc_gap(row, s.state().motion.q, s.kinematics())));
  }

  void add_to(const Simulation& s, MetricSink& put) const override {
    const StepStatistics steps = s.statistics();
    put("force_evaluations", "-", static_cast<double>(steps.force_evaluations));
    put("rejected_steps", "-", static_cast<double>(steps.rejected_steps));
    if (s.world().settings.integrator == IntegratorKind::rkf45)
      put("steps_at_least", "-", static_cast<double>(steps.inaccurate_steps));
    if (!s.world().settings.stabilisation.projects()) put("largest_loop_gap", "m", widest_gap_);
    put("smallest_step", "s", steps.smallest_step);
    put("largest_step", "s", steps.largest_step);
    put("energy_ledger_error", "-", energy_error(s.state().ledger));
    put("motor_work", "J", s.state().ledger.motor_work);
  }

  /// Says where a fixed step was longer than a contact carried that the guard at load does not know: bodies'
  /// shapes, spheres, tools.
  void add_notes(const World& world, std::vector<std::string>& notes) const override {
    const RunSettings& settings = world.settings;
    // Beeman's limits are twice those of adaptive steps; those of RK4, 2.8 for a spring and a damper, 3.3
    // times.
    const double longest = (settings.integrator == IntegratorKind::rk4 ? 3.3 : 2.0) * least_limit_;
    if (settings.adaptive || settings.dt <= longest) return;
    notes.push_back(
        fmt::format("the stiffest contact that touched carries steps up to {:.2g} s, those of this run were "
                    "{:.2g} s: its "
                    "forces may ring or grow; shorten integration.step or set integration.adaptive",
                    longest, settings.dt));
  }

 private:
  double widest_gap_ = 0.0;                                       // m, of loops
  double least_limit_ = std::numeric_limits<double>::infinity();  // s
};

}  // namespace

std::unique_ptr<MetricWatch> watch_numerics(const Simulation&) { return std::make_unique<NumericsWatch>(); }

}  // namespace grouser
