// SPDX-License-Identifier: BSD-3-Clause
// Soft soil under wheels and footpads: the methods that all of its laws share (soft_ground.cpp) and those
// that each may have of its own. Private to the soil module.
#pragma once
#include "ground.hpp"
#include "grouser/soil/wheel/shear_stiffness.hpp"

namespace grouser::contact {

class SoftGround : public Ground {
 public:
  void complete(ContactLaw&) const override;
  Sliding sliding(const ContactLaw&, const ContactMotion&) const override;
  double relaxation(const ContactLaw&, double entry_angle) const override;
  double sliding_stiffness(const ContactLaw&, const ContactMemory&, const ContactForce&) const override;
  double returnable(const ContactLaw&, const ContactMemory&, const ContactForce&) const override;

  double dent(const ContactMemory&) const override { return 0.0; }
  double spring_back(const ContactLaw&, double u_soil, double beta, double room, double dt) const override;
  const WheelRun* begin(Advance&) const override;
  double compress(Advance&) const override;
  void load(double dt, double u_s_rate, Advance&) const override;

  SoilState state(const ContactLaw&, const ContactMotion&, const ContactMemory&, double length,
                  double u_soil) const override;
  void load(const RateInstant&, std::array<double, kContactRateSize>& rates, ContactForce&) const override;
  void cut_deflection(const ContactLaw&, ContactMemory&) const override {}
  double pressing_work(double force, double way) const override { return force * way; }

  bool begin_creep(CreepStep&, double length, SinkageSearch&) const override;
  double drawbar_pull(const LoadedWheel&, double slip, PullSearch&) const override;
  GroundSpring spring(const SoilParams&, const WheelGeometry&, double load, double gravity) const override;
  double shear_stiffness(const SoilParams&, const WheelGeometry&, double tyre, double load,
                         double gravity) const override;

  Plate plate(const PadLaw&) const override;
  double pad_friction(const PadLaw&) const override;
  PadSpring press(const PadLaw&, const Plate&, double u, double plastic, double yields) const override;
  double pressing_stiffness(const PadLaw&, const Plate&, double load) const override;
  double pad_shear_stiffness(const PadLaw&, const Plate&, double strength) const override;

 protected:
  /// Displacement over which shear builds up under a level plate, m.
  virtual double shear_way(const SoilParams& soil) const { return shear_length(soil); }
  /// Length over which slip builds up under a wheel, m.
  virtual double slip_way(const SoilParams& soil, double radius, double entry_angle) const {
    return soft_relaxation_length(shear_way(soil), radius, entry_angle);
  }
  /// Upper bound of the stiffness against a small sliding, N/m.
  virtual double shear_bound(const WheelOnSoil& wheel, const ShearState& state) const {
    return shear_stiffness_bound(wheel, state);
  }
};

}  // namespace grouser::contact
