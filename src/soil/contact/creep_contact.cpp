#include "grouser/soil/contact/creep_contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace grouser {
namespace {

/// The deflection after the motion. Along the heading it has memory, by implicit Euler of
///   d(zeta)/dt = v_s - V zeta / l
/// Sideways, and at the start, it has its steady value l v_s / V.
void advance_deflection(const CreepMotion& motion, double rim, double rolled, double length,
                        const CreepMemory& before, CreepMemory& m) {
  const double slide = rim - motion.way_x;
  m.zeta_x = motion.steady ? length * slide / rolled : (before.zeta_x + slide) / (1.0 + rolled / length);
  m.zeta_y = -length * motion.way_y / rolled;
}

// Two springs in series; a shear spring inside Coulomb's cone.
CreepForce hard_contact(const ContactLaw& law, const CreepMotion& motion, const CreepMemory& before,
                        CreepMemory& m) {
  const double k_soil = law.soil.hard_stiffness * law.width_fraction;
  const double arm = law.wheel.radius - motion.u_tot, length = 0.5 * law.wheel.radius;
  advance_deflection(motion, arm * motion.turn, std::fabs(arm * motion.turn), length, before, m);
  CreepForce f;
  m.sinkage = motion.u_tot * law.k_wheel / (law.k_wheel + k_soil);
  f.normal = k_soil * m.sinkage;
  const double stretch = std::sqrt(m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y);
  const double limit = law.soil.friction_mu * f.normal;
  if (law.k_tangential * stretch > limit) {
    m.zeta_x *= limit / (law.k_tangential * stretch);
    m.zeta_y *= limit / (law.k_tangential * stretch);
  }
  f.longitudinal = law.k_tangential * m.zeta_x;
  f.lateral = law.k_tangential * m.zeta_y;
  f.torque = arm * f.longitudinal;
  f.slip = m.zeta_x / length;
  return f;
}

/// A search for the sinkage z with k (u - z) = W(z): the wheel's spring in series with its own load-sinkage
/// curve at this slip.
struct SinkageSearch {
  CreepStep* step;
  double low, high;
  WheelRun run;
  WheelReaction reaction;
  bool done;
};

/// entry: entry angle of the footprint, rad.
void begin(CreepStep& step, double entry, SinkageSearch& search) {
  const ContactLaw& law = *step.law;
  const CreepMotion& motion = step.motion;
  CreepMemory& m = *step.memory;
  const double length = soft_relaxation_length(law.soil.janosi_k, law.wheel.radius, entry);
  const double rim = law.wheel.radius * motion.turn;
  const double way = std::sqrt(motion.way_x * motion.way_x + motion.way_y * motion.way_y);
  advance_deflection(motion, rim, std::max(std::fabs(rim), way), length, step.before, m);
  step.force.slip = m.zeta_x / length;

  search.step = &step;
  search.done = false;
  search.low = 0.0;
  search.high = motion.u_tot;
  search.run = {.wheel = &law.on_soil, .running = {}, .arc_points = law.arc_points};
  search.run.running.slip_x = m.zeta_x / length;
  search.run.running.slip_y = m.zeta_y / length;
  search.run.running.rut_depth = motion.rut_depth;
  search.run.running.width_fraction = law.width_fraction;
  const double u = motion.u_tot, k = law.k_wheel;
  search.run.running.sinkage =
      m.stiffness > 0.0 ? std::clamp(m.sinkage + k / (k + m.stiffness) * (u - m.u_tot), 0.05 * u, u)
                        : 0.5 * u;
}

// One Newton step; the search continues from the last one, so that one evaluation of the curve is usually
// enough: the remaining error is of second order. The other forces are scaled with the load.
void advance(SinkageSearch& search) {
  constexpr double kClose = 1e-4;  // of the sinkage
  const double u = search.step->motion.u_tot, k = search.step->law->k_wheel, z = search.run.running.sinkage;
  const WheelReaction& reaction = search.reaction;
  const double gap = k * (u - z) - reaction.normal_force;
  (gap > 0.0 ? search.low : search.high) = z;
  double next = z + gap / (k + reaction.stiffness);
  search.done = std::fabs(next - z) < kClose * z;
  if (!(next >= search.low && next <= search.high)) next = 0.5 * (search.low + search.high);
  search.run.running.sinkage = next;
}

void finish(const SinkageSearch& search) {
  CreepStep& step = *search.step;
  const double u = step.motion.u_tot, z = search.run.running.sinkage;
  *step.memory = {step.memory->zeta_x, step.memory->zeta_y, z, u, search.reaction.stiffness};
  CreepForce& f = step.force;
  f.normal = step.law->k_wheel * (u - z);
  const double share = f.normal / search.reaction.normal_force;
  f.longitudinal = share * search.reaction.drawbar_pull;
  f.lateral = share * search.reaction.side_force;
  f.torque = share * search.reaction.torque;
}

constexpr std::size_t kTogether = 8;

void soft_contacts(std::span<CreepStep* const> steps) {
  constexpr int kMaxRounds = 40;
  std::array<double, kTogether> depth, radius, entry;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const CreepStep& step = *steps[i];
    depth[i] = step.before.sinkage > 0.0 ? step.before.sinkage : std::max(step.memory->sinkage, 0.0);
    radius[i] = step.law->wheel.radius;
  }
  const std::size_t all = steps.size();
  entry_angles(std::span(depth).first(all), std::span(radius).first(all), std::span(entry).first(all));
  std::array<SinkageSearch, kTogether> searches;
  for (std::size_t i = 0; i < steps.size(); ++i) begin(*steps[i], entry[i], searches[i]);
  for (int round = 0; round < kMaxRounds; ++round) {
    std::array<const WheelRun*, kTogether> runs;
    std::array<WheelReaction*, kTogether> reactions;
    std::array<SinkageSearch*, kTogether> going;
    std::size_t count = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (searches[i].done) continue;
      going[count] = &searches[i];
      runs[count] = &searches[i].run;
      reactions[count++] = &searches[i].reaction;
    }
    if (count == 0) break;
    wheel_reactions(std::span(runs).first(count), std::span(reactions).first(count));
    for (std::size_t i = 0; i < count; ++i) advance(*going[i]);
  }
  for (std::size_t i = 0; i < steps.size(); ++i) finish(searches[i]);
}

}  // namespace

void creep_contacts(std::span<CreepStep> steps) {
  std::array<CreepStep*, kTogether> soft;
  std::size_t count = 0;
  for (CreepStep& step : steps) {
    if (step.law->hard()) {
      step.force = hard_contact(*step.law, step.motion, step.before, *step.memory);
      continue;
    }
    soft[count++] = &step;
    if (count == kTogether) {
      soft_contacts(soft);
      count = 0;
    }
  }
  if (count > 0) soft_contacts(std::span(soft).first(count));
}

}  // namespace grouser
