// SPDX-License-Identifier: BSD-3-Clause
// The soft soil under one footprint during one step: its steady reaction (wheel_reaction.hpp) with stiff
// unloading below the deepest compression of this footprint. Private to the soil module; symbols as in
// contact.hpp.
#pragma once
#include "contact_parts.hpp"

namespace grouser::contact {

/// Everything but the sinkage is given.
class SoftSoil {
 public:
  /// length: relaxation length; peak_angle: entry_angle() of m.u_peak below the rut. `m.u_soil` decides how
  /// finely the arc is resolved, so that one step has one law.
  SoftSoil(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m, double length,
           double peak_angle);
  SoilState at(double u_soil);

  /// The same in two parts, for several footprints at once. run_at() gives the run for wheel_reactions(),
  /// valid until the next call; the second part completes the state from the reaction in it.
  const WheelRun& run_at(double u_soil);
  void complete(double u_soil, SoilState& state) const;

 private:
  const ContactLaw& law_;
  WheelRun run_;
  double side_, u_peak_, peak_angle_, fresh_;
};

}  // namespace grouser::contact
