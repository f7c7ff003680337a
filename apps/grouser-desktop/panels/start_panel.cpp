// What is seen before anything is open.
#include <algorithm>

#include "panels/panels.hpp"

namespace grouser::desktop {
namespace {

void centred(const char* text, float width) {
  ImGui::SetCursorPosX(0.5f * (width - ImGui::CalcTextSize(text).x));
  ImGui::TextUnformatted(text);
}

}  // namespace

void start_panel(const Ui& ui, const RunView& run, const std::vector<std::string>& examples,
                 Requests& requests) {
  const float width = ImGui::GetWindowWidth();
  ImGui::Dummy({0, ui.px(8)});
  ImGui::PushFont(ui.fonts.large);
  centred(run.loading ? "Loading…" : "Open a scenario", width);
  ImGui::PopFont();
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kDim);
  centred("Drop a scenario (.toml) or a run (.h5) here, press Ctrl+O, or start from an example.", width);
  ImGui::PopStyleColor();
  ImGui::Dummy({0, ui.px(10)});
  const float button = ui.px(210), gap = ui.px(8);
  const int columns = std::max(1, std::min(2, static_cast<int>((width - ui.px(24)) / (button + gap))));
  const float left = 0.5f * (width - (static_cast<float>(columns) * (button + gap) - gap));
  for (std::size_t k = 0; k < examples.size(); ++k) {
    const int column = static_cast<int>(k) % columns;
    if (column == 0) {
      ImGui::SetCursorPosX(left);
    } else {
      ImGui::SameLine(0, gap);
    }
    std::string label = examples[k];
    std::replace(label.begin(), label.end(), '_', ' ');
    label += "##" + examples[k];
    if (ImGui::Button(label.c_str(), {button, ui.px(34)}) && !run.loading) {
      requests.push_back({RequestKind::open_file, 0, 0, 0, examples[k]});
    }
    ui.mark("example_" + examples[k]);
  }
  ImGui::Dummy({0, ui.px(8)});
}

}  // namespace grouser::desktop
