// SPDX-License-Identifier: BSD-3-Clause
// The dialog's form is kept here; the video itself is made by another process (VideoJob).
#include "desks/video/video_desk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "session/named_by_moment.hpp"

namespace grouser::desktop {

void VideoDesk::register_requests(RequestTable& table) {
  table.on<VideoRequest>([this](const VideoRequest& r) {
    switch (r.kind) {
      case VideoRequest::Kind::show_dialog:
        return show_dialog();
      case VideoRequest::Kind::start:
        return start();
      case VideoRequest::Kind::cancel:
        return video_.cancel();
    }
  });
}

void VideoDesk::show_dialog() {
  const RunView& run = shared_.session.view();
  if (run.mode != SessionMode::replay || video_.progress().state != VideoState::idle) return;
  form_.dialog.show();
  form_.choice.path = named_by_moment(run.scene->name, ".mp4");
  form_.between_cursors = shared_.shown.plots.second.has_value();
}

void VideoDesk::start() {
  const RunView& run = shared_.session.view();
  if (run.mode != SessionMode::replay) return;
  VideoChoice choice = form_.choice;
  choice.timing.from.reset();
  choice.timing.to.reset();
  // The cursors may be in either order.
  if (const auto& cursor = shared_.shown.plots.second; form_.between_cursors && cursor) {
    choice.timing.from = std::min(run.time, *cursor);
    choice.timing.to = std::max(run.time, *cursor);
  }
  video_.start(choice, {shared_.session.path(), shared_.session.other_path(), shared_.camera.text(),
                        shared_.kept.forces});
}

void VideoDesk::update(double, Requests&) {
  if (const auto outcome = video_.update())
    shared_.session.add_log(outcome->good ? LogLevel::done : LogLevel::error, outcome->text);
}

void VideoDesk::draw_front(const Ui& ui, const UiRect& view, Requests& requests) {
  video_dialog(ui, shared_.session.view(), form_, shared_.shown.plots.second, requests);
  video_panel(ui, video_.progress(), {view.x1 - ui.px(12), view.y1 - ui.px(12)}, requests);
}

void VideoDesk::note(Activity& activity) const {
  const VideoProgress& video = video_.progress();
  if (video.state == VideoState::idle) return;
  activity.busy = true;
  const double part =
      video.total > 0 ? static_cast<double>(video.done) / static_cast<double>(video.total) : -1.0;
  activity.works.push_back({"Making a video", part, video.left, VideoRequest{VideoRequest::Kind::cancel}});
}

void VideoDesk::note(UiReport& report) const {
  const VideoProgress& video = video_.progress();
  report["video"] = video.state == VideoState::idle ? "" : fmt::format("{}/{}", video.done, video.total);
  report["video_speed"] = fmt::format("{:g}", form_.choice.timing.speed);
}

}  // namespace grouser::desktop
