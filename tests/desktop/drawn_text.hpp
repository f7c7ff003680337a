// SPDX-License-Identifier: BSD-3-Clause
// What a panel wrote in its last picture, read back from the picture's glyphs: whatever way it was drawn.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "hal/imgui_versions.hpp"

namespace grouser::test {

/// Characters in the order in which they were drawn, a new line wherever one does not stand right behind the one before.
/// Blanks are not drawn; what is no ASCII is "?".
inline std::string drawn_text() {
  using Corner = std::pair<float, float>;
  std::map<Corner, const ImFontGlyph*> glyphs;
  for (ImFont* font : ImGui::GetIO().Fonts->Fonts)
    desktop::gui::for_each_glyph(*font, [&](const ImFontGlyph& glyph) {
      glyphs[{glyph.U0, glyph.V0}] = &glyph;
    });
  std::string text;
  const ImDrawData* data = ImGui::GetDrawData();
  for (int list = 0; list < data->CmdListsCount; ++list) {
    const auto& corners = data->CmdLists[list]->VtxBuffer;
    float end = -1e9f;
    for (int k = 0; k + 3 < corners.Size; ++k) {
      const auto found = glyphs.find({corners[k].uv.x, corners[k].uv.y});
      if (found == glyphs.end() || corners[k + 2].uv.x != found->second->U1) continue;
      constexpr float kApart = 12.0f;  // px: wider than two blanks
      const float gap = corners[k].pos.x - end;
      if (!text.empty() && std::fabs(gap) > kApart) text += '\n';
      const unsigned character = found->second->Codepoint;
      text += character < 128 ? static_cast<char>(character) : '?';
      end = corners[k + 2].pos.x;
      k += 3;
    }
  }
  return text + '\n';
}

/// A whole line of it, and lines that begin so.
inline bool wrote(const std::string& line) {
  return ("\n" + drawn_text()).find("\n" + line + "\n") != std::string::npos;
}

}  // namespace grouser::test
