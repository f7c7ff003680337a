// SPDX-License-Identifier: BSD-3-Clause
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "desks/plots/plot_request.hpp"
#include "desks/plots/plots_panels.hpp"
#include "session/scenario_list.hpp"

namespace grouser::desktop {
void channels_panel(const Ui& ui, const RunView& run, const std::vector<int>& plotted, std::string& filter,
                    Requests& requests) {
  ImGui::SetNextItemWidth(-ui.px(64));
  ImGui::InputTextWithHint("##filter", "Filter channels", &filter);
  ui.mark("channel_filter");
  ImGui::SameLine();
  if (ImGui::Button("Clear", {-1, 0})) ask(requests, PlotRequest{.kind = PlotRequest::Kind::clear});
  ui.mark("channels_clear");
  ImGui::BeginChild("list");
  if (run.scene) {
    std::vector<int> shown;
    for (std::size_t k = 0; k < run.scene->channels.size(); ++k) {
      if (contains_words(run.scene->channels[k].name, filter)) shown.push_back(static_cast<int>(k));
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(2), ui.px(1)});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown.size()));
    while (clipper.Step()) {
      for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
        const int k = shown[static_cast<std::size_t>(row)];
        const ChannelSpec& channel = run.scene->channels[static_cast<std::size_t>(k)];
        bool on = std::find(plotted.begin(), plotted.end(), k) != plotted.end();
        if (ImGui::Checkbox(channel.name.c_str(), &on))
          ask(requests, PlotRequest{.kind = PlotRequest::Kind::toggle, .channel = k});
        hint((channel.description.empty() ? channel.name : channel.description).c_str(),
             channel.unit.c_str());
      }
    }
    ImGui::PopStyleVar();
    if (shown.empty()) ImGui::TextDisabled("No channel matches");
  }
  ImGui::EndChild();
}

}  // namespace grouser::desktop
