// SPDX-License-Identifier: BSD-3-Clause
// The numbers of a terrain recipe, to be typed or slid; the ground follows. Keys are grouped by their
// names.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desks/terrain/terrain_panels.hpp"
#include "widgets/entry_field.hpp"

namespace grouser::desktop {
namespace {

bool is_whole(const std::string& key) { return key == "seed" || key.ends_with("count"); }

/// The slider's range: half to twice the number, -1 to 1 about zero, 0 to 100 for a seed.
std::pair<float, float> slider_range(const NumberKey& key) {
  if (key.key == "seed") return {0.0f, 100.0f};
  if (key.value == 0.0) return {-1.0f, 1.0f};
  const auto a = static_cast<float>(0.5 * key.value), b = static_cast<float>(2.0 * key.value);
  return {std::min(a, b), std::max(a, b)};
}

/// Whether a number has a slider. Size and cell have none, because cells of a fifth of the side take 25
/// times the work.
bool slides(const std::string& key) { return key != "cell" && !key.starts_with("size"); }

/// A row with the key's name, its slider and its field.
void key_row(const Ui& ui, TerrainUi& state, const NumberKey& key, TerrainRequests& requests) {
  const bool whole = is_whole(key.key);
  const std::string unit = unit_of_key(key.key, key.remark);
  const float field = ui.px(92), label = std::min(ui.px(130), 0.42f * ImGui::GetContentRegionAvail().x);
  ImGui::PushID(key.key.c_str());
  ImGui::AlignTextToFramePadding();
  // The name is the key's last part, unless that is an index of a list.
  const auto dot = key.key.rfind('.');
  std::string name = dot == std::string::npos ? key.key : key.key.substr(dot + 1);
  if (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0]))) name = key.key;
  std::replace(name.begin(), name.end(), '_', ' ');
  ImGui::TextDisabled("%s", fit_text(name, label - ui.px(6)).c_str());
  hint((key.key + (key.remark.empty() ? "" : ": " + key.remark)).c_str());
  ImGui::SameLine(label);
  const auto ask = [&](double value) {
    requests.push_back({.kind = TerrainRequestKind::change_recipe,
                        .value = whole ? std::round(value) : value,
                        .text = key.key});
  };
  if (slides(key.key)) {
    // the range stays while the slider is held
    const auto [low, high] = state.held_key == key.key ? state.held_range : slider_range(key);
    auto value = static_cast<float>(key.value);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - field - ui.px(6));
    if (ImGui::SliderFloat("##slide", &value, low, high, "", ImGuiSliderFlags_NoInput))
      // Slid numbers are rounded to three digits, so that they read well in the recipe.
      ask(std::strtod(fmt::format("{:.3g}", value).c_str(), nullptr));
    ui.mark("terrain_slide_" + key.key);
    if (ImGui::IsItemActive()) state.held_key = key.key, state.held_range = {low, high};
    if (ImGui::IsItemDeactivated()) state.held_key.clear();
    hint("Slide: the ground follows");
    ImGui::SameLine(0, ui.px(6));
  }
  ImGui::SetNextItemWidth(-1);
  const std::string shown = unit.empty() || unit == "-" ? "" : " " + unit;
  const EntryField entry{unit, whole ? 0.0 : -1e9, 1e9, whole};
  if (const auto typed = entry_field(ui, "##value", fmt::format("{:.6g}{}", key.value, shown), entry))
    ask(*typed);
  ui.mark("terrain_key_" + key.key);
  hint(key.remark.empty() ? key.key.c_str() : key.remark.c_str());
  ImGui::PopID();
}

/// "craters" of "craters.count", "ripples 2" of "ripples.1.height"; empty for keys of the ground itself.
std::string group_of(const std::string& key) {
  const auto dot = key.find('.');
  if (dot == std::string::npos || key.starts_with("size.")) return "";
  std::string group = key.substr(0, dot);
  const auto next = key.find('.', dot + 1);
  if (next != std::string::npos && std::isdigit(static_cast<unsigned char>(key[dot + 1])))
    group += " " + std::to_string(std::stoi(key.substr(dot + 1, next - dot - 1)) + 1);
  return group;
}

/// The text with a capital letter; it must not be empty.
std::string capital(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace

void recipe_panel(const Ui& ui, TerrainUi& state, const TerrainView& view, TerrainRequests& requests) {
  heading(ui, "Recipe");
  std::string group;
  for (const NumberKey& key : view.keys) {
    if (const std::string now = group_of(key.key); now != group) {
      group = now;
      ImGui::Dummy({0, ui.px(4)});
      if (!group.empty()) heading(ui, capital(group).c_str());
    }
    key_row(ui, state, key, requests);
  }
}

}  // namespace grouser::desktop
