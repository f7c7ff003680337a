// SPDX-License-Identifier: BSD-3-Clause
// A chart whose points can be pointed at and clicked.
#pragma once
#include <imgui.h>

#include <optional>

#include "grouser/chart/chart.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Returns the row of the point that was clicked. `on_click` is what that does, said at the pointer; null:
/// nothing.
std::optional<std::size_t> draw_xy_plot(const Ui& ui, const char* id, const Chart& chart, ImVec2 size,
                                        const char* on_click = nullptr);

}  // namespace grouser::desktop
