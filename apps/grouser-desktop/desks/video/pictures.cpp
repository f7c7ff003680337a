// SPDX-License-Identifier: BSD-3-Clause
#include "desks/video/pictures.hpp"

#include <algorithm>

#include "session/named_by_moment.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

void Pictures::show_dialog() {
  const RunView& run = session_.view();
  if (run.mode != SessionMode::replay || video_.progress().state != VideoState::idle) return;
  VideoForm& form = passing_.video;
  form.open = form.fresh = true;
  form.choice.path = named_by_moment(run.scene->name, ".mp4");
  form.between_cursors = passing_.plots.second.has_value();
}

void Pictures::start_video() {
  const RunView& run = session_.view();
  if (run.mode != SessionMode::replay) return;
  VideoChoice choice = passing_.video.choice;
  choice.timing.from.reset();
  choice.timing.to.reset();
  if (passing_.video.between_cursors && passing_.plots.second) {
    choice.timing.from = std::min(run.time, *passing_.plots.second);
    choice.timing.to = std::max(run.time, *passing_.plots.second);
  }
  const VideoScene scene{session_.path(), session_.other_path(), camera_.text(), kept_.forces};
  video_.start(choice, scene);
}

void Pictures::update() {
  if (const auto outcome = video_.update())
    session_.add_log(outcome->good ? LogLevel::done : LogLevel::error, outcome->text);
}

void Pictures::carry_out(const PictureRequest& r) {
  using Kind = PictureRequest::Kind;
  switch (r.kind) {
    case Kind::save:
      picture_ = r.picture;
      return;
    case Kind::set_scale:
      kept_.picture_scale = std::clamp(r.scale, 1, kMostPictureScale);
      return;
    case Kind::toggle_transparent:
      kept_.picture_transparent = !kept_.picture_transparent;
      return;
    case Kind::show_video_dialog:
      return show_dialog();
    case Kind::start_video:
      return start_video();
    case Kind::cancel_video:
      return video_.cancel();
  }
}

}  // namespace grouser::desktop
