// SPDX-License-Identifier: BSD-3-Clause
// Videos of replays, asked for in the window.
#pragma once
#include "desks/desk.hpp"
#include "desks/video/video_panels.hpp"
#include "desks/video/video_request.hpp"

namespace grouser::desktop {

class VideoDesk final : public Desk {
 public:
  explicit VideoDesk(Shared& shared) : shared_(shared), video_(shared.session.clock()) {}

  void register_requests(RequestTable& table) override;
  /// The log gets a line when a video has ended.
  void update(double now, Requests& requests) override;
  void draw_front(const Ui& ui, const UiRect& view, Requests& requests) override;
  const char* dialog() const override { return form_.dialog.open ? "video" : nullptr; }
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;

 private:
  void show_dialog();
  void start();

  Shared& shared_;
  VideoJob video_;
  VideoForm form_;
};

}  // namespace grouser::desktop
