// SPDX-License-Identifier: BSD-3-Clause
// The facts about a map or about the piece that was cut, and the list of the cleaning's steps.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desks/terrain/terrain_panels.hpp"
#include "grouser/base/hash.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// A value cut to the room, and the whole of it in the tooltip where it was cut.
void row(const Ui& ui, const char* label, const std::string& value) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(label).x - ui.px(14);
  const std::string shown = fit_text(value, room);
  value_row(label, shown);
  if (shown != value) hint(value.c_str());
}

/// A wrapped text in this colour.
void note(ImU32 ink, const std::string& text) {
  ImGui::PushTextWrapPos(0.0f);
  ImGui::PushStyleColor(ImGuiCol_Text, ink);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

/// The text with a capital letter at its beginning and a full stop.
std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

/// Lowest and highest height, m, and the share of voids; a text until the whole map was read.
void heights_rows(const Ui& ui, const TerrainView& view) {
  const RasterSurvey& s = view.map->survey;
  if (!view.surveyed) {
    row(ui, "heights", view.reading ? "reading…" : "not read to the end");
    return;
  }
  row(ui, "lowest", s.all_void() ? "none" : steady_text(ui.units(), s.lowest, "m", 2));
  row(ui, "highest", s.all_void() ? "none" : steady_text(ui.units(), s.highest, "m", 2));
  const double share = 100.0 * static_cast<double>(s.voids) / static_cast<double>(std::max(1LL, s.cells));
  row(ui, "no data", fmt::format("{:.2f} %", share));
  hint(fmt::format("{} of {} cells without a height{}", s.voids, s.cells,
                   s.level > 0 ? ", counted in an overview of the file" : "")
           .c_str());
}

/// The notes against driving on the map, or that there are none.
void verdict(const Ui& ui, const TerrainView& view) {
  if (!view.surveyed) return;
  ImGui::Dummy({0, ui.px(4)});
  if (view.map->notes.empty()) note(palette::kGood, "Ready to drive on as it is.");
  for (const std::string& text : view.map->notes) note(palette::kWarning, sentence(text));
}

/// Sides of a cell with their unit: "0.5 m", "0.5 x 0.6 m".
std::string cell_text(const ShownUnits& units, std::initializer_list<double> sides) {
  const DisplayUnit shown = field_unit(units, "m");
  std::string text;
  for (const double side : sides)
    text += fmt::format("{}{:.5g}", text.empty() ? "" : " x ", shown.factor * side);
  return text + behind_number(shown);
}

/// Facts about the piece, and whether it has voids.
void site_facts(const Ui& ui, const Site& site) {
  heading(ui, "Piece of ground");
  row(ui, "from", site.origin().name);
  row(ui, "size", fmt::format("{} x {} cells", site.columns(), site.rows()));
  row(ui, "extent",
      length_text(ui.units(), site.columns() * site.origin().cell) + " x " +
          length_text(ui.units(), site.rows() * site.origin().cell));
  row(ui, "cell", cell_text(ui.units(), {site.origin().cell}));
  row(ui, "lowest", steady_text(ui.units(), site.lowest(), "m", 2));
  row(ui, "highest", steady_text(ui.units(), site.highest(), "m", 2));
  if (!site.origin().rocks.empty()) row(ui, "rocks", std::to_string(site.origin().rocks.size()));
  row(ui, "no data", fmt::format("{} cells", site.voids()));
  ImGui::Dummy({0, ui.px(4)});
  if (site.voids() == 0) note(palette::kGood, "Ready to drive on.");
  if (site.voids() > 0) note(palette::kWarning, "It has voids: krige them before driving.");
}

/// Lists the first four seams at which the pieces of a mosaic do not meet, and how many more there are.
void seam_notes(const Ui& ui, const TerrainView& view) {
  if (!view.outlook) return;
  const std::vector<MosaicSeam>& seams = view.outlook->forecast.seams;
  constexpr std::size_t kMostShown = 4;
  for (std::size_t k = 0; k < std::min(seams.size(), kMostShown); ++k) {
    const MosaicSeam& s = seams[k];
    note(palette::kWarning, fmt::format("Seam of a mosaic: {} {}, a step of {} over {} cells.",
                                        s.line == SeamLine::along_rows ? "row" : "column", s.at,
                                        seam_step_text(ui.units(), s), s.cells()));
  }
  if (seams.size() > kMostShown)
    note(palette::kWarning, fmt::format("And {} more.", seams.size() - kMostShown));
  if (!seams.empty()) note(palette::kDim, "The cleaning leaves seams as they are: cut a piece beside them.");
}

/// "120 cells filled, by 0.3 m at most".
std::string step_numbers(const ShownUnits& units, const CleanStep& step) {
  std::string text = fmt::format("{} cell{}", step.changed, step.changed == 1 ? "" : "s");
  if (step.kind == CleanKind::outliers) return text + " taken out";
  text += step.kind == CleanKind::kriging ? " filled" : " moved";
  if (step.largest_change > 0.0)
    text += fmt::format(", by {} at most", value_text(units, step.largest_change, "m"));
  return text;
}

/// The largest step at a rim before and after a step; empty where it was not measured.
std::string seam_text(const ShownUnits& units, const CleanStep& step) {
  if (!step.seam_after) return "";
  if (!step.seam_before) return "largest step at a rim: " + value_text(units, *step.seam_after, "m");
  return "largest step at a rim: " + value_text(units, *step.seam_before, "m") + " to " +
         value_text(units, *step.seam_after, "m");
}

/// An entry of the list of steps, pale where the step was taken back; a press goes to the state after it.
void step_entry(const Ui& ui, const TerrainView& view, std::size_t k, TerrainRequests& requests) {
  const CleanStep& step = view.site->steps()[k];
  const bool done = k < view.site->done();
  ImGui::PushID(static_cast<int>(k));
  if (!done) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.45f);
  const std::string title = fmt::format("{}  {}", k + 1, to_string(step.kind));
  if (ImGui::Selectable(title.c_str(), k + 1 == view.site->done()))
    requests.push_back({.kind = TerrainRequestKind::go_to_step, .value = static_cast<double>(k + 1)});
  ui.mark(fmt::format("terrain_step_{}", k));
  std::string tip = fmt::format(
      "{} cells without a height after it; it took {:.1f} s. Press to go back or "
      "forth to here.",
      step.voids, step.wall_s);
  if (step.params.variance > 0.0 && step.kind != CleanKind::outliers)
    tip += fmt::format("\nMatérn 3/2, length {:.1f} cells, noise {:.1e} of the variance", step.params.length,
                       step.params.noise);
  hint(tip.c_str());
  note(palette::kDim, step_numbers(ui.units(), step));
  if (step.largest_deviation > 0.0)
    note(palette::kDim,
         "largest deviation " + value_text(ui.units(), step.largest_deviation, "m") + " (1 sigma)");
  if (const std::string seams = seam_text(ui.units(), step); !seams.empty()) note(palette::kDim, seams);
  if (!done) ImGui::PopStyleVar();
  ImGui::PopID();
}

}  // namespace

std::string seam_step_text(const ShownUnits& units, const MosaicSeam& seam) {
  return value_text(units, std::round(1000.0 * std::fabs(seam.step)) / 1000.0, "m");
}

std::string length_text(const ShownUnits& units, double metres) {
  if (units.length != LengthUnit::fitting) return steady_text(units, metres, "m", 2);
  if (metres >= 1000.0) return fmt::format("{:.4g} km", metres / 1000.0);
  return fmt::format("{:.4g} m", metres);
}

std::string place_text(const MapFacts& map, double column, double row) {
  if (!map.info.transform || !map.frame) return "";
  // The place is known only for a map with a transform and a frame that reaches it.
  const auto at = map.info.transform->map(column, row);
  const auto found = map.frame->to_lonlat(at[0], at[1]);
  if (!found) return "";
  const auto deg = map.frame->write_deg(*found, usual_style(map.frame->body()));
  return fmt::format("{:.5f}° {}, {:.5f}° {}", std::fabs(deg[0]), deg[0] < 0.0 ? "W" : "E", std::fabs(deg[1]),
                     deg[1] < 0.0 ? "S" : "N");
}

void map_facts_panel(const Ui& ui, const TerrainView& view) {
  if (view.shown == TerrainShown::site) {
    if (!view.site) return;
    site_facts(ui, *view.site);
    return seam_notes(ui, view);
  }
  heading(ui, "Map");
  if (!view.map) return note(palette::kDim, "Opening…");
  const MapFacts& map = *view.map;
  row(ui, "body", map.body);
  row(ui, "map", map.map_words);
  row(ui, "size", fmt::format("{} x {} cells", map.info.columns, map.info.rows));
  if (map.cell.east > 0.0) {
    row(ui, "cell", cell_text(ui.units(), {map.cell.east, map.cell.north}));
    row(ui, "extent",
        length_text(ui.units(), map.cell.east * map.info.columns) + " x " +
            length_text(ui.units(), map.cell.north * map.info.rows));
  }
  heights_rows(ui, view);
  row(ui, "vertical unit", map.info.vertical_unit.empty() ? "not stated (m)" : map.info.vertical_unit);
  row(ui, "heights above", map.vertical_reference.empty() ? "not stated" : map.vertical_reference);
  hint("The vertical reference that the file states: an areoid or a sphere");
  row(ui, "stored as", fmt::format("{}, {}", map.info.driver, map.info.sample_type));
  ui.mark_area("terrain_facts", ImGui::GetWindowPos(), ImGui::GetCursorScreenPos());
  verdict(ui, view);
}

void clean_steps_panel(const Ui& ui, const TerrainView& view, TerrainRequests& requests) {
  if (view.shown != TerrainShown::site || !view.site || !view.recipe.empty()) return;
  ImGui::Dummy({0, ui.px(8)});
  heading(ui, "Steps");
  if (ImGui::Selectable("0  As it was cut", view.site->done() == 0))
    requests.push_back({.kind = TerrainRequestKind::go_to_step, .value = 0.0});
  ui.mark("terrain_step_raw");
  hint("The heights of the map, untouched");
  for (std::size_t k = 0; k < view.site->steps().size(); ++k) step_entry(ui, view, k, requests);
}

}  // namespace grouser::desktop
