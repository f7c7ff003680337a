// SPDX-License-Identifier: BSD-3-Clause
// What each key asks for, as the list of keys says.

#include <set>
#include <sstream>

#include "app/commands/palette.hpp"
#include "app/window_request.hpp"
#include "catch.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "desks/desk.hpp"
#include "desks/paint/paint_request.hpp"
#include "desks/path/path_request.hpp"
#include "desks/runs/runs_request.hpp"
#include "desks/video/video_request.hpp"
#include "desktop/command_moment.hpp"
#include "grouser/base/error.hpp"
#include "hal/keys.hpp"
#include "session/document/document_request.hpp"
#include "session/document/placing_request.hpp"
#include "session/document/saving_request.hpp"
#include "session/file_request.hpp"
#include "session/plot_request.hpp"
#include "session/run_request.hpp"
#include "view/camera/view_request.hpp"
#include "view/look/look_request.hpp"

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
  const Asked* asked = requests.size() == 1 ? requests.front().as<Asked>() : nullptr;
  return asked && asked->kind == kind;
}

template <class Asked>
Asked only(const Pressed& pressed) {
  const Requests requests = pressed();
  REQUIRE(requests.size() == 1);
  REQUIRE(requests.front().as<Asked>());
  return *requests.front().as<Asked>();
}

}  // namespace

TEST_CASE("keys: of the run") {
  using Run = RunRequest::Kind;
  CHECK(asks<RunRequest>({Keys::kSpace}, Run::play_pause));
  CHECK(asks<RunRequest>({Keys::kPeriod}, Run::single_step));
  CHECK(asks<RunRequest>({Keys::kComma}, Run::step_back));
  CHECK(asks<RunRequest>({Keys::kBackspace}, Run::reset));
  CHECK(asks<RunRequest>({Keys::kEqual}, Run::faster));
  CHECK(asks<RunRequest>({Keys::kPadSubtract}, Run::slower));
  CHECK(asks<RunRequest>({Keys::kEnd}, Run::to_end));
  CHECK(asks<RunRequest>({Keys::kN}, Run::next_event));
  CHECK(asks<RunRequest>({Keys::kN, false, true}, Run::previous_event));
  CHECK(asks<RunRequest>({Keys::kJ}, Run::shuttle_back));
  CHECK(asks<RunRequest>({Keys::kK}, Run::pause));
  CHECK(asks<RunRequest>({Keys::kL}, Run::shuttle_forward));
  CHECK(asks<RunRequest>({Keys::kI}, Run::loop_begin));
  CHECK(asks<RunRequest>({Keys::kO}, Run::loop_end));
  CHECK(asks<RunRequest>({Keys::kI, false, true}, Run::loop_clear));
  CHECK(asks<RunRequest>({Keys::kH}, Run::toggle_hand));
  CHECK(asks<RunRequest>({Keys::kPageUp}, Run::hand_faster));
  CHECK(only<RunRequest>({Keys::kLeft}).time == Approx(3.9));
  CHECK(only<RunRequest>({Keys::kRight, false, true}).time == Approx(5.0));
}

TEST_CASE("keys: of files, the document and the window") {
  using File = FileRequest::Kind;
  using Screen = WindowRequest::Kind;
  CHECK(asks<FileRequest>({Keys::kO, true}, File::show_open_dialog));
  CHECK(asks<FileRequest>({Keys::kO, true, true}, File::show_compare_dialog));
  CHECK(asks<FileRequest>({Keys::kR, true}, File::toggle_recording));
  CHECK(asks<FileRequest>({Keys::kL, true}, File::reload));
  CHECK(asks<SavingRequest>({Keys::kS, true}, SavingRequest::Kind::save));
  CHECK(asks<SavingRequest>({Keys::kS, true, true}, SavingRequest::Kind::show_dialog));
  CHECK(only<HistoryMove>({Keys::kZ, true}) == HistoryMove::undo);
  CHECK(only<HistoryMove>({Keys::kZ, true, true}) == HistoryMove::redo);
  CHECK(only<HistoryMove>({Keys::kY, true}) == HistoryMove::redo);
  CHECK(only<WindowRequest>({Keys::kT, true}).tab == std::string("study"));
  CHECK(asks<WindowRequest>({Keys::kQ, true}, Screen::quit));
  CHECK(asks<WindowRequest>({Keys::kF}, Screen::toggle_forces));
  CHECK(asks<WindowRequest>({Keys::kG, false, true}, Screen::toggle_grid));
  CHECK(asks<WindowRequest>({Keys::kTab}, Screen::toggle_left));
  CHECK(asks<WindowRequest>({Keys::kTab, false, true}, Screen::toggle_right));
  CHECK(asks<WindowRequest>({Keys::kF1}, Screen::toggle_help));
  CHECK(asks<WindowRequest>({Keys::kF4}, Screen::toggle_bottom));
  CHECK(asks<WindowRequest>({Keys::kF11}, Screen::fullscreen));
  CHECK(only<WindowRequest>({Keys::kF12}).picture == PictureKind::with_panels);
  CHECK(only<WindowRequest>({Keys::kF12, true}).picture == PictureKind::view_alone);
  CHECK(asks<VideoRequest>({Keys::kF12, false, true}, VideoRequest::Kind::show_dialog));
}

TEST_CASE("keys: of the desks and the camera") {
  CHECK(only<PlacingRequest>({Keys::kG}).mode == PlacingMode::move);
  CHECK(only<PlacingRequest>({Keys::kR}).mode == PlacingMode::turn);
  CHECK(asks<PlacingRequest>({Keys::kR}, PlacingRequest::Kind::begin));
  CHECK(asks<PaintRequest>({Keys::kB}, PaintRequest::Kind::toggle));
  CHECK(asks<PathRequest>({Keys::kW}, PathRequest::Kind::toggle));
  CHECK(asks<LookRequest>({Keys::kU}, LookRequest::Kind::toggle_ruler));
  CHECK(asks<RunsRequest>({Keys::kB, true}, RunsRequest::Kind::show_branch_form));
  CHECK(asks<StatisticsRequest>({Keys::kT, true, true}, StatisticsRequest::Kind::show));
  CHECK(only<ViewRequest>({Keys::k3}).preset == CameraPreset::side);
  CHECK(only<ViewRequest>({Keys::kPad7}).preset == CameraPreset::top);
  CHECK(only<ViewRequest>({Keys::k2, true}).index == 1);
  CHECK(asks<ViewRequest>({Keys::k2, false, true}, ViewRequest::Kind::recall));
  CHECK(asks<ViewRequest>({Keys::kC, false, true}, ViewRequest::Kind::toggle_parallel));
  CHECK(only<ViewRequest>({Keys::kV, false, true}).index == -1);
  CHECK(Pressed{Keys::kZ}().empty());
  CHECK(Pressed{Keys::k2}().empty());
}

TEST_CASE("keys: size of text, beside the speed of the run on the same keys") {
  using Kind = WindowRequest::Kind;
  CHECK(asks<WindowRequest>({Keys::kEqual, true}, Kind::larger_text));
  CHECK(asks<WindowRequest>({Keys::kPadAdd, true}, Kind::larger_text));
  CHECK(asks<WindowRequest>({Keys::kMinus, true}, Kind::smaller_text));
  CHECK(asks<WindowRequest>({Keys::kPadSubtract, true}, Kind::smaller_text));
  CHECK(only<WindowRequest>({Keys::k0, true}).text_size == 15.5f);
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
  const KeyPress f7{.key = Keys::kF7}, space{.key = Keys::kSpace};
  CHECK(choose_key(command("play"), chord_of(f7), chosen) == "");
  CHECK(command_of(f7, chosen) == &command("play"));
  CHECK(command_of(space, chosen) == nullptr);
  CHECK(choose_key(command("step"), chord_of(f7), chosen).find("Play or pause") != std::string::npos);
  CHECK(command_of({.key = Keys::kPeriod}, chosen) == &command("step"));
  CHECK(choose_key(command("step"), {Keys::kC, true}, chosen).find("text fields") != std::string::npos);
  CHECK(choose_key(command("step"), {Keys::kWorld1}, chosen).find("no name") != std::string::npos);
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
  CHECK(open.front().request.as<FileRequest>()->path == "/home/a/rocky_test.toml");

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
  CHECK(channels.front().request.as<PlotRequest>()->kind == PlotRequest::Kind::toggle);

  const auto set = palette_entries("set gravity 1.62", moment.context(), 60);
  REQUIRE_FALSE(set.empty());
  const auto& asked = (*set.front().request.as<DocumentRequest>());
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
