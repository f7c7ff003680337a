// SPDX-License-Identifier: BSD-3-Clause
// A bar of the colours of a scale.
#pragma once
#include "view/overlay.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// A bar of the scale's colours with its numbers below, its upper left corner at `at`; returns the height
/// used, px.
float scale_bar(const Ui& ui, const OverlayScale& scale, ImVec2 at, float width);

}  // namespace grouser::desktop
