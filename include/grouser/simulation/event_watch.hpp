// Watches a run step by step for what is worth a mark on its time line: a wheel that left the ground and came
// back.
#pragma once
#include <vector>

#include "grouser/recording/run_event.hpp"

namespace grouser {

class Simulation;

class EventWatch {
 public:
  explicit EventWatch(const Simulation&);
  /// After each step.
  void observe(const Simulation&);
  /// In the order in which they were noticed; a lift-off is noticed when it ends.
  const std::vector<RunEvent>& events() const { return events_; }

 private:
  std::vector<double> airborne_since_;  // s, one a wheel; negative on the ground
  std::vector<RunEvent> events_;
};

}  // namespace grouser
