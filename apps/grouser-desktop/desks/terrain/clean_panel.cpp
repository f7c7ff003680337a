// SPDX-License-Identifier: BSD-3-Clause
// The steps of the cleaning, one below the other with their settings and effects, and the choice of how
// before and after are looked at. Settings are edited in a copy, which becomes a request when one has
// changed.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "desks/terrain/terrain_panels.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// Label, id, limits and tooltip of a number.
struct NumberRow {
  const char* label;
  const char* id;
  EntryField field;
  const char* tip;
};

/// A row with a labelled number; true if it was changed.
template <class Number>
bool number_row(const Ui& ui, const NumberRow& row, Number& value) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", row.label);
  ImGui::SameLine(std::min(ui.px(150), 0.55f * ImGui::GetContentRegionMax().x));
  ImGui::SetNextItemWidth(-1);
  const std::string unit = row.field.unit == "-" ? "" : " " + row.field.unit;
  const auto typed =
      entry_field(ui, row.id, fmt::format("{:g}{}", static_cast<double>(value), unit), row.field);
  ui.mark(std::string("terrain_") + (row.id + 2));
  hint(row.tip);
  if (!typed) return false;
  value = static_cast<Number>(*typed);
  return true;
}

/// A tick box; true if it was changed.
bool check_row(const Ui& ui, const char* label, const char* name, const char* tip, bool& value) {
  const bool changed = ImGui::Checkbox(label, &value);
  ui.mark(name);
  hint(tip);
  return changed;
}

/// Wrapped text in the dim colour.
void dim_words(const std::string& words) {
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextDisabled("%s", words.c_str());
  ImGui::PopTextWrapPos();
}

/// The effect that a step would have, in a sentence; empty while it is not known. Whether a step has
/// nothing to do is found by nothing_to_do().
std::string forecast_words(const ShownUnits& units, const TerrainView& view, CleanKind kind) {
  const Site& site = *view.site;
  if (kind == CleanKind::kriging) return fmt::format("Fills {} cells.", site.voids());
  if (kind == CleanKind::seams)
    return fmt::format("Moves {} filled cells, the more the nearer they are to a rim.", site.filled());
  if (!view.outlook) return view.looking_ahead ? "Looking for what stands out…" : "";
  const CleanForecast& f = view.outlook->forecast;
  std::string words = fmt::format("Takes out {} cells", f.taken_out());
  if (f.boxes > 0)
    words += fmt::format(", {} of them in {} box{}", f.box_cells, f.boxes, f.boxes == 1 ? "" : "es");
  return words + fmt::format("; the farthest is {} off.",
                             value_text(units, std::max(f.greatest_spike, f.greatest_box), "m"));
}

/// The button of a step, and below it the step's effect; disabled if it has nothing to do.
void step_button(const Ui& ui, const TerrainView& view, CleanKind kind, const char* label, const char* tip,
                 TerrainRequests& requests) {
  const std::string nothing = nothing_to_do(*view.site, kind, view.outlook.get());
  ImGui::BeginDisabled(!view.job.empty() || !nothing.empty());
  if (ImGui::Button(label, {-1, 0}))
    requests.push_back({.kind = TerrainRequestKind::clean, .value = static_cast<double>(kind)});
  ui.mark(fmt::format("terrain_clean_{}", static_cast<int>(kind)));
  ImGui::EndDisabled();
  hint(tip);
  dim_words(nothing.empty() ? forecast_words(ui.units(), view, kind) : nothing);
}

/// The button that runs all three steps.
void all_steps_button(const Ui& ui, const TerrainView& view, TerrainRequests& requests) {
  ImGui::BeginDisabled(!view.job.empty());
  if (ImGui::Button("Clean: all that applies", {-1, 0}))
    requests.push_back({.kind = TerrainRequestKind::clean_all});
  ui.mark("terrain_clean_all");
  ImGui::EndDisabled();
  hint("The three steps below in a row; a step that has nothing to do is skipped, and the log says why");
  ImGui::Dummy({0, ui.px(6)});
}

/// The threshold in use, m: proposed by the heights, or typed. True if it or the choice was changed.
bool threshold_rows(const Ui& ui, const TerrainView& view, CleanSettings& s) {
  double threshold = s.kernel.threshold;
  if (s.proposed && view.proposed) threshold = view.proposed->outlier;
  if (number_row(
          ui,
          {"threshold",
           "##threshold",
           {"m", 0.001, 1e4},
           "T: an outlier is farther from its neighbours' mean than this. Proposed: ten times the scatter of "
           "this ground, at most 0.7 m"},
          threshold)) {
    s.kernel.threshold = threshold;
    // A typed threshold keeps the other proposed one.
    if (s.proposed && view.proposed) s.boxes.least_step = view.proposed->box_step;
    s.proposed = false;
    return true;
  }
  return check_row(ui, "Proposed by the heights", "terrain_proposed",
                   "Thresholds of spikes and boxes follow the scatter of this ground", s.proposed);
}

/// Colour and meaning of a fate, beside the entry before if there is room.
void legend_entry(const Ui& ui, const char* text, CellFate fate) {
  const float side = ui.px(11);
  if (fate != CellFate::filled_void)
    beside_or_below(side + ui.px(6) + ImGui::CalcTextSize(text).x, ui.px(14));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + 0.5f * (ImGui::GetTextLineHeight() - side);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + side, y + side},
                                            fate_colour(static_cast<std::uint8_t>(fate)), ui.px(2));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + ui.px(6));
  ImGui::TextDisabled("%s", text);
}

/// Divider and mask, with the mask's colours.
void looking(const Ui& ui, TerrainUi& state) {
  heading(ui, "Look");
  check_row(ui, "Before and after", "terrain_compare",
            "A divider on the map, to be dragged: left the ground as it was cut, right as it is",
            state.compare);
  check_row(ui, "Mask", "terrain_mask", "Colours what was taken out and filled in", state.mask);
  if (!state.mask) return;
  legend_entry(ui, "filled void", CellFate::filled_void);
  legend_entry(ui, "spike", CellFate::filled_spike);
  legend_entry(ui, "box", CellFate::filled_box);
}

}  // namespace

void clean_panel(const Ui& ui, TerrainUi& state, const TerrainView& view, TerrainRequests& requests) {
  CleanSettings s = view.settings;
  bool edited = false;
  if (!view.site) return;
  all_steps_button(ui, view, requests);
  heading(ui, "1  Outliers");
  edited |= threshold_rows(ui, view, s);
  edited |= number_row(ui,
                       {"times the scatter",
                        "##roughness",
                        {"-", 0.0, 1000.0},
                        "T is no lower than this times the ground's own scatter; 0: T alone"},
                       s.kernel.roughness_factor);
  edited |= check_row(ui, "Boxes too", "terrain_boxes",
                      "Rectangles that stereo matching left too high or too low, by their straight edges",
                      s.find_boxes);
  step_button(ui, view, CleanKind::outliers, "Take outliers out",
              "Marks spikes and boxes and takes their heights away; kriging then fills them", requests);
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, "2  Kriging");
  edited |=
      number_row(ui,
                 {"samples",
                  "##samples",
                  {"-", 32.0, 4000.0, true},
                  "That length and noise of the ground are learnt from; the time grows with their cube"},
                 s.fit_samples);
  edited |= check_row(ui, "Voids at the edge too", "terrain_border",
                      "Also voids that touch the edge of the piece, within reach of heights", s.fill_border);
  edited |= check_row(ui, "Standard deviation", "terrain_deviation",
                      "Also how sure the filled heights are; takes several times as long", s.deviation);
  step_button(ui, view, CleanKind::kriging, "Fill voids",
              "Gaussian process (Matérn 3/2) with the length and noise of this ground", requests);
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, "3  Seams");
  step_button(ui, view, CleanKind::seams, "Make rims meet",
              "Spreads what the kriging misses at the rims into the filled ground", requests);
  ImGui::Dummy({0, ui.px(6)});
  looking(ui, state);
  if (edited) requests.push_back({.kind = TerrainRequestKind::settings, .settings = s});
}

}  // namespace grouser::desktop
