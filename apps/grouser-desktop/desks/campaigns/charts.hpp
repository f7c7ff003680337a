// SPDX-License-Identifier: BSD-3-Clause
// Pictures of many cases: bars, two numbers over each other, places on a map, and what moves a number most.
// Each draws what was found once, and returns the mouse's actions.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "desks/campaigns/campaign_jobs.hpp"
#include "widgets/marks.hpp"
#include "widgets/ui.hpp"

namespace grouser {
struct Tornado;
}

namespace grouser::desktop {

/// A case that was pressed; twice: to be opened.
struct CasePress {
  std::size_t row = 0;
  bool twice = false;
};

/// Colours that differ for colour-blind eyes too (Okabe & Ito 2008).
ImU32 tone_color(CaseTone tone);
/// The point of an outcome: squares, or a shape of its own where patterns are wanted.
MarkShape tone_shape(const Ui& ui, CaseTone tone);
/// "ramp front slope" of "ramp/ramp_front/slope_deg", and with its unit as it is shown: "deepest pad, mm".
std::string quantity_label(const std::string& name);

/// A case that was pressed, or a box that was drawn with the left button.
struct ScatterPress {
  std::optional<CasePress> press;
  std::optional<CaseChoice> box;
};

/// Returns the bar that was pressed. Bars show their chosen share. Marks of the median and of 5, 95
/// and 99 %.
std::optional<std::size_t> histogram_chart(const Ui& ui, const char* id, const BoardView& board, ImVec2 size);
ScatterPress scatter_chart(const Ui& ui, const char* id, const BoardView& board, ImVec2 size);
/// North up; `texture`: of the picture, 0: none.
std::optional<CasePress> case_map(const Ui& ui, const char* id, const BoardView& board,
                                  const GroundPicture* picture, std::uintptr_t texture, ImVec2 size);
/// Bars from the least to the greatest mean of `number`, the longest above.
void tornado_chart(const Ui& ui, const char* id, const Tornado& tornado, const TableColumn& number,
                   ImVec2 size);

}  // namespace grouser::desktop
