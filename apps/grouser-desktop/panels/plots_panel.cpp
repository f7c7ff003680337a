// The chosen channels over time, one pair of axes for each quantity: loads of several wheels share one.
#include <algorithm>

#include "panels/panels.hpp"
#include "widgets/plot.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

struct Group {
  std::string quantity, unit;
  std::vector<int> channels;
};

std::vector<Group> group_by_quantity(const Scene& scene, const std::vector<int>& channels) {
  std::vector<Group> groups;
  for (int k : channels) {
    if (k < 0 || static_cast<std::size_t>(k) >= scene.channels.size()) continue;
    const ChannelSpec& channel = scene.channels[static_cast<std::size_t>(k)];
    const std::string quantity = channel.name.substr(channel.name.rfind('/') + 1);
    const std::string unit = quantity_unit(quantity, channel.unit);
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& g) { return g.unit == unit && g.quantity == quantity; });
    if (found == groups.end()) found = groups.insert(groups.end(), Group{quantity, unit, {}});
    found->channels.push_back(k);
  }
  return groups;
}

/// "front left" of "wheel/front_left/load": the quantity is the title.
std::string short_label(std::string name) {
  for (const char* kind : {"wheel/", "body/", "joint/", "tie/"}) {
    if (name.rfind(kind, 0) == 0) name.erase(0, name.find('/') + 1);
  }
  name.erase(std::min(name.rfind('/'), name.size()));
  std::replace(name.begin(), name.end(), '/', ' ');
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

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

/// The values of a channel of the same name in the second run.
std::span<const double> other_column(const RunView& run, const std::string& name) {
  const int k = run.other ? find_channel(*run.other->scene(), name) : -1;
  return k < 0 ? std::span<const double>{} : run.other->column(static_cast<std::size_t>(k));
}

}  // namespace

void plots_panel(const Ui& ui, const RunView& run, Requests& requests) {
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const std::vector<Group> groups =
      run.scene ? group_by_quantity(*run.scene, ui.passing.channels) : std::vector<Group>{};
  if (groups.empty() || !run.data || run.data->frame_count() == 0) {
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + ui.px(16), ImGui::GetCursorPosY() + 0.4f * area.y});
    ImGui::TextDisabled(run.scene ? "Tick a channel on the left to plot it."
                                  : "Plots appear here when a scenario or a run is open.");
    return;
  }
  if (run.other) runs_legend(ui, run);
  const float gap = ui.px(8);
  const auto count = static_cast<float>(groups.size());
  const float width = std::max(ui.px(210), (area.x - gap * (count - 1.0f)) / count);
  ImGui::BeginChild("plots", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  int color = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    PlotInput input;
    input.unit = groups[g].unit;
    input.title = groups[g].quantity;
    std::replace(input.title.begin(), input.title.end(), '_', ' ');
    for (int k : groups[g].channels) {
      const auto channel = static_cast<std::size_t>(k);
      const std::string& name = run.scene->channels[channel].name;
      PlotLine line{short_label(name), line_color(color++), run.data->column(channel), {}, {}};
      line.other_values = other_column(run, name);
      if (!line.other_values.empty()) line.other_times = run.other->times();
      input.lines.push_back(std::move(line));
    }
    input.times = run.data->times();
    input.end = std::max(run.newest, run.scene->step);
    if (run.other) input.end = std::max(input.end, run.other->times().back());
    input.cursor = run.time;
    if (g > 0) ImGui::SameLine(0, gap);
    const std::string id = "plot_" + std::to_string(g);
    if (const auto time = draw_plot(ui, id.c_str(), input, {width, ImGui::GetContentRegionAvail().y}))
      requests.push_back({RequestKind::seek, *time});
  }
  ImGui::EndChild();
}

}  // namespace grouser::desktop
