// SPDX-License-Identifier: BSD-3-Clause
// Style, colours and fonts of ImGui. Far Eastern characters are merged into the text font: common ones from
// the start, others after they were shown for the first time, which makes the fonts anew.
#include "widgets/theme.hpp"

#include <filesystem>
#include <string>

#include "grouser/chart/drawing.hpp"
#include "hal/font_files.hpp"
#include "widgets/characters.hpp"

namespace grouser::desktop {
namespace {

// Latin, Greek, general punctuation, sub- and superscripts, arrows, a true minus.
constexpr ImWchar kGlyphs[] = {0x20,   0xFF,   0x370,  0x3FF,  0x2010, 0x2027, 0x2070,
                               0x209F, 0x2190, 0x21FF, 0x2212, 0x2212, 0};

/// Characters that are drawn: the 2,500 commonest Chinese ones, Japanese with its 3,000 of school and names,
/// and what was shown since.
struct FarEast {
  ImFontGlyphRangesBuilder glyphs;
  ImVector<ImWchar> ranges;  // lives as long as the fonts
  bool missing = false;

  /// Ranges for the fonts that are made next, with all characters noted so far.
  void draw_all(ImFontAtlas& atlas) {
    glyphs.AddRanges(atlas.GetGlyphRangesChineseSimplifiedCommon());
    glyphs.AddRanges(atlas.GetGlyphRangesJapanese());
    ranges.clear();
    glyphs.BuildRanges(&ranges);
    missing = false;
  }
};
/// The one set of characters of the program.
FarEast& far_east() {
  static FarEast all;
  return all;
}

/// Chinese and Japanese as far as names of files need them, in the font that was added last; it stays as it
/// is where no font has them. Drawn once a character at a size: 50 ms of a start at most.
void add_far_east(float pixels) {
  const FontFile& file = font_files().far_east;
  if (file.path.empty()) return;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.MergeMode = true;
  config.OversampleH = 1;
  config.FontNo = file.number;
  atlas.AddFontFromFileTTF(file.path.c_str(), pixels, &config, far_east().ranges.Data);
}

/// The font of a file, or ImGui's own where it cannot be read.
ImFont* load_font(const FontFile& file, float pixels) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.FontNo = file.number;
  std::error_code ignored;
  if (std::filesystem::exists(file.path, ignored))
    if (ImFont* font = atlas.AddFontFromFileTTF(file.path.c_str(), pixels, &config, kGlyphs)) return font;
  config = {};
  config.SizePixels = pixels;
  return atlas.AddFontDefault(&config);
}

/// Sets the colours of all widgets from the palette.
void set_colors(ImVec4* c) {
  const auto set = [c](ImGuiCol which, ImU32 color) { c[which] = ImGui::ColorConvertU32ToFloat4(color); };
  const ImU32 hover = IM_COL32(54, 61, 73, 255), active = IM_COL32(66, 74, 88, 255);
  const ImU32 accent_soft = IM_COL32(235, 132, 72, 110);
  set(ImGuiCol_Text, palette::kText);
  set(ImGuiCol_TextDisabled, palette::kDim);
  set(ImGuiCol_WindowBg, palette::kPanel);
  set(ImGuiCol_ChildBg, IM_COL32(0, 0, 0, 0));
  set(ImGuiCol_PopupBg, IM_COL32(30, 34, 41, 250));
  set(ImGuiCol_Border, palette::kLine);
  set(ImGuiCol_FrameBg, palette::kRaised);
  set(ImGuiCol_FrameBgHovered, hover);
  set(ImGuiCol_FrameBgActive, active);
  set(ImGuiCol_TitleBg, palette::kPanel);
  set(ImGuiCol_TitleBgActive, palette::kRaised);
  set(ImGuiCol_MenuBarBg, palette::kBackground);
  set(ImGuiCol_ScrollbarBg, IM_COL32(0, 0, 0, 0));
  set(ImGuiCol_ScrollbarGrab, active);
  set(ImGuiCol_CheckMark, palette::kAccent);
  set(ImGuiCol_SliderGrab, palette::kAccent);
  set(ImGuiCol_SliderGrabActive, palette::kAccent);
  set(ImGuiCol_Button, palette::kRaised);
  set(ImGuiCol_ButtonHovered, hover);
  set(ImGuiCol_ButtonActive, active);
  set(ImGuiCol_Header, palette::kRaised);
  set(ImGuiCol_HeaderHovered, hover);
  set(ImGuiCol_HeaderActive, active);
  set(ImGuiCol_Separator, palette::kLine);
  set(ImGuiCol_Tab, palette::kPanel);
  set(ImGuiCol_TabHovered, hover);
  set(ImGuiCol_TabActive, palette::kRaised);
  set(ImGuiCol_TableHeaderBg, IM_COL32(30, 34, 41, 255));
  set(ImGuiCol_TableBorderLight, palette::kLine);
  set(ImGuiCol_TableRowBgAlt, IM_COL32(255, 255, 255, 6));
  set(ImGuiCol_TextSelectedBg, accent_soft);
  set(ImGuiCol_NavHighlight, palette::kAccent);
  // The window behind a dialog is darkened, not greyed.
  set(ImGuiCol_ModalWindowDimBg, IM_COL32(0, 0, 0, 150));
  set(ImGuiCol_NavWindowingDimBg, IM_COL32(0, 0, 0, 150));
}

}  // namespace

ImU32 line_color(int k) {
  const ChartColour c = series_colour(k, ChartGround::window);
  return IM_COL32(c.r, c.g, c.b, c.a);
}

void note_characters(std::string_view text) {
  constexpr unsigned kFirst = 0x2E80;  // radicals, kana, Han, Hangul, wide forms
  FarEast& all = far_east();
  for (std::size_t k = 0; k + 2 < text.size(); ++k) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[k + i]); };
    if ((byte(0) & 0xF0u) != 0xE0u) continue;  // the first of three bytes
    const unsigned c = (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
    if (c < kFirst || all.glyphs.GetBit(c)) continue;
    all.glyphs.AddChar(static_cast<ImWchar>(c));
    all.missing = true;
  }
}

bool characters_are_missing() { return far_east().missing; }

Fonts apply_theme(float scale) {
  // Sizes are given at 96 dots an inch, then scaled.
  ImGuiStyle style;
  ImGui::StyleColorsDark(&style);
  set_colors(style.Colors);
  style.WindowPadding = {12, 10};
  style.FramePadding = {9, 5};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {7, 5};
  style.CellPadding = {8, 4};
  style.IndentSpacing = 16;
  style.ScrollbarSize = 11;
  style.WindowRounding = 0;
  style.ChildRounding = 4;
  style.FrameRounding = 4;
  style.PopupRounding = 6;
  style.GrabRounding = 4;
  style.TabRounding = 4;
  style.ScrollbarRounding = 6;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  style.DisabledAlpha = 0.42f;  // disabled controls are seen to be so
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;

  // All fonts are made again, because sizes and characters may have changed.
  Fonts fonts;
  ImGui::GetIO().Fonts->Clear();
  far_east().draw_all(*ImGui::GetIO().Fonts);
  fonts.text = load_font(font_files().text, kUsualText * scale);
  add_far_east(kUsualText * scale);
  fonts.strong = load_font(font_files().strong, kUsualText * scale);
  fonts.large = load_font(font_files().strong, 22.0f * scale);
  return fonts;
}

}  // namespace grouser::desktop
