// SPDX-License-Identifier: BSD-3-Clause
// Reading the view: what is under the pointer, what a click selects, the ruler.
#pragma once
#include <optional>
#include <string>

#include "session/document/document_work.hpp"
#include "session/held.hpp"
#include "view/camera/camera_work.hpp"
#include "view/look/look_request.hpp"
#include "view/look/probe.hpp"
#include "view/look/ruler.hpp"
#include "view/pick.hpp"
#include "view/shown_state.hpp"
#include "view/view_size.hpp"

namespace grouser::desktop {

/// The scene and the camera that look at it, and who has the mouse.
struct LookingAt {
  const Session& session;
  const CameraWork& camera;
  const ViewSize& size;
  DocumentWork& document;
  ShownState& shown;
  Held& left_button;
};

class Looking {
 public:
  explicit Looking(const LookingAt& at) : at_(at) {}

  void carry_out(const LookRequest& request);
  /// Must be called once per picture, after its requests: reads the ground under the pointer.
  void update();
  /// Takes the ruler away; false: there was none.
  bool end_ruler();

  /// The point of the ground (no shapes, no bodies) under a place in the picture.
  std::optional<Vec3> ground_under(double u, double v) const;
  /// The point of the ground in plan view under a place in the picture.
  std::optional<Vec2> place_under(double u, double v) const;
  /// The part of the scene under a place in the picture.
  Selection part_under(double u, double v);
  /// Last place of the pointer over the picture, -1 to 1.
  const Vec2& pointer() const { return pointer_; }
  /// Description of the ground under the pointer, for the status bar.
  std::string probed(const ShownUnits& units) const {
    return probed_ ? probe_text(units, *probed_) : std::string();
  }
  const RulerView& ruler() const { return ruler_.view(); }

 private:
  void select_at(double u, double v);
  void show_next(int body);

  LookingAt at_;
  Ruler ruler_;
  Probe probe_;
  Picker picker_;
  std::optional<ProbeReading> probed_;
  Vec2 pointer_ = Vec2::Zero();
  bool pointer_over_ = false;
};

}  // namespace grouser::desktop
