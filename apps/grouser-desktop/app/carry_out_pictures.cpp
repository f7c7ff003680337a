// Pictures and videos that somebody asks for.
#include <algorithm>
#include <cmath>

#include "app/app.hpp"
#include "app/named_by_moment.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {

std::pair<int, int> App::view_size() const {
  return {static_cast<int>(view_width_), static_cast<int>(view_height_)};
}

void App::show_video_dialog() {
  const RunView& run = session_.view();
  if (run.mode != SessionMode::replay || video_.progress().state != VideoState::idle) return;
  VideoForm& form = passing_.video;
  form.open = form.fresh = true;
  form.choice.path = named_by_moment(run.scene->name, ".mp4");
  form.between_cursors = passing_.plots.second.has_value();
}

void App::start_video() {
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
  try {
    video_.start(choice, scene);
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
  }
}

void App::watch_video() {
  if (const auto outcome = video_.update())
    session_.add_log(outcome->good ? LogLevel::done : LogLevel::error, outcome->text);
}

bool App::carry_out_pictures(const Request& r) {
  switch (r.kind) {
    case RequestKind::save_picture:
      picture_ = PictureKind::with_panels;
      return true;
    case RequestKind::save_clean_picture:
      picture_ = PictureKind::view_alone;
      return true;
    case RequestKind::set_picture_scale:
      kept_.picture_scale = std::clamp(static_cast<int>(std::lround(r.value)), 1, kMostPictureScale);
      return true;
    case RequestKind::show_video_dialog:
      show_video_dialog();
      return true;
    case RequestKind::start_video:
      start_video();
      return true;
    case RequestKind::cancel_video:
      video_.cancel();
      return true;
    default:
      return false;
  }
}

}  // namespace grouser::desktop
