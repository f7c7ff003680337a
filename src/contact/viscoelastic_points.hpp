// SPDX-License-Identifier: BSD-3-Clause
// Footpads and contact spheres on viscoelastic ground (soil/force/viscoelastic_contact.hpp), which replaces
// their own springs there. Adds to the records of spheres and pads.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/soil/force/viscoelastic_contact.hpp"
#include "point_contacts.hpp"

namespace grouser {

class ViscoelasticPoints final : public PointContacts {
 public:
  ViscoelasticPoints(const ContactScene& scene, const GroundModel& ground, double gravity);
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
  Place place_of(const ContactInstant&, std::size_t part, double dt) const;
  void load(const ContactInstant&, std::size_t part, const Place&, const ViscoelasticForce&, ContactLoads&,
            ContactRecord&) const;
  /// Books what a step of the state's length took.
  void book(const ContactInstant&, const ViscoelasticForce&, bool mean, const ViscoelasticMemory& before,
            ViscoelasticMemory& after, ContactPower&) const;

  PartKind kind_of(std::size_t part) const {
    return part < scene_.spheres.size() ? PartKind::sphere : PartKind::pad;
  }

  const GroundModel& ground_;
  const std::vector<ViscoelasticLaw> laws_;  // one per material
  std::vector<ViscoelasticMemory> start_, next_;
  std::vector<double> mass_;  // felt at each part, kg
};

/// Ground of Kelvin-Voigt elements under points; wheels have no law of it.
class ViscoelasticGround final : public GroundModel {
 public:
  Server server(PartKind kind, Underfoot) const override {
    return kind == PartKind::sphere || kind == PartKind::pad ? Server::ground : Server::part;
  }
  std::unique_ptr<ContactElement> make_element(const ContactScene& scene, double gravity) const override {
    return std::make_unique<ViscoelasticPoints>(scene, *this, gravity);
  }
  bool is_implicit(const ContactScene&) const override { return true; }
  void begin(const ContactScene& scene, ContactState& state) const override {
    state.viscoelastic.resize(scene.spheres.size() + scene.pads.size());
  }
};

}  // namespace grouser
