#include "panels/panels.hpp"

namespace grouser::desktop {

const std::vector<Shortcut>& shortcuts() {
  static const std::vector<Shortcut> kShortcuts = {
      {"Space", "Play or pause"},
      {".", "One step"},
      {",", "One step back"},
      {"Left / Right", "0.1 s back / forward (with Shift 1 s)"},
      {"+ / -", "Faster / slower"},
      {"Backspace", "Back to the start"},
      {"N / Shift+N", "Next / previous event on the time line"},
      {"Home / End", "Show the whole rover / newest moment"},
      {"1  3  7  9  5", "Camera: front, side, above, isometric, three-quarter"},
      {"C", "Camera follows the rover"},
      {"F", "Force arrows at the wheels"},
      {"G", "Metre grid"},
      {"Left drag", "Turn about the point under the pointer"},
      {"Right drag", "Move the picture (also middle, or Shift and left)"},
      {"Wheel", "Nearer to or farther from the point under the pointer"},
      {"Ctrl+O", "Open a scenario or a run"},
      {"Ctrl+L", "Load it again"},
      {"Ctrl+R", "Record the live run to a file / stop"},
      {"Ctrl+Shift+O", "Compare with a recorded run"},
      {"Ctrl+T", "Study: the scenario many times over"},
      {"Ctrl+Z / Ctrl+Y", "Undo / redo a change of the study's settings"},
      {"Tab", "Scene panel (Shift+Tab: wheels panel, F4: plots)"},
      {"F11", "Full screen"},
      {"F12", "Save a picture"},
      {"Ctrl+Q", "Quit"},
      {"F1", "This list"},
  };
  return kShortcuts;
}

void help_panel(const Ui& ui) {
  if (!ui.passing.help_open) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.45f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(ui.px(560), 0.9f * screen.x), 0.0f});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  if (ImGui::Begin("Keys and mouse", &ui.passing.help_open,
                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                       ImGuiWindowFlags_NoSavedSettings)) {
    if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg)) {
      for (const Shortcut& s : shortcuts()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushFont(ui.fonts.strong);
        ImGui::TextUnformatted(s.keys);
        ImGui::PopFont();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(s.meaning);
      }
      ImGui::EndTable();
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace grouser::desktop
