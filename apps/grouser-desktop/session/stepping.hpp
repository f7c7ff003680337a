// What the stepping thread and a picture without a display both need of a run whose steps may change.
#pragma once

namespace grouser {
class Simulation;
}

namespace grouser::desktop {

/// The step to be taken next, s: what an adaptive run has chosen (it may take a shorter one), else the fixed
/// one.
double next_step(const Simulation& simulation);

/// Chooses the steps that the window keeps: all of them in a short run; in a long one those that are at least
/// a 20,000th of its duration apart, so that memory stays bounded.
class KeptSteps {
 public:
  explicit KeptSteps(double duration);
  /// Whether the step that ended at `time` is to be kept.
  bool due(double time) const;
  void kept(double time) { last_ = time; }

 private:
  double apart_;
  double last_ = -1e300;  // s
};

}  // namespace grouser::desktop
