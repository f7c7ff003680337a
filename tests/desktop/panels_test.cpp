// SPDX-License-Identifier: BSD-3-Clause
// Every panel draws without a window, OpenGL or a simulation, and asks for what its button says.

#include <numbers>

#include "catch.hpp"
#include "desks/document/document_panels.hpp"
#include "desks/study/study_results.hpp"
#include "desktop/panel_bench.hpp"
#include "hal/imgui_versions.hpp"
#include "session/channel_values.hpp"
#include "session/document/document_request.hpp"
#include "session/file_request.hpp"
#include "session/plot_request.hpp"
#include "session/run_request.hpp"
#include "session/study/study_request.hpp"
#include "view/camera/view_request.hpp"
#include "view/look/look_request.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

std::vector<ScenarioEntry> demo_scenarios() {
  return {{"wheel_drop_200", "Wheel drop", "Rear wheels drive off a step", "Tests"},
          {"free_fall", "Free fall", "Dropped level from half a metre", "Tests"}};
}

/// The start page with these words typed, or this entry marked.
auto start_page(ChooserForm& form) {
  return [&form](const Ui& ui, const RunView& run, Requests& r) {
    start_panel(ui, run, demo_scenarios(), form, {}, r);
  };
}

const auto kToolbar = [](const Ui& ui, const RunView& run, Requests& requests) {
  const DocumentWork desk{std::filesystem::path{}};
  toolbar(ui, {run, desk.view(), Camera{}, ui.kept}, requests);
};

}  // namespace

TEST_CASE("panels: all draw with nothing open, with a live run and with a replay") {
  for (const SessionMode mode : {SessionMode::empty, SessionMode::live, SessionMode::replay}) {
    Bench bench(mode);
    const std::vector<ScenarioEntry> examples = demo_scenarios();
    bench.help_.open = true;
    const DocumentWork desk{std::filesystem::path{}};
    const std::vector<Toast> toasts = {{ToastKind::error, "something is wrong", 9.0},
                                       {ToastKind::done, "Saved /somewhere/a.png", 9.0}};
    for (int k = 0; k < 2; ++k) {
      bench.draw([&](const Ui& ui, const RunView& run, Requests& r) {
        const Camera camera;
        const CommandContext context{run, desk.view(), camera, ui.kept};
        menu_bar(ui, context, r);
        toolbar(ui, context, r);
        timeline_panel(ui, run, bench.axis_, r);
        scene_panel(ui, run, desk.view(), bench.tree_, r);
        inspector_panel(ui, run, desk.view(), bench.filter_, r);
        notes_panel(ui, run);
        wheels_panel(ui, run, r);
        state_panel(ui, run);
        channels_panel(ui, run, bench.plotted_, bench.channels_, r);
        std::size_t seen = 0;
        log_panel(ui, {{LogLevel::info, "a"}, {LogLevel::warning, "b"}, {LogLevel::error, "c"}}, seen, r);
        status_bar(ui, run, {}, [] {});
        compare_panel(ui, run, r);
        start_panel(ui, run, examples, bench.files_.chooser, {}, r);
        help_panel(ui, bench.help_);
        toast_panel(ui, toasts, {600, 480}, 800);
      });
      CHECK(bench.map_.count("toast") == 1);
      bench.draw([&](const Ui& ui, const RunView& run, Requests& r) {
        plots_panel(ui, run, bench.plotted_, bench.plots_, r);
      });
    }
    CHECK(ImGui::GetDrawData()->TotalVtxCount > 0);
  }
}

TEST_CASE("toolbar: buttons ask for what they show, and for nothing while nothing is open") {
  Bench bench;
  CHECK(find<RunRequest>(bench.click("play", kToolbar), RunRequest::Kind::play_pause));
  CHECK(find<RunRequest>(bench.click("step", kToolbar), RunRequest::Kind::single_step));
  CHECK(find<RunRequest>(bench.click("reset", kToolbar), RunRequest::Kind::reset));
  CHECK(find<RunRequest>(bench.click("faster", kToolbar), RunRequest::Kind::faster));
  const Requests top = bench.click("view_top", kToolbar);
  REQUIRE(find<ViewRequest>(top));
  CHECK(find<ViewRequest>(top)->preset == CameraPreset::top);
}

TEST_CASE("toolbar: run controls are dead while nothing is open") {
  Bench bench(SessionMode::empty);
  CHECK(bench.click("play", kToolbar).empty());
  CHECK(find<FileRequest>(bench.click("open", kToolbar), FileRequest::Kind::show_open_dialog));
}

TEST_CASE("scene panel: the eye beside a body asks to cut it open, and does not select it") {
  Bench bench;
  const DocumentWork desk{std::filesystem::path{}};
  const auto panel = [&](const Ui& ui, const RunView& run, Requests& r) {
    scene_panel(ui, run, desk.view(), bench.tree_, r);
  };
  const Requests asked = bench.click("eye_rear_left", panel);
  const LookRequest* look = find<LookRequest>(asked, LookRequest::Kind::show_body);
  REQUIRE(look);
  CHECK(look->body == 5);
  CHECK_FALSE(find<DocumentRequest>(asked, DocumentRequest::Kind::select));
  CHECK(find<DocumentRequest>(bench.click("part_rear_left", panel, 0.1f), DocumentRequest::Kind::select));
}

TEST_CASE("timeline: a click on the bar seeks to that part of the duration") {
  Bench bench;
  const Requests asked = bench.click("scrub", bench.timeline(), 0.25f);
  REQUIRE(find<RunRequest>(asked, RunRequest::Kind::seek));
  CHECK(find<RunRequest>(asked, RunRequest::Kind::seek)->time ==
        Approx(2.5).margin(0.02));  // a pixel is 0.01 s here
}

namespace {

/// Types into the time field, which is clicked at first, and presses Enter; returns what is asked for.
Requests enter_time(Bench& bench, const char* text) {
  bench.click("time", bench.timeline());
  ImGui::GetIO().AddInputCharactersUTF8(text);
  bench.draw(bench.timeline());
  gui::add_key_event(ImGuiKey_Enter, true);
  Requests asked = bench.draw(bench.timeline());
  gui::add_key_event(ImGuiKey_Enter, false);
  bench.draw(bench.timeline());
  return asked;
}

}  // namespace

TEST_CASE("timeline: a typed time is sought, one that is refused changes nothing and says why") {
  for (const char* text : {"0:00.5", "500 ms", "0,5", "1/2"}) {
    Bench bench;
    const Requests asked = enter_time(bench, text);
    INFO(text << ": " << bench.entry_.refusal);
    REQUIRE(find<RunRequest>(asked, RunRequest::Kind::seek));
    CHECK(find<RunRequest>(asked, RunRequest::Kind::seek)->time == Approx(0.5));
    CHECK(bench.entry_.refusal.empty());
  }
  for (const char* text : {"1e400", "five", "2 m", "100"}) {
    Bench bench;
    const Requests asked = enter_time(bench, text);
    INFO(text);
    CHECK_FALSE(find<RunRequest>(asked, RunRequest::Kind::seek));
    CHECK_FALSE(bench.entry_.refusal.empty());
    bench.draw(bench.timeline());
    CHECK(bench.map_.count("refusal") == 1);
  }
}

TEST_CASE("plots: a click takes the time under the mouse") {
  Bench bench;
  const auto panel = [&](const Ui& ui, const RunView& run, Requests& r) {
    plots_panel(ui, run, bench.plotted_, bench.plots_, r);
  };
  const Requests asked = bench.click("plot_0", panel, 0.5f);
  REQUIRE(find<RunRequest>(asked, RunRequest::Kind::seek));
  const double time = find<RunRequest>(asked, RunRequest::Kind::seek)->time;
  CHECK(time > 0.3);
  CHECK(time < 0.7);
}

TEST_CASE("start panel: an example opens that scenario") {
  Bench bench(SessionMode::empty);
  const Requests asked = bench.click("example_free_fall", start_page(bench.files_.chooser));
  REQUIRE(find<FileRequest>(asked, FileRequest::Kind::open));
  CHECK(find<FileRequest>(asked, FileRequest::Kind::open)->path == "free_fall");
}

TEST_CASE("channels: the filter narrows the list, Clear can be undone") {
  Bench bench;
  const auto panel = [&](const Ui& ui, const RunView& run, Requests& r) {
    channels_panel(ui, run, bench.plotted_, bench.channels_, r);
  };
  bench.channels_.filter = "no such channel";
  const int hidden = (bench.draw(panel), ImGui::GetDrawData()->TotalVtxCount);
  bench.channels_.filter = "rear load";
  const int some = (bench.draw(panel), bench.draw(panel), ImGui::GetDrawData()->TotalVtxCount);
  CHECK(some > hidden);
  CHECK(find<PlotRequest>(bench.click("channels_clear", panel), PlotRequest::Kind::clear));
  bench.channels_.cleared = std::exchange(bench.plotted_, PlotCards{});
  CHECK(find<PlotRequest>(bench.click("channels_clear", panel), PlotRequest::Kind::undo_clear));
}

TEST_CASE("channels: one tick plots a quantity of all wheels, the next one none of them") {
  Bench bench;
  bench.channels_.kinds = channel_tree(bench.run_.scene->channels);
  const auto panel = [&](const Ui& ui, const RunView& run, Requests& r) {
    channels_panel(ui, run, bench.plotted_, bench.channels_, r);
  };
  const auto wheel = std::find_if(bench.channels_.kinds.begin(), bench.channels_.kinds.end(),
                                  [](const ChannelKind& kind) { return kind.name == "wheel"; });
  REQUIRE(wheel != bench.channels_.kinds.end());
  const QuantityGroup& load = wheel->groups.front();
  REQUIRE(load.channels.size() == bench.run_.scene->wheel_names.size());
  for (std::size_t k = 0; k < load.channels.size(); ++k)
    CHECK(load.members[k] == plain_name(bench.run_.scene->wheel_names[k]));
  bench.plot({load.channels.front()});  // its kind is unfolded, and the tick completes them
  const std::string mark = "channels_wheel_" + load.quantity;
  const Requests shown = bench.click(mark, panel);
  REQUIRE(find<PlotRequest>(shown, PlotRequest::Kind::show));
  CHECK(find<PlotRequest>(shown, PlotRequest::Kind::show)->channels == load.channels);
  bench.plot({});
  CHECK(find<PlotRequest>(bench.click(mark, panel), PlotRequest::Kind::show));
  bench.plot(load.channels);
  CHECK(find<PlotRequest>(bench.click(mark, panel), PlotRequest::Kind::hide));
}

TEST_CASE("start panel: typing narrows the cards") {
  Bench bench(SessionMode::empty);
  bench.files_.chooser.filter = "step";
  bench.draw(start_page(bench.files_.chooser));
  CHECK(bench.map_.count("example_wheel_drop_200") == 1);
  CHECK(bench.map_.count("example_free_fall") == 0);
}

TEST_CASE("start panel: Down marks the first card, never one that is not there") {
  Bench bench(SessionMode::empty);
  bench.files_.chooser.moves = 1;
  bench.draw(start_page(bench.files_.chooser));
  CHECK(bench.files_.chooser.at == 0);
  bench.files_.chooser.moves = 5;
  bench.draw(start_page(bench.files_.chooser));
  CHECK(bench.files_.chooser.at == 1);
  bench.files_.chooser.filter = "no such thing";
  bench.draw(start_page(bench.files_.chooser));
  CHECK(bench.files_.chooser.at == -1);
}

TEST_CASE("record: the button asks for a name in a live run only, the dialog passes the name on") {
  for (const SessionMode mode : {SessionMode::live, SessionMode::replay}) {
    Bench bench(mode);  // one at a time: it owns ImGui's context
    const Requests asked = bench.click("record", kToolbar);
    CHECK((find<FileRequest>(asked, FileRequest::Kind::toggle_recording) != nullptr) ==
          (mode == SessionMode::live));
  }
}

TEST_CASE("record dialog: Record asks for the file that was named") {
  Bench bench;
  bench.files_.record.show();
  bench.files_.record_path = "some_run.h5";
  const Requests asked = bench.click("record_confirm", [&](const Ui& ui, const RunView& run, Requests& r) {
    record_dialog(ui, run, bench.files_, r);
  });
  REQUIRE(find<FileRequest>(asked, FileRequest::Kind::start_recording));
  CHECK(find<FileRequest>(asked, FileRequest::Kind::start_recording)->path == "some_run.h5");
  CHECK_FALSE(bench.files_.record.open);
}

TEST_CASE("plots: the second cursor brings a table, another run forgets what was zoomed") {
  Bench bench;
  // Their buttons stand in the row of the tabs, above the panel.
  const auto panel = [&](const Ui& ui, const RunView& run, Requests& requests) {
    ImGui::Dummy({0, 30});
    plots_panel(ui, run, bench.plotted_, bench.plots_, requests);
  };
  bench.draw(panel);
  CHECK(bench.map_.count("plots_readout") == 0);
  bench.click("plots_second", panel);
  CHECK(bench.plots_.second == 0.5);  // the middle of what is shown
  bench.draw(panel);
  CHECK(bench.map_.count("plots_readout") == 1);
  bench.click("plots_second_off", panel);
  CHECK_FALSE(bench.plots_.second);
  bench.click("plots_peaks", panel);
  CHECK_FALSE(bench.plots_.peaks);
  bench.plots_.times = Range{0.2, 0.3};
  bench.click("plots_all", panel);
  CHECK_FALSE(bench.plots_.times);
  bench.plots_.times = Range{0.2, 0.3};
  bench.run_.name = "another.h5";
  bench.draw(panel);
  CHECK_FALSE(bench.plots_.times);
  CHECK_FALSE(bench.plots_.peaks);  // a wish, not a part of the run
}

TEST_CASE("comparison: both runs in plots and table, and its end is asked for") {
  Bench bench;
  bench.compare_with_itself();
  bench.draw([&](const Ui& ui, const RunView& run, Requests& r) {
    plots_panel(ui, run, bench.plotted_, bench.plots_, r);
  });
  CHECK(bench.map_.count("runs_legend") == 1);
  CHECK(find<FileRequest>(bench.click("compare_end", compare_panel), FileRequest::Kind::end_comparison));
  CHECK(find<FileRequest>(bench.click("compare", kToolbar), FileRequest::Kind::end_comparison));
}

TEST_CASE("status bar: a verdict and a recording are told") {
  Bench bench;
  const auto bar = [](const Ui& ui, const RunView& run, Requests&) { status_bar(ui, run, {}, [] {}); };
  bench.draw(bar);
  CHECK(bench.map_.count("verdict") == 0);
  CHECK(bench.map_.count("recording") == 0);
  bench.add_verdict();
  bench.run_.recording_path = "/somewhere/run.h5";
  bench.draw(bar);
  CHECK(bench.map_.count("verdict") == 1);
  CHECK(bench.map_.count("recording") == 1);
}

namespace {

/// A study of one key with two runs done and one refused.
struct DemoStudy {
  DemoStudy() {
    settings.ranges = {{"soil.phi_deg", 20.0, 40.0, 3}};
    for (int k = 0; k < 3; ++k) {
      StudyRow row;
      row.values = {20.0 + 10.0 * k};
      row.status = k < 2 ? StudyRowStatus::completed : StudyRowStatus::refused;
      if (k < 2) row.report.metrics["distance"] = {1.0 + k, "m"};
      rows.push_back(row);
    }
    view.keys = &keys;
    view.settings = &settings;
    view.varied = &varied;
    view.rows = &rows;
    view.scenario = "demo";
  }
  std::vector<NumberKey> keys = {{"soil.phi_deg", 30.0, "angle"}, {"gravity", 9.81, "m/s2"}};
  StudySettings settings;
  std::vector<VariedKey> varied = {{"soil.phi_deg", {20.0, 30.0, 40.0}}};
  std::vector<StudyRow> rows;
  StudyView view;
};

}  // namespace

TEST_CASE("study panel: starts, saves, varies a second key, while it runs, cancels") {
  Bench bench;
  DemoStudy study;
  const auto panel = [&](const Ui& ui, const RunView& run, Requests& r) {
    study_panel(ui, run, study.view, "", r);
  };
  CHECK(find<StudyRequest>(bench.click("study_start", panel), StudyRequest::Kind::start));
  CHECK(find<StudyRequest>(bench.click("study_export", panel), StudyRequest::Kind::save_csv));
  const Requests asked = bench.click("study_second", panel);
  REQUIRE(find<StudyRequest>(asked, StudyRequest::Kind::edit));
  CHECK(find<StudyRequest>(asked, StudyRequest::Kind::edit)->settings.ranges.at(1).key == "gravity");
  study.view.running = true;
  CHECK(find<StudyRequest>(bench.click("study_cancel", panel), StudyRequest::Kind::cancel));
}

TEST_CASE("study plot: rows with a number are points in order of the first key, one series a second value") {
  DemoStudy study;
  std::swap(study.rows[0], study.rows[1]);
  Chart plot = study_plot(ShownUnits{}, study.view);
  REQUIRE(plot.series.size() == 1);
  REQUIRE(plot.series[0].x.size() == 2);  // the refused row has no number
  CHECK(plot.series[0].x[0] == 20.0);
  CHECK(plot.series[0].rows[0] == 1);
  CHECK(plot.series[0].y[1] == 2.0);
  CHECK(plot.y_unit == "m");
  study.varied.push_back({"gravity", {3.0, 4.0}});
  study.rows[0].values.push_back(3.0);
  study.rows[1].values.push_back(4.0);
  plot = study_plot(ShownUnits{}, study.view);
  REQUIRE(plot.series.size() == 2);
  CHECK(plot.series[0].label == "gravity 3 m/s2");
  // Keys are told in the units that are chosen; their files' numbers stay.
  plot = study_plot({.length = LengthUnit::mm, .angle = AngleUnit::rad}, study.view);
  CHECK(plot.x_label == "soil.phi_deg, rad");
  CHECK(plot.series[0].x[0] == Approx(30.0 * std::numbers::pi / 180.0).epsilon(1e-14));
  CHECK(plot.series[0].label == "gravity 3 m/s2");
}

TEST_CASE(
    "time line: the wheel zooms about the pointer, a click seeks within what is shown, a double click shows "
    "all") {
  Bench bench(SessionMode::replay);
  bench.draw(bench.timeline());
  bench.draw(bench.timeline());
  const UiRect bar = bench.map_.at("scrub");
  CHECK(bench.axis_.shown() == Range{0.0, 10.0});
  const float middle = 0.5f * (bar.y0 + bar.y1);
  gui::add_mouse_position_event(bar.x0 + 0.25f * (bar.x1 - bar.x0), middle);
  bench.draw(bench.timeline());
  gui::add_mouse_wheel_event(0.0f, 1.0f);
  bench.draw(bench.timeline());
  bench.draw(bench.timeline());
  CHECK(bench.axis_.is_zoomed());
  CHECK(bench.axis_.shown().size() == Approx(8.0));
  CHECK(bench.axis_.time_at(0.25) == Approx(2.5).margin(0.01));  // what was under the pointer, a whole pixel
  const Requests asked = bench.click("scrub", bench.timeline(), 0.5f);
  REQUIRE(find<RunRequest>(asked, RunRequest::Kind::seek));
  CHECK(find<RunRequest>(asked, RunRequest::Kind::seek)->time ==
        Approx(bench.axis_.time_at(0.5)).margin(0.02));
  // The play head that leaves is followed; all of another run is shown.
  bench.run_.time = 9.9;
  bench.draw(bench.timeline());
  CHECK(bench.axis_.shown().high == Approx(10.0));
  CHECK(bench.axis_.place(9.9) <= 1.0);
  bench.axis_.show_all();
  CHECK_FALSE(bench.axis_.is_zoomed());
  bench.axis_.zoom(1e-9, 5.0);
  CHECK(bench.axis_.shown().size() == Approx(0.01));  // no shorter than a thousandth
  bench.axis_.pan(-1e9);
  CHECK(bench.axis_.shown().low == 0.0);
  bench.axis_.show(20.0, 0.0);
  CHECK(bench.axis_.shown() == Range{0.0, 20.0});
}

TEST_CASE("events: listed by time, searched, and a click goes to one") {
  Bench bench(SessionMode::replay);
  std::string filter;
  const auto panel = [&](const Ui& ui, const RunView& run, Requests& requests) {
    events_panel(ui, run, filter, requests);
  };
  bench.draw(panel);
  CHECK(bench.map_.count("event_first") == 0);
  bench.add_verdict();
  const Requests first = bench.click("event_first", panel);
  REQUIRE(find<RunRequest>(first, RunRequest::Kind::seek));
  CHECK(find<RunRequest>(first, RunRequest::Kind::seek)->time == 0.2);
  filter = "six wheels";
  const Requests verdict = bench.click("event_first", panel);
  REQUIRE(find<RunRequest>(verdict, RunRequest::Kind::seek));
  CHECK(find<RunRequest>(verdict, RunRequest::Kind::seek)->time == 0.4);
  filter = "no such event";
  bench.draw(panel);
  CHECK(bench.map_.count("event_first") == 0);
}

TEST_CASE("start panel: what was open last comes first, and at the very first start three to begin with") {
  Bench bench(SessionMode::empty);
  const Requests first = bench.click("example_wheel_drop_200", start_page(bench.files_.chooser));
  CHECK(bench.map_.count("recent_first") == 0);
  REQUIRE(find<FileRequest>(first, FileRequest::Kind::open));
  CHECK(find<FileRequest>(first, FileRequest::Kind::open)->path == "wheel_drop_200");
  bench.kept_.recent = {"/somewhere/mine.toml", "free_fall"};
  const Requests recent = bench.click("recent_first", start_page(bench.files_.chooser));
  REQUIRE(find<FileRequest>(recent, FileRequest::Kind::open));
  CHECK(find<FileRequest>(recent, FileRequest::Kind::open)->path == "/somewhere/mine.toml");
  CHECK(find<FileRequest>(bench.click("start_open", start_page(bench.files_.chooser)),
                          FileRequest::Kind::show_open_dialog));
}
