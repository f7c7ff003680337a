// SPDX-License-Identifier: BSD-3-Clause
// Picture k shows the moment from + k speed / fps, in s of the run. All settings are checked here, so that
// drawing cannot fail on them.
#include "session/video/video_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

constexpr int kMostFps = 240;
constexpr double kLeastSpeed = 1e-4, kMostSpeed = 1e4;
constexpr double kMostFrames = 1e6;

}  // namespace

VideoPlan::VideoPlan(const VideoTiming& timing, double begin, double end)
    : timing_(timing), from_(timing.from.value_or(begin)), to_(timing.to.value_or(end)) {
  if (timing.fps < 1 || timing.fps > kMostFps)
    throw InputError("--fps", std::to_string(timing.fps), fmt::format("1 to {} pictures a second", kMostFps));
  if (!(timing.speed >= kLeastSpeed && timing.speed <= kMostSpeed))
    throw InputError("--speed", fmt::format("{:g}", timing.speed),
                     fmt::format("{:g} to {:g} simulated seconds a second", kLeastSpeed, kMostSpeed));
  if (!(from_ >= begin && to_ <= end && from_ < to_))
    throw InputError("--from, --to", fmt::format("{:g} s to {:g} s", from_, to_),
                     fmt::format("a span within the run, {:g} s to {:g} s", begin, end));
  const double frames = std::round((to_ - from_) / timing.speed * timing.fps);
  if (frames > kMostFrames)
    throw InputError("--from, --to", fmt::format("{:.0f} pictures", frames),
                     "at most a million: a shorter span, a higher --speed or a lower --fps");
  frames_ = static_cast<std::size_t>(std::max(1.0, frames));
}

double VideoPlan::time(std::size_t k) const {
  return std::min(to_, from_ + static_cast<double>(k) * timing_.speed / timing_.fps);
}

}  // namespace grouser::desktop
