// SPDX-License-Identifier: BSD-3-Clause
// A monkey at the window: random keys and clicks, by seed. Nothing may break, no picture may keep the window's thread long, and
// the scenario that it leaves behind can be built anew. GROUSER_MONKEY="SESSIONS EVENTS" makes it longer: the suite has a short
// session of each scenario.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "app/commands/key_chord.hpp"
#include "catch.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/whole_window.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "hal/keys.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// What would start another program or leave the window, by parts of widgets' names and ids of commands.
bool is_out_of_bounds(const std::string& name) {
  for (const char* word :
       {"video", "report", "export", "quit", "fullscreen", "rerun", "branch", "menu_", "place_"})
    if (name.find(word) != std::string::npos) return true;
  return false;
}

/// All keys that give a command.
std::vector<KeyPress> command_keys() {
  std::vector<KeyPress> keys;
  for (const Command& command : commands()) {
    if (is_out_of_bounds(command.id)) continue;
    for (const KeyChord& chord : parse_chords(command.keys))
      keys.push_back({.key = chord.key, .control = chord.control, .shift = chord.shift});
  }
  for (const int key : std::initializer_list<int>{Keys::kEscape, Keys::kEnter, Keys::kTab, Keys::kUp,
                                                  Keys::kDown, Keys::kDelete, Keys::kW, Keys::kA, Keys::kS,
                                                  Keys::kD, static_cast<int>('1'), static_cast<int>('2')})
    keys.push_back({.key = key});
  return keys;
}

class Monkey {
 public:
  Monkey(WholeWindow& window, unsigned seed) : window_(window), random_(seed) {}

  void act() {
    switch (at_most(5)) {
      case 0:
        return press();
      case 1:
      case 2:
        return click_widget();
      case 3:
        return click_anywhere();
      case 4:
        ImGui::GetIO().AddInputCharacter(static_cast<unsigned>("0123456789.-abm "[at_most(15)]));
        return;
      default:
        gui::add_mouse_wheel_event(0.0f, at_most(1) ? 1.0f : -1.0f);
    }
  }

 private:
  std::size_t at_most(std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random_);
  }

  void press() {
    static const std::vector<KeyPress> keys = command_keys();
    KeyPress key = keys[at_most(keys.size() - 1)];
    window_.app().press(key);
    key.released = true;
    window_.app().press(key);
  }
  void click_widget() {
    std::vector<UiRect> rects;
    for (const auto& [name, rect] : window_.app().ui_map())
      if (!is_out_of_bounds(name)) rects.push_back(rect);
    if (rects.empty()) return;
    const UiRect r = rects[at_most(rects.size() - 1)];
    click(0.5f * (r.x0 + r.x1), 0.5f * (r.y0 + r.y1), 0);
  }
  void click_anywhere() {
    click(static_cast<float>(at_most(1279)), static_cast<float>(30 + at_most(689)),
          static_cast<int>(at_most(1)));
  }
  void click(float x, float y, int button) {
    gui::add_mouse_position_event(x, y);
    window_.pictures(1);
    gui::add_mouse_button_event(button, true);
    window_.pictures(1);
    gui::add_mouse_button_event(button, false);
  }

  WholeWindow& window_;
  std::mt19937 random_;
};

/// Sessions of each scenario, and events of each session.
struct Length {
  int sessions = 1, events = 250;
  Length() {
    if (const char* given = std::getenv("GROUSER_MONKEY")) std::sscanf(given, "%d %d", &sessions, &events);
  }
};

}  // namespace

TEST_CASE("monkey: random keys and clicks break nothing, and what they changed can be built anew") {
  const ScratchFolder folder("monkey");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "");  // what it saves lies there
  const Length length;
  for (const char* scenario : {"wheel_drop_200", "drive_flat_soft", "walker_stand"})
    for (int session = 0; session < length.sessions; ++session) {
      INFO(scenario << ", seed " << session);
      WholeWindow window({}, folder / ("state_" + std::to_string(session)));
      window.open(scenario);
      Monkey monkey(window, static_cast<unsigned>(session));
      double slowest = 0.0;
      for (int k = 0; k < length.events; ++k) {
        monkey.act();
        const bool reads = window.session().loading();
        const double begun = thread_time();
        window.pictures(1);
        if (!reads) slowest = std::max(slowest, thread_time() - begun);
      }
      // Of this thread's own time; building a scenario anew is shown in one picture.
      CHECK(slowest < 0.25);
      // Calm again. The scenario with what was changed builds, and starts as the window showed it.
      for (int k = 0; k < 8; ++k) window.key(Keys::kEscape);
      window.session().pause();
      REQUIRE(window.until([&] { return !window.session().loading() && window.report("built") == "yes"; }));
      Session& live = window.session();
      if (live.view().mode == SessionMode::live && live.view().data->frame_count() > 0)
        CHECK(start_simulation(load_world(live.path(), live.overrides())).state_hash() ==
              live.view().data->frame(0)->state_hash);
    }
  std::filesystem::current_path(before);
}
