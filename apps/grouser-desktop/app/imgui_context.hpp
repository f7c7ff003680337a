// Owner of an ImGui context that keeps no files of its own.
#pragma once
#include <imgui.h>

namespace grouser::desktop {

class ImGuiOwner {
 public:
  ImGuiOwner() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().LogFilename = nullptr;
  }
  ~ImGuiOwner() { ImGui::DestroyContext(); }
  ImGuiOwner(const ImGuiOwner&) = delete;
  ImGuiOwner& operator=(const ImGuiOwner&) = delete;
};

}  // namespace grouser::desktop
