// SPDX-License-Identifier: BSD-3-Clause
// Small widgets that all panels share, and the icons, which are drawn from lines so that they are sharp at
// every scale.
#include "widgets/ui.hpp"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "widgets/characters.hpp"
#include "widgets/reach.hpp"

namespace grouser::desktop {

void Ui::mark(const std::string& name) const {
  mark_area(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}
void Ui::mark_area(const std::string& name, ImVec2 low, ImVec2 high) const {
  const SeenHeights seen = seen_heights();
  map[name] = {low.x, low.y, high.x, high.y, !in_reach(low, high), seen.low, seen.high};
}

void heading(const Ui& ui, const char* text) {
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(palette::kText), "%s", text);
  ImGui::PopFont();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(
      {p.x, p.y - ui.px(2)}, {p.x + ImGui::GetContentRegionAvail().x, p.y - ui.px(2)}, palette::kLine);
  ImGui::Dummy({0, ui.px(1)});
}

void value_row(const char* label, const std::string& value) {
  ImGui::TextDisabled("%s", label);
  const float width = ImGui::CalcTextSize(value.c_str()).x;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  ImGui::TextUnformatted(value.c_str());
}

void right_aligned(const std::string& text) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, room));
  ImGui::TextUnformatted(text.c_str());
}

namespace {

/// Takes the last character away, with all its bytes.
void drop_character(std::string& text) {
  unsigned byte = 0;
  do {
    byte = static_cast<unsigned char>(text.back());
    text.pop_back();
  } while (!text.empty() && (byte & 0xC0u) == 0x80u);
}

/// End of the words from `begin` on that fit the width; at least one word.
std::size_t end_of_line(const std::string& text, std::size_t begin, float width) {
  std::size_t end = begin;
  while (end < text.size()) {
    const std::size_t next = std::min(text.find(' ', end + 1), text.size());
    if (end > begin && ImGui::CalcTextSize(text.data() + begin, text.data() + next).x > width) break;
    end = next;
  }
  return end;
}

}  // namespace

std::string fit_text(const std::string& text, float width, int lines) {
  note_characters(text);
  const auto fits = [&](const std::string& s) { return ImGui::CalcTextSize(s.c_str()).x <= width; };
  std::string out;
  std::size_t at = 0;
  // Full lines break between words.
  for (int line = 1; line < lines && !fits(text.substr(at)); ++line) {
    const std::size_t end = end_of_line(text, at, width);
    out += text.substr(at, end - at) + "\n";
    at = std::min(end + 1, text.size());
  }
  // The last line is cut character by character, with an ellipsis.
  std::string last = text.substr(at);
  if (fits(last)) return out + last;
  while (!last.empty() && !fits(last + "…")) drop_character(last);
  while (!last.empty() && (last.back() == ' ' || last.back() == ',')) last.pop_back();
  return out + last + "…";
}

void beside_or_below(float width, float gap) {
  ImGui::SameLine(0, gap);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

float button_width(const char* label) {
  return 2.0f * ImGui::GetStyle().FramePadding.x + ImGui::CalcTextSize(label, nullptr, true).x;
}
float check_width(const char* label) {
  return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label).x;
}

void hint(const char* text, const char* shortcut) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(text);
  if (shortcut && *shortcut) {
    ImGui::SameLine();
    ImGui::TextDisabled("%s", shortcut);
  }
  ImGui::EndTooltip();
}

const std::string& list_search(const Ui& ui, const char* text, float width) {
  if (ImGui::IsWindowAppearing()) {
    ui.entry.search.clear();
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(width > 0.0f ? width : -1.0f);
  ImGui::InputTextWithHint("##list_search", text, &ui.entry.search);
  return ui.entry.search;
}

float splitter(const char* id, ImVec2 low, ImVec2 size, bool vertical) {
  // The bar is a window of its own, so that it takes the mouse before the panels.
  ImGui::SetNextWindowPos(low);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, palette::kBackground);
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav);
  ImGui::InvisibleButton("bar", size);
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  float moved = 0.0f;
  if (hot) {
    ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + size.x, low.y + size.y}, palette::kAccent);
  }
  if (ImGui::IsItemActive()) moved = vertical ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y;
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  return moved;
}

namespace {

/// Draws in a square of half side r about c.
class Pen {
 public:
  Pen(ImDrawList* list, ImVec2 center, float r, ImU32 color)
      : list_(list), c_(center), r_(r), color_(color) {}
  ImVec2 at(float x, float y) const { return {c_.x + r_ * x, c_.y + r_ * y}; }
  void triangle(ImVec2 a, ImVec2 b, ImVec2 c) const {
    list_->AddTriangleFilled(at(a.x, a.y), at(b.x, b.y), at(c.x, c.y), color_);
  }
  void box(float x0, float y0, float x1, float y1) const {
    list_->AddRectFilled(at(x0, y0), at(x1, y1), color_, 0.12f * r_);
  }
  void line(float x0, float y0, float x1, float y1) const {
    list_->AddLine(at(x0, y0), at(x1, y1), color_, width());
  }
  void frame(float x0, float y0, float x1, float y1) const {
    list_->AddRect(at(x0, y0), at(x1, y1), color_, 0.1f * r_, 0, width());
  }
  void arc(float radius, float from, float to) const {
    list_->PathArcTo(c_, r_ * radius, from, to, 24);
    list_->PathStroke(color_, 0, width());
  }
  void dot(float x, float y, float radius) const {
    list_->AddCircleFilled(at(x, y), r_ * radius, color_, 16);
  }
  void letter(const char* text) const {
    const ImVec2 size = ImGui::CalcTextSize(text);
    list_->AddText({c_.x - 0.5f * size.x, c_.y - 0.5f * size.y}, color_, text);
  }

 private:
  float width() const { return std::fmax(1.5f, 0.17f * r_); }
  ImDrawList* list_;
  ImVec2 c_;
  float r_;
  ImU32 color_;
};

/// A square with a letter for the views from front, side and top; else the edges of a cube seen from a
/// corner.
void draw_cube(const Pen& pen, Icon icon) {
  if (icon == Icon::front || icon == Icon::side || icon == Icon::top) {
    pen.frame(-0.8f, -0.8f, 0.8f, 0.8f);
    pen.letter(icon == Icon::front ? "F" : icon == Icon::side ? "S" : "T");
    return;
  }
  pen.line(0, -0.95f, 0.85f, -0.45f);
  pen.line(0, -0.95f, -0.85f, -0.45f);
  pen.line(0, 0.05f, 0.85f, -0.45f);
  pen.line(0, 0.05f, -0.85f, -0.45f);
  pen.line(-0.85f, -0.45f, -0.85f, 0.5f);
  pen.line(0.85f, -0.45f, 0.85f, 0.5f);
  pen.line(0, 0.05f, 0, 1.0f);
  pen.line(-0.85f, 0.5f, 0, 1.0f);
  pen.line(0.85f, 0.5f, 0, 1.0f);
}

/// Draws an icon of running and recording; false if `icon` is none of them.
bool draw_run_icon(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::open:
      pen.frame(-0.9f, -0.45f, 0.9f, 0.75f);
      pen.box(-0.9f, -0.75f, -0.05f, -0.4f);
      return true;
    case Icon::play:
      pen.triangle({-0.6f, -0.85f}, {0.9f, 0}, {-0.6f, 0.85f});
      return true;
    case Icon::pause:
      pen.box(-0.65f, -0.8f, -0.2f, 0.8f);
      pen.box(0.2f, -0.8f, 0.65f, 0.8f);
      return true;
    case Icon::step:
      pen.triangle({-0.75f, -0.75f}, {0.35f, 0}, {-0.75f, 0.75f});
      pen.box(0.42f, -0.75f, 0.75f, 0.75f);
      return true;
    case Icon::step_back:
      pen.triangle({0.75f, 0.75f}, {-0.35f, 0}, {0.75f, -0.75f});
      pen.box(-0.75f, -0.75f, -0.42f, 0.75f);
      return true;
    case Icon::reset:
      pen.arc(0.72f, -0.9f, 3.9f);
      pen.triangle({-0.05f, -0.62f}, {0.92f, -0.95f}, {0.78f, 0.0f});
      return true;
    case Icon::slower:
      pen.line(-0.6f, 0, 0.6f, 0);
      return true;
    case Icon::faster:
      pen.line(-0.6f, 0, 0.6f, 0);
      pen.line(0, -0.6f, 0, 0.6f);
      return true;
    case Icon::record:
      pen.dot(0, 0, 0.72f);
      return true;
    default:
      return false;
  }
}

/// Draws an icon of the camera and the view; false if `icon` is none of them.
bool draw_view_icon(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::follow:
      pen.arc(0.6f, 0, 6.2832f);
      pen.dot(0, 0, 0.2f);
      pen.line(0, -1, 0, -0.45f);
      pen.line(0, 1, 0, 0.45f);
      pen.line(-1, 0, -0.45f, 0);
      pen.line(1, 0, 0.45f, 0);
      return true;
    case Icon::front:
    case Icon::side:
    case Icon::top:
    case Icon::iso:
      draw_cube(pen, icon);
      return true;
    case Icon::home:
      pen.line(-0.9f, -0.4f, -0.9f, -0.9f);
      pen.line(-0.9f, -0.9f, -0.4f, -0.9f);
      pen.line(0.9f, -0.4f, 0.9f, -0.9f);
      pen.line(0.9f, -0.9f, 0.4f, -0.9f);
      pen.line(-0.9f, 0.4f, -0.9f, 0.9f);
      pen.line(-0.9f, 0.9f, -0.4f, 0.9f);
      pen.line(0.9f, 0.4f, 0.9f, 0.9f);
      pen.line(0.9f, 0.9f, 0.4f, 0.9f);
      pen.dot(0, 0, 0.28f);
      return true;
    case Icon::force:
      pen.line(0, 0.95f, 0, -0.3f);
      pen.triangle({-0.5f, -0.2f}, {0, -1.0f}, {0.5f, -0.2f});
      return true;
    case Icon::grid:
      for (float x : {-0.6f, 0.0f, 0.6f}) {
        pen.line(x, -0.9f, x, 0.9f);
        pen.line(-0.9f, x, 0.9f, x);
      }
      return true;
    default:
      return false;
  }
}

/// Draws any icon.
void draw_icon(const Pen& pen, Icon icon) {
  if (draw_run_icon(pen, icon) || draw_view_icon(pen, icon)) return;
  switch (icon) {
    case Icon::help:
      pen.letter("?");
      break;
    case Icon::compare:
      pen.frame(-0.95f, -0.8f, 0.25f, 0.4f);
      pen.box(-0.3f, -0.3f, 0.95f, 0.85f);
      break;
    case Icon::hand:  // a steering wheel
      pen.arc(0.85f, 0, 6.2832f);
      pen.dot(0, 0, 0.24f);
      pen.line(-0.85f, 0, 0.85f, 0);
      pen.line(0, 0, 0, 0.85f);
      break;
    case Icon::path:  // a path with its ends
      pen.line(-0.7f, 0.7f, -0.1f, -0.2f);
      pen.line(-0.1f, -0.2f, 0.7f, -0.7f);
      pen.dot(-0.7f, 0.7f, 0.27f);
      pen.dot(-0.1f, -0.2f, 0.27f);
      pen.dot(0.7f, -0.7f, 0.27f);
      break;
    case Icon::study:
      pen.line(-0.95f, 0.9f, 0.95f, 0.9f);
      pen.box(-0.8f, 0.2f, -0.4f, 0.75f);
      pen.box(-0.2f, -0.35f, 0.2f, 0.75f);
      pen.box(0.4f, -0.9f, 0.8f, 0.75f);
      break;
    default:
      break;
  }
}

}  // namespace

bool icon_button(const Ui& ui, const IconButton& button) {
  const float side = ui.px(32);
  if (!button.enabled) ImGui::BeginDisabled();
  // The fill shows that it is pointed at, held or on; the icon's colour that it is on.
  const bool pressed = ImGui::InvisibleButton(button.id, {side, side});
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 fill = ImGui::GetColorU32(held      ? ImGuiCol_ButtonActive
                                        : hovered ? ImGuiCol_ButtonHovered
                                                  : ImGuiCol_Button);
  if (held || hovered || button.active) list->AddRectFilled(low, high, fill, ui.px(5));
  const ImU32 shown = button.ink ? button.ink : button.active ? palette::kAccent : palette::kText;
  const ImU32 ink = ImGui::GetColorU32(shown);
  draw_icon(Pen(list, {0.5f * (low.x + high.x), 0.5f * (low.y + high.y)}, 0.25f * side, ink), button.icon);
  ui.mark(button.id);
  hint(button.tip, button.shortcut);
  if (!button.enabled) ImGui::EndDisabled();
  return pressed;
}

}  // namespace grouser::desktop
