// SPDX-License-Identifier: BSD-3-Clause
// Where the ray from the centre through the rim leaves the ground. With F = z - H(x, y), Newton steps start
// at the rim and go along the ray; they are exact on a plane. There
//   d(delta)/d(center) = grad F/(grad F . rho)
// Height and slope are continuous, so delta and its gradient are too.
#include "base_rays.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::terrain {
namespace {

constexpr double kClose = 1e-7;  // m; the next step would be of the order of its square
constexpr int kNewtonSteps = 4;

}  // namespace

void find_base_rays(const DiscFrame& frame, BaseSurface& base, const Lanes& cosine, const Lanes& sine,
                    RayLanes& ray) {
  const LaneLoops& loops = base.loops();
  const DiscNumbers disc = frame.numbers();
  ray.delta = ray.gradient_x = ray.gradient_y = ray.gradient_z = Lanes{};
  Lanes x, y;
  BaseLanes s;
  for (int step = 0; step < kNewtonSteps; ++step) {
    loops.place(disc, cosine, sine, ray.delta, x, y);
    base.sample(x, y, kLanes, s);
    if (loops.step_rays(disc, cosine, sine, s, step == 0, ray) <= kClose) break;
  }
}

double find_base_ray(const DiscFrame& frame, BaseSurface& base, double cosine, double sine) {
  const Vec3 rho = frame.ray(cosine, sine);
  double delta = 0.0;
  for (int step = 0; step < kNewtonSteps; ++step) {
    const Vec3 p = frame.center + (frame.radius - delta) * rho;
    const BaseSample s = base.sample(p.x(), p.y());
    const double into = std::max(kGrazing, s.slope_x * rho.x() + s.slope_y * rho.y() - rho.z());
    const double change = (s.z - p.z()) / into;
    delta += change;
    if (delta <= 0.0) return 0.0;
    if (delta >= frame.radius) return frame.radius;
    if (std::fabs(change) <= kClose) break;
  }
  return delta;
}

}  // namespace grouser::terrain
