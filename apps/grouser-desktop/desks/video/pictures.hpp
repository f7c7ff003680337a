// SPDX-License-Identifier: BSD-3-Clause
// Pictures and videos that somebody asks for.
#pragma once
#include <functional>
#include <optional>
#include <utility>

#include "desks/video/picture_request.hpp"
#include "desks/video/video_job.hpp"
#include "view/camera/camera_desk.hpp"

namespace grouser::desktop {

class Pictures {
 public:
  Pictures(Session& session, const CameraDesk& camera, KeptState& kept, PassingState& passing)
      : session_(session), camera_(camera), kept_(kept), passing_(passing), video_(session.clock()) {}

  void carry_out(const PictureRequest& request);
  /// The log is told how a video ended.
  void update();
  /// The picture that is to be saved now.
  std::optional<PictureKind> take_picture() { return std::exchange(picture_, std::nullopt); }
  const VideoProgress& video() const { return video_.progress(); }

 private:
  void show_dialog();
  void start_video();

  Session& session_;
  const CameraDesk& camera_;
  KeptState& kept_;
  PassingState& passing_;
  VideoJob video_;
  std::optional<PictureKind> picture_;
};

}  // namespace grouser::desktop
