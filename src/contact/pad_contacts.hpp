// SPDX-License-Identifier: BSD-3-Clause
// Footpads of bodies on ground and shapes, by the soil's law of pad_contact.hpp.
#pragma once
#include <cstdint>
#include <vector>

#include "point_contacts.hpp"

namespace grouser {

class PadContacts final : public PointContacts {
 public:
  /// gravity: m/s2.
  PadContacts(const ContactScene& scene, double gravity);
  void begin(const ContactState& state) override { start_ = state.pads; }
  bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) override;
  const char* kind() const override { return "footpads"; }
  void accept(ContactState& state, const Terrain&, GroundMemory& ground) override;
  double longest_step(const ContactReadings&) const override;
  /// Its mass is that of the direction in which a leg yields most: feet step well beyond it.
  bool warns_of_long_steps() const override { return false; }

 private:
  /// The place of a pad, and the base ground that it touches; null: none, or a layer on top of it.
  struct PadPlace {
    double x = 0.0, y = 0.0;  // m
    const GroundModel* ground = nullptr;
  };
  void step_into_print(const ContactInstant&, std::size_t pad);
  static void leave_print(const PadPart&, const PadPlace&, double depth, GroundMemory&);
  void apply(const ContactInstant&, double dt, std::size_t pad, ContactLoads&, ContactRecord&);

  std::vector<PadMemory> start_, next_;
  std::vector<std::uint8_t> touching_;  // those that this element serves
  std::vector<PadPlace> places_;        // in the evaluation that accept() takes
  std::vector<double> longest_;         // stable step of each pad, s
};

}  // namespace grouser
