// SPDX-License-Identifier: BSD-3-Clause
// Clearance of a lander's hull above the ground, over the view: a line below each of its contact spheres.
#pragma once
#include <vector>

#include "session/session.hpp"
#include "view/picture_area.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The gap below a contact sphere; world axes, m.
struct Clearance {
  Vec3 low = Vec3::Zero(), ground = Vec3::Zero();  ///< its lowest point, and the ground straight below
  double gap() const { return low.z() - ground.z(); }
};
/// One per contact sphere of the followed vehicle that has ground below it, the least first; empty for a
/// vehicle that walks or has no such spheres.
std::vector<Clearance> hull_clearances(const RunView& run);
/// The least one has its number beside it.
void landing_marks(const Ui& ui, const RunView& run, const PictureArea& picture);

}  // namespace grouser::desktop
