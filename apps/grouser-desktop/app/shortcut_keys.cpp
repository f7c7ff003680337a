#include "app/shortcut_keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <map>

#include "camera/view_request.hpp"
#include "document/placing.hpp"
#include "ground/paint_panel.hpp"
#include "runs/runs_request.hpp"
#include "statistics/statistics_panels.hpp"

namespace grouser::desktop {
namespace {

void control_key(const KeyPress& press, Requests& requests) {
  switch (press.key) {
    case GLFW_KEY_O:
      requests.push_back({press.shift ? RequestKind::show_compare_dialog : RequestKind::show_open_dialog});
      break;
    case GLFW_KEY_B:
      ask(requests, {.kind = RunsRequest::Kind::show_branch_form});
      break;
    case GLFW_KEY_T:
      press.shift ? ask(requests, StatisticsRequest{}) : requests.push_back({RequestKind::show_study});
      break;
    case GLFW_KEY_Z:
      requests.push_back({press.shift ? RequestKind::redo : RequestKind::undo});
      break;
    case GLFW_KEY_Y:
      requests.push_back({RequestKind::redo});
      break;
    case GLFW_KEY_S:
      requests.push_back({press.shift ? RequestKind::show_save_dialog : RequestKind::save});
      break;
    case GLFW_KEY_R:
      requests.push_back({RequestKind::toggle_recording});
      break;
    case GLFW_KEY_L:
      requests.push_back({RequestKind::reload});
      break;
    case GLFW_KEY_F12:
      requests.push_back({RequestKind::save_clean_picture});
      break;
    case GLFW_KEY_Q:
      requests.push_back({RequestKind::quit});
      break;
    default:
      break;
  }
}

struct PlainKey {
  int key;
  RequestKind kind, with_shift;
  double value = 0.0;
};

constexpr PlainKey plain(int key, RequestKind kind) { return {key, kind, kind}; }

constexpr PlainKey kPlainKeys[] = {
    plain(GLFW_KEY_SPACE, RequestKind::play_pause),
    plain(GLFW_KEY_PERIOD, RequestKind::single_step),
    plain(GLFW_KEY_COMMA, RequestKind::step_back),
    plain(GLFW_KEY_BACKSPACE, RequestKind::reset),
    plain(GLFW_KEY_EQUAL, RequestKind::faster),
    plain(GLFW_KEY_KP_ADD, RequestKind::faster),
    plain(GLFW_KEY_MINUS, RequestKind::slower),
    plain(GLFW_KEY_KP_SUBTRACT, RequestKind::slower),
    plain(GLFW_KEY_END, RequestKind::to_end),
    {GLFW_KEY_N, RequestKind::next_event, RequestKind::previous_event},
    plain(GLFW_KEY_J, RequestKind::shuttle_back),
    plain(GLFW_KEY_K, RequestKind::pause),
    plain(GLFW_KEY_L, RequestKind::shuttle_forward),
    {GLFW_KEY_I, RequestKind::loop_begin, RequestKind::loop_clear},
    {GLFW_KEY_O, RequestKind::loop_end, RequestKind::loop_clear},
    plain(GLFW_KEY_H, RequestKind::toggle_hand),
    plain(GLFW_KEY_PAGE_UP, RequestKind::hand_faster),
    plain(GLFW_KEY_PAGE_DOWN, RequestKind::hand_slower),
    plain(GLFW_KEY_U, RequestKind::toggle_ruler),
    plain(GLFW_KEY_W, RequestKind::toggle_path),
    plain(GLFW_KEY_F, RequestKind::toggle_forces),
    {GLFW_KEY_G, RequestKind::place_begin, RequestKind::toggle_grid, static_cast<double>(PlacingMode::move)},
    {GLFW_KEY_R, RequestKind::place_begin, RequestKind::place_begin, static_cast<double>(PlacingMode::turn)},
    {GLFW_KEY_TAB, RequestKind::toggle_left, RequestKind::toggle_right},
    plain(GLFW_KEY_F1, RequestKind::toggle_help),
    plain(GLFW_KEY_F4, RequestKind::toggle_bottom),
    plain(GLFW_KEY_F11, RequestKind::fullscreen),
    {GLFW_KEY_F12, RequestKind::save_picture, RequestKind::show_video_dialog}};

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
      ask(requests, {.kind = press.control ? View::keep : View::recall, .index = digit - 1});
      return true;
    }
    static const std::map<int, CameraPreset> kPresets = {{1, CameraPreset::front},
                                                         {3, CameraPreset::side},
                                                         {5, CameraPreset::follow},
                                                         {7, CameraPreset::top},
                                                         {9, CameraPreset::iso}};
    if (const auto preset = kPresets.find(digit); preset != kPresets.end())
      ask(requests, {.kind = View::preset, .preset = preset->second});
    return true;
  }
  if (press.control) return false;
  switch (press.key) {
    case GLFW_KEY_HOME:
      ask(requests, {.kind = View::frame_all});
      return true;
    case GLFW_KEY_C:
      ask(requests, {.kind = press.shift ? View::toggle_parallel : View::toggle_follow});
      return true;
    case GLFW_KEY_V:
      ask(requests, {.kind = View::close_up, .index = press.shift ? -1 : 1});
      return true;
    default:
      return false;
  }
}

}  // namespace

void requests_of_key(const KeyPress& press, const RunView& run, Requests& requests) {
  if (camera_key(press, requests)) return;
  if (press.control) return control_key(press, requests);
  if (press.key == GLFW_KEY_B) return ask(requests, {.kind = PaintRequest::Kind::toggle});
  if (press.key == GLFW_KEY_LEFT || press.key == GLFW_KEY_RIGHT) {
    const double jump = press.shift ? 1.0 : 0.1;  // s
    requests.push_back({RequestKind::seek, run.time + (press.key == GLFW_KEY_LEFT ? -jump : jump)});
    return;
  }
  for (const PlainKey& key : kPlainKeys) {
    if (key.key == press.key) requests.push_back({press.shift ? key.with_shift : key.kind, key.value});
  }
}

}  // namespace grouser::desktop
