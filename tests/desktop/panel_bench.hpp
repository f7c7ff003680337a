// SPDX-License-Identifier: BSD-3-Clause
// A panel on its own, and the mouse in our hand.
#pragma once
#include <ctime>
#include <memory>
#include <string>

#include "app/bars/bars.hpp"
#include "app/programs/imgui_context.hpp"
#include "catch.hpp"
#include "desks/document/document_panels.hpp"
#include "desks/files/files_panels.hpp"
#include "desks/log/log_panels.hpp"
#include "desks/playback/playback_panels.hpp"
#include "desks/plots/plots_panels.hpp"
#include "desks/state/state_panels.hpp"
#include "desks/study/study_panels.hpp"
#include "desktop/demo_scene.hpp"
#include "desktop/session_support.hpp"
#include "hal/imgui_versions.hpp"
#include "session/plot_request.hpp"

namespace grouser::test {

using namespace grouser::desktop;

/// Processor time of this thread, s: what else runs on the machine is not counted.
inline double thread_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// An ImGui without a display, a demonstration run, and the mouse in our hand.
class Bench {
 public:
  explicit Bench(SessionMode mode = SessionMode::live) {
    fonts_ = apply_theme(1.0f);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {1600, 1000};
    io.DeltaTime = 0.1f;
    gui::build_fonts();
    if (mode == SessionMode::empty) return;
    auto scene = test::demo_scene();
    data_ = std::make_unique<LiveData>(scene);
    for (int k = 0; k <= 100; ++k) data_->append(std::make_shared<Frame>(test::demo_frame(*scene, 0.01 * k)));
    run_.mode = mode;
    run_.scene = scene;
    run_.data = data_.get();
    run_.frame = data_->frame(50);
    run_.time = 0.5;
    run_.newest = 1.0;
    run_.duration = 10.0;
    plot({0, 1, 18});
  }

  /// These channels of the scene, and no others.
  void plot(const std::vector<int>& channels) {
    plotted_ = {};
    for (const int k : channels) plotted_.add(k, run_.scene->channels);
  }

  /// The time line as a panel of its own.
  auto timeline() {
    return [this](const Ui& ui, const RunView& run, Requests& requests) {
      timeline_panel(ui, run, axis_, requests);
    };
  }

  /// Draws one picture of a panel in a window of its own.
  template <class Panel>
  Requests draw(Panel panel) {
    Requests requests;
    map_.clear();
    const Ui ui{kept_, entry_, map_, fonts_, 1.0f};
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({1200, 500});
    ImGui::Begin("bench", nullptr, ImGuiWindowFlags_NoDecoration);
    panel(ui, run_, requests);
    ImGui::End();
    ImGui::Render();
    return requests;
  }

  /// Seconds that a picture of a panel takes, the mean of many.
  template <class Panel>
  double time_of(Panel panel, int pictures) {
    const double began = thread_time();
    for (int k = 0; k < pictures; ++k) draw(panel);
    return (thread_time() - began) / pictures;
  }

  /// Moves to a named widget, presses and lets go; returns all that was asked for.
  template <class Panel>
  Requests click(const std::string& name, Panel panel, float part = 0.5f) {
    draw(panel);
    draw(panel);
    const auto found = map_.find(name);
    REQUIRE(found != map_.end());
    const UiRect r = found->second;
    gui::add_mouse_position_event(r.x0 + part * (r.x1 - r.x0), 0.5f * (r.y0 + r.y1));
    Requests all = draw(panel);
    for (const bool down : {true, false, false}) {
      gui::add_mouse_button_event(0, down);
      const Requests more = draw(panel);
      all.insert(all.end(), more.begin(), more.end());
    }
    gui::add_mouse_position_event(-1.0f, -1.0f);
    return all;
  }

  /// The run beside itself.
  void compare_with_itself() {
    data_->set_metrics({{"distance", {1.5, "m"}}, {"mean_slip", {0.1, "-"}}});
    run_.name = run_.other_name = "run.h5";
    run_.other = data_.get();
    run_.other_frame = run_.frame;
  }
  void add_verdict() {
    data_->add_events(
        {{0.2, "lift_off", "wheel rear_left"}, {0.4, "verdict", "out: six wheels on the ground"}});
  }

  RunView run_;
  KeptState kept_;
  EntryEdit entry_;
  // What the panels that are drawn keep between pictures.
  FilesForm files_;
  HelpForm help_;
  PlotView plots_;
  TimeAxis axis_;
  PlotCards plotted_;
  std::string filter_;
  ChannelList channels_;
  std::vector<Shown> bodies_;
  SceneTree tree_{bodies_, {}};
  UiMap map_;

 private:
  ImGuiOwner imgui_;
  Fonts fonts_;
  std::unique_ptr<LiveData> data_;
};

/// The first request of this type, or null.
template <class Asked>
const Asked* find(const Requests& requests) {
  for (const Request& r : requests)
    if (const Asked* asked = r.as<Asked>()) return asked;
  return nullptr;
}

/// The first of this kind, or null.
template <class Asked>
const Asked* find(const Requests& requests, typename Asked::Kind kind) {
  for (const Request& r : requests)
    if (const Asked* asked = r.as<Asked>(); asked && asked->kind == kind) return asked;
  return nullptr;
}

}  // namespace grouser::test
