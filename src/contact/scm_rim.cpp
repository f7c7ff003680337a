// SPDX-License-Identifier: BSD-3-Clause
// The surface of a part on deforming ground: its place on its spring, and the tangent of its forces.
#include <algorithm>
#include <cmath>

#include "scm_contacts.hpp"

namespace grouser {

// K d + C (d - d_0) / dt = sum(p_i(depth_i - d) A_i) for the vertical displacement d of the surface, K and C
// being its spring and damper against that: the left side rises and the right one falls with d, so that there
// is one root. Newton's method from d_0, the last one, kept in a bracket. In rate form the damper acts at the
// rate of d that the spring alone gives it, sum(p_i' A_i) rise_i / (K + sum(p_i' A_i)), upon all pressures
// alike. Spring and soil take all of the power sum(p_i A_i fall_i) of the pressures alone, so that what the
// damper adds to them, C d' / (K d) of it, is lost: in the damper, C d'^2, and in the soil that it presses.
scm::PressSums ScmContacts::balance(std::size_t w, double spring, double damping) {
  Part& part = parts_[w];
  const scm::Nodes& nodes = part.nodes.table();
  const double before = start_[w].depth;
  double high = before, low = 0.0, d = before;
  for (const double depth : part.nodes.column(scm::kDepth)) high = std::max(high, depth);
  scm::PressSums sums;
  constexpr int kMost = 60;  // a bisection alone needs 50
  for (int i = 0; i < kMost; ++i) {
    sums = loops_.press(nodes, d);
    const double excess = spring * d + damping * (d - before) - sums.load;
    if (std::fabs(excess) <= 1e-11 * (sums.load + spring * d)) break;
    (excess < 0.0 ? low : high) = d;
    const double next = d - excess / (spring + damping + sums.slope);
    d = next > low && next < high ? next : 0.5 * (low + high);
  }
  part.depth = d;
  return sums;
}

double ScmContacts::settle(const ContactInstant& at, double dt, std::size_t w, ContactLoads& loads,
                           Pressed& pressed) {
  Part& part = parts_[w];
  const ScmRim& rim = ground_.parts[w].rim;
  const PressSurface& surface = part.surface;
  const BodyMotion& hub = at.sliding->body[ground_.parts[w].body];
  const scm::Motion motion{{hub.v.x(), hub.v.y(), hub.v.z()},
                           {hub.w.x(), hub.w.y(), hub.w.z()},
                           {hub.X_WB.p.x(), hub.X_WB.p.y(), hub.X_WB.p.z()}};
  loops_.move(part.nodes.table(), motion, true);
  const double spring = rim.stiffness * surface.level, damper = rim.damping * surface.level;
  const double damping = dt > 0.0 ? damper / dt : 0.0, before = start_[w].depth;
  scm::PressSums sums = balance(w, spring, damping);
  if (part.depth < part.least) {  // nodes were left out that it does press on
    find_nodes(at, w, 0.0);
    take_width(w);
    loops_.move(part.nodes.table(), motion, true);
    sums = balance(w, spring, damping);
  }
  constexpr double kLeast =
      1e-12;  // m: less is nothing, where the damper lets a surface in the air back down
  double& d = part.depth;
  if (surface.form != PressForm::rim && part.nodes.empty() && d < kLeast) d = 0.0;
  part.nodes.press_through(d);
  if (surface.form == PressForm::sole) {  // it bears where it was pushed to
    for (double& z : part.nodes.column(scm::kZ)) z += d;
    loops_.move(part.nodes.table(), motion, false);
  }
  pressed.hub = spring + (dt > 0.0 ? damping : damper / at.step);
  loads.power.stored += 0.5 * spring * d * d;
  if (dt > 0.0) {
    loads.power.work += damping * (d - before) * (d - before);
    return 1.0;
  }
  if (!(sums.load > 0.0)) return 1.0;
  // At a step's start soil that yields lies on its yield pressure, as near as b of (3) moves between two
  // evaluations: as the part goes down it yields, and does not answer with k_e.
  constexpr double kAhead = 5e-6;  // m
  const scm::PressSums ahead = loops_.press(part.nodes.table(), -kAhead);
  const scm::PressSums now = loops_.press(part.nodes.table(), 0.0);
  const scm::PressSums& going = ahead.closing > 0.0 ? ahead : now;
  const double rate = std::max(going.closing / (spring + going.slope), -sums.load / damper);
  const double beyond = damper * rate / sums.load;
  loads.power.normal += beyond * part.nodes.pressing_power();
  return 1.0 + beyond;
}

// With w = (n / n_z, r x n / n_z) of each node and s = p' A the wrench sum(p A w) changes with the wheel's
// motion u, where the rim deflects, by  -(sum(s w w^T) - sum(s w) sum(s w)^T / (sum(s) + K + C / dt)) u.
// Friction adds its spring and damper k across the normal, k (1 - n n^T) for the force; at a slider that
// slips, only across its slip. Of terms alike in all directions, force k u + k w x r, only the sums of k, k r
// and k r r^T are taken.
void ScmContacts::tell_tangent(const ContactInstant& at, std::size_t w, ContactLoads& loads,
                               const Pressed& pressed) const {
  if (!at.is_mean() || !(pressed.load() > 0.0)) return;
  const double* sum = pressed.of;
  const auto symmetric = [&](scm::Total first) {
    const double* s = sum + first;
    return (Mat3() << s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5]).finished();
  };
  const double across = sum[scm::kAcross];
  const Vec3 r = pressed.vector(scm::kAcrossAt), push = pressed.vector(scm::kPush),
             turn = pressed.vector(scm::kTurn);
  const double* h = sum + scm::kH;
  const Mat3 square = symmetric(scm::kAcrossSquare);
  AddedInertia damper;
  damper.M = symmetric(scm::kM) + across * Mat3::Identity();
  damper.H = (Mat3() << h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8]).finished();
  damper.H += (Mat3() << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0).finished();
  damper.J = symmetric(scm::kJ) + square.trace() * Mat3::Identity() - square;
  const double share = at.step / (sum[scm::kSpring] + pressed.hub);
  damper.M -= share * push * push.transpose();
  damper.H -= share * turn * push.transpose();
  damper.J -= share * turn * turn.transpose();
  loads.add_damper(ground_.parts[w].body, damper);
}

}  // namespace grouser
