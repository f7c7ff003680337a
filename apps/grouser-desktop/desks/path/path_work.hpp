// SPDX-License-Identifier: BSD-3-Clause
// The desk at which the path of a rover is drawn: its waypoints while they are moved, added and removed, and
// what a drive along them would cost. What is finished becomes a step of the document; until then nothing has
// changed.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desks/path/path_preview.hpp"
#include "desks/path/path_request.hpp"
#include "grouser/base/toml_input.hpp"

namespace grouser::desktop {

/// The state that the panels and the view show.
struct PathView {
  bool active = false;
  std::string why_not;     ///< no path can be drawn here; empty: it can
  bool can_start = false;  ///< the rover follows no path yet, but may
  std::vector<Vec2> waypoints;
  std::optional<Vec2> lead;  ///< the rover's start, if the path begins there and not at the first waypoint
  std::optional<std::size_t> selected;
  bool dragging = false;
  std::shared_ptr<const PathAnswer> answer;  ///< null: none yet
  bool working = false;                      ///< a newer one is being found
  double progress = 0.0;
  std::optional<double> seconds_left;
  double start = 0.0, duration = 0.0;  ///< of the drive and of the run, s
};

/// A change of the path that is finished.
struct PathChange {
  std::vector<Override> settings;
  std::string what;  ///< "Move waypoint 3"
};

/// Edits the waypoints while the desk is active and asks for the drive along them.
class PathWork {
 public:
  /// `now`: seconds of a steady clock.
  explicit PathWork(std::function<double()> now);

  /// Takes the open world; null if none can be changed. `settled`: no change is being built, so that its
  /// waypoints are current.
  void show(std::shared_ptr<const World> world, bool settled);
  /// `ground`: the point of the ground that the request's pointer is over, if it is over any.
  void carry_out(const PathRequest& request, const std::optional<Vec2>& ground);
  void leave();
  /// The path of a table, in place of the one that there is; throws InputError where the open world drives
  /// none.
  void lay(const std::vector<Vec2>& waypoints, const std::string& what);
  /// The change that was finished since the last call, if any.
  std::optional<PathChange> take_change();
  /// Takes the search's result.
  void update();
  const PathView& view() const { return view_; }

 private:
  void begin();
  void start_path();
  void start_with(const std::vector<Vec2>& waypoints, const std::string& what);
  void take_world();
  void take_hold(std::size_t index, const std::optional<Vec2>& ground);
  void drag(const PathRequest& request, const Vec2& ground);
  void release();
  bool move(std::size_t index, const Vec2& to);
  void insert(std::size_t index, const Vec2& at);
  void append(const Vec2& at);
  void remove();
  void finish(const std::string& what);
  void ask();

  std::function<double()> now_;
  std::shared_ptr<const World> world_;
  std::unique_ptr<PathPreview> preview_;
  std::optional<PathChange> change_;
  PathView view_;
  std::vector<Vec2> before_;                          // a drag
  Vec2 held_ = Vec2::Zero(), anchor_ = Vec2::Zero();  // waypoint and pointer, where this took hold of that
  std::string drag_does_;                             // "Move waypoint 3"
};

/// Waypoints as a scenario has them: a list of rows.
std::string waypoints_text(const std::vector<Vec2>& waypoints);
/// The setting that is a world's drive, "drive" or "vehicle.NAME.drive".
std::string drive_key(const World& world);

}  // namespace grouser::desktop
