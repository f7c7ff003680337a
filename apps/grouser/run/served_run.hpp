// SPDX-License-Identifier: BSD-3-Clause
// A run that others watch: 'grouser run --serve' and '--serve-foxglove'.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "common/link/run_feed.hpp"
#include "shared/command.hpp"

namespace grouser::cli {

struct ServeArguments {
  std::string address, foxglove, token_file;
  bool wait_for_viewer = false, real_time = false;
};
void add_serve_options(Command& command, ServeArguments& arguments);

class ServedRun {
 public:
  /// Listens, and says on stderr where. Throws InputError.
  ServedRun(const ServeArguments& arguments, const World& world);
  /// Call before the run: waits for a viewer where that was asked for, or until Ctrl+C.
  void begin(const Simulation& simulation);
  /// Call at the start and after each step: hands over what is new, and holds the run to real time where that
  /// was asked for.
  void observe(const Simulation& simulation, const MetricsTracker& metrics);
  void finish(const Simulation& simulation, const RunSummary& summary);

 private:
  void serve_viewers(const ServeArguments& arguments, const World& world);
  void serve_foxglove(const ServeArguments& arguments, const World& world);
  bool is_watched() const;

  bool wait_for_viewer_, real_time_;
  std::vector<std::unique_ptr<RunAudience>> audiences_;
  std::vector<std::unique_ptr<RunFeed>> feeds_;  // one per audience
  double started_ = 0.0, from_ = 0.0;            // s: wall and simulated time of the begin
};

/// The served run that the line asks for, or null. Throws InputError, also for options that want a server
/// beside them.
std::unique_ptr<ServedRun> serve_if_asked(const ServeArguments& arguments, const World& world);

}  // namespace grouser::cli
