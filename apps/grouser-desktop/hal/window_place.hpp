// Where a window goes on a monitor.
#pragma once
#include <algorithm>

namespace grouser::desktop {

/// Of a monitor's work area, or of what a window shows: screen coordinates, y down.
struct Area {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Area&) const = default;
};
/// What a window manager draws around a window.
struct Frame {
  int left = 0, top = 0, right = 0, bottom = 0;
};

/// The window where it is if it fits into the work area; else as large as fits there, in the corner.
inline Area fitted(const Area& window, const Frame& frame, const Area& work) {
  const int width = std::max(1, work.width - frame.left - frame.right),
            height = std::max(1, work.height - frame.top - frame.bottom);
  if (window.width <= width && window.height <= height) return window;
  return {work.x + frame.left, work.y + frame.top, std::min(window.width, width),
          std::min(window.height, height)};
}

}  // namespace grouser::desktop
