// SPDX-License-Identifier: BSD-3-Clause
// Versions as the loaded libraries report them, which may differ from those of their headers.
#include "library_versions.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

namespace grouser::desktop {

std::vector<std::pair<std::string, std::string>> library_versions() {
  return {{"Dear ImGui", ImGui::GetVersion()}, {"GLFW", glfwGetVersionString()}};
}

}  // namespace grouser::desktop
