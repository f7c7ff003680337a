// SPDX-License-Identifier: BSD-3-Clause
// Parts that both modes of a traverse share. Private.
#pragma once
#include "grouser/mission/traverse/traverse.hpp"

namespace grouser {

/// The largest pull of each wheel at its load, from a table of steepest_pull() over loads; ruts are left out,
/// which is on the safe side.
class PullTable {
 public:
  explicit PullTable(const World& world);
  /// (sum of the wheels' largest pull - their present pull) / weight. The table's entries are computed on
  /// demand.
  double margin(const std::vector<StaticWheel>& wheels);

 private:
  double most_pull(std::size_t material, std::size_t wheel, std::size_t load);
  const World& world_;
  double weight_, step_;
  // By material and wheel: the first wheel with the same contact
  std::vector<std::vector<std::size_t>> alike_;
  std::vector<double> pulls_;  // by material, wheel and load; NaN: not computed yet
};

/// Fills what follows from the wheels and the attitude.
void complete_pose(const World& world, PullTable& pulls, const Vec3& com, TraversePose& pose);
/// Appends a pose to the result.
void add_pose(TraversePose pose, TraverseResult& result);
/// Means and extremes over the poses.
void summarise_poses(TraverseResult& result);

/// Checks for cancel and reports progress about ten times per second.
class Watch {
 public:
  explicit Watch(const TraverseOptions& options) : options_(options), shown_(options.now()) {}
  /// False: stop.
  bool go_on(double done, double total);

 private:
  const TraverseOptions& options_;
  double shown_;
  int calls_ = 0;
};

/// The traverse by equilibria; with bridging, stretches without them are driven dynamically.
void drive_quasi_static(std::shared_ptr<const World> world, const std::vector<PathPoint>& path,
                        const TraverseOptions& options, TraverseResult& result);
/// The traverse in time along `path`, by the scenario's own drive or a follower of the waypoints.
void drive_dynamic(std::shared_ptr<const World> world, const std::vector<PathPoint>& path,
                   const TraverseOptions& options, TraverseResult& result);

/// Drives each stretch without equilibria by the dynamic mode, takes over what it finds, and leaves among the
/// failures what it does not pass either.
void bridge_stretches(const std::shared_ptr<const World>& world, const std::vector<PathPoint>& path,
                      const TraverseOptions& options, TraverseResult& result);

}  // namespace grouser
