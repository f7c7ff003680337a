#include "rut_window.hpp"

#include <algorithm>

namespace grouser {

RutWindow::RutWindow(const GroundMemory& ground, const Vec2& low, const Vec2& high, TileHint& hint)
    : ground_(ground), hint_(hint), per_cell_(1.0 / ground.cell()) {
  window_ = ground.window(low, high, buffer_, hint);
}

double RutWindow::depth(double x, double y) const {
  if (!window_.touched) return 0.0;
  if (!window_.values) return ground_.depth(x, y, hint_);  // larger than the buffer
  const double u = std::clamp(x * per_cell_ - (window_.west + 0.5), 0.0, window_.columns - 1.0);
  const double v = std::clamp(y * per_cell_ - (window_.south + 0.5), 0.0, window_.rows - 1.0);
  const int column = std::min(static_cast<int>(u), window_.columns - 2);
  const int row = std::min(static_cast<int>(v), window_.rows - 2);
  const double s = u - column, t = v - row;
  const double *south = window_.values + row * window_.stride + column, *north = south + window_.stride;
  const double below = south[0] + s * (south[1] - south[0]), above = north[0] + s * (north[1] - north[0]);
  return below + t * (above - below);
}

}  // namespace grouser
