// SPDX-License-Identifier: BSD-3-Clause
// Lines are drawn from the oldest; the panel scrolls to the end when new ones have come.
#include <filesystem>

#include "desks/log/log_panels.hpp"
#include "view/context_menu.hpp"

namespace grouser::desktop {

namespace {

/// The file whose path a line names, where it exists; else empty. The path is the rest of the line, or ends
/// at a blank, comma or semicolon.
std::string file_of(const std::string& text) {
  const std::size_t at = text.find(" /");
  if (at == std::string::npos) return "";
  std::string path = text.substr(at + 1);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) path = path.substr(0, path.find_first_of(" ,;"));
  if (path.ends_with('.')) path.pop_back();
  return std::filesystem::exists(path, error) ? path : "";
}

/// Menu of the right button on a line.
MenuEntries line_menu(const std::vector<LogLine>& log, const LogLine& line) {
  std::string all;
  for (const LogLine& one : log) all += one.clock + "  " + one.text + "\n";
  MenuEntries entries{copy_entry("copy_line", "Copy this line", line.text),
                      copy_entry("copy_log", "Copy the whole log", all)};
  if (const std::string file = file_of(line.text); !file.empty())
    entries.push_back({"show_in_folder", "Show in folder", ShowInFolderRequest{file}});
  return entries;
}

}  // namespace

void log_panel(const Ui& ui, const std::vector<LogLine>& log, std::size_t& seen, Requests& requests) {
  ImGui::BeginChild("log_lines");
  for (const LogLine& line : log) {
    const ImU32 color = line.level == LogLevel::error                                  ? palette::kError
                        : line.level == LogLevel::info || line.level == LogLevel::done ? palette::kText
                                                                                       : palette::kWarning;
    ImGui::TextDisabled("%s", line.clock.c_str());
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextWrapped("%s", line.text.c_str());
    ui.mark("log_last");
    offer_menu(requests, [&] { return line_menu(log, line); });
    ImGui::PopStyleColor();
  }
  if (seen != log.size()) ImGui::SetScrollHereY(1.0f);
  seen = log.size();
  ImGui::EndChild();
}

}  // namespace grouser::desktop
