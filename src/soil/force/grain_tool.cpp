// SPDX-License-Identifier: BSD-3-Clause
// Forces of tools in grains, as a sum over elements of resistive force theory (docs/theory_rft.md, "Blades
// and feet"):
//   dF = (|w|/l) xi_n d a(n, w) dA - lambda rho v_n^2 n dA,   dw/dt = (v, omega) - w V/l
// w: displacement and turn over which the force has turned with the motion; l: K of the soil, or 10 mm.
#include "grouser/soil/force/grain_tool.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/rft.hpp"

namespace grouser {
namespace {

constexpr double kDragged = 1.1;    // lambda
constexpr double kShortWay = 0.01;  // m, where a soil has no K
constexpr double kFade = 0.02;      // s, in which what a tool springs on settles; assumed

Vec3 linear(const ToolMemory& m) { return {m.way[0], m.way[1], m.way[2]}; }
Vec3 angular(const ToolMemory& m) { return {m.way[3], m.way[4], m.way[5]}; }
ToolMemory memory_of(const Vec3& way, const Vec3& turn) {
  return {{way.x(), way.y(), way.z(), turn.x(), turn.y(), turn.z()}};
}

/// Length of a motion: its displacement, and its turn at the tool's radius, m or m/s.
double length_of(const ToolLaw& law, const Vec3& way, const Vec3& turn) {
  return std::sqrt(way.squaredNorm() + law.radius * law.radius * turn.squaredNorm());
}

/// The ground's frame: its normal is the law's z.
Mat3 ground_axes(const Vec3& normal) {
  const Vec3 any = std::fabs(normal.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  Mat3 axes;
  axes.col(0) = (any - normal.dot(any) * normal).normalized();
  axes.col(1) = normal.cross(axes.col(0));
  axes.col(2) = normal;
  return axes;
}

rft::Vector<double> plain(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// Beside the spring of force over l: on dw/dt, which is zero in steady motion. It takes power from every
/// motion, as |w| <= l.
void add_damper(const ToolLaw& law, const ToolMotion& motion, const ToolMemory& m, ToolForce& out) {
  constexpr double kMost = 0.5;  // of the force
  const ToolMemory rate = tool_rates(law, motion, m);
  const Vec3 moves = linear(rate) / law.way, turns = angular(rate) / law.way;
  const double fast = kFade * std::sqrt(moves.squaredNorm() + law.radius * law.radius * turns.squaredNorm());
  const double share = fast > kMost ? kMost / fast : 1.0, damps = share * kFade * out.force.norm();
  out.force -= damps * moves;
  out.moment -= damps * law.radius * law.radius * turns;
}

/// Midpoints of rings and sectors: each point has the area of its sector.
void add_disc(double radius, double height, double up, std::vector<ToolElement>& elements) {
  constexpr int kRings = 6, kSectors = 16;
  for (int i = 0; i < kRings; ++i)
    for (int k = 0; k < kSectors; ++k) {
      const double inner = radius * i / kRings, outer = radius * (i + 1) / kRings;
      const double rho = 0.5 * (inner + outer), a = 2.0 * std::numbers::pi * (k + 0.5) / kSectors;
      elements.push_back({{rho * math::cos(a), rho * math::sin(a), height},
                          {0.0, 0.0, up},
                          std::numbers::pi * (outer * outer - inner * inner) / kSectors});
    }
}

}  // namespace

std::vector<ToolElement> plate_elements(double width, double height) {
  constexpr int kAcross = 6, kUp = 16;
  std::vector<ToolElement> elements;
  for (const double side : {-1.0, 1.0})
    for (int i = 0; i < kAcross; ++i)
      for (int k = 0; k < kUp; ++k)
        elements.push_back({{0.0, width * ((i + 0.5) / kAcross - 0.5), height * ((k + 0.5) / kUp - 0.5)},
                            {side, 0.0, 0.0},
                            width * height / (kAcross * kUp)});
  return elements;
}

std::vector<ToolElement> pad_elements(double radius, double height) {
  constexpr int kAround = 24, kUp = 6;
  std::vector<ToolElement> elements;
  add_disc(radius, 0.0, -1.0, elements);
  add_disc(radius, height, 1.0, elements);
  for (int i = 0; i < kAround; ++i)
    for (int k = 0; k < kUp; ++k) {
      const double a = 2.0 * std::numbers::pi * (i + 0.5) / kAround;
      elements.push_back({{radius * math::cos(a), radius * math::sin(a), height * (k + 0.5) / kUp},
                          {math::cos(a), math::sin(a), 0.0},
                          2.0 * std::numbers::pi * radius * height / (kAround * kUp)});
    }
  return elements;
}

ToolLaw put_tool(const SoilParams& soil, double width, double radius, double gravity) {
  if (!goes_by_rft(soil)) return {};
  const double xi_n = rft_resistance_of(soil, soil.density, soil.phi, gravity, soil.cohesion);
  return {.xi_n = xi_n,
          .friction = surface_friction_of(soil, soil.phi),
          .per_lift = 1.0 / (kRftLiftDepth * width),
          .extra_depth = cohesion_depth(soil.cohesion_share, soil.cohesion, soil.phi, xi_n),
          .inertia = soil.density > 0.0 ? kDragged * soil.density : 0.0,
          .way = soil.janosi_k > 0.0 ? soil.janosi_k : kShortWay,
          .radius = radius};
}

ToolForce tool_force(const ToolLaw& law, std::span<const ToolElement> elements, const ToolMotion& motion,
                     const ToolMemory& m) {
  ToolForce out;
  if (!(law.xi_n > 0.0)) return out;
  const Vec3 way = linear(m), turn = angular(m);
  // The share of the resistance that the displacement so far has built up.
  const double built = std::min(1.0, length_of(law, way, turn) / law.way);
  const Mat3 axes = ground_axes(motion.normal), to_ground = axes.transpose();
  for (const ToolElement& e : elements) {
    const Vec3 arm = motion.turned * e.place, normal = motion.turned * e.normal;
    const double depth = -(motion.height + motion.normal.dot(arm));
    if (!(depth > 0.0)) continue;
    out.depth = std::max(out.depth, depth);
    const Vec3 moved = way + turn.cross(arm), velocity = motion.velocity + motion.spin.cross(arm);
    const auto f = rft::respond<double>({plain(to_ground * normal), plain(to_ground * moved / law.way),
                                         depth + law.extra_depth, law.friction, law.per_lift});
    // Grains that a leading face throws aside resist by the square of the speed.
    const double leads = std::max(0.0, velocity.dot(normal));
    const Vec3 force =
        e.area * (built * law.xi_n * (axes * Vec3(f.x, f.y, f.z)) - law.inertia * leads * leads * normal);
    out.force += force;
    out.moment += arm.cross(force);
  }
  add_damper(law, motion, m, out);
  out.dissipation = -out.force.dot(motion.velocity) - out.moment.dot(motion.spin);
  return out;
}

// Exact for a velocity that stays: w goes to (v, omega) l/V by 1 - exp(-V dt/l).
void step_tool(const ToolLaw& law, const ToolMotion& motion, double dt, ToolMemory& m) {
  const double gone = dt * length_of(law, motion.velocity, motion.spin) / law.way, kept = math::exp(-gone);
  const double grows = gone > 1e-6 ? dt * (1.0 - kept) / gone : dt;
  m = memory_of(kept * linear(m) + grows * motion.velocity, kept * angular(m) + grows * motion.spin);
}

ToolMemory tool_rates(const ToolLaw& law, const ToolMotion& motion, const ToolMemory& m) {
  const double fade = length_of(law, motion.velocity, motion.spin) / law.way;
  return memory_of(motion.velocity - fade * linear(m), motion.spin - fade * angular(m));
}

}  // namespace grouser
