#include <fmt/format.h>

#include "panels/panels.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

void status_bar(const Ui& ui, const RunView& run, const Statistics& statistics) {
  const ImU32 color = run.state == RunState::failed    ? palette::kError
                      : run.state == RunState::playing ? palette::kGood
                                                       : palette::kDim;
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  std::string state =
      run.loading ? "loading " + run.loading_name
      : run.mode == SessionMode::empty
          ? "nothing open"
          : fmt::format("{}{}", to_string(run.state), run.looking_back ? ", looking back" : "");
  ImGui::GetWindowDrawList()->AddCircleFilled({p.x + 0.35f * line, p.y + 0.5f * line}, 0.26f * line, color,
                                              16);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + line);
  ImGui::TextUnformatted(state.c_str());
  std::string right;
  if (run.frame) {
    right = fmt::format("t {}    step {}    ", time_text(run.frame->time), run.frame->step);
    right += run.state == RunState::playing ? fmt::format("{:.2f}x real time    ", run.measured_speed) : "";
  }
  right += fmt::format("{:.0f} fps", statistics.pictures_per_second);
  const float width = ImGui::CalcTextSize(right.c_str()).x;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  ImGui::TextDisabled("%s", right.c_str());
  hint(fmt::format("{} triangles in the picture", statistics.triangles).c_str());
  ui.mark_area("status", ImGui::GetWindowPos(),
               {ImGui::GetWindowPos().x + ImGui::GetWindowWidth(),
                ImGui::GetWindowPos().y + ImGui::GetWindowHeight()});
}

}  // namespace grouser::desktop
