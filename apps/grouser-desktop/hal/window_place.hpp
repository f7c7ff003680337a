// SPDX-License-Identifier: BSD-3-Clause
// Place of a window on the monitors.
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

namespace grouser::desktop {

/// A monitor's work area, or the content area of a window: screen coordinates, y down.
struct Area {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Area&) const = default;
};
/// The frame that a window manager draws around a window, pixels.
struct Border {
  int left = 0, top = 0, right = 0, bottom = 0;
};

/// The window where it is if it fits into the work area; else as large as fits there, in the corner.
inline Area fitted(const Area& window, const Border& frame, const Area& work) {
  const int width = std::max(1, work.width - frame.left - frame.right),
            height = std::max(1, work.height - frame.top - frame.bottom);
  if (window.width <= width && window.height <= height) return window;
  return {work.x + frame.left, work.y + frame.top, std::min(window.width, width),
          std::min(window.height, height)};
}

/// Pixels of a window that an area shows.
inline long shared_pixels(const Area& window, const Area& area) {
  const long width = std::min(window.x + window.width, area.x + area.width) - std::max(window.x, area.x),
             height = std::min(window.y + window.height, area.y + area.height) - std::max(window.y, area.y);
  return width <= 0 || height <= 0 ? 0 : width * height;
}

/// Index of the monitor that shows most of a window; 0 if none shows any of it.
inline std::size_t monitor_under(const Area& window, const std::vector<Area>& monitors) {
  const auto best = std::max_element(monitors.begin(), monitors.end(), [&](const Area& a, const Area& b) {
    return shared_pixels(window, a) < shared_pixels(window, b);
  });
  return static_cast<std::size_t>(best - monitors.begin());
}

/// The area in which a window that was at `kept` opens again, given the work areas of the present monitors:
/// on the one that shows most of it, moved and cut to lie within. Nothing if none shows enough to recognise
/// it.
inline std::optional<Area> restored(const Area& kept, const Border& frame, const std::vector<Area>& works) {
  constexpr int kLeast = 100;  // pixels in both directions that show that the window was on this monitor
  const auto shared = [&](const Area& work) -> long {
    const long width = std::min(kept.x + kept.width, work.x + work.width) - std::max(kept.x, work.x),
               height = std::min(kept.y + kept.height, work.y + work.height) - std::max(kept.y, work.y);
    return width < kLeast || height < kLeast ? 0 : width * height;
  };
  const auto best = std::max_element(works.begin(), works.end(),
                                     [&](const Area& a, const Area& b) { return shared(a) < shared(b); });
  if (best == works.end() || shared(*best) == 0) return std::nullopt;
  Area place = kept;
  place.width = std::min(kept.width, best->width - frame.left - frame.right);
  place.height = std::min(kept.height, best->height - frame.top - frame.bottom);
  const int right = best->x + best->width - frame.right - place.width,
            bottom = best->y + best->height - frame.bottom - place.height;
  place.x = std::clamp(kept.x, best->x + frame.left, std::max(best->x + frame.left, right));
  place.y = std::clamp(kept.y, best->y + frame.top, std::max(best->y + frame.top, bottom));
  return place;
}

}  // namespace grouser::desktop
