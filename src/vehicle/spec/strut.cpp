#include "grouser/vehicle/spec/strut.hpp"

#include <algorithm>
#include <limits>

namespace grouser {
namespace {

/// Crush force where `c` is crushed, N; infinite behind the last stage.
double crush_force(const CrushCore& core, double c) {
  for (const CrushStage& stage : core)
    if (c < stage.until) return stage.force;
  return std::numeric_limits<double>::infinity();
}

}  // namespace

double crush_core(const CrushCore& core, double stiffness, double x, double c) {
  for (const CrushStage& stage : core) {
    if (c >= stage.until) continue;
    const double asked = x - stage.force / stiffness;  // at which the spring's force is this stage's
    if (asked <= c) return c;
    c = std::min(asked, stage.until);
    if (c < stage.until) return c;
  }
  return c;
}

double crush_work(const CrushCore& core, double from, double to) {
  double work = 0.0, begin = 0.0;
  for (const CrushStage& stage : core) {
    work += stage.force * std::max(0.0, std::min(to, stage.until) - std::max(from, begin));
    begin = stage.until;
  }
  return work;
}

SideForce side_force(const CrushCore& core, double stiffness, double damping, double x, double rate,
                     double c) {
  const double crushed = crush_core(core, stiffness, x, c), pressed = x - crushed;
  if (!(pressed > 0.0)) return {};
  const double elastic = stiffness * pressed;
  const double most = std::max(elastic, crush_force(core, crushed));
  const double force = std::clamp(elastic + damping * rate, 0.0, most);
  return {force, 0.5 * elastic * pressed, (force - elastic) * rate};
}

}  // namespace grouser
