// Contact spheres and footpads of bodies on ground and shapes. Spheres: a spring-damper along the normal, and
// across it a shear spring and damper limited to Coulomb's cone, so that a hung-up rover stays where it is.
// Footpads: the soil's law of pad_contact.hpp.
#pragma once
#include <utility>
#include <vector>

#include "contact_element.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Parts of bodies that each touch at one point. A step by rates needs no rates of theirs: their memory follows
/// from the distance since its start.
class PointContacts : public ContactElement {
 public:
  bool rates(const ContactInstant& at, const VecX&, VecX&, ContactLoads& loads, StepOutput& output) final {
    return step(at, 0.0, loads, output);
  }
  ContactPace pace(const SimulationState& state) const final;
  void judge_depths(const SimulationState& before, double dt, DepthJudge&) const final;
  double smallest_radius() const final;
  double fastest_part(const Kinematics& kinematics) const final;

 protected:
  struct Part {
    BodyId body;
    Vec3 position;      // on the body, m
    double radius = 0;  // m
  };
  /// How a part met the ground in the last evaluation.
  struct Touch {
    double depth = 0.0;     // m, 0: apart
    double approach = 0.0;  // into the ground, m/s
  };
  PointContacts(const World& world, std::vector<Part> parts)
      : world_(world), parts_(std::move(parts)), touches_(parts_.size()) {}

  const World& world_;
  const std::vector<Part> parts_;
  std::vector<Touch> touches_;
};

class SphereContacts final : public PointContacts {
 public:
  explicit SphereContacts(const World& world);
  void begin(const SimulationState& state) override { start_ = state.spheres; }
  bool step(const ContactInstant&, double dt, ContactLoads&, StepOutput&) override;
  void accept(SimulationState& state) override { state.spheres = next_; }
  double longest_step() const override;

 private:
  /// dt: time over which the shear deflections grow; 0: they follow from the distance since the step's start.
  void apply(const ContactInstant&, double dt, std::size_t sphere, ContactLoads&, SphereOutput&);

  std::vector<SphereMemory> start_, next_;
  std::vector<double> rate_;  // of each sphere's spring: frequency squared, 1/s2
  std::vector<double> fade_;  // damping over mass, 1/s
};

class PadContacts final : public PointContacts {
 public:
  explicit PadContacts(const World& world);
  void begin(const SimulationState& state) override { start_ = state.pads; }
  bool step(const ContactInstant&, double dt, ContactLoads&, StepOutput&) override;
  void accept(SimulationState& state) override { state.pads = next_; }
  double longest_step() const override;

 private:
  void apply(const ContactInstant&, double dt, std::size_t pad, ContactLoads&, PadOutput&);

  std::vector<PadMemory> start_, next_;
  std::vector<double> longest_;  // stable step of each pad, s
};

}  // namespace grouser
