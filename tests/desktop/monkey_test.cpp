// SPDX-License-Identifier: BSD-3-Clause
// A monkey at the window: random keys and clicks, by seed. Nothing may break, no picture may keep the
// window's thread long, and the scenario that it leaves behind can be built anew and reopens equal once it
// is saved. GROUSER_MONKEY="SESSIONS EVENTS" makes it longer: the suite has a short session of each
// scenario, of a replay and of a terrain.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "app/commands/key_chord.hpp"
#include "catch.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/terrain_support.hpp"
#include "desktop/whole_window.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
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
  int sessions = 1, events = 100;
  Length() {
    if (const char* given = std::getenv("GROUSER_MONKEY")) std::sscanf(given, "%d %d", &sessions, &events);
  }
};

/// A folder to work in: what the monkey saves lies there.
class WorkFolder {
 public:
  explicit WorkFolder(const std::string& name) : folder_(name) {
    std::filesystem::current_path(folder_ / "");
  }
  ~WorkFolder() { std::filesystem::current_path(before_); }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }

 private:
  ScratchFolder folder_;
  std::filesystem::path before_ = std::filesystem::current_path();
};

/// One session with what is open; then calm again. No picture may take more than a quarter of a second of
/// its own thread, but where a file is read: building a scenario anew is shown in one picture.
void play_monkey(WholeWindow& window, int seed, int events) {
  Monkey monkey(window, static_cast<unsigned>(seed));
  double slowest = 0.0;
  for (int k = 0; k < events; ++k) {
    monkey.act();
    const bool reads = window.session().loading();
    const double begun = thread_time();
    window.pictures(1);
    if (!reads) slowest = std::max(slowest, thread_time() - begun);
  }
  CHECK(slowest < 0.25);
  for (int k = 0; k < 8; ++k) window.key(Keys::kEscape);
  if (window.shows("leave_discard")) window.click("leave_discard");
  window.session().pause();
  REQUIRE(window.until([&] { return !window.session().loading() && window.report("built") == "yes"; }));
}

std::uint64_t monkey_start(const std::string& scenario, const std::vector<Override>& overrides = {}) {
  return start_simulation(load_world(scenario, overrides)).state_hash();
}

/// The scenario with what was changed builds, starts as the window showed it, and reopens equal once it is
/// saved.
void check_document(WholeWindow& window, const std::filesystem::path& file) {
  Session& live = window.session();
  if (live.view().mode != SessionMode::live || live.view().data->frame_count() == 0) return;
  const std::uint64_t hash = monkey_start(live.path(), live.overrides());
  CHECK(hash == live.view().data->frame(0)->state_hash);
  const std::filesystem::path was = live.path();
  window.key(Keys::kS, true, true);
  if (!window.shows("save_path")) return;  // the desk in the middle has the keys
  window.key(Keys::kA, true);
  for (const char c : file.string()) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  window.settle();
  window.click("save_confirm");
  REQUIRE(window.until([&] { return !window.session().loading(); }));
  if (std::filesystem::exists(file)) CHECK(monkey_start(file.string()) == hash);
}

}  // namespace

TEST_CASE("monkey: random keys and clicks break no live run, and what they changed reopens equal") {
  const WorkFolder folder("monkey");
  const Length length;
  for (const char* scenario :
       {"wheel_drop_200", "drive_flat_soft", "walker_stand", "free_fall", "climb_rocks", "skycrane_soft"})
    for (int session = 0; session < length.sessions; ++session) {
      INFO(scenario << ", seed " << session);
      WholeWindow window({}, folder.file("state_" + std::to_string(session)));
      window.open(scenario);
      play_monkey(window, session, length.events);
      check_document(window, folder.file(fmt::format("{}_{}.toml", scenario, session)));
    }
}

TEST_CASE("monkey: random keys and clicks break no replay, and its file stays as it was") {
  const WorkFolder folder("monkey_replay");
  const std::filesystem::path file = folder.file("run.h5");
  {
    RunOptions options;
    options.now = wall_clock;
    options.out = file;
    Simulation simulation = start_simulation(load_world("drive_flat_soft", {{"duration", "1.5"}}));
    run_scenario(simulation, options);
  }
  const std::string before = read_text_file(file);
  const Length length;
  for (int session = 0; session < length.sessions; ++session) {
    INFO("seed " << session);
    WholeWindow window({}, folder.file("state_" + std::to_string(session)));
    window.open(file.string());
    play_monkey(window, session, length.events);
    CHECK(read_text_file(file) == before);
  }
}

TEST_CASE("monkey: random keys and clicks break no terrain that is prepared, and its map stays as it was") {
  const WorkFolder folder("monkey_terrain");
  const std::filesystem::path map = folder.file("map.tif");
  write_faulty_map(map);
  const std::string before = read_text_file(map);
  const Length length;
  for (int session = 0; session < length.sessions; ++session) {
    INFO("seed " << session);
    WholeWindow window({}, folder.file("state_" + std::to_string(session)));
    window.open(map.string());
    REQUIRE(window.until("terrain_surveyed", "yes"));
    if (session % 2 == 0) {  // every other one begins with a piece
      window.click("terrain_pick_middle");
      window.click("terrain_cut");
      REQUIRE(window.until("terrain_shown", "site"));
    }
    play_monkey(window, session, length.events);
    CHECK(read_text_file(map) == before);
  }
}
