#include "loss_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grouser {
namespace {

// Share of the energy in play that a line may fall by. The losses are a sum of powers at the ends of steps, and
// the power of springs which swing is off by a part of one step's exchange: up to 5e-5 in shipped scenarios by
// all laws and methods.
constexpr double kResolved = 1e-3;
constexpr double kNoLoss = 1e-12;  // J, as in the book's verdict

}  // namespace

std::vector<const char*> loss_kinds(const ContactSystem& system) {
  std::vector<const char*> kinds;
  for (const auto& element : system.elements()) kinds.push_back(element->kind());
  return kinds;
}

LossWatch::LossWatch(std::vector<const char*> contacts) {
  for (const char* kind : contacts) lines_.push_back({.of = kind});
  lines_.push_back({.of = "joints"});
  lines_.push_back({.of = "grains"});
}

void LossWatch::restart(std::span<const ContactLoss> contacts, const EnergyLedger& book, double grains) {
  fallen_ = -1;
  double returnable = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    lines_[i] = {.of = lines_[i].of, .normal = contacts[i].normal, .tangential = contacts[i].tangential};
    lines_[i].least = -contacts[i].returnable;
    returnable += contacts[i].returnable;
  }
  Line* const others = &lines_[contacts.size()];
  others[0].lost = others[0].least = book.joint_dissipation;
  others[1].lost = grains;
  others[1].least = grains - returnable;
}

// By the sums of the book itself (ledger.cpp).
void LossWatch::observe(std::span<const ContactLoss> contacts, double dt, ContactForm form,
                        const EnergyLedger& book, double grains) {
  const double tolerance = kResolved * book.in_play() + kNoLoss;
  double returnable = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactLoss& loss = contacts[i];
    Line& line = lines_[i];
    const double normal = trapezoid(line.normal, loss.normal, dt);
    line.lost += form == ContactForm::step ? loss.normal * dt : normal;
    line.lost += trapezoid(line.tangential, loss.tangential, dt) + loss.work;
    judge(i, loss.returnable, tolerance);
    returnable += loss.returnable;
  }
  lines_[contacts.size()].lost = book.joint_dissipation;
  lines_[contacts.size() + 1].lost = grains;
  judge(contacts.size(), 0.0, tolerance);
  judge(contacts.size() + 1, returnable, tolerance);
}

void LossWatch::judge(std::size_t i, double returnable, double tolerance) {
  Line& line = lines_[i];
  line.least = std::max(line.least, line.lost - returnable);
  if (line.least - line.lost > tolerance && fallen_ < 0) fallen_ = static_cast<int>(i);
}

std::string LossWatch::fault(const EnergyLedger& book) const {
  if (!fell()) return {};
  const Line& line = lines_[static_cast<std::size_t>(fallen_)];
  return fmt::format("losses of {} fell by {:.3g} J ({:.3g} J in play), where losses only grow", line.of,
                     line.least - line.lost, book.in_play());
}

}  // namespace grouser
