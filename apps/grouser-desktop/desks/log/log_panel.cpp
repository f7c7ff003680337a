// SPDX-License-Identifier: BSD-3-Clause
#include "desks/log/log_panels.hpp"

namespace grouser::desktop {

void log_panel(const std::vector<LogLine>& log, std::size_t& seen) {
  ImGui::BeginChild("log_lines");
  for (const LogLine& line : log) {
    const ImU32 color = line.level == LogLevel::error                                  ? palette::kError
                        : line.level == LogLevel::info || line.level == LogLevel::done ? palette::kText
                                                                                       : palette::kWarning;
    ImGui::TextDisabled("%s", line.clock.c_str());
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextWrapped("%s", line.text.c_str());
    ImGui::PopStyleColor();
  }
  if (seen != log.size()) ImGui::SetScrollHereY(1.0f);
  seen = log.size();
  ImGui::EndChild();
}

}  // namespace grouser::desktop
