// What both modes of a traverse share. Private.
#pragma once
#include "grouser/mission/traverse.hpp"

namespace grouser {

/// The most each wheel could pull at its load, from a table of steepest_pull() over loads; ruts left out, which is on the
/// safe side.
class PullTable {
 public:
  explicit PullTable(const World& world);
  /// (sum of the wheels' largest pull - what they pull) / weight.
  double margin(const std::vector<StaticWheel>& wheels) const;

 private:
  const World& world_;
  double weight_, step_;
  std::vector<std::vector<std::vector<double>>> pulls_;  // by material, wheel and load; of materials of the ground
};

/// Fills what follows from the wheels and the attitude.
void complete_pose(const World& world, const PullTable& pulls, const Vec3& com, TraversePose& pose);
void add_pose(TraversePose pose, TraverseResult& result);
/// Means and extremes over the poses.
void summarise_poses(TraverseResult& result);

/// Asks for cancel and reports progress some ten times a second.
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

void drive_quasi_static(std::shared_ptr<const World> world, const std::vector<PathPoint>& path,
                        const TraverseOptions& options, TraverseResult& result);
void drive_dynamic(std::shared_ptr<const World> world, const std::vector<PathPoint>& path,
                   const TraverseOptions& options, TraverseResult& result);

}  // namespace grouser
