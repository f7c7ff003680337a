// SPDX-License-Identifier: BSD-3-Clause
// The length of each step of a run by Fehlberg's pair (Hairer, Norsett & Wanner 1993, sections II.4 and
// II.6): as long as its estimated error allows, and ended when a part touches or lifts off, so that no step
// has such a kink inside. It knows that one did if a part is loaded at one end of a step and not at the
// other; the time is found by bracketing, with repeated steps of other lengths from the same start. A part
// that comes near and moves off within a step is looked for at its lowest point.
#pragma once
#include "step_chooser.hpp"

namespace grouser {

/// Chooser of steps for Runge-Kutta-Fehlberg; see the top of this file.
class ErrorControl final : public StepChooser {
 public:
  ErrorControl(const World& world, const StepLoads& system, const IntegratorWorkspace& integrator);

  double first_step() const override;
  void begin(StepLoads& system, const SimulationState& state) override;
  double other_step(const SimulationState& tried, const StepLoads& system, double dt) override;
  double next_step(const SimulationState& state, const StepLoads& system,
                   const Kinematics& kinematics) const override;
  std::int64_t inaccurate_steps() const override { return inaccurate_; }
  void restart_statistics() override { inaccurate_ = 0; }

 private:
  /// A part at one end of a step.
  struct PartView {
    PartGap gap;
    double load = 0.0;  // N
    bool loaded() const { return load > 0.0; }
  };
  /// All parts after a step of some length from the same start.
  struct View {
    double time = 0.0;  // s
    std::vector<PartView> parts;
  };
  /// The highest point inside a step of a cubic; time 0: there is none.
  struct Peak {
    double time = 0.0, height = 0.0;
  };
  /// Peak of the cubic with these values and rates at both ends of a step of length h (Hermite).
  static Peak find_peak(double h, double f0, double rate0, double f1, double rate1);
  /// A peak of a part's gap that must be looked at, from its gaps and rates at both ends of a step of dt, s.
  Peak peak_of(const PartView& old, const PartView& end, double dt) const;
  /// Writes the gaps and loads of the last evaluation, `time` after the start of the step, s.
  void look(const StepLoads& system, double time, View& view);
  /// Whether some part began or ceased to bear a load.
  bool is_changed(const View& now) const;
  /// The length to try next while an event lies between low_ and high_.
  double search();
  /// Time of a part's event inside the bracket, s from the start of the step; negative: unknown.
  double estimate_event(std::size_t part) const;
  /// Length at which a part came nearest that may have touched, or parted, and did not by the end, or at
  /// which it pressed ground the deepest that remembers it; 0: none.
  double find_turn(const View& now) const;
  /// Another length that the error asks for; 0: it is small enough.
  double judge_error(double dt);
  /// Drops the bracket; the search starts again from the start of the step.
  void forget_search();

  const IntegratorWorkspace& integrator_;
  const double reach_;  // within which gaps are known, m
  bool remembers_;      // some ground remembers how deep it was pressed
  std::vector<PartGap> gaps_;
  MotionState start_motion_;
  View start_, now_;
  View older_, low_, high_;  // no event yet (the one before, the longest), and the shortest step with one
  bool bracketed_ = false;   // high_ is one
  int searches_ = 0, turns_ = 0;
  double wanted_ = 0.0;    // the length to which this step comes back after an event, s
  double accepted_ = 0.0;  // error of the step that was found good, over its tolerance
  bool reduced_ = false;   // this step's error asked for a shorter one
  std::int64_t inaccurate_ = 0;
};

}  // namespace grouser
