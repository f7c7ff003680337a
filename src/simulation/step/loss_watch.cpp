#include "loss_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grouser {
namespace {

// Shares of the energy in play that a line may fall by. What is lost is a sum of powers at the ends of steps,
// and that of springs which swing is off by a part of one step's exchange: up to 5e-5 in shipped scenarios by
// all laws and methods, which gives kResolved. Soft soil under wheels and blades stores nothing in the book:
// a start that has settled on it gives back what shear and footprint hold, up to 0.42 of what is in play on a
// tilt bed of soft snow. More than all that is in play is no soil's.
constexpr double kResolved = 1e-3, kSprung = 1.0;
constexpr double kNoLoss = 1e-12;  // J, as in the book's verdict

}  // namespace

std::vector<LossKind> loss_kinds(const ContactSystem& system) {
  std::vector<LossKind> kinds;
  for (const auto& element : system.elements())
    kinds.push_back({element->kind(), element->springs_in_losses()});
  return kinds;
}

LossWatch::LossWatch(std::vector<LossKind> contacts) {
  contacts.push_back({"joints"});
  contacts.push_back({"grains", true});
  for (const LossKind& kind : contacts)
    lines_.push_back({kind.name, kind.springs_in_losses ? kSprung : kResolved});
}

void LossWatch::restart(std::span<const ContactLoss> contacts, const EnergyLedger& book, double grains) {
  fallen_ = -1;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    lines_[i] = {lines_[i].of, lines_[i].share, 0.0, 0.0, contacts[i].normal, contacts[i].tangential};
  Line* const others = &lines_[contacts.size()];
  others[0].lost = others[0].most = book.joint_dissipation;
  others[1].lost = others[1].most = grains;
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
    judge(i, book);
  }
  lines_[contacts.size()].lost = book.joint_dissipation;
  lines_[contacts.size() + 1].lost = grains;
  judge(contacts.size(), book);
  judge(contacts.size() + 1, book);
}

void LossWatch::judge(std::size_t i, const EnergyLedger& book) {
  Line& line = lines_[i];
  line.most = std::max(line.most, line.lost);
  if (line.most - line.lost > line.share * book.in_play() + kNoLoss && fallen_ < 0)
    fallen_ = static_cast<int>(i);
}

std::string LossWatch::fault(const EnergyLedger& book) const {
  if (!fell()) return {};
  const Line& line = lines_[static_cast<std::size_t>(fallen_)];
  return fmt::format("losses of {} fell by {:.3g} J ({:.3g} J in play), where losses only grow", line.of,
                     line.most - line.lost, book.in_play());
}

}  // namespace grouser
