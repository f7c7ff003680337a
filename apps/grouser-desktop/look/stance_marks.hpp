// On what a walker or lander stands, over the view: its feet in touch with their polygon; of a walker also the centre of mass
// and where the feet press.
#pragma once
#include "ground/paint_panel.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// Feet of a scene that walks: prefixes of their channels, such as "pad/foot_front_left/", one a leg of leg_names().
std::vector<std::string> leg_names(const Scene& scene);
/// Nothing in a scene without pads.
void stance_marks(const Ui& ui, const RunView& run, const PictureArea& picture);

}  // namespace grouser::desktop
