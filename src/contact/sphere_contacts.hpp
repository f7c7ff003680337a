// SPDX-License-Identifier: BSD-3-Clause
// Contact spheres of bodies on ground and shapes: a spring-damper along the normal, and across it a shear
// spring and damper limited to Coulomb's cone, so that a hung-up rover stays where it is.
#pragma once
#include <cstdint>
#include <vector>

#include "point_contacts.hpp"

namespace grouser {

class SphereContacts final : public PointContacts {
 public:
  explicit SphereContacts(const ContactScene& scene);
  void begin(const ContactState& state) override { start_ = state.spheres; }
  bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) override;
  const char* kind() const override { return "contact spheres"; }
  void accept(ContactState& state, const Terrain&, GroundMemory&) override { state.spheres = next_; }
  double longest_step(const ContactReadings&) const override;

 private:
  /// dt: time over which the shear deflections grow; 0: they follow from the distance since the step's start.
  void apply(const ContactInstant&, double dt, std::size_t sphere, ContactLoads&, ContactRecord&);

  std::vector<SphereMemory> start_, next_;
  std::vector<std::uint8_t> touching_;  // by springs of their own: ScmContacts has ground that deforms
  std::vector<double> rate_;            // of each sphere's spring: frequency squared, 1/s2
  std::vector<double> fade_;            // damping over mass, 1/s
};

}  // namespace grouser
