// Where the ray from the centre through the rim comes out of the ground: with F = z - H(x, y), Newton steps
// from the rim along the ray, exact on a plane; d(delta)/d(center) is grad F/(grad F . rho) there. Height and
// slope are continuous, so delta and its gradient are. The memory's slopes jump from cell to cell: they count
// in the gradient (the force is that of the surface the rim stands on) and are left out of the steps'
// direction.
#include "base_rays.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::terrain {
namespace {

constexpr double kGrazing = 0.1;  // rays that run nearly along the surface count as this steep
constexpr double kClose = 1e-7;   // m; the step after would be of its square

int newton_steps(const BaseSurface& base) { return base.rutted() ? 2 : 4; }

}  // namespace

void find_base_rays(const DiscFrame& frame, BaseSurface& base, const Lanes& cosine, const Lanes& sine,
                    RayLanes& ray) {
  const double r = frame.radius;
  const Vec3 center = frame.center, down = frame.down, side = frame.side;
  Lanes rho_x, rho_y, rho_z, x, y, change;
  for (int k = 0; k < kLanes; ++k) {
    rho_x[k] = cosine[k] * down.x() + sine[k] * side.x();
    rho_y[k] = cosine[k] * down.y() + sine[k] * side.y();
    rho_z[k] = cosine[k] * down.z() + sine[k] * side.z();
  }
  ray.delta = ray.gradient_x = ray.gradient_y = ray.gradient_z = Lanes{};
  BaseLanes s;
  const int steps = newton_steps(base);
  for (int step = 0; step < steps; ++step) {
    for (int k = 0; k < kLanes; ++k) {
      x[k] = center.x() + (r - ray.delta[k]) * rho_x[k];
      y[k] = center.y() + (r - ray.delta[k]) * rho_y[k];
    }
    base.sample(x, y, kLanes, s);
    for (int k = 0; k < kLanes; ++k) {
      const double z = center.z() + (r - ray.delta[k]) * rho_z[k];
      const double steep = s.slope_x[k] * rho_x[k] + s.slope_y[k] * rho_y[k] - rho_z[k];
      const double per_into = 1.0 / (steep > kGrazing ? steep : kGrazing);
      change[k] = (s.z[k] - z) * per_into;
      // of delta + below/into at a point that itself moves back by delta
      const double below_x = s.slope_x[k] - s.rut_x[k], below_y = s.slope_y[k] - s.rut_y[k];
      const double along = below_x * rho_x[k] + below_y * rho_y[k] - rho_z[k];
      const double keep = 1.0 - along * per_into;
      // a ray that came out at once or not at all stays so
      const bool frozen = (step > 0) & ((ray.delta[k] <= 0.0) | (ray.delta[k] >= r));
      const double delta = frozen ? ray.delta[k] : ray.delta[k] + change[k];
      const bool inside = (delta > 0.0) & (delta < r);
      ray.gradient_x[k] = inside ? keep * ray.gradient_x[k] + below_x * per_into : 0.0;
      ray.gradient_y[k] = inside ? keep * ray.gradient_y[k] + below_y * per_into : 0.0;
      ray.gradient_z[k] = inside ? keep * ray.gradient_z[k] - per_into : 0.0;
      ray.delta[k] = delta > 0.0 ? (delta < r ? delta : r) : 0.0;
      change[k] = frozen ? 0.0 : std::fabs(change[k]);
    }
    double largest = 0.0;
    for (int k = 0; k < kLanes; ++k) largest = change[k] > largest ? change[k] : largest;
    if (largest <= kClose) break;
  }
  ray.rut = s.rut;
}

double find_base_ray(const DiscFrame& frame, BaseSurface& base, double cosine, double sine) {
  const Vec3 rho = frame.ray(cosine, sine);
  double delta = 0.0;
  const int steps = newton_steps(base);
  for (int step = 0; step < steps; ++step) {
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
