// SPDX-License-Identifier: BSD-3-Clause
// Choices for a video.
#pragma once
#include <string>

#include "session/video/video_plan.hpp"

namespace grouser::desktop {

struct VideoChoice {
  std::string path;
  VideoTiming timing;
  int size = 1;  ///< index of kVideoSizes
  bool with_panels = false;
};

struct VideoSize {
  const char* name;
  int width, height;
};
inline constexpr VideoSize kVideoSizes[] = {{"854 x 480", 854, 480},
                                            {"1280 x 720", 1280, 720},
                                            {"1920 x 1080", 1920, 1080},
                                            {"3840 x 2160", 3840, 2160}};

}  // namespace grouser::desktop
