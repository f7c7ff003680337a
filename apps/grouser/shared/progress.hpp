// SPDX-License-Identifier: BSD-3-Clause
// Progress of something long, on stderr: a bar with the time left on a terminal, plain lines elsewhere;
// nothing at all if it is over within a second.
#pragma once
#include <chrono>
#include <string>

namespace grouser::cli {

/// Seconds of the steady clock.
double steady_seconds();

/// Draws while it lives. It is not for several threads at a time.
class Progress {
 public:
  explicit Progress(const std::string& what);
  /// Wipes the bar.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// done of total, any unit.
  void update(double done, double total);

 private:
  void draw(double fraction, const std::string& left);

  std::string what_;
  bool terminal_;
  double start_;
  double shown_at_ = 0.0;
  bool drawn_ = false;
};

/// "12 s", "3 min 20 s", "2 h 5 min"
std::string duration_text(double seconds);

}  // namespace grouser::cli
