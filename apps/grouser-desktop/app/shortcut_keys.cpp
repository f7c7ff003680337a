// SPDX-License-Identifier: BSD-3-Clause
#include "app/shortcut_keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <map>

#include "widgets/theme.hpp"

namespace grouser::desktop {
namespace {

using Run = RunRequest::Kind;
using File = FileRequest::Kind;
using Screen = WindowRequest::Kind;

void control_key(const KeyPress& press, Requests& requests) {
  switch (press.key) {
    case GLFW_KEY_O:
      ask(requests, FileRequest{.kind = press.shift ? File::show_compare_dialog : File::show_open_dialog});
      break;
    case GLFW_KEY_B:
      ask(requests, RunsRequest{.kind = RunsRequest::Kind::show_branch_form});
      break;
    case GLFW_KEY_T:
      press.shift ? ask(requests, StatisticsRequest{})
                  : ask(requests, WindowRequest{.kind = Screen::show_study});
      break;
    case GLFW_KEY_Z:
      ask(requests, WindowRequest{.kind = press.shift ? Screen::redo : Screen::undo});
      break;
    case GLFW_KEY_Y:
      ask(requests, WindowRequest{.kind = Screen::redo});
      break;
    case GLFW_KEY_S:
      ask(requests,
          SavingRequest{.kind = press.shift ? SavingRequest::Kind::show_dialog : SavingRequest::Kind::save});
      break;
    case GLFW_KEY_R:
      ask(requests, FileRequest{.kind = File::toggle_recording});
      break;
    case GLFW_KEY_L:
      ask(requests, FileRequest{.kind = File::reload});
      break;
    case GLFW_KEY_D:
      ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::duplicate_selected});
      break;
    case GLFW_KEY_F12:
      ask(requests, PictureRequest{.kind = PictureRequest::Kind::save, .picture = PictureKind::view_alone});
      break;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD:
      ask(requests, WindowRequest{.kind = Screen::larger_text});
      break;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT:
      ask(requests, WindowRequest{.kind = Screen::smaller_text});
      break;
    case GLFW_KEY_0:
    case GLFW_KEY_KP_0:
      ask(requests, WindowRequest{.kind = Screen::set_text_size, .text_size = kUsualText});
      break;
    case GLFW_KEY_Q:
      ask(requests, WindowRequest{.kind = Screen::quit});
      break;
    default:
      break;
  }
}

struct PlainKey {
  int key;
  Request alone, with_shift;
};

PlainKey plain(int key, const Request& request) { return {key, request, request}; }

const PlainKey kPlainKeys[] = {
    plain(GLFW_KEY_SPACE, RunRequest{Run::play_pause}),
    plain(GLFW_KEY_DELETE, DocumentRequest{.kind = DocumentRequest::Kind::remove_selected}),
    plain(GLFW_KEY_PERIOD, RunRequest{Run::single_step}),
    plain(GLFW_KEY_COMMA, RunRequest{Run::step_back}),
    plain(GLFW_KEY_BACKSPACE, RunRequest{Run::reset}),
    plain(GLFW_KEY_EQUAL, RunRequest{Run::faster}),
    plain(GLFW_KEY_KP_ADD, RunRequest{Run::faster}),
    plain(GLFW_KEY_MINUS, RunRequest{Run::slower}),
    plain(GLFW_KEY_KP_SUBTRACT, RunRequest{Run::slower}),
    plain(GLFW_KEY_END, RunRequest{Run::to_end}),
    {GLFW_KEY_N, RunRequest{Run::next_event}, RunRequest{Run::previous_event}},
    plain(GLFW_KEY_J, RunRequest{Run::shuttle_back}),
    plain(GLFW_KEY_K, RunRequest{Run::pause}),
    plain(GLFW_KEY_L, RunRequest{Run::shuttle_forward}),
    {GLFW_KEY_I, RunRequest{Run::loop_begin}, RunRequest{Run::loop_clear}},
    {GLFW_KEY_O, RunRequest{Run::loop_end}, RunRequest{Run::loop_clear}},
    plain(GLFW_KEY_H, RunRequest{Run::toggle_hand}),
    plain(GLFW_KEY_PAGE_UP, RunRequest{Run::hand_faster}),
    plain(GLFW_KEY_PAGE_DOWN, RunRequest{Run::hand_slower}),
    plain(GLFW_KEY_U, LookRequest{.kind = LookRequest::Kind::toggle_ruler}),
    plain(GLFW_KEY_W, PathRequest{.kind = PathRequest::Kind::toggle}),
    plain(GLFW_KEY_F, WindowRequest{Screen::toggle_forces}),
    {GLFW_KEY_G, PlacingRequest{.mode = PlacingMode::move}, WindowRequest{Screen::toggle_grid}},
    plain(GLFW_KEY_R, PlacingRequest{.mode = PlacingMode::turn}),
    {GLFW_KEY_TAB, WindowRequest{Screen::toggle_left}, WindowRequest{Screen::toggle_right}},
    plain(GLFW_KEY_F1, WindowRequest{Screen::toggle_help}),
    plain(GLFW_KEY_F4, WindowRequest{Screen::toggle_bottom}),
    plain(GLFW_KEY_F11, WindowRequest{Screen::fullscreen}),
    {GLFW_KEY_F12, PictureRequest{.kind = PictureRequest::Kind::save},
     PictureRequest{.kind = PictureRequest::Kind::show_video_dialog}}};

/// 1 to 9 of the row above the letters or of the number pad; 0: none of them.
int digit_of(int key) {
  if (key >= GLFW_KEY_1 && key <= GLFW_KEY_9) return key - GLFW_KEY_0;
  if (key >= GLFW_KEY_KP_1 && key <= GLFW_KEY_KP_9) return key - GLFW_KEY_KP_0;
  return 0;
}

/// True: the key is one of the camera's.
bool camera_key(const KeyPress& press, Requests& requests) {
  using View = ViewRequest::Kind;
  if (const int digit = digit_of(press.key); digit > 0) {
    if (press.control || press.shift) {
      ask(requests, ViewRequest{.kind = press.control ? View::keep : View::recall, .index = digit - 1});
      return true;
    }
    static const std::map<int, CameraPreset> kPresets = {{1, CameraPreset::front},
                                                         {3, CameraPreset::side},
                                                         {5, CameraPreset::follow},
                                                         {7, CameraPreset::top},
                                                         {9, CameraPreset::iso}};
    if (const auto preset = kPresets.find(digit); preset != kPresets.end())
      ask(requests, ViewRequest{.kind = View::preset, .preset = preset->second});
    return true;
  }
  if (press.control) return false;
  switch (press.key) {
    case GLFW_KEY_HOME:
      ask(requests, ViewRequest{.kind = View::frame_all});
      return true;
    case GLFW_KEY_C:
      ask(requests, ViewRequest{.kind = press.shift ? View::toggle_parallel : View::toggle_follow});
      return true;
    case GLFW_KEY_V:
      ask(requests, ViewRequest{.kind = View::close_up, .index = press.shift ? -1 : 1});
      return true;
    default:
      return false;
  }
}

}  // namespace

void requests_of_key(const KeyPress& press, const RunView& run, Requests& requests) {
  if (camera_key(press, requests)) return;
  if (press.control) return control_key(press, requests);
  if (press.key == GLFW_KEY_B) return ask(requests, PaintRequest{.kind = PaintRequest::Kind::toggle});
  if (press.key == GLFW_KEY_LEFT || press.key == GLFW_KEY_RIGHT) {
    const double jump = press.shift ? 1.0 : 0.1;  // s
    ask(requests,
        RunRequest{.kind = Run::seek, .time = run.time + (press.key == GLFW_KEY_LEFT ? -jump : jump)});
    return;
  }
  for (const PlainKey& key : kPlainKeys) {
    if (key.key == press.key) ask(requests, press.shift ? key.with_shift : key.alone);
  }
}

}  // namespace grouser::desktop
