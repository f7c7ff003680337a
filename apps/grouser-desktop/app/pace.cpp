// SPDX-License-Identifier: BSD-3-Clause
// Time of the next picture: at once while something plays, 60 per second while somebody does something,
// else when a bar, a blinking cursor or a message calls for one. After each event a few pictures follow,
// until ImGui's sizes have settled.
#include "app/pace.hpp"

#include <algorithm>

namespace grouser::desktop {
namespace {

constexpr double kPicture = 1.0 / 60.0;  // s between pictures while somebody does something
constexpr double kBusy = 0.1;            // s between pictures of a bar that fills
constexpr double kBlink = 0.4;           // s: ImGui's text cursor is on for 0.8 s and off for 0.4 s
constexpr int kSettlingPictures = 3;     // in which sizes of ImGui's windows settle
// A signal wakes nothing: it is noticed at the end of a wait.
constexpr double kLongestWait = 0.5;    // s
constexpr double kHiddenPlaying = 0.2;  // s: a replay moves by 0.25 s at most between two looks
constexpr double kNever = 1e300;        // s

}  // namespace

void Pace::stirred() { pictures_ = 0; }

void Pace::drawn(double now) {
  drawn_ = now;
  pictures_ = std::min(pictures_ + 1, kSettlingPictures);
}

double Pace::next_picture(const Activity& a) const {
  // From the most urgent reason to the least.
  if (a.hidden) return kNever;
  if (a.playing) return drawn_;
  if (pictures_ < kSettlingPictures || a.held || a.easing || a.unfinished) return drawn_ + kPicture;
  double next = a.moment;
  if (a.busy) next = std::min(next, drawn_ + kBusy);
  if (a.typing) next = std::min(next, drawn_ + kBlink);
  return next;
}

bool Pace::picture_due(const Activity& activity, double now) const { return now >= next_picture(activity); }

double Pace::wait(const Activity& activity, double now) const {
  // A hidden window that plays is still updated, so that the replay keeps up.
  const double longest = activity.hidden && activity.playing ? kHiddenPlaying : kLongestWait;
  return std::clamp(next_picture(activity) - now, 0.0, longest);
}

}  // namespace grouser::desktop
