// SPDX-License-Identifier: BSD-3-Clause
// Blades and feet of bodies in ground of grains (soil/force/grain_tool.hpp). They feel the base ground alone,
// if its soil follows resistive force theory: no shapes, no ruts.
#pragma once
#include <vector>

#include "grouser/contact/contact_element.hpp"

namespace grouser {

class ToolContacts final : public ContactElement {
 public:
  explicit ToolContacts(const ContactScene& scene);
  void begin(const ContactState& state) override { start_ = state.tools; }
  int aux_size() const override { return static_cast<int>(scene_.tools.size()) * kToolMemorySize; }
  void begin_rates(const ContactState& state, VecX& aux) const override;
  const char* kind() const override { return "tools"; }
  double returnable() const override { return held_; }
  bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) override;
  bool rates(const ContactInstant&, const VecX& aux, VecX& aux_rate, ContactLoads&,
             ContactReadings&) override;
  void accept(ContactState& state, const Terrain&, GroundMemory&) override { state.tools = next_; }
  bool touches(const ContactInstant&, int vehicle, const std::string& place) const override;
  void release_shear(ContactState& state) const override;
  ContactPace pace(const ContactState& state, const ContactReadings&) const override;
  void judge_depths(const ContactState& before, const ContactReadings&, double dt,
                    DepthJudge&) const override;
  double longest_step(const ContactReadings&) const override;
  double smallest_radius() const override;
  double fastest_part(const Kinematics& kinematics) const override;

 private:
  /// A tool over the ground that is under it.
  struct Place {
    const ToolLaw* law = nullptr;  // none: it is outside the terrain, or its ground is not of grains
    Vec3 origin = Vec3::Zero();    // of the tool, world axes, m
    ToolMotion motion;
  };
  Place place_of(const Kinematics& kinematics, const Terrain& terrain, const ToolPart& tool) const;
  void load(const Place& place, const ToolPart& tool, const ToolMemory& m, ContactLoads& loads,
            ContactRecord& record) const;
  const ContactRecord* records(const ContactReadings& readings) const {
    return readings.records.data() + first_record_;
  }

  const ContactScene& scene_;
  const std::size_t first_record_;
  std::vector<ToolMemory> start_, next_;
  std::vector<double> mass_;  // felt at each tool, kg
  // Its force turns with the motion over a displacement, so turning back returns less than their product, J.
  double held_ = 0.0;
};

}  // namespace grouser
