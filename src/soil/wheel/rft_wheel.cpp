#include "grouser/soil/wheel/rft_wheel.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "gauss_points.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/soil/wheel/wheel_reaction.hpp"
#include "rft_sums.hpp"

namespace grouser {
namespace {

using rft::Elements;
using rft::Sums;

constexpr double kTwoPi = 6.2831853071795865, kQuarterPi = 0.78539816339744831;

rft::AddUp add_up_of(SimdLevel level) {
  switch (level) {
#ifdef GROUSER_SIMD_NEON
    case SimdLevel::neon:
      return rft::kAddNeon;
#endif
#ifdef GROUSER_SIMD_X86
    case SimdLevel::sse42:
      return rft::kAddSse42;
    case SimdLevel::avx2:
      return rft::kAddAvx2;
    case SimdLevel::avx512:
      return rft::kAddAvx512;
#endif
    default:
      return rft::kAddScalar;
  }
}

/// Points along one half of the arc: on the cylinder, on its sides and grousers, and across those.
struct Rule {
  std::span<const GaussPoint> arc, rays, across;
};
Rule rule_for(int points) {
  switch (points) {
    case 8:
      return {kGauss6, kGauss4, kGauss2};
    case 12:
      return {kGauss12, kGauss8, kGauss4};
    default:
      GROUSER_ASSERT(points == 24);
      return {kGauss24, kGauss24, kGauss8};
  }
}

/// Direction of a point of a circle seen from its axle, by t = tan(theta/2) with theta from the lowest point forward.
struct Ray {
  double sine, cosine;
  double weight;  // d(theta)
};

/// One wheel at one sinkage: its elements are laid in groups and added up whenever the list is full.
class Surface {
 public:
  Surface(const RftWheel& wheel, const RftMotion& motion, double sinkage, int points, rft::AddUp add_up)
      : w_(wheel),
        rule_(rule_for(points)),
        level_(wheel.radius - sinkage),
        extra_(wheel.extra_depth),
        forward_(motion.forward),
        left_(motion.left),
        down_(motion.down),
        spin_(motion.turning / wheel.radius),
        add_up_(add_up) {}

  /// The cylinder through the tips and its two sides, `share` of them.
  void add_envelope(double share) {
    friction_ = w_.friction;
    add_cylinder(w_.radius, share);
    each_ray(w_.radius, rule_.rays, [&](const Ray& ray) { add_sides(ray, share); });
  }
  /// The rim and the faces of the grousers.
  void add_plates(double share) {
    friction_ = w_.surface;
    add_cylinder(w_.rim, share);
    each_ray(w_.radius, rule_.rays, [&](const Ray& ray) { add_faces(ray, share); });
  }

  Sums finish() {
    flush();
    return sums_;
  }
  double entry_angle() const { return math::acos(std::clamp(level_ / w_.radius, 0.0, 1.0)); }

 private:
  /// Rays to the submerged arc of a circle, rear and front half apart: what leads changes at the lowest point.
  template <class F>
  void each_ray(double radius, std::span<const GaussPoint> points, const F& f) {
    const double cosine = std::clamp(level_ / radius, 0.0, 1.0);
    if (!(cosine < 1.0)) return;
    const double end = std::sqrt((1.0 - cosine) / (1.0 + cosine));
    for (const double side : {-1.0, 1.0})
      for (const GaussPoint& g : points) {
        const double t = end * g.u, per = 1.0 / (1.0 + t * t);
        f(Ray{side * 2.0 * t * per, (1.0 - t * t) * per, 2.0 * per * end * g.weight});
      }
  }

  void add_cylinder(double radius, double share) {
    each_ray(radius, rule_.arc, [&](const Ray& ray) {
      add(radius * ray.sine, -radius * ray.cosine, ray.sine, 0.0, -ray.cosine,
          share * w_.width * radius * ray.weight);
    });
  }
  /// A strip of both sides, from the ground down to the rim.
  void add_sides(const Ray& ray, double share) {
    const double x = w_.radius * ray.sine, height = w_.radius * ray.cosine - level_;
    const double strip = share * height * w_.radius * ray.cosine * ray.weight;
    for (const GaussPoint& g : rule_.across)
      for (const double side : {-1.0, 1.0}) add(x, -level_ - height * g.u, 0.0, side, 0.0, strip * g.weight);
  }
  /// Both faces of a grouser along a ray, from the ground or the rim to its tip.
  void add_faces(const Ray& ray, double share) {
    const double low = std::max(w_.rim, level_ / ray.cosine), height = w_.radius - low;
    if (!(height > 0.0)) return;
    const double strip = share * w_.blades * ray.weight * w_.width * height;
    for (const GaussPoint& g : rule_.across)
      for (const double side : {-1.0, 1.0}) {
        const double rho = low + height * g.u;
        add(rho * ray.sine, -rho * ray.cosine, side * ray.cosine, 0.0, side * ray.sine, strip * g.weight);
      }
  }

  /// An element at (x, z) from the axle; what recedes beyond the soft edge is left out.
  void add(double x, double z, double nx, double ny, double nz, double area) {
    const double vx = forward_ + spin_ * z, vy = left_, vz = -down_ - spin_ * x;
    const double lead = vx * nx + vy * ny + vz * nz;
    if (lead < 0.0 && lead * lead > kRftSoftEdge * kRftSoftEdge * (vx * vx + vy * vy + vz * vz)) return;
    put(x, z, nx, ny, nz, vx, vy, vz, -z - level_ + extra_, area);
    if (e_.count == Elements::kMost) flush();
  }
  void put(double x, double z, double nx, double ny, double nz, double vx, double vy, double vz, double depth,
           double area) {
    const int i = e_.count++;
    const auto set = [i](rft::Real* of, double value) { of[i] = static_cast<rft::Real>(value); };
    set(e_.x, x), set(e_.z, z);
    set(e_.nx, nx), set(e_.ny, ny), set(e_.nz, nz);
    set(e_.vx, vx), set(e_.vy, vy), set(e_.vz, vz);
    set(e_.depth, depth), set(e_.area, area);
    set(e_.friction, friction_), set(e_.per_lift, w_.per_lift);
  }
  void flush() {
    while (e_.count % Elements::kLanes != 0) put(0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0);
    add_up_(e_, sums_);
    e_.count = 0;
  }

  const RftWheel& w_;
  const Rule rule_;
  const double level_;  // of the ground below the axle, m
  const double extra_, forward_, left_, down_, spin_;
  const rft::AddUp add_up_;
  double friction_ = 0.0;
  Elements e_;
  Sums sums_;
};

WheelReaction react(const RftWheel& wheel, const RftMotion& motion, double sinkage, int points,
                    rft::AddUp add_up) {
  WheelReaction out;
  if (!(sinkage > 0.0)) return out;
  Surface surface(wheel, motion, sinkage, points, add_up);
  surface.add_envelope(wheel.enclosed);
  if (wheel.enclosed < 1.0) surface.add_plates(1.0 - wheel.enclosed);
  const Sums sums = surface.finish();
  out.entry_angle = surface.entry_angle();
  out.normal_force = wheel.xi_n * sums.z;
  out.drawbar_pull = wheel.xi_n * sums.x;
  out.side_force = wheel.xi_n * sums.y;
  out.torque = -wheel.xi_n * sums.moment;
  out.stiffness = wheel.xi_n * sums.z_rate;
  return out;
}

}  // namespace

RftWheel put_rft_wheel(const SoilParams& soil, const WheelGeometry& wheel, double gravity) {
  RftWheel w;
  w.xi_n = rft_resistance_of(soil, soil.density, soil.phi, gravity);
  w.rim = wheel.radius;
  w.width = wheel.width;
  w.radius = wheel.radius + (wheel.grouser_count > 0.0 ? wheel.grouser_height : 0.0);
  w.surface = surface_friction_of(soil, soil.phi);
  w.friction = w.surface;
  w.per_lift = 1.0 / (kRftLiftDepth * wheel.width);
  w.extra_depth = cohesion_depth(soil.cohesion_share, soil.cohesion, soil.phi, w.xi_n);
  if (!(w.radius > w.rim)) return w;
  const double h = wheel.grouser_height, gap = kTwoPi * wheel.radius / wheel.grouser_count;
  w.friction = math::tan(soil.phi);
  w.enclosed = std::min(1.0, h * math::tan(kQuarterPi + 0.5 * soil.phi) / gap);
  w.blades = wheel.grouser_count / kTwoPi;
  return w;
}

RftMotion rft_motion(double slip_x, double slip_y, double travel) {
  const double way = travel < 0.0 ? -1.0 : 1.0, rolled = std::fabs(travel), slip = way * slip_x;
  // of a wheel that moves forward, over V: rim and ground speed, from slip = turning - forward, slip_y = -left
  const double side = std::clamp(slip_y, -1.0, 1.0), most = std::sqrt(1.0 - side * side);
  double turning = 1.0, forward = 1.0 - slip;
  if (forward > most) {  // skidding: V is the ground speed
    turning = std::max(slip + most, -1.0);
    forward = std::min(most, turning - slip);
  }
  // what rolls does so by `rolled` only; otherwise what does not slide moves down
  const double rolling = std::max(0.0, std::min(turning, forward)), resting = (1.0 - rolled) * rolling;
  turning -= resting;
  forward -= resting;
  if (slip < 0.0) {
    // a wheel that has not advanced by as much as it slid backward has turned backward
    const double advanced = rolled / std::max(rolled, std::min(-slip, 1.0));
    turning = advanced * turning + (1.0 - advanced) * slip;
    forward *= advanced;
  }
  const double still = std::max(0.0, 1.0 - std::sqrt(slip_x * slip_x + slip_y * slip_y));
  return {way * forward, -slip_y, (1.0 - rolled) * still, way * turning};
}

WheelReaction rft_reaction_on(SimdLevel level, const RftWheel& wheel, const RftMotion& motion, double sinkage,
                              int points) {
  return react(wheel, motion, sinkage, points, add_up_of(level));
}

WheelReaction rft_reaction(const RftWheel& wheel, const RftMotion& motion, double sinkage, int points) {
  return rft_reaction_on(simd_level(), wheel, motion, sinkage, points);
}

WheelReaction rft_reaction(const RftWheel& wheel, const WheelRunning& run, int points) {
  WheelReaction r = rft_reaction(wheel, rft_motion(run.slip_x, run.slip_y, run.travel), run.sinkage, points);
  const double share = run.width_fraction;
  for (double* x : {&r.normal_force, &r.drawbar_pull, &r.side_force, &r.torque, &r.stiffness}) *x *= share;
  return r;
}

}  // namespace grouser
