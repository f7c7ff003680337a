// Footpads of bodies on ground and shapes, by the soil's law of pad_contact.hpp.
#pragma once
#include <cstdint>
#include <vector>

#include "point_contacts.hpp"

namespace grouser {

class PadContacts final : public PointContacts {
 public:
  /// gravity: m/s2.
  PadContacts(const ContactScene& scene, int first_record, double gravity);
  void begin(const ContactState& state) override { start_ = state.pads; }
  bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) override;
  void accept(ContactState& state, const Terrain&, GroundMemory&) override { state.pads = next_; }
  double longest_step(const ContactReadings&) const override;

 private:
  void apply(const ContactInstant&, double dt, std::size_t pad, ContactLoads&, ContactRecord&);

  std::vector<PadMemory> start_, next_;
  std::vector<std::uint8_t> touching_;  // by laws of their own: ScmContacts has ground that deforms
  std::vector<double> longest_;         // stable step of each pad, s
};

}  // namespace grouser
