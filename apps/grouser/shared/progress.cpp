// SPDX-License-Identifier: BSD-3-Clause
// The time left follows from the mean pace so far. On a terminal one line is redrawn with a carriage return
// and "erase to the end of the line" (ESC [ K); elsewhere plain lines are appended.
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "grouser/base/shown_text.hpp"

namespace grouser::cli {
namespace {

constexpr double kQuiet = 1.0;         // s: work that is over by then shows no progress
constexpr double kBarInterval = 0.1;   // s between redraws of the bar
constexpr double kLineInterval = 5.0;  // s between plain lines, so that a log stays short
constexpr int kBarWidth = 30;          // letters
constexpr double kForeseen = 0.01;     // share of the work from which on its pace foretells the time left

// std::cerr is not used, because it shows escape sequences instead of letting them act.
void write(const std::string& text) { std::fputs(text.c_str(), stderr); }

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Rounded up to whole seconds, so that work which goes on never shows 0 s.
std::string duration_text(double seconds) {
  const auto s = static_cast<long long>(std::ceil(std::clamp(seconds, 0.0, 1e9)));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

Progress::Progress(const std::string& what)
    : what_(shown_line(what)), terminal_(isatty(STDERR_FILENO) == 1), start_(steady_seconds()) {}

Progress::~Progress() {
  if (drawn_ && terminal_) write("\r\033[K");
}

/// Draws if the work has lasted a second and the last drawing is old enough.
void Progress::update(double done, double total) {
  const double now = steady_seconds();
  const double elapsed = now - start_;
  if (elapsed < kQuiet || !(total > 0.0)) return;
  if (drawn_ && now - shown_at_ < (terminal_ ? kBarInterval : kLineInterval)) return;
  const double fraction = std::clamp(done / total, 0.0, 1.0);
  draw(fraction, fraction >= kForeseen ? duration_text(elapsed * (1.0 - fraction) / fraction) + " left" : "");
  shown_at_ = now;
  drawn_ = true;
}

void Progress::draw(double fraction, const std::string& left) {
  const int percent = static_cast<int>(std::floor(100.0 * fraction));
  if (!terminal_) {
    write(fmt::format("{}: {} %{}{}\n", what_, percent, left.empty() ? "" : " ", left));
    return;
  }
  const int filled = static_cast<int>(std::floor(kBarWidth * fraction));
  write(fmt::format("\r\033[K{} [{}{}] {:3} % {}", what_, std::string(filled, '#'),
                    std::string(kBarWidth - filled, '.'), percent, left));
}

}  // namespace grouser::cli
