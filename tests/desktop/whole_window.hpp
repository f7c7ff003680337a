// SPDX-License-Identifier: BSD-3-Clause
// The whole window without a display: every panel in its place, the mouse and the keys in our hand. The 3D view is left empty
// unless a renderer is given.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "app/app.hpp"
#include "app/programs/headless_program.hpp"
#include "app/programs/offscreen.hpp"
#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "hal/imgui_versions.hpp"

namespace grouser::test {

using namespace grouser::desktop;

struct WindowLook {
  int width = 1280, height = 720;
  float screen_scale = 1.0f;     ///< content scale: 2 where Xft.dpi is 192
  float text_size = kUsualText;  ///< px, as in View > Size of text
};

class WholeWindow {
 public:
  WholeWindow(const WindowLook& look, const std::filesystem::path& state_folder, bool with_view = false)
      : renderer_(with_view ? make_gl_renderer() : std::make_unique<NullRenderer>()),
        fonts_(apply_theme(look.screen_scale)),
        app_(*renderer_, session_, kept_, fonts_, look.screen_scale, list_scenarios(), state_folder),
        screen_(app_, look.width, look.height) {
    kept_.text_size = look.text_size;
    pictures(Offscreen::kToSettle);
  }
  App& app() { return app_; }
  Session& session() { return session_; }
  KeptState& kept() { return kept_; }
  Image read() const { return screen_.read(); }
  std::string report(const std::string& name) const { return app_.report()[name]; }
  bool shows(const std::string& widget) const { return app_.ui_map().contains(widget); }

  void pictures(int count) {
    for (int k = 0; k < count; ++k) screen_.draw(now_ += 1.0 / 30.0);
  }
  /// Pictures until it holds, and as many more as sizes need to settle; false after five minutes.
  bool until(const std::function<bool()>& holds) {
    const double end = wall_clock() + 300.0;
    for (pictures(1); !holds() && wall_clock() < end; pictures(1))
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const bool held = holds();
    settle();
    return held;
  }
  bool until(const std::string& name, const std::string& value) {
    return until([&] { return report(name) == value; });
  }
  void settle() {
    pictures(Offscreen::kToSettle);
    for (int k = 0; k < 200 && !app_.complete(); ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      pictures(1);
    }
    pictures(2);
  }
  void open(const std::string& file) {
    app_.open(file);
    pictures(1);
    REQUIRE(until([&] { return !session_.loading() && report("built") == "yes"; }));
  }
  void key(int key, bool control = false, bool shift = false) {
    app_.press({.key = key, .control = control, .shift = shift});
    settle();
  }
  /// Turns the wheel over the panel that a widget lies in until it is in sight, as a person would.
  void bring_into_sight(const std::string& widget) {
    for (int turns = 0; turns < 200; ++turns) {
      const UiRect r = app_.ui_map().at(widget);
      const float middle = 0.5f * (r.y0 + r.y1);
      if (middle > r.seen_y0 && middle < r.seen_y1) return;
      gui::add_mouse_position_event(0.5f * (r.x0 + r.x1), 0.5f * (r.seen_y0 + r.seen_y1));
      pictures(1);
      gui::add_mouse_wheel_event(0.0f, middle < r.seen_y0 ? 0.5f : -0.5f);
      pictures(2);
    }
    FAIL(widget << " does not come into sight");
  }
  /// Several times in a row are a double click.
  void click(const std::string& widget, int button = 0, int times = 1) {
    point_at(widget);
    for (int k = 0; k < times; ++k)
      for (const bool down : {true, false}) {
        gui::add_mouse_button_event(button, down);
        pictures(2);
      }
    leave();
  }
  /// Drags from the middle of one widget to that of another, which may appear on the way.
  void drag(const std::string& from, const std::string& to) {
    point_at(from);
    gui::add_mouse_button_event(0, true);
    pictures(2);
    const UiRect r = app_.ui_map().at(from);
    gui::add_mouse_position_event(0.5f * (r.x0 + r.x1) + 40.0f, 0.5f * (r.y0 + r.y1));
    pictures(3);
    point_at(to);
    gui::add_mouse_button_event(0, false);
    pictures(2);
    leave();
  }
  /// The pointer is over the middle of a widget.
  void point_at(const std::string& widget) {
    INFO(widget);
    REQUIRE(app_.ui_map().contains(widget));
    bring_into_sight(widget);
    const UiRect r = app_.ui_map().at(widget);
    gui::add_mouse_position_event(0.5f * (r.x0 + r.x1), 0.5f * (r.y0 + r.y1));
    pictures(2);
  }
  void leave() {
    gui::add_mouse_position_event(-1e6f, -1e6f);
    settle();
  }

 private:
  HeadlessContext context_;
  ImGuiOwner imgui_;
  KeptState kept_;
  std::unique_ptr<Renderer> renderer_;
  Fonts fonts_;
  Session session_{wall_clock};
  App app_;
  Offscreen screen_;
  double now_ = 0.0;  // s
};

}  // namespace grouser::test
