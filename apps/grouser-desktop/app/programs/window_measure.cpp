// SPDX-License-Identifier: BSD-3-Clause
// The stages of a measurement in the window: loading, settling of the quality, measuring. Time that
// glFinish() takes is part of each picture.
#include "app/programs/window_measure.hpp"

#include <epoxy/gl.h>

#include "grouser/base/error.hpp"

namespace grouser::desktop {

bool WindowMeasure::drawn(Window& window, App& app, Session& session) {
  constexpr double kSettling = 6.0;  // s: in which the quality finds its level
  glFinish();                        // a picture ends when its last pixel is there
  const double now = window.now();
  const std::optional<InputMoment> input = window.take_shown_input();
  switch (stage_) {
    case Stage::loading:
      for (const LogLine& line : session.log())
        if (line.level == LogLevel::error) throw InputError(line.text);
      if (session.view().loading || !session.view().frame) return false;
      app.set_preset(options_.camera);
      session.play_pause();
      stage_ = Stage::settling;
      since_ = now;
      return false;
    case Stage::settling:
      if (now - since_ < kSettling) return false;
      stage_ = Stage::measuring;
      since_ = last_ = now;
      processor_ = processor_time();
      return false;
    case Stage::measuring:
      break;
  }
  measured_.times.push_back(now - std::exchange(last_, now));
  if (input) {
    measured_.answers.push_back(now - input->noticed);
    measured_.at_worst.push_back(now - input->earliest);
  }
  measured_.processor = processor_time() - processor_;
  measured_.scale = app.quality().scale();
  return over_ = now - since_ >= options_.measure;
}

}  // namespace grouser::desktop
