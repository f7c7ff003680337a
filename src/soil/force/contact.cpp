// SPDX-License-Identifier: BSD-3-Clause
// A step of contacts: wheel and ground in series, equation (4) of DynRPAT (docs/theory.md, "The contact in
// time"),
//   k_w u_w + beta_w u_w' = R(u_s) + beta_s u_s',   u_w + u_s = u_tot
// Contacts go through each stage in blocks of eight, so that entry angles and first evaluations of the soil
// share vector registers. The stages themselves are in contact_advance.cpp and in each ground.
#include "grouser/soil/force/contact.hpp"

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>

#include "ground.hpp"

namespace grouser {

using namespace contact;

namespace {

/// A few contacts that pass through each stage of a step together.
class Block {
 public:
  static constexpr std::size_t kMost = 8;

  /// Contacts whose surfaces are apart relax at once.
  Block(std::span<const ContactStep> steps, double dt) : dt_(dt) {
    const ContactStep* touching[kMost];
    for (const ContactStep& step : steps) {
      step.force = kNoForce;
      if (still_apart(step.law, step.motion, step.memory))
        relax_apart(step.law, step.motion, dt, step.memory, step.force);
      else
        touching[count_++] = &step;
    }
    start({touching, count_});
  }

  /// Finds the compression of wheel and ground.
  void compress() {
    const WheelRun* run[kMost];
    WheelReaction* reaction[kMost];
    std::size_t searched = 0;
    for (Advance* c : contacts()) {
      // Grounds in closed form have no run; the first guesses of the others are evaluated together.
      const WheelRun* first = c->law.ground->begin(*c);
      if (!first) continue;
      run[searched] = first;
      reaction[searched++] = &c->soil.reaction;
    }
    wheel_reactions({run, searched}, {reaction, searched});
    for (Advance* c : contacts()) c->m.u_wheel = c->law.ground->compress(*c);
  }

  void finish() {
    for (Advance* c : contacts()) load_wheel(dt_, *c);
  }

 private:
  // Entry angles of the present and of the deepest sinkage, side by side.
  void start(std::span<const ContactStep* const> touching) {
    double radius[kMost], now[kMost], peak[kMost], angle[kMost], peak_angle[kMost];
    for (std::size_t i = 0; i < count_; ++i) {
      radius[i] = touching[i]->law.radius;
      now[i] = touching[i]->memory.u_soil;
      peak[i] = touching[i]->memory.u_peak - touching[i]->motion.rut_depth;
    }
    entry_angles({now, count_}, {radius, count_}, {angle, count_});
    entry_angles({peak, count_}, {radius, count_}, {peak_angle, count_});
    for (std::size_t i = 0; i < count_; ++i)
      contact_[i] = new (storage_ + i * sizeof(Advance)) Advance(*touching[i], dt_, angle[i], peak_angle[i]);
  }
  std::span<Advance* const> contacts() { return {contact_, count_}; }

  const double dt_;
  std::size_t count_ = 0;
  Advance* contact_[kMost];
  // only as many entries as there are contacts are ever written: an array of optionals would be cleared
  // first, 4 kB
  alignas(Advance) std::byte storage_[kMost * sizeof(Advance)];
  static_assert(std::is_trivially_destructible_v<Advance>);
};

}  // namespace

void step_contacts(std::span<const ContactStep> steps, double dt) {
  for (std::size_t i = 0; i < steps.size(); i += Block::kMost) {
    Block block(steps.subspan(i, std::min(Block::kMost, steps.size() - i)), dt);
    block.compress();
    block.finish();
  }
}

void step_contact(const ContactLaw& law, const ContactMotion& motion, double dt, ContactMemory& m,
                  ContactForce& f) {
  const ContactStep step{law, motion, m, f};
  step_contacts({&step, 1}, dt);
}

}  // namespace grouser
