// SPDX-License-Identifier: BSD-3-Clause
// Footpads and contact spheres on viscoelastic ground (soil/force/viscoelastic_contact.hpp), which replaces their own springs
// there. Writes into the records of the two other elements, which leave such ground to this one.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/soil/force/viscoelastic_contact.hpp"
#include "point_contacts.hpp"

namespace grouser {

class ViscoelasticPoints final : public PointContacts {
 public:
  /// first_record: of the spheres, which the pads follow; first_aux: of its numbers among those that have rates.
  ViscoelasticPoints(const ContactScene& scene, int first_record, int first_aux, double gravity);
  void begin(const ContactState& state) override { start_ = state.viscoelastic; }
  int aux_size() const override { return static_cast<int>(parts_.size()) * kViscoelasticRates; }
  void begin_rates(const ContactState& state, VecX& aux) const override;
  const char* kind() const override { return "points on viscoelastic ground"; }
  bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) override;
  bool rates(const ContactInstant&, const VecX& aux, VecX& aux_rate, ContactLoads&,
             ContactReadings&) override;
  void accept(ContactState& state, const Terrain&, GroundMemory&) override { state.viscoelastic = next_; }
  /// The parts of the two other elements.
  void add_gaps(const ContactInstant&, double, std::vector<PartGap>&) const override {}
  void release_shear(ContactState& state) const override;
  double longest_step(const ContactReadings&) const override;

 private:
  /// A part over what it touches, or over the ground under it.
  struct Place {
    const ViscoelasticLaw* law = nullptr;  // none: the ground is of another kind
    SphereContact contact;
    int owner = -1;
    ViscoelasticMotion motion;
  };
  Place place_of(const ContactInstant&, const Part& part, double dt) const;
  void load(const ContactInstant&, std::size_t part, const Place&, const ViscoelasticForce&, ContactLoads&,
            ContactRecord&) const;
  /// Books what a step of the state's length took.
  void book(const ContactInstant&, const ViscoelasticForce&, bool mean, const ViscoelasticMemory& before,
            ViscoelasticMemory& after, ContactPower&) const;

  const int first_aux_;
  const std::vector<ViscoelasticLaw> laws_;  // one per material
  std::vector<std::uint8_t> on_;             // one per material: of this kind
  std::vector<ViscoelasticMemory> start_, next_;
  std::vector<double> mass_;  // felt at each part, kg
};

}  // namespace grouser
