// Contact spheres and footpads of bodies on ground and shapes. Spheres: a spring-damper along the normal, and
// across it a shear spring and damper limited to Coulomb's cone, so that a hung-up rover stays where it is.
// Footpads: the soil's law of pad_contact.hpp.
#pragma once
#include <vector>

#include "contact_element.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

class SphereContacts final : public ContactElement {
 public:
  explicit SphereContacts(const World& world);
  void begin(const SimulationState& state) override { start_ = state.spheres; }
  bool step(const ContactInstant&, double dt, ContactLoads&, StepOutput&) override;
  bool rates(const ContactInstant&, const VecX& aux, VecX& aux_rate, ContactLoads&, StepOutput&) override;
  void accept(SimulationState& state) override { state.spheres = next_; }

  ContactPace pace(const SimulationState& state) const override;
  void judge_depths(const SimulationState& before, double dt, DepthJudge&) const override;
  double longest_step() const override;
  double smallest_radius() const override;
  double fastest_part(const Kinematics& kinematics) const override;

 private:
  /// How a sphere met the ground in the last evaluation.
  struct Touch {
    double depth = 0.0;     // m, 0: apart
    double approach = 0.0;  // into the ground, m/s
  };
  /// dt: time over which the shear deflections grow; 0: they follow from the distance since the step's start.
  void apply(const ContactInstant&, double dt, std::size_t sphere, ContactLoads&, SphereOutput&);

  const World& world_;
  std::vector<SphereMemory> start_, next_;
  std::vector<Touch> touches_;
  std::vector<double> rate_,
      fade_;  // of each sphere's spring: frequency squared, 1/s2; damping over mass, 1/s
};

class PadContacts final : public ContactElement {
 public:
  explicit PadContacts(const World& world);
  void begin(const SimulationState& state) override { start_ = state.pads; }
  bool step(const ContactInstant&, double dt, ContactLoads&, StepOutput&) override;
  bool rates(const ContactInstant&, const VecX& aux, VecX& aux_rate, ContactLoads&, StepOutput&) override;
  void accept(SimulationState& state) override { state.pads = next_; }

  ContactPace pace(const SimulationState& state) const override;
  void judge_depths(const SimulationState& before, double dt, DepthJudge&) const override;
  double longest_step() const override;
  double smallest_radius() const override;
  double fastest_part(const Kinematics& kinematics) const override;

 private:
  struct Touch {
    double depth = 0.0;     // of the sole below the surface, m; 0: apart
    double approach = 0.0;  // into the ground, m/s
  };
  void apply(const ContactInstant&, double dt, std::size_t pad, ContactLoads&, PadOutput&);

  const World& world_;
  std::vector<PadMemory> start_, next_;
  std::vector<Touch> touches_;
  std::vector<double> longest_;  // stable step of each pad, s
};

}  // namespace grouser
