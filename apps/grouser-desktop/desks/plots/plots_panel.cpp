// SPDX-License-Identifier: BSD-3-Clause
// The chosen channels over time, one pair of axes for each quantity: loads of several wheels share one.
#include <algorithm>
#include <numeric>

#include "desks/plots/plots_panels.hpp"
#include "desks/plots/plots_readout.hpp"
#include "grouser/chart/channel_groups.hpp"
#include "hal/imgui_versions.hpp"
#include "session/channel_values.hpp"
#include "session/run_request.hpp"
#include "widgets/plot.hpp"
#include "widgets/plot_zoom.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// Which run is drawn how: a full stroke, a dashed one, and the names.
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

Samples samples_of(RunData& run, std::size_t channel) {
  const ChannelSamples samples = run.samples(channel);
  return {samples.times, samples.values};
}

/// The channel of the same name in the second run.
Samples other_samples(const RunView& run, const std::string& name) {
  const int k = run.other ? find_channel(*run.other->scene(), name) : -1;
  if (k < 0) return {};
  return samples_of(*run.other, static_cast<std::size_t>(k));
}

Range times_of(const RunView& run) {
  const double end = std::max(run.newest, run.scene->step);
  return {0.0, run.other ? std::max(end, run.other->times().back()) : end};
}

std::vector<PlotInput> make_plots(const RunView& run, const std::vector<int>& ticked) {
  std::vector<std::size_t> channels;
  std::vector<ChartChannel> named;
  for (const int k : ticked) {
    if (k < 0 || static_cast<std::size_t>(k) >= run.scene->channels.size()) continue;
    channels.push_back(static_cast<std::size_t>(k));
    named.push_back({run.scene->channels[channels.back()].name, run.scene->channels[channels.back()].unit});
  }
  std::vector<PlotInput> plots;
  for (const ChannelGroup& group : group_channels(named)) {
    PlotInput input;
    input.unit = group.unit;
    input.title = group.quantity;
    for (std::size_t k = 0; k < group.channels.size(); ++k) {
      const std::size_t channel = channels[group.channels[k]];
      if (input.note.empty()) input.note = run.data->sampling_note(channel);
      input.lines.push_back({group.labels[k], line_color(static_cast<int>(k)), samples_of(*run.data, channel),
                             other_samples(run, named[group.channels[k]].name)});
    }
    input.all = times_of(run);
    input.cursor = run.time;
    if (run.frame) input.shown = run.frame->time;  // a peak behind it is not in the picture
    plots.push_back(std::move(input));
  }
  return plots;
}

/// What was zoomed of another run is no part of this one.
void forget_other_run(PlotView& view, const RunView& run) {
  if (view.run == run.name) return;
  view = {.run = run.name, .times = {}, .values = {}, .second = {}, .peaks = view.peaks};
}

/// One of the buttons in the row of the tabs; the name of what is switched on is bright.
bool corner_button(const Ui& ui, const char* name, const char* mark, bool on, const char* tip,
                   const char* key) {
  ImGui::PushStyleColor(ImGuiCol_Text, on ? palette::kAccent : palette::kDim);
  const bool pressed = ImGui::SmallButton(name);
  ImGui::PopStyleColor();
  ui.mark(mark);
  hint(tip, key);
  return pressed;
}

/// To the right in the row of the tabs, where they take no height from the plots.
void corner_buttons(const Ui& ui, Range shown, PlotView& view) {
  constexpr const char *kCursors = "Two cursors", *kPeaks = "Peaks", *kAll = "Show all";
  constexpr float kTabs = 420.0f;  // room that the tabs take, px; where no more is left there are the keys
  const ImGuiStyle& style = ImGui::GetStyle();
  float width = 2.0f * style.ItemSpacing.x + 6.0f * style.FramePadding.x;
  for (const char* name : {kCursors, kPeaks, kAll}) width += ImGui::CalcTextSize(name).x;
  if (ImGui::GetWindowWidth() < ui.px(kTabs) + width) return;
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
  if (gui::is_key_pressed(ImGuiKey_Escape)) view.second.reset();
}

/// Room of the table beside the plots, 0 without a second cursor.
float readout_width(const Ui& ui, const PlotView& view, float width) {
  constexpr float kTable = 520.0f;  // px
  constexpr float kMost = 0.5f;     // of the panel
  return view.second ? std::min(ui.px(kTable), kMost * width) : 0.0f;
}

}  // namespace

void plots_panel(const Ui& ui, const RunView& run, const std::vector<int>& plotted, PlotView& view,
                 Requests& requests) {
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const std::vector<PlotInput> plots = run.scene && run.data && run.data->frame_count() > 0
                                           ? make_plots(run, plotted)
                                           : std::vector<PlotInput>{};
  if (plots.empty()) {
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + ui.px(16), ImGui::GetCursorPosY() + 0.4f * area.y});
    ImGui::TextDisabled(run.scene ? "Tick a channel on the left to plot it."
                                  : "Plots appear here when a scenario or a run is open.");
    return;
  }
  forget_other_run(view, run);
  // Before the keys: what a key puts at the pointer is meant for the plots as they lie under it now.
  const float gap = ui.px(8);
  const float table = readout_width(ui, view, area.x), room = table > 0.0f ? area.x - table - gap : area.x;
  take_keys(ui, run, view);
  corner_buttons(ui, shown_times(view, times_of(run)), view);
  if (run.other) runs_legend(ui, run);
  const auto count = static_cast<float>(plots.size());
  const float width = std::max(ui.px(210), (room - gap * (count - 1.0f)) / count);
  // The wheel zooms; a row of plots that is too long has its bar to scroll.
  ImGui::BeginChild("plots", {room, 0}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  for (std::size_t g = 0; g < plots.size(); ++g) {
    if (g > 0) ImGui::SameLine(0, gap);
    const std::string id = "plot_" + std::to_string(g);
    const ImVec2 size{width, ImGui::GetContentRegionAvail().y};
    if (const auto time = draw_plot(ui, id.c_str(), plots[g], size, view))
      ask(requests, RunRequest{.kind = RunRequest::Kind::seek, .time = *time});
  }
  ImGui::EndChild();
  if (!view.second || table <= 0.0f) return;
  ImGui::SameLine(0, gap);
  plots_readout(ui, plots, view, {table, 0});
}

}  // namespace grouser::desktop
