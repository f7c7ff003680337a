// SPDX-License-Identifier: BSD-3-Clause
// The wheels on the ground, all slices together through one stage after the other, so that the code of each
// stage stays in the processor's nearest cache: where each slice touches (terrain), how it moves there, the
// soil's law in step or rate form, the forces.
#pragma once
#include <vector>

#include "grouser/contact/contact_element.hpp"
#include "grouser/contact/wheel_ground.hpp"

namespace grouser {

class WheelContacts final : public ContactElement {
 public:
  explicit WheelContacts(const ContactScene& scene);

  void begin(const ContactState& state) override;
  const char* kind() const override { return "wheels"; }
  double returnable() const override;
  int aux_size() const override { return scene_.slot_count * kContactRateSize; }
  void begin_rates(const ContactState& state, VecX& aux) const override;
  bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) override;
  bool rates(const ContactInstant&, const VecX& aux, VecX& aux_rate, ContactLoads&,
             ContactReadings&) override;
  void finish_rates(ContactPower& power) override;
  void finish() override;
  void accept(ContactState& state, const Terrain& terrain, GroundMemory& ground) override;

  bool touches(const ContactInstant&, int vehicle, const std::string& place) const override;
  void release_shear(ContactState&) const override;
  double relaxation_time() const override;
  ContactPace pace(const ContactState& state, const ContactReadings&) const override;
  void judge_depths(const ContactState& before, const ContactReadings&, double dt,
                    DepthJudge&) const override;
  double smallest_radius() const override;
  double fastest_part(const Kinematics& kinematics) const override;

 private:
  /// Sums over a wheel's contacts, point and slip weighted by the normal force.
  struct WheelSum {
    Vec3 point = Vec3::Zero();
    double slip = 0.0;
    double load = 0.0;      // of the normal forces, N
    double heaviest = 0.0;  // largest of them, N
    int marks = -1;         // whether its slices leave rut marks in this step; -1: not yet found
  };
  /// One slice on one surface, or a surface it has left (then without an arc).
  struct Touch {
    int wheel = 0, slot = 0;
    int owner = -1;  // body that carries the surface
    const WheelDisc* disc = nullptr;
    const ArcContact* arc = nullptr;
    const ContactLaw* law = nullptr;
    ContactFrame frame;
    Vec3 velocity = Vec3::Zero();  // of the slice's centre relative to the surface
    ContactMotion motion;
    ContactForce force;
  };
  /// Fills in touches_ except for their forces; false if a wheel left the terrain.
  bool find_touches(const ContactInstant&);
  void touch_slice(const ContactInstant&, int wheel, int first_slot, const SliceContacts& slice);
  void set_motion(const ContactInstant&, const WheelPart& wheel, double share, Touch& touch);
  void calc_touch_rates(double fastest, Touch& touch, const VecX& aux, VecX& aux_rate);
  /// Applies the forces of touches_ to the bodies, the output and the power.
  void apply_touches(const ContactInstant&, ContactLoads&, ContactReadings&);
  void apply_touch(const ContactInstant&, const Touch&, ContactLoads&, WheelOutput&, WheelSum&);
  /// The marks that the accepted step leaves in the ground.
  void mark_ground(const Terrain&, GroundMemory&);
  void finish_wheel(const ContactInstant&, const WheelPart&, WheelOutput&, const WheelSum&) const;
  /// Whether a wheel's slices should leave rut marks in this step.
  static bool leaves_ruts(const ContactInstant&, const WheelPart& wheel);

  const ContactScene& scene_;
  std::span<const ContactSlot> start_slots_;  // at the start of the step
  std::vector<ContactSlot> next_slots_;
  std::vector<WheelGround> grounds_;  // one per wheel
  std::vector<SliceContacts> slices_;
  std::vector<ContactStep> steps_;  // of touches_, while they are computed
  std::vector<Touch> touches_;      // by wheel
  int touch_count_ = 0;
  std::vector<RutMark> ruts_;
  int rut_count_ = 0;
  const bool layered_;  // some ground has a layer that breaks
};

}  // namespace grouser
