// SPDX-License-Identifier: BSD-3-Clause
// Soft soil under a footpad: a plate on the virgin curve with stiff unloading (pad_contact.hpp). Private to
// the soil module.
#pragma once
#include "ground.hpp"

namespace grouser::contact {

/// friction: tan(phi).
Plate soft_plate(const PadLaw& law, double friction);

/// The spring of pad and soil at a penetration u, m, where the soil flows at `yields` of its strength.
PadSpring press_soft(const PadLaw& law, const Plate& p, double u, double plastic, double yields);

/// dN/du where a load presses the pad into untouched ground, N/m.
double soft_pressing_stiffness(const PadLaw& law, const Plate& p, double load);

}  // namespace grouser::contact
