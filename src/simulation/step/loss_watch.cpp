// SPDX-License-Identifier: BSD-3-Clause
// Integrates the losses of each kind of contact by the same sums as the energy book, keeps for each the
// largest lower bound seen so far, and reports the first line that falls below its bound by more than the
// book resolves.
#include "loss_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grouser {
namespace {

// Share of the energy in play that a line may fall by. The losses are a sum of powers at the ends of steps,
// and the power of oscillating springs is off by a part of one step's exchange: up to 5e-5 in shipped
// scenarios, by all laws and methods.
constexpr double kResolved = 1e-3;
constexpr int kBoundEvery = 8;     // steps: each time every contact computes the energy that its soil holds
constexpr double kNoLoss = 1e-12;  // J, as in the book's verdict

/// Plastic work of granular ground since the start, J; 0 without it. All its books hold the same sum.
double taken_by_grains(const SimulationState& state) {
  return state.contacts.grains.empty() ? 0.0 : state.contacts.grains.front().plastic;
}

}  // namespace

std::vector<const char*> loss_kinds(const StepLoads& system) {
  std::vector<const char*> kinds;
  for (const auto& element : system.contacts().elements()) kinds.push_back(element->kind());
  return kinds;
}

LossWatch::LossWatch(std::vector<const char*> contacts) {
  for (const char* kind : contacts) lines_.push_back({.of = kind});
  lines_.push_back({.of = "joints"});
  lines_.push_back({.of = "grains"});
}

void LossWatch::restart(StepLoads& system, const SimulationState& state) {
  restart(system.contacts().losses(), system.contacts().returnable(), state.ledger, taken_by_grains(state));
  strokes_ = state.soils.count;
}

void LossWatch::observe(StepLoads& system, const SimulationState& state, double dt, ContactForm form) {
  // A soil stroke changes what the soil under a wheel holds, so bounds from before it do not count.
  if (state.soils.count != strokes_) forget();
  strokes_ = state.soils.count;
  observe(system.contacts().losses(), dt, form, state.ledger, taken_by_grains(state));
  if (state.step % kBoundEvery == 0) bound(system.contacts().returnable());
}

void LossWatch::restart(std::span<const ContactLoss> contacts, std::span<const double> returnable,
                        const EnergyLedger& book, double grains) {
  // The powers at this state begin the trapezoidal sums; the sums themselves start at zero.
  fallen_ = -1;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    lines_[i] = {.of = lines_[i].of, .normal = contacts[i].normal, .tangential = contacts[i].tangential};
  lines_[contacts.size()].lost = book.joint_dissipation;
  lines_[contacts.size() + 1].lost = grains;
  forget();
  bound(returnable);
}

void LossWatch::forget() {
  // Low enough that no loss falls below it.
  for (Line& line : lines_) line.least = -1e300;
}

// By the sums of the book itself (ledger.cpp).
void LossWatch::observe(std::span<const ContactLoss> contacts, double dt, ContactForm form,
                        const EnergyLedger& book, double grains) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactLoss& loss = contacts[i];
    Line& line = lines_[i];
    const double normal = trapezoid(line.normal, loss.normal, dt);
    line.lost += form == ContactForm::step ? loss.normal * dt : normal;
    line.lost += trapezoid(line.tangential, loss.tangential, dt) + loss.work;
  }
  lines_[contacts.size()].lost = book.joint_dissipation;
  lines_[contacts.size() + 1].lost = grains;
  // Remember the first line that fell; later ones may follow from it.
  const double tolerance = kResolved * book.in_play() + kNoLoss;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (lines_[i].least - lines_[i].lost > tolerance && fallen_ < 0) fallen_ = static_cast<int>(i);
}

// Each contact may give back what its soil holds; joints give back nothing.
void LossWatch::bound(std::span<const double> returnable) {
  const auto raise = [](Line& line, double held) { line.least = std::max(line.least, line.lost - held); };
  double all = 0.0;
  for (std::size_t i = 0; i < returnable.size(); ++i) {
    raise(lines_[i], returnable[i]);
    all += returnable[i];
  }
  raise(lines_[returnable.size()], 0.0);
  raise(lines_[returnable.size() + 1], all);  // grains are a part of what the contacts press
}

std::string LossWatch::fault(const EnergyLedger& book) const {
  if (!fell()) return {};
  const Line& line = lines_[static_cast<std::size_t>(fallen_)];
  return fmt::format("losses of {} fell by {:.3g} J ({:.3g} J in play), where losses only grow", line.of,
                     line.least - line.lost, book.in_play());
}

}  // namespace grouser
