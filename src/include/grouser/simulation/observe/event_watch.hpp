// SPDX-License-Identifier: BSD-3-Clause
// Watches a run step by step for events worth a mark on its time line: for example a wheel that left the
// ground and came back.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "grouser/recording/run_file/run_event.hpp"

namespace grouser {

class Simulation;
class World;
struct ContactRecord;

class EventWatch {
 public:
  explicit EventWatch(const Simulation&);
  /// Call after each step.
  void observe(const Simulation&);
  /// The events in the order in which they were noticed; a lift-off is noticed when it ends.
  const std::vector<RunEvent>& events() const { return events_; }

 private:
  static constexpr double kOnGround = -1.0;
  struct Touch {
    double airborne_since = kOnGround;  // s
    bool met = false;                   // a mesh: its contact was reported
  };
  void tell(double time, const char* kind, std::string text);
  void tell_strokes(const Simulation&);
  void tell_servos(const Simulation&);
  /// `name`: returns the part's.
  template <class Name>
  void observe_touch(Touch& touch, bool touches, double time, const Name& name);
  void observe_meeting(Touch& touch, const ContactRecord& record, const World& world, double time,
                       const std::string& who);
  std::vector<Touch> parts_;
  Touch hull_;                          // in a world without wheels: all its contact spheres together
  std::vector<std::uint8_t> released_;  // one per tie
  bool judged_;                         // the verdict was reported, or known before the watch began
  std::size_t strokes_told_ = 0;        // soil strokes
  double commanded_at_ = -1.0;          // s: start of the last command by hand that was reported
  double servos_told_at_ = -1.0;        // s: time of the last angles from outside that were reported
  std::vector<RunEvent> events_;
};

}  // namespace grouser
