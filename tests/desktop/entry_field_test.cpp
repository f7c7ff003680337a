// SPDX-License-Identifier: BSD-3-Clause
// What is typed into a field of a number is taken however the field is left: by Enter, by Tab, by a click elsewhere; Escape takes
// nothing.
#include "widgets/entry_field.hpp"

#include <functional>

#include "catch.hpp"
#include "desktop/panel_bench.hpp"
#include "hal/imgui_versions.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// Types "0.25" into the first of two fields and leaves it; what both then gave.
std::vector<double> type_and(const std::function<void(Bench&, const std::function<void()>&)>& leave) {
  Bench bench;
  ImGuiIO& io = ImGui::GetIO();
  std::vector<double> given;
  const auto panel = [&](const Ui& ui, const RunView&, Requests&) {
    if (const auto value = entry_field(ui, "##a", "1", {"m"})) given.push_back(*value);
    ui.mark("a");
    if (const auto value = entry_field(ui, "##b", "2", {"m"})) given.push_back(100.0 + *value);
    ui.mark("b");
  };
  bench.click("a", panel);
  for (const char c : std::string("0.25")) io.AddInputCharacter(static_cast<unsigned>(c));
  bench.draw(panel);
  leave(bench, [&] { bench.draw(panel); });
  for (int k = 0; k < 3; ++k) bench.draw(panel);
  return given;
}

void press(ImGuiKey key, const std::function<void()>& draw) {
  gui::add_key_event(key, true);
  draw();
  gui::add_key_event(key, false);
  draw();
}

}  // namespace

TEST_CASE("entry field: what was typed is taken by Enter, Tab and a click elsewhere, and not by Escape") {
  const auto by_key = [](ImGuiKey key) {
    return [key](Bench&, const std::function<void()>& draw) { press(key, draw); };
  };
  CHECK(type_and(by_key(ImGuiKey_Enter)) == std::vector<double>{0.25});
  CHECK(type_and(by_key(ImGuiKey_Tab)) == std::vector<double>{0.25});
  CHECK(type_and(by_key(ImGuiKey_Escape)).empty());
  CHECK(type_and([](Bench& bench, const std::function<void()>& draw) {
          const UiRect other = bench.map_.at("b");
          gui::add_mouse_position_event(0.5f * (other.x0 + other.x1), 0.5f * (other.y0 + other.y1));
          for (const bool down : {true, false}) {
            gui::add_mouse_button_event(0, down);
            draw();
          }
        }) == std::vector<double>{0.25});
}
