// SPDX-License-Identifier: BSD-3-Clause
// Owner of an ImGui context that keeps no files of its own.
#pragma once
#include <imgui.h>

#include "hal/imgui_versions.hpp"

namespace grouser::desktop {

class ImGuiOwner {
 public:
  ImGuiOwner() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().LogFilename = nullptr;
    gui::prepare_input();
  }
  ~ImGuiOwner() { ImGui::DestroyContext(); }
  ImGuiOwner(const ImGuiOwner&) = delete;
  ImGuiOwner& operator=(const ImGuiOwner&) = delete;
};

}  // namespace grouser::desktop
