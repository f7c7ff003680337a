// SPDX-License-Identifier: BSD-3-Clause
// Marks that distinguish classes besides colours: hatched swatches, and points of several shapes.
#pragma once
#include <imgui.h>

#include "widgets/pattern.hpp"

namespace grouser::desktop {

/// A box of a colour with a pattern's lines on it, as the ground has them.
void pattern_box(ImDrawList* list, ImVec2 low, ImVec2 high, ImU32 color, Pattern pattern, float rounding);

enum class MarkShape { square, triangle, diamond, cross, circle };
/// Draws a mark at `at`; r: distance from its middle to its sides, pixels.
void shape_mark(ImDrawList* list, ImVec2 at, float r, ImU32 color, MarkShape shape);

}  // namespace grouser::desktop
