// SPDX-License-Identifier: BSD-3-Clause
// What each key asks for, as the list of keys says.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <set>
#include <sstream>

#include "app/commands/palette.hpp"
#include "catch.hpp"
#include "desktop/command_moment.hpp"
#include "grouser/base/error.hpp"

using namespace grouser::desktop;
using namespace grouser::test;

namespace {

struct Pressed {
  int key;
  bool control = false, shift = false;
  Requests operator()() const {
    Moment moment;
    moment.run.time = 4.0;
    const Command* given = command_of({.key = key, .control = control, .shift = shift}, {});
    return given ? Requests{given->asked(moment.context())} : Requests{};
  }
};

template <class Asked>
bool asks(const Pressed& pressed, typename Asked::Kind kind) {
  const Requests requests = pressed();
  const Asked* asked = requests.size() == 1 ? std::get_if<Asked>(&requests.front()) : nullptr;
  return asked && asked->kind == kind;
}

template <class Asked>
Asked only(const Pressed& pressed) {
  const Requests requests = pressed();
  REQUIRE(requests.size() == 1);
  REQUIRE(std::holds_alternative<Asked>(requests.front()));
  return std::get<Asked>(requests.front());
}

}  // namespace

TEST_CASE("keys: of the run") {
  using Run = RunRequest::Kind;
  CHECK(asks<RunRequest>({GLFW_KEY_SPACE}, Run::play_pause));
  CHECK(asks<RunRequest>({GLFW_KEY_PERIOD}, Run::single_step));
  CHECK(asks<RunRequest>({GLFW_KEY_COMMA}, Run::step_back));
  CHECK(asks<RunRequest>({GLFW_KEY_BACKSPACE}, Run::reset));
  CHECK(asks<RunRequest>({GLFW_KEY_EQUAL}, Run::faster));
  CHECK(asks<RunRequest>({GLFW_KEY_KP_SUBTRACT}, Run::slower));
  CHECK(asks<RunRequest>({GLFW_KEY_END}, Run::to_end));
  CHECK(asks<RunRequest>({GLFW_KEY_N}, Run::next_event));
  CHECK(asks<RunRequest>({GLFW_KEY_N, false, true}, Run::previous_event));
  CHECK(asks<RunRequest>({GLFW_KEY_J}, Run::shuttle_back));
  CHECK(asks<RunRequest>({GLFW_KEY_K}, Run::pause));
  CHECK(asks<RunRequest>({GLFW_KEY_L}, Run::shuttle_forward));
  CHECK(asks<RunRequest>({GLFW_KEY_I}, Run::loop_begin));
  CHECK(asks<RunRequest>({GLFW_KEY_O}, Run::loop_end));
  CHECK(asks<RunRequest>({GLFW_KEY_I, false, true}, Run::loop_clear));
  CHECK(asks<RunRequest>({GLFW_KEY_H}, Run::toggle_hand));
  CHECK(asks<RunRequest>({GLFW_KEY_PAGE_UP}, Run::hand_faster));
  CHECK(only<RunRequest>({GLFW_KEY_LEFT}).time == Approx(3.9));
  CHECK(only<RunRequest>({GLFW_KEY_RIGHT, false, true}).time == Approx(5.0));
}

TEST_CASE("keys: of files, the document and the window") {
  using File = FileRequest::Kind;
  using Screen = WindowRequest::Kind;
  CHECK(asks<FileRequest>({GLFW_KEY_O, true}, File::show_open_dialog));
  CHECK(asks<FileRequest>({GLFW_KEY_O, true, true}, File::show_compare_dialog));
  CHECK(asks<FileRequest>({GLFW_KEY_R, true}, File::toggle_recording));
  CHECK(asks<FileRequest>({GLFW_KEY_L, true}, File::reload));
  CHECK(asks<SavingRequest>({GLFW_KEY_S, true}, SavingRequest::Kind::save));
  CHECK(asks<SavingRequest>({GLFW_KEY_S, true, true}, SavingRequest::Kind::show_dialog));
  CHECK(asks<WindowRequest>({GLFW_KEY_Z, true}, Screen::undo));
  CHECK(asks<WindowRequest>({GLFW_KEY_Z, true, true}, Screen::redo));
  CHECK(asks<WindowRequest>({GLFW_KEY_Y, true}, Screen::redo));
  CHECK(asks<WindowRequest>({GLFW_KEY_T, true}, Screen::show_study));
  CHECK(asks<WindowRequest>({GLFW_KEY_Q, true}, Screen::quit));
  CHECK(asks<WindowRequest>({GLFW_KEY_F}, Screen::toggle_forces));
  CHECK(asks<WindowRequest>({GLFW_KEY_G, false, true}, Screen::toggle_grid));
  CHECK(asks<WindowRequest>({GLFW_KEY_TAB}, Screen::toggle_left));
  CHECK(asks<WindowRequest>({GLFW_KEY_TAB, false, true}, Screen::toggle_right));
  CHECK(asks<WindowRequest>({GLFW_KEY_F1}, Screen::toggle_help));
  CHECK(asks<WindowRequest>({GLFW_KEY_F4}, Screen::toggle_bottom));
  CHECK(asks<WindowRequest>({GLFW_KEY_F11}, Screen::fullscreen));
  CHECK(only<PictureRequest>({GLFW_KEY_F12}).picture == PictureKind::with_panels);
  CHECK(only<PictureRequest>({GLFW_KEY_F12, true}).picture == PictureKind::view_alone);
  CHECK(asks<PictureRequest>({GLFW_KEY_F12, false, true}, PictureRequest::Kind::show_video_dialog));
}

TEST_CASE("keys: of the desks and the camera") {
  CHECK(only<PlacingRequest>({GLFW_KEY_G}).mode == PlacingMode::move);
  CHECK(only<PlacingRequest>({GLFW_KEY_R}).mode == PlacingMode::turn);
  CHECK(asks<PlacingRequest>({GLFW_KEY_R}, PlacingRequest::Kind::begin));
  CHECK(asks<PaintRequest>({GLFW_KEY_B}, PaintRequest::Kind::toggle));
  CHECK(asks<PathRequest>({GLFW_KEY_W}, PathRequest::Kind::toggle));
  CHECK(asks<LookRequest>({GLFW_KEY_U}, LookRequest::Kind::toggle_ruler));
  CHECK(asks<RunsRequest>({GLFW_KEY_B, true}, RunsRequest::Kind::show_branch_form));
  CHECK(asks<StatisticsRequest>({GLFW_KEY_T, true, true}, StatisticsRequest::Kind::show));
  CHECK(only<ViewRequest>({GLFW_KEY_3}).preset == CameraPreset::side);
  CHECK(only<ViewRequest>({GLFW_KEY_KP_7}).preset == CameraPreset::top);
  CHECK(only<ViewRequest>({GLFW_KEY_2, true}).index == 1);
  CHECK(asks<ViewRequest>({GLFW_KEY_2, false, true}, ViewRequest::Kind::recall));
  CHECK(asks<ViewRequest>({GLFW_KEY_C, false, true}, ViewRequest::Kind::toggle_parallel));
  CHECK(only<ViewRequest>({GLFW_KEY_V, false, true}).index == -1);
  CHECK(Pressed{GLFW_KEY_Z}().empty());
  CHECK(Pressed{GLFW_KEY_2}().empty());
}

TEST_CASE("keys: size of text, beside the speed of the run on the same keys") {
  using Kind = WindowRequest::Kind;
  CHECK(asks<WindowRequest>({GLFW_KEY_EQUAL, true}, Kind::larger_text));
  CHECK(asks<WindowRequest>({GLFW_KEY_KP_ADD, true}, Kind::larger_text));
  CHECK(asks<WindowRequest>({GLFW_KEY_MINUS, true}, Kind::smaller_text));
  CHECK(asks<WindowRequest>({GLFW_KEY_KP_SUBTRACT, true}, Kind::smaller_text));
  CHECK(only<WindowRequest>({GLFW_KEY_0, true}).text_size == 15.5f);
}

TEST_CASE("keys: no two commands share one, and every id and title is there once") {
  CHECK(key_clashes({}).empty());
  CHECK(key_clashes({{"play", "Ctrl+O"}}) == std::vector<std::string>{"open and play: Ctrl+O"});
  std::set<std::string> ids, titles;
  for (const Command& c : commands()) {
    CHECK(ids.insert(c.id).second);
    CHECK(titles.insert(c.title).second);
    // Every key is written as it is shown, so that what a person reads is what parse_chords() takes.
    std::istringstream words(c.keys);
    for (std::string word; words >> word;) {
      REQUIRE(parse_chord(word));
      CHECK(chord_text(*parse_chord(word)) == word);
    }
  }
  CHECK_THROWS_AS(command("nothing_of_this_name"), grouser::RunError);
}

TEST_CASE("keys: a chosen one takes the place of the shipped one, and none is taken from another command") {
  ChosenKeys chosen;
  const KeyPress f7{.key = GLFW_KEY_F7}, space{.key = GLFW_KEY_SPACE};
  CHECK(choose_key(command("play"), chord_of(f7), chosen) == "");
  CHECK(command_of(f7, chosen) == &command("play"));
  CHECK(command_of(space, chosen) == nullptr);
  CHECK(choose_key(command("step"), chord_of(f7), chosen).find("Play or pause") != std::string::npos);
  CHECK(command_of({.key = GLFW_KEY_PERIOD}, chosen) == &command("step"));
  CHECK(choose_key(command("step"), {GLFW_KEY_C, true}, chosen).find("text fields") != std::string::npos);
  CHECK(choose_key(command("step"), {GLFW_KEY_WORLD_1}, chosen).find("no name") != std::string::npos);
  CHECK(choose_key(command("play"), chord_of(space), chosen) == "");
  CHECK(chosen.empty());  // as shipped again
}

TEST_CASE("palette: words find titles first, then further words, then abbreviations") {
  CHECK(match_words("", "Play or pause", "") == 0);
  CHECK(match_words("pla", "Play or pause", "") == 0);
  CHECK(match_words("PAU pl", "Play or pause", "") == 0);
  CHECK(match_words("ause", "Play or pause", "") == 1);
  CHECK(match_words("scrn", "Full screen", "") == 2);
  CHECK(match_words("screenshot", "Save picture", "screenshot png") == 3);
  CHECK_FALSE(match_words("sinkage", "Save picture", "screenshot png"));
  CHECK_FALSE(match_words("save sinkage", "Save picture", "screenshot png"));

  Moment moment;
  moment.run.mode = SessionMode::live;
  const auto first = [&](const std::string& typed) {
    const std::vector<PaletteEntry> found = palette_entries(typed, moment.context(), 60);
    return found.empty() ? std::string() : found.front().title;
  };
  CHECK(first("full sc") == "Full screen");
  CHECK(first("orthographic") == "Without perspective");
  CHECK(first("no such thing as this").empty());
  moment.kept.recent = {"/home/a/rocky_test.toml"};
  CHECK(first("rocky_t") == "/home/a/rocky_test.toml");
  const auto open = palette_entries("rocky_t", moment.context(), 60);
  CHECK(std::get<FileRequest>(open.front().request).path == "/home/a/rocky_test.toml");

  // Nothing typed: what can be given now, and no more than asked for.
  for (const PaletteEntry& entry : palette_entries("", moment.context(), 200)) CHECK(entry.enabled);
  CHECK(palette_entries("", moment.context(), 5).size() == 5);
  // A command that cannot be given now is there, dead, and says its key.
  const auto branch = palette_entries("branch", moment.context(), 60);
  REQUIRE_FALSE(branch.empty());
  CHECK_FALSE(branch.front().enabled);
  CHECK(branch.front().key == "Ctrl+B");
}

TEST_CASE("palette: channels are plotted, and numbers of the scenario are set") {
  Moment moment("wheel_drop_200");
  const auto channels = palette_entries("rear_left load", moment.context(), 60);
  REQUIRE_FALSE(channels.empty());
  CHECK(channels.front().title == "wheel/rear_left/load");
  CHECK(std::get<WindowRequest>(channels.front().request).kind == WindowRequest::Kind::toggle_channel);

  const auto set = palette_entries("set gravity 1.62", moment.context(), 60);
  REQUIRE_FALSE(set.empty());
  const auto& asked = std::get<DocumentRequest>(set.front().request);
  REQUIRE(asked.settings.size() == 1);
  CHECK(asked.settings[0].key == "gravity");
  CHECK(asked.settings[0].value == "1.62");
  CHECK(set.front().enabled);
  CHECK(palette_entries("set gravity = 1.62", moment.context(), 60).front().title == set.front().title);
  // Without a value it says what the key is now, and does nothing.
  const auto unset = palette_entries("set gravity", moment.context(), 60);
  REQUIRE_FALSE(unset.empty());
  CHECK_FALSE(unset.front().enabled);
  CHECK(unset.front().title.find("now 9.81") != std::string::npos);
  CHECK(palette_entries("set no_key_of_this_name 1", moment.context(), 60).empty());
}
