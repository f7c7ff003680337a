// SPDX-License-Identifier: BSD-3-Clause
// Setting a vehicle down: it follows the pointer over the ground, is turned and lifted, and shows how it
// would lean and what its wheels would carry. Nothing changes until it is set down.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "session/document/placing_request.hpp"
#include "session/document/stance.hpp"

namespace grouser::desktop {

/// A coordinate that began at `from`, m, after the pointer has moved by `moved`, m.
double gripped(double from, double moved, PlacingGrip grip);

/// The state of placing that the view shows.
struct PlacingView {
  bool active = false;
  PlacingMode mode = PlacingMode::move;
  std::string vehicle;
  bool held = false;                  ///< the pointer has taken hold of it: it follows
  double x = 0.0, y = 0.0;            ///< of the vehicle's frame, m
  double heading = 0.0;               ///< rad
  double clearance = 0.0;             ///< above first touch, m
  double lean = 0.0;                  ///< of its vertical axis, rad: of the plane through the ground under it
  std::optional<StancePoint> stance;  ///< by statics, where it has been found
  std::shared_ptr<const Frame> frame;  ///< the bodies as they would stand, others as they are
};

class Placing {
 public:
  /// Takes up the vehicle that a body belongs to (or the one that this rests on); body -1: the main one.
  /// False where there is none that a scenario places.
  bool begin(std::shared_ptr<const World> world, std::shared_ptr<const Frame> start, int body,
             PlacingMode mode);
  /// Goes on in another world, as after a setting was changed; ends where that one lacks the vehicle.
  void go_on_in(std::shared_ptr<const World> world, std::shared_ptr<const Frame> start);
  void set_mode(PlacingMode mode);
  /// The pointer is over this point of the ground.
  void point_at(const Vec3& ground, PlacingGrip grip);
  /// Raises (steps > 0) or lowers it; it never goes below the ground.
  void lift(double steps, PlacingGrip grip);
  /// The settings that put it there, and an end.
  std::vector<Override> set_down();
  void cancel();
  /// Takes the result of the search for its stance.
  void update();
  const PlacingView& view() const { return view_; }

 private:
  void refresh();
  double ground_at(double x, double y) const;
  std::shared_ptr<const World> world_;
  std::shared_ptr<const Frame> start_;
  std::unique_ptr<StanceFinder> stance_;
  PlacingView view_;
  int vehicle_ = -1;
  std::string key_;  // "initial"
  double first_x_ = 0.0, first_y_ = 0.0, first_heading_ = 0.0;
  bool third_number_ = false;
  Vec3 anchor_ = Vec3::Zero();  // where the pointer was when it last took hold
  double anchor_x_ = 0.0, anchor_y_ = 0.0, anchor_heading_ = 0.0;
};

}  // namespace grouser::desktop
