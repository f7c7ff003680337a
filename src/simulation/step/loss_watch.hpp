// SPDX-License-Identifier: BSD-3-Clause
// Checks that no loss in the energy book of contacts and joints falls: dissipated energy does not return.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "grouser/simulation/step/state.hpp"
#include "ledger.hpp"
#include "step_loads.hpp"

namespace grouser {

/// Names of the system's contact elements, in the plural.
std::vector<const char*> loss_kinds(const StepLoads& system);

/// Watches the losses of each kind of contact on their own, as their sum hides a gain of one behind the loss
/// of another, and those of joints and grains. Soft soil books what it holds like a spring as lost (D) and
/// gives at most E of it back (ContactElement::returnable()). Its true losses L = D - E' with E' <= E grow,
/// so
///   D(t) >= L(t) >= L(s) >= D(s) - E(s)   for every earlier s,
/// and a run in which D falls below that gains energy. Some moments s are enough. None from before a soil
/// stroke counts: other soil under a wheel holds other energy. The watch is no part of the state: a run that
/// continues from a state is watched from there.
class LossWatch {
 public:
  /// contacts: as loss_kinds() gives them.
  explicit LossWatch(std::vector<const char*> contacts);
  /// Begins with a state, whose own forces the system has evaluated.
  void restart(StepLoads& system, const SimulationState& state);
  /// Adds a step of length dt, s, that was accepted and booked, and looks whether a line fell.
  void observe(StepLoads& system, const SimulationState& state, double dt, ContactForm form);

  // The parts of these two:
  /// Begins with what the contacts took in the evaluation of the state's own forces. returnable: of each
  /// contact, J. grains: what ground of grains took since the start, J.
  void restart(std::span<const ContactLoss> contacts, std::span<const double> returnable,
               const EnergyLedger& book, double grains);
  void observe(std::span<const ContactLoss> contacts, double dt, ContactForm form, const EnergyLedger& book,
               double grains);
  /// Takes this moment as one that later losses must not fall below.
  void bound(std::span<const double> returnable);
  /// Takes no moment before now as one.
  void forget();
  /// Whether a line fell, by more than a book resolves.
  bool fell() const { return fallen_ >= 0; }
  /// Which one, and by how much; empty where none did.
  std::string fault(const EnergyLedger& book) const;

 private:
  struct Line {
    const char* of = "";                    // name of the part that has the losses
    double lost = 0.0, least = 0.0;         // since the watch began, and the least that this may be, J
    double normal = 0.0, tangential = 0.0;  // at the end of the last step, W
  };

  std::vector<Line> lines_;  // of the contacts, then of joints and of grains
  int fallen_ = -1;
  double strokes_ = 0.0;  // soil strokes applied
};

}  // namespace grouser
