// SPDX-License-Identifier: BSD-3-Clause
// Contacts for motion without time (docs/theory_quasi_static.md): the sinkage at which soil and wheel
// spring balance,
//   k_w (u - z) = W(z)
// by Newton's method inside a bracket, eight contacts side by side. Hard ground is solved in closed form.
#include "grouser/soil/force/creep_contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ground.hpp"

namespace grouser {

using namespace contact;

namespace {

/// The deflection after the motion. Along the heading it has memory, by implicit Euler of
///   d(zeta)/dt = v_s - V zeta / l
/// Sideways, and at the start, it has its steady value l v_s / V, of the rim's displacements, m, instead of
/// speeds.
void advance_deflection(const CreepStep& step, const Sliding& way, double length) {
  CreepMemory& m = *step.memory;
  m.zeta_x = step.motion.steady ? length * way.x / way.rolling
                                : (step.before.zeta_x + way.x) / (1.0 + way.rolling / length);
  m.zeta_y = length * way.y / way.rolling;
}

/// entry: entry angle of the footprint, rad. False: solved without a search.
bool begin(CreepStep& step, double entry, SinkageSearch& search) {
  const ContactLaw& law = *step.law;
  const CreepMotion& motion = step.motion;
  const double length = law.ground->relaxation(law, entry);
  const Sliding way = law.ground->sliding(
      law, {.u_tot = motion.u_tot, .v_x = motion.way_x, .v_y = motion.way_y, .spin = motion.turn});
  advance_deflection(step, way, length);
  return law.ground->begin_creep(step, length, search);
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

/// Memory and forces at the sinkage found.
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
  f.rut = z + step.motion.rut_depth;
}

constexpr std::size_t kTogether = 8;

/// At most kTogether steps.
void creep_together(std::span<CreepStep> steps) {
  constexpr int kMaxRounds = 40;
  std::array<double, kTogether> depth, radius, entry;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const CreepStep& step = steps[i];
    // The entry angle of the last sinkage is near enough for the relaxation length.
    depth[i] = step.before.sinkage > 0.0 ? step.before.sinkage : std::max(step.memory->sinkage, 0.0);
    radius[i] = step.law->radius;
  }
  const std::size_t all = steps.size();
  entry_angles(std::span(depth).first(all), std::span(radius).first(all), std::span(entry).first(all));
  std::array<SinkageSearch, kTogether> searches;
  std::size_t searched = 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (begin(steps[i], entry[i], searches[searched])) ++searched;
  // Rounds of one evaluation for each contact that has not converged.
  for (int round = 0; round < kMaxRounds; ++round) {
    std::array<const WheelRun*, kTogether> runs;
    std::array<WheelReaction*, kTogether> reactions;
    std::array<SinkageSearch*, kTogether> going;
    std::size_t count = 0;
    for (std::size_t i = 0; i < searched; ++i) {
      if (searches[i].done) continue;
      going[count] = &searches[i];
      runs[count] = &searches[i].run;
      reactions[count++] = &searches[i].reaction;
    }
    if (count == 0) break;
    wheel_reactions(std::span(runs).first(count), std::span(reactions).first(count));
    for (std::size_t i = 0; i < count; ++i) advance(*going[i]);
  }
  for (std::size_t i = 0; i < searched; ++i) finish(searches[i]);
}

}  // namespace

void creep_contacts(std::span<CreepStep> steps) {
  for (std::size_t i = 0; i < steps.size(); i += kTogether)
    creep_together(steps.subspan(i, std::min(kTogether, steps.size() - i)));
}

}  // namespace grouser
