// SPDX-License-Identifier: BSD-3-Clause
// A plot without a window: what wheel, drags, box and double click make of the shown times.

#include "app/programs/imgui_context.hpp"
#include "catch.hpp"
#include "hal/imgui_versions.hpp"
#include "widgets/plot.hpp"

using namespace grouser::desktop;

namespace {

/// One plot of a ramp over 10 s, and the mouse in our hand.
class PlotBench {
 public:
  PlotBench() {
    fonts_ = apply_theme(1.0f);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {1200, 500};
    io.DeltaTime = 0.5f;  // slower than a double click
    gui::build_fonts();
    for (int k = 0; k <= 1000; ++k) {
      times_.push_back(0.01 * k);
      values_.push_back(0.1 * k);
    }
    input_.title = "load";
    input_.unit = "N";
    input_.lines.push_back({"front left", line_color(0), {times_, values_}, {}});
    input_.all = {0.0, 10.0};
    move(600, 250);
    // The pointer is over the plot for a whole picture before it presses: ImGui 1.90 does not take a press sooner.
    draw();
    draw();
  }
  std::optional<double> draw() {
    const Ui ui{kept_, entry_, map_, fonts_, 1.0f};
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({1200, 500});
    ImGui::Begin("bench", nullptr, ImGuiWindowFlags_NoDecoration);
    const auto time = draw_plot(ui, "plot", input_, {1100, 450}, view_);
    ImGui::End();
    ImGui::Render();
    return time;
  }
  void move(float x, float y) { gui::add_mouse_position_event(x, y); }
  void wheel(float notches) {
    gui::add_mouse_wheel_event(0.0f, notches);
    draw();
  }
  /// Presses at the pointer, moves by this, lets go; returns the last time asked for.
  std::optional<double> drag(int button, float dx, float dy) {
    ImGuiIO& io = ImGui::GetIO();
    gui::add_mouse_button_event(button, true);
    auto time = draw();
    move(io.MousePos.x + dx, io.MousePos.y + dy);
    if (const auto later = draw()) time = later;
    gui::add_mouse_button_event(button, false);
    draw();
    draw();
    return time;
  }

  PlotView view_;

 private:
  ImGuiOwner imgui_;
  Fonts fonts_;
  KeptState kept_;
  EntryEdit entry_;
  UiMap map_;
  std::vector<double> times_, values_;
  PlotInput input_;
};

}  // namespace

TEST_CASE("plot: a left click or drag asks for a time and zooms nothing") {
  PlotBench bench;
  const auto time = bench.drag(0, 100, 0);
  REQUIRE(time);
  CHECK(*time == Approx(6.3).margin(0.5));
  CHECK_FALSE(bench.view_.times);
}

TEST_CASE("plot: the wheel zooms the times about the pointer, with Ctrl the values") {
  PlotBench bench;
  bench.wheel(3.0f);
  REQUIRE(bench.view_.times);
  CHECK(bench.view_.times->size() == Approx(10.0 * 0.512));
  CHECK(bench.view_.values.empty());
  gui::add_key_event(ImGuiMod_Ctrl, true);
  bench.wheel(1.0f);
  CHECK(bench.view_.times->size() == Approx(10.0 * 0.512));
  CHECK(bench.view_.values.count("load") == 1);
}

TEST_CASE("plot: right and middle drags move the times with the pointer") {
  PlotBench bench;
  for (const int button : {1, 2}) {
    bench.view_.times = Range{4.0, 6.0};
    bench.move(600, 250);
    CHECK_FALSE(bench.drag(button, 100, 0));
    CHECK(bench.view_.times->size() == Approx(2.0));
    CHECK(bench.view_.times->low < 4.0 - 2.0 * 90.0 / 1100.0);
    CHECK(bench.view_.times->low > 4.0 - 2.0 * 120.0 / 1000.0);
  }
}

TEST_CASE("plot: a box with Shift zooms both axes, a flat one the times, a double click fills the panel") {
  PlotBench bench;
  gui::add_key_event(ImGuiMod_Shift, true);
  CHECK_FALSE(bench.drag(0, 200, 2));
  REQUIRE(bench.view_.times);
  CHECK(bench.view_.times->size() == Approx(2.0).margin(0.3));
  CHECK(bench.view_.values.empty());
  bench.move(500, 200);
  bench.drag(0, 200, 100);
  CHECK(bench.view_.values.count("load") == 1);
  gui::add_key_event(ImGuiMod_Shift, false);
  ImGui::GetIO().DeltaTime = 0.02f;
  bench.move(600, 250);
  bench.drag(0, 0, 0);
  bench.drag(0, 0, 0);
  CHECK(bench.view_.enlarged == "load");
  CHECK(bench.view_.times);  // what was zoomed stays
  ImGui::GetIO().DeltaTime = 0.5f;
  bench.draw();
  ImGui::GetIO().DeltaTime = 0.02f;
  bench.drag(0, 0, 0);
  bench.drag(0, 0, 0);
  CHECK(bench.view_.enlarged.empty());
}

TEST_CASE("plot: Alt and click puts a second cursor, a drag moves it, Alt and click at it takes it away") {
  PlotBench bench;
  gui::add_key_event(ImGuiMod_Alt, true);
  CHECK_FALSE(bench.drag(0, 0, 0));
  REQUIRE(bench.view_.second);
  const double first = *bench.view_.second;
  gui::add_key_event(ImGuiMod_Alt, false);
  CHECK_FALSE(bench.drag(0, 100, 0));
  CHECK(*bench.view_.second == Approx(first + 0.95).margin(0.1));
  gui::add_key_event(ImGuiMod_Alt, true);
  bench.drag(0, 0, 0);
  CHECK_FALSE(bench.view_.second);
}
