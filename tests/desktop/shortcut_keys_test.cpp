// SPDX-License-Identifier: BSD-3-Clause
// What each key asks for, as the list of keys says.
#define GLFW_INCLUDE_NONE
#include "app/shortcut_keys.hpp"

#include <GLFW/glfw3.h>

#include "catch.hpp"

using namespace grouser::desktop;

namespace {

struct Pressed {
  int key;
  bool control = false, shift = false;
  Requests operator()() const {
    RunView run;
    run.time = 4.0;
    Requests requests;
    requests_of_key({.key = key, .control = control, .shift = shift}, run, requests);
    return requests;
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
