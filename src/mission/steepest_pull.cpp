#include "steepest_pull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/soil/wheel_rig.hpp"

namespace grouser {
namespace {

double pull_of(const LoadedWheel& wheel, double slip) {
  if (wheel.load <= 0.0) return 0.0;
  if (wheel.law->hard()) return slip > 0.0 ? wheel.law->soil.friction_mu * wheel.load : 0.0;
  const RigSetup setup{.wheel = wheel.law->wheel,
                       .load = wheel.load,
                       .rut_depth = wheel.rut_depth,
                       .gravity = wheel.law->gravity};
  const RigRow row = solve_wheel_rig(wheel.law->soil, setup, slip, 0.0);
  return row.status == RigStatus::ok ? row.drawbar_pull : std::nan("");
}

}  // namespace

double drawbar_pull_at(const std::vector<LoadedWheel>& wheels, double slip) {
  double sum = 0.0;
  for (const LoadedWheel& wheel : wheels) sum += pull_of(wheel, slip);
  return sum;
}

double steepest_pull(const std::vector<LoadedWheel>& wheels) {
  constexpr int kSteps = 100;
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i <= kSteps; ++i) most = std::fmax(most, drawbar_pull_at(wheels, i / double(kSteps)));
  return most;
}

}  // namespace grouser
