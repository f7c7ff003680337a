// The surface of a part on deforming ground: where its spring holds it, and how the footprint's forces change as it moves.
#include <algorithm>
#include <cmath>

#include "scm_contacts.hpp"

namespace grouser {

// K d + C (d - d_0) / dt = sum(p_i(depth_i - d) A_i) for the vertical way d of the surface, K and C being its spring and damper
// against that: the left side rises and the right one falls with d, so that there is one root. Newton's method from d_0,
// the last one, kept in a bracket. In rate form the damper acts at the rate of d that the spring alone gives it,
// sum(p_i' A_i) rise_i / (K + sum(p_i' A_i)), upon all pressures alike.
double ScmContacts::settle(const ContactInstant& at, double dt, std::size_t w, ContactLoads& loads,
                           Sum& sum) {
  Part& part = parts_[w];
  const ScmRim& rim = scene_.scm->parts[w].rim;
  const PressSurface& surface = part.surface;
  const double before = start_[w].depth;
  const BodyMotion& hub_motion = at.sliding->body[scene_.scm->parts[w].body];
  for (Node& node : part.nodes) {
    node.velocity = hub_motion.velocity_at(node.point);
    node.rise = node.normal.dot(node.velocity) / node.normal.z();
  }
  const double spring = rim.stiffness * surface.level, damper = rim.damping * surface.level;
  const double damping = dt > 0.0 ? damper / dt : 0.0, cell = cell_ * cell_;
  double high = before, low = 0.0, d = before, load = 0.0, slope = 0.0, closing = 0.0;
  for (const Node& node : part.nodes) high = std::max(high, node.depth);
  constexpr int kMost = 60;  // a bisection alone needs 50
  for (int i = 0; i < kMost; ++i) {
    load = slope = closing = 0.0;
    for (Node& node : part.nodes) {
      const ScmLaw& law = part.laws[static_cast<std::size_t>(node.material)];
      node.pressure = scm_pressure(law, node.soil, node.depth - d);
      load += node.share * cell * node.pressure.value;
      slope += node.share * cell * node.pressure.slope;
      closing -= node.share * cell * node.pressure.slope * node.rise;
    }
    const double excess = spring * d + damping * (d - before) - load;
    if (std::fabs(excess) <= 1e-11 * (load + spring * d)) break;
    (excess < 0.0 ? low : high) = d;
    const double next = d - excess / (spring + damping + slope);
    d = next > low && next < high ? next : 0.5 * (low + high);
  }
  constexpr double kLeast =
      1e-12;  // m: less is nothing, where the damper lets a surface in the air back down
  if (surface.form != ScmForm::rim && part.nodes.empty() && d < kLeast) d = 0.0;
  part.depth = d;
  std::erase_if(part.nodes, [d](const Node& node) { return !(node.depth > d); });
  for (Node& node : part.nodes) node.depth -= d;
  for (double& top : part.top) top += d;
  if (surface.form == ScmForm::sole)  // it bears where it was pushed to
    for (Node& node : part.nodes) {
      node.point.z() += d;
      node.velocity = hub_motion.velocity_at(node.point);
    }
  sum.hub = spring + (dt > 0.0 ? damping : damper / at.step);
  loads.power.stored += 0.5 * spring * d * d;
  if (dt > 0.0) {
    loads.power.work += damping * (d - before) * (d - before);
    return 1.0;
  }
  if (!(load > 0.0)) return 1.0;
  const double rate = std::max(closing / (spring + slope), -load / damper);
  loads.power.normal += damper * rate * rate;
  return 1.0 + damper * rate / load;
}

// With w = (n / n_z, r x n / n_z) of each node and s = p' A the wrench sum(p A w) changes with the wheel's motion u, where the
// rim gives way, by  -(sum(s w w^T) - sum(s w) sum(s w)^T / (sum(s) + K + C / dt)) u. Friction adds its spring and damper k across
// the normal, which is k (1 - n n^T) for the force; where the slider gives way, across the way it slides alone. Of what is the same in all
// directions only the sums of k, k r and k r r^T are taken: force k u + k w x r.
void ScmContacts::add_tangent(const ContactInstant& at, const Node& node, const ScmLaw& law,
                              const ScmFriction& friction, const Vec3& axle, const Vec3& origin,
                              Sum& sum) const {
  const ScmShearMemory& memory = node.shear;
  const Vec3 r = node.point - origin;
  const auto add = [&](double stiffness, const Vec3& along) {
    const Vec3 turn = r.cross(along), force = stiffness * along;
    sum.damper.M.noalias() += force * along.transpose();
    sum.damper.H.noalias() += turn * force.transpose();
    sum.damper.J.noalias() += (stiffness * turn) * turn.transpose();
  };
  const double area = node.share * cell_ * cell_, stiffness = area * node.pressure.slope;
  const double steep = 1.0 / node.normal.z();
  sum.stiffness += stiffness;
  sum.push += (stiffness * steep) * node.normal;
  sum.turn += (stiffness * steep) * r.cross(node.normal);
  const double shear = (law.shear_stiffness * area * steep + friction.ahead) * friction.kept;
  double across = 0.0;
  if (friction.kept < 1.0) {
    const Vec3 tangent = axle.cross(node.normal);
    const double length = std::sqrt(memory.rim * memory.rim + memory.axle * memory.axle);
    if (length > 0.0) add(at.step * shear, (memory.rim / length) * axle - (memory.axle / length) * tangent);
  } else {
    across = (law.damping_time + at.step) * shear;
    sum.across += across;
    sum.across_at += across * r;
    sum.across_square.noalias() += (across * r) * r.transpose();
  }
  add(at.step * stiffness * steep * steep - across, node.normal);
}

void ScmContacts::tell_tangent(const ContactInstant& at, std::size_t w, ContactLoads& loads, Sum& sum) const {
  if (!at.is_mean() || !(sum.load > 0.0)) return;
  const Vec3& r = sum.across_at;
  sum.damper.M += sum.across * Mat3::Identity();
  sum.damper.H += (Mat3() << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0).finished();
  sum.damper.J += sum.across_square.trace() * Mat3::Identity() - sum.across_square;
  const double share = at.step / (sum.stiffness + sum.hub);
  sum.damper.M -= share * sum.push * sum.push.transpose();
  sum.damper.H -= share * sum.turn * sum.push.transpose();
  sum.damper.J -= share * sum.turn * sum.turn.transpose();
  loads.add_damper(scene_.scm->parts[w].body, sum.damper);
}

}  // namespace grouser
