// SPDX-License-Identifier: BSD-3-Clause
// The chosen channels over time, with one pair of axes per quantity: loads of several wheels share one.
// Zoom and cursors are shared by all plots (PlotView); a plot is drawn by draw_plot().
#include <algorithm>
#include <numeric>
#include <utility>

#include "desks/plots/plot_inputs.hpp"
#include "desks/plots/plots_panels.hpp"
#include "desks/plots/plots_readout.hpp"
#include "hal/imgui_versions.hpp"
#include "session/plot_request.hpp"
#include "session/run_request.hpp"
#include "view/context_menu.hpp"
#include "widgets/plot.hpp"
#include "widgets/plot_zoom.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// Legend of the two runs: a solid and a dashed stroke with their names.
void runs_legend(const Ui& ui, const RunView& run) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight(), stroke = ui.px(28);
  const auto entry = [&](const std::string& name, bool dashed) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float y = p.y + 0.55f * line;
    for (float x = 0.0f; x < stroke; x += dashed ? ui.px(11) : stroke)
      list->AddLine({p.x + x, y}, {p.x + (dashed ? std::min(x + ui.px(6), stroke) : stroke), y},
                    palette::kText, ui.px(1.6f));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + stroke + ui.px(7));
    ImGui::TextUnformatted(name.c_str());
  };
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(10));
  entry(run.name, false);
  ImGui::SameLine(0, ui.px(24));
  entry(run.other_name, true);
  ui.mark("runs_legend");
}

/// Resets the zoom if it belongs to another run.
void forget_other_run(PlotView& view, const RunView& run) {
  if (view.run == run.name) return;
  view = {.run = run.name, .times = {}, .values = {}, .second = {}, .peaks = view.peaks};
}

/// One of the buttons in the row of the tabs; its name is bright if it is switched on.
bool corner_button(const Ui& ui, const char* name, const char* mark, bool on, const char* tip,
                   const char* key) {
  ImGui::PushStyleColor(ImGuiCol_Text, on ? palette::kAccent : palette::kDim);
  const bool pressed = ImGui::SmallButton(name);
  ImGui::PopStyleColor();
  ui.mark(mark);
  hint(tip, key);
  return pressed;
}

/// Draws the buttons to the right in the row of the tabs, where they take no height from the plots.
void corner_buttons(const Ui& ui, Range shown, PlotView& view) {
  constexpr const char *kCursors = "Two cursors", *kPeaks = "Peaks", *kAll = "Show all";
  constexpr float kTabs = 420.0f;  // room that the tabs take, px; where no more is left there are the keys
  const ImGuiStyle& style = ImGui::GetStyle();
  float width = 2.0f * style.ItemSpacing.x + 6.0f * style.FramePadding.x;
  for (const char* name : {kCursors, kPeaks, kAll}) width += ImGui::CalcTextSize(name).x;
  if (ImGui::GetWindowWidth() < ui.px(kTabs) + width) return;
  // The buttons are placed above the panel's first line, then the cursor returns there.
  const ImVec2 start = ImGui::GetCursorPos();
  const float above = 0.5f * (ImGui::GetFrameHeight() + ImGui::GetTextLineHeight()) + style.ItemSpacing.y;
  ImGui::SetCursorPos({ImGui::GetWindowContentRegionMax().x - width, start.y - above});
  if (corner_button(ui, kCursors, "plots_second", view.second.has_value(),
                    "A second cursor, and numbers between both", "M, Alt+click"))
    view.second = view.second ? std::nullopt : std::optional<double>(std::midpoint(shown.low, shown.high));
  ImGui::SameLine();
  if (corner_button(ui, kPeaks, "plots_peaks", view.peaks, "Numbers at the greatest absolute values", "P"))
    view.peaks = !view.peaks;
  ImGui::SameLine();
  const bool zoomed = view.times || !view.values.empty();
  if (corner_button(ui, kAll, "plots_all", zoomed, "The whole run, and values as they fit", "A"))
    show_all(view);
  ImGui::SetCursorPos(start);
}

/// Keys of the plots, where nobody is typing.
void take_keys(const Ui& ui, const RunView& run, PlotView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || ui.covered || io.KeyCtrl) return;
  if (gui::is_key_pressed(ImGuiKey_A) && !run.hand.on) show_all(view);
  if (gui::is_key_pressed(ImGuiKey_P)) view.peaks = !view.peaks;
  if (gui::is_key_pressed(ImGuiKey_M)) view.second = run.time;
}

/// Room of the table beside the plots, 0 without a second cursor.
float readout_width(const Ui& ui, const PlotView& view, float width) {
  constexpr float kTable = 520.0f;  // px
  constexpr float kMost = 0.5f;     // of the panel
  return view.second ? std::min(ui.px(kTable), kMost * width) : 0.0f;
}

/// The entries of the menu of a plot.
MenuEntries plot_menu(const PlotInput& plot, int index, const PlotView& view) {
  using Kind = PlotRequest::Kind;
  const auto line = [&](const char* id, const char* title, Kind kind) {
    return MenuEntry{id, title, PlotRequest{.kind = kind, .plot = index}};
  };
  const auto save = [&](const char* id, const char* title, PlotFormat format) {
    return MenuEntry{id, title, PlotRequest{.kind = Kind::save, .plot = index, .format = format}};
  };
  const bool fixed = view.values.contains(plot.title);
  return {save("save_png", "Save as PNG", PlotFormat::png),
          save("save_svg", "Save as SVG", PlotFormat::svg),
          save("save_csv", "Save as CSV", PlotFormat::csv),
          {},
          fixed ? line("fit_range", "Fit the values again", Kind::fit_range)
                : line("fix_range", "Keep this range of values", Kind::fix_range),
          line("legend", plot.legend == PlotLegend::shown ? "Hide the legend" : "Show the legend",
               Kind::toggle_legend),
          line("enlarge", view.enlarged == plot.title ? "Smaller again" : "Fill the panel", Kind::enlarge),
          {},
          line("remove", "Remove this plot", Kind::remove)};
}

/// Channels that are dropped onto the last item. `plot`: -1 for a new one.
void take_channels(int plot, Requests& requests) {
  if (!ImGui::BeginDragDropTarget()) return;
  if (const ImGuiPayload* dropped = ImGui::AcceptDragDropPayload(kDraggedChannels)) {
    const auto* first = static_cast<const int*>(dropped->Data);
    const auto count = static_cast<std::size_t>(dropped->DataSize) / sizeof(int);
    ask(requests, PlotRequest{.kind = PlotRequest::Kind::drop,
                              .channels = std::vector<int>(first, first + count),
                              .plot = plot});
  }
  ImGui::EndDragDropTarget();
}

bool channels_are_dragged() {
  const ImGuiPayload* dragged = ImGui::GetDragDropPayload();
  return dragged && dragged->IsDataType(kDraggedChannels);
}

/// Takes channels that are dropped beside the plots; shown while channels are dragged.
void new_plot_area(const Ui& ui, ImVec2 size, Requests& requests) {
  ImGui::InvisibleButton("new_plot", size);
  ui.mark("plot_new");
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRect(low, high, palette::kLine, ui.px(4), 0, ui.px(1.5f));
  const char* const text = "New plot";
  const ImVec2 words = ImGui::CalcTextSize(text);
  ImGui::GetWindowDrawList()->AddText({0.5f * (low.x + high.x - words.x), 0.5f * (low.y + high.y - words.y)},
                                      palette::kDim, text);
  take_channels(-1, requests);
}

/// The number of plots in a row, and their size. A low panel has one row. A high panel has several, so that
/// no plot is narrow.
struct PlotGrid {
  int columns = 1;
  ImVec2 size;
};
PlotGrid grid_of(const Ui& ui, std::size_t plots, ImVec2 area) {
  const float gap = ImGui::GetStyle().ItemSpacing.y, wide = ui.px(300), high = ui.px(130);
  // Plots of at least 300 px by 130 px as far as the area allows, with equal numbers in the rows.
  const auto fitting = [&](float room, float least) {
    return std::max(1, static_cast<int>((room + gap) / (least + gap)));
  };
  const int count = std::max(1, static_cast<int>(plots));
  const int wanted = (count + fitting(area.x, wide) - 1) / fitting(area.x, wide);
  const int rows = std::min(wanted, fitting(area.y, high)), columns = (count + rows - 1) / rows;
  const auto c = static_cast<float>(columns), r = static_cast<float>(rows);
  return {columns, {std::max(ui.px(210), (area.x - gap * (c - 1.0f)) / c), (area.y - gap * (r - 1.0f)) / r}};
}

/// All of them, or the one that fills the panel.
void draw_plots(const Ui& ui, const std::vector<PlotInput>& plots, float room, PlotView& view,
                Requests& requests) {
  const float gap = ui.px(8), strip = ui.px(110);
  const bool dragged = channels_are_dragged(), alone = !view.enlarged.empty();
  // While channels are dragged, a strip on the right takes them for a new plot.
  const float row = dragged ? room - strip - gap : room;
  // The wheel zooms; a row of plots that is too long has its bar to scroll.
  ImGui::BeginChild("plots", {row, 0}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const PlotGrid grid = grid_of(ui, alone ? 1 : plots.size(), ImGui::GetContentRegionAvail());
  int place = 0;
  for (std::size_t g = 0; g < plots.size(); ++g) {
    if (alone && plots[g].title != view.enlarged) continue;
    if (place++ % grid.columns != 0) ImGui::SameLine(0, ImGui::GetStyle().ItemSpacing.y);
    const std::string id = "plot_" + std::to_string(g);
    if (const auto time = draw_plot(ui, id.c_str(), plots[g], grid.size, view))
      ask(requests, RunRequest{.kind = RunRequest::Kind::seek, .time = *time});
    take_channels(static_cast<int>(g), requests);
    offer_menu(requests, [&] { return plot_menu(plots[g], static_cast<int>(g), view); });
  }
  ImGui::EndChild();
  if (!dragged) return;
  ImGui::SameLine(0, gap);
  new_plot_area(ui, {strip, ImGui::GetContentRegionAvail().y}, requests);
}

/// Draws the panel before anything is plotted; channels may be dropped anywhere.
void draw_nothing(const Ui& ui, const RunView& run, ImVec2 area, Requests& requests) {
  if (channels_are_dragged()) return new_plot_area(ui, area, requests);
  ImGui::SetCursorPos({ImGui::GetCursorPosX() + ui.px(16), ImGui::GetCursorPosY() + 0.4f * area.y});
  ImGui::TextDisabled(run.scene ? "Tick a channel on the left to plot it, or drag it here."
                                : "Plots appear here when a scenario or a run is open.");
}

}  // namespace

void plots_panel(const Ui& ui, const RunView& run, const PlotCards& plotted, PlotView& view,
                 Requests& requests) {
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const std::vector<PlotInput> plots = run.scene && run.data && run.data->frame_count() > 0
                                           ? make_plots(run, plotted)
                                           : std::vector<PlotInput>{};
  if (plots.empty()) return draw_nothing(ui, run, area, requests);
  forget_other_run(view, run);
  // The enlarged plot may have been removed.
  if (std::none_of(plots.begin(), plots.end(), [&](const auto& plot) { return plot.title == view.enlarged; }))
    view.enlarged.clear();
  // The layout is found before keys are handled, because a key acts on the plot that is under the pointer
  // now.
  const float gap = ui.px(8);
  const float table = readout_width(ui, view, area.x), room = table > 0.0f ? area.x - table - gap : area.x;
  take_keys(ui, run, view);
  corner_buttons(ui, shown_times(view, times_of(run)), view);
  if (run.other) runs_legend(ui, run);
  draw_plots(ui, plots, room, view, requests);
  if (!view.second || table <= 0.0f) return;
  ImGui::SameLine(0, gap);
  plots_readout(ui, plots, view, {table, 0});
}

}  // namespace grouser::desktop
