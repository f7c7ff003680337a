// SPDX-License-Identifier: BSD-3-Clause
// The place from which the view is seen: presets, turning, moving and approaching by the mouse, close-ups,
// kept views, and following the rover. It knows only the shown state of the run.
#pragma once
#include <optional>
#include <string>

#include "session/document/selection.hpp"
#include "session/session.hpp"
#include "view/camera/view_request.hpp"
#include "widgets/kept_state.hpp"

namespace grouser::desktop {

/// Whether a picture of the run shows bodies.
bool shows_bodies(const RunView& run);

class CameraWork {
 public:
  CameraWork();

  const Camera& camera() const { return camera_; }
  /// Views that somebody kept: camera_text() by the scenario's name and the number, "free_fall 3".
  const KeptPart& views() const { return views_; }
  void set_views(KeptPart views) { views_ = std::move(views); }
  /// The camera as text, from which a video or another picture can be made: see camera_text().
  std::string text() const;
  /// Sets the camera from a text as text() writes it. Throws InputError.
  void look_from(const std::string& text, const RunView& run);
  /// Sets the first view of the next scenario or run that is opened.
  void set_preset(CameraPreset preset) { preset_ = preset; }
  /// Another run is shown: looks at its rover, and stays within its ground.
  void opened(const RunView& run);
  void frame(CameraPreset preset, const RunView& run);
  /// Looks from above at a ball on the ground, north up; nothing is followed any more.
  void look_from_above(const Vec3& center, double radius);
  /// Must be called once per picture: moves along with the rover, and stays above the ground.
  void update(const RunView& run);
  /// `aspect`: ratio of the picture's width to its height. Returns a line for the log, if any.
  std::optional<std::string> carry_out(const ViewRequest& request, const RunView& run,
                                       const Selection& selection, double aspect);

 private:
  void grab(const ViewRequest& request, const RunView& run, double aspect);
  void close_up(int direction, const RunView& run, const Selection& selection);
  std::optional<std::string> keep(int index, const RunView& run);
  std::optional<std::string> recall(int index, const RunView& run);
  const Terrain* ground(const RunView& run) const;
  double clearance() const;

  KeptPart views_;
  Camera camera_;
  CameraPreset preset_ = CameraPreset::follow;
  Vec3 pivot_ = Vec3::Zero();        // what was grabbed
  Vec3 followed_at_ = Vec3::Zero();  // the rover, when it was last looked at
  int wheel_ = -1;                   // the last close-up's
};

}  // namespace grouser::desktop
