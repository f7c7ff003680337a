#include "app/shortcut_keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace grouser::desktop {
namespace {

void control_key(const KeyPress& press, Requests& requests) {
  switch (press.key) {
    case GLFW_KEY_O:
      requests.push_back({press.shift ? RequestKind::show_compare_dialog : RequestKind::show_open_dialog});
      break;
    case GLFW_KEY_T:
      requests.push_back({RequestKind::show_study});
      break;
    case GLFW_KEY_Z:
      requests.push_back({press.shift ? RequestKind::study_redo : RequestKind::study_undo});
      break;
    case GLFW_KEY_Y:
      requests.push_back({RequestKind::study_redo});
      break;
    case GLFW_KEY_R:
      requests.push_back({RequestKind::toggle_recording});
      break;
    case GLFW_KEY_L:
      requests.push_back({RequestKind::reload});
      break;
    case GLFW_KEY_Q:
      requests.push_back({RequestKind::quit});
      break;
    default:
      break;
  }
}

}  // namespace

void requests_of_key(const KeyPress& press, const RunView& run, Requests& requests) {
  const auto ask = [&](RequestKind kind, double value = 0.0) { requests.push_back({kind, value}); };
  const auto camera = [&](CameraPreset preset) {
    ask(RequestKind::camera_preset, static_cast<double>(preset));
  };
  if (press.control) return control_key(press, requests);
  const double jump = press.shift ? 1.0 : 0.1;  // s
  switch (press.key) {
    case GLFW_KEY_SPACE:
      ask(RequestKind::play_pause);
      break;
    case GLFW_KEY_PERIOD:
      ask(RequestKind::single_step);
      break;
    case GLFW_KEY_COMMA:
      ask(RequestKind::step_back);
      break;
    case GLFW_KEY_LEFT:
      ask(RequestKind::seek, run.time - jump);
      break;
    case GLFW_KEY_RIGHT:
      ask(RequestKind::seek, run.time + jump);
      break;
    case GLFW_KEY_BACKSPACE:
      ask(RequestKind::reset);
      break;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD:
      ask(RequestKind::faster);
      break;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT:
      ask(RequestKind::slower);
      break;
    case GLFW_KEY_HOME:
      ask(RequestKind::camera_frame_all);
      break;
    case GLFW_KEY_END:
      ask(RequestKind::to_end);
      break;
    case GLFW_KEY_1:
    case GLFW_KEY_KP_1:
      camera(CameraPreset::front);
      break;
    case GLFW_KEY_3:
    case GLFW_KEY_KP_3:
      camera(CameraPreset::side);
      break;
    case GLFW_KEY_5:
    case GLFW_KEY_KP_5:
      camera(CameraPreset::follow);
      break;
    case GLFW_KEY_7:
    case GLFW_KEY_KP_7:
      camera(CameraPreset::top);
      break;
    case GLFW_KEY_9:
    case GLFW_KEY_KP_9:
      camera(CameraPreset::iso);
      break;
    case GLFW_KEY_N:
      ask(press.shift ? RequestKind::previous_event : RequestKind::next_event);
      break;
    case GLFW_KEY_C:
      ask(RequestKind::toggle_follow);
      break;
    case GLFW_KEY_F:
      ask(RequestKind::toggle_forces);
      break;
    case GLFW_KEY_G:
      ask(RequestKind::toggle_grid);
      break;
    case GLFW_KEY_TAB:
      ask(press.shift ? RequestKind::toggle_right : RequestKind::toggle_left);
      break;
    case GLFW_KEY_F1:
      ask(RequestKind::toggle_help);
      break;
    case GLFW_KEY_F4:
      ask(RequestKind::toggle_bottom);
      break;
    case GLFW_KEY_F11:
      ask(RequestKind::fullscreen);
      break;
    case GLFW_KEY_F12:
      ask(RequestKind::save_picture);
      break;
    default:
      break;
  }
}

}  // namespace grouser::desktop
