// SPDX-License-Identifier: BSD-3-Clause
// How a rover would stand at a place, by statics, found beside the window: only the newest question counts.
#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace grouser {
class World;
}

namespace grouser::desktop {

struct StancePoint {
  double x = 0.0, y = 0.0, heading = 0.0;  ///< m, rad: what was asked
  double roll = 0.0, pitch = 0.0;          ///< rad
  std::vector<double> loads;               ///< of the wheels, N
  std::string reason;                      ///< why it would not stand there; empty: it would
};

class StanceFinder {
 public:
  explicit StanceFinder(std::shared_ptr<const World> world);
  /// Ends the search, after the pose under way.
  ~StanceFinder();
  StanceFinder(const StanceFinder&) = delete;
  StanceFinder& operator=(const StanceFinder&) = delete;

  void ask(double x, double y, double heading);
  /// The newest answer, once.
  std::optional<StancePoint> take();

 private:
  void search(const std::shared_ptr<const World>& world);
  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<StancePoint> question_, answer_;  // guarded
  bool stop_ = false;                             // guarded
  std::thread thread_;
};

}  // namespace grouser::desktop
