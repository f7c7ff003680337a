// SPDX-License-Identifier: BSD-3-Clause
// Desks within the window: one of them has the left button, what they finish are steps of the document, and what they read
// is where the camera looks.
#include <unistd.h>

#include <filesystem>

#include "app/desk_list.hpp"
#include "app/kept_file.hpp"
#include "app/window_desk.hpp"
#include "app/window_request.hpp"
#include "catch.hpp"
#include "desks/desk.hpp"
#include "desks/paint/paint_request.hpp"
#include "desks/path/path_request.hpp"
#include "desks/plots/plots_desk.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "session/document/placing_request.hpp"
#include "session/file_request.hpp"
#include "session/plot_request.hpp"
#include "session/run_moves.hpp"
#include "session/run_request.hpp"
#include "session/tell_errors.hpp"
#include "view/look/look_request.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// A scenario, and the desks about it as the window has them.
struct Rooms {
  Session session{wall_clock};
  KeptState kept;
  Shared shared{session, kept};
  NullRenderer renderer;
  Desks desks = make_desks(shared, renderer, {});
  RequestTable table;
  WindowDesk window{shared};
  DocumentWork& document = shared.document;
  Looking& looking = shared.looking;

  /// Nothing is open.
  Rooms() {
    shared.size = {800.0, 500.0};
    shared.open = [this](const std::string& path) { open_with(desks, path, 0.0); };
    for (const auto& desk : desks) desk->register_requests(table);
  }
  explicit Rooms(const std::string& scenario) : Rooms() {
    session.open(scenario);
    REQUIRE(update_until(
        session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame != nullptr; }));
    for (const auto& desk : desks) desk->opened();
    update();
  }
  void update() {
    Requests asked;
    for (const auto& desk : desks) desk->update(0.0, asked);
  }
  /// Whether somebody has registered for it. What goes wrong stands in the log, as in the window.
  template <class Asked>
  void ask_for(const Asked& asked) {
    tell_errors(session, [&] { REQUIRE(table.carry_out(asked)); });
  }
  void open(const std::string& path) {
    tell_errors(session, [&] { open_with(desks, path, 0.0); });
  }
  /// Until what is wanted of the document is shown.
  void build() {
    REQUIRE(update_until(session, [&](const RunView& run) {
      document.update(session);
      return !document.view().document->building() && !session.loading() && run.frame != nullptr;
    }));
  }
  std::uint64_t start_hash() const { return session.view().frame->state_hash; }
  std::string report(const std::string& name) const {
    UiReport report;
    for (const auto& desk : desks) desk->note(report);
    return report[name];
  }
  void ask_for_move(HistoryMove move) { move_in_history(desks, move); }
  bool draws_path() const { return !report("path").empty(); }
  bool has_middle() const {
    return std::any_of(desks.begin(), desks.end(), [](const auto& desk) { return desk->has_middle(); });
  }
  void draw_path() {
    ask_for(PathRequest{.kind = PathRequest::Kind::toggle});
    REQUIRE(draws_path());
  }
};

}  // namespace

TEST_CASE("rooms: the pointer reads the ground where the camera looks, and the ruler takes its points") {
  Rooms rooms("drive_flat_soft");
  rooms.shared.camera.look_from_above({3.0, 4.0, 0.0}, 2.0);
  const auto middle = rooms.looking.place_under(0.0, 0.0);
  REQUIRE(middle);
  CHECK((*middle - Vec2(3.0, 4.0)).norm() < 1e-6);
  const auto right = rooms.looking.place_under(0.5, 0.0), up = rooms.looking.place_under(0.0, 0.5);
  REQUIRE((right && up));
  // a picture that is wider than high shows more of the ground that way; from above is not quite upright
  CHECK((*right - *middle).norm() / (*up - *middle).norm() == Approx(800.0 / 500.0).epsilon(0.005));
  rooms.looking.carry_out({.kind = LookRequest::Kind::pointer_at});
  rooms.looking.update();
  CHECK(rooms.looking.probed({}).rfind("x 3.00  y 4.00", 0) == 0);
  rooms.looking.update();  // the pointer has left the view
  CHECK(rooms.looking.probed({}).empty());
  rooms.looking.carry_out({.kind = LookRequest::Kind::toggle_ruler});
  rooms.looking.carry_out({.kind = LookRequest::Kind::ruler_at, .u = 0.5});
  REQUIRE(rooms.looking.ruler().points.size() == 1);
  CHECK((rooms.looking.ruler().points[0].head<2>() - *right).norm() < 1e-9);
  CHECK(rooms.looking.end_ruler());
  CHECK_FALSE(rooms.looking.end_ruler());
}

TEST_CASE("rooms: a click selects the ground, and its numbers come to the front") {
  Rooms rooms("drive_flat_soft");
  rooms.shared.camera.look_from_above({30.0, 40.0, 0.0}, 2.0);  // far from the rover
  rooms.looking.carry_out({.kind = LookRequest::Kind::select_at});
  CHECK(rooms.document.view().selection.kind == SelectionKind::ground);
  CHECK(rooms.shared.shown.wanted_tab == "inspect");
}

TEST_CASE("rooms: one tool has the left button, and gives it to whichever is asked for next") {
  Rooms rooms("waypoints");
  const auto ruler = [&] { return rooms.looking.ruler().on; };
  const auto places = [&] { return rooms.document.view().placing->active; };
  rooms.ask_for(LookRequest{.kind = LookRequest::Kind::toggle_ruler});
  CHECK(ruler());
  rooms.ask_for(PlacingRequest{.mode = PlacingMode::move});
  CHECK(places());
  CHECK_FALSE(ruler());
  rooms.draw_path();
  CHECK_FALSE(places());
  CHECK(rooms.shared.shown.wanted_tab == "path");
  rooms.ask_for(LookRequest{.kind = LookRequest::Kind::pointer_at});
  rooms.ask_for(PlacingRequest{.kind = PlacingRequest::Kind::lift});
  CHECK(rooms.draws_path());
  for (const Request& request :
       {Request(PaintRequest{.kind = PaintRequest::Kind::toggle}), Request(PlacingRequest{}),
        Request(LookRequest{.kind = LookRequest::Kind::toggle_ruler})}) {
    rooms.table.carry_out(request);
    CHECK_FALSE(rooms.draws_path());
    rooms.draw_path();
  }
  CHECK_FALSE(ruler());
  CHECK_FALSE(places());
  CHECK(rooms.report("painting") == "off");
}

TEST_CASE("rooms: the tool that has the mouse says so, with its keys and how it ends") {
  Rooms rooms("waypoints");
  const auto mode = [&] {
    std::string all;
    for (const auto& desk : rooms.desks) all += desk->mode();
    return all;
  };
  CHECK(mode().empty());
  rooms.ask_for(LookRequest{.kind = LookRequest::Kind::toggle_ruler});
  CHECK(mode().find("Ruler") == 0);
  rooms.draw_path();
  CHECK(mode().find("Path") == 0);  // and the ruler no more
  CHECK(mode().find("Esc") != std::string::npos);
  rooms.ask_for(PaintRequest{.kind = PaintRequest::Kind::toggle});
  CHECK(mode().find("Painting") == 0);
  CHECK(rooms.shared.shown.wanted_tab == "paint");
}

TEST_CASE("rooms: undo is the study's while its panel has the keyboard, else the document's") {
  Bench bench(SessionMode::empty);
  Rooms rooms("drive_flat_soft");
  StudyWork& study = rooms.shared.study;
  study.open(rooms.session.path(), {});
  const StudySettings before = *study.view().settings;
  StudySettings after = before;
  after.metric = "climb";
  study.edit(after);
  study.update();
  rooms.document.carry_out({.settings = {{"duration", "0.7"}}, .what = "duration"}, rooms.session);
  std::vector<Tab> tabs;
  for (const auto& desk : rooms.desks)
    for (Tab& tab : desk->tabs())
      if (tab.id == std::string("study")) tabs.push_back(std::move(tab));
  REQUIRE(tabs.size() == 1);
  // The panel in a window that has the keyboard, and once more while another window has it.
  const auto draw = [&](const char* focused) {
    for (int k = 0; k < 2; ++k) {
      bench.draw([&](const Ui& ui, const RunView&, Requests& asked) {
        tabs.front().draw(ui, asked);
        ImGui::SetNextWindowPos({1250, 10});
        ImGui::Begin("another");
        ImGui::TextUnformatted("window");
        ImGui::End();
        ImGui::SetWindowFocus(focused);
      });
    }
  };
  draw("bench");
  rooms.ask_for_move(HistoryMove::undo);
  study.update();
  CHECK(study.view().settings->metric == before.metric);
  CHECK(rooms.document.unsaved());
  draw("another");
  rooms.ask_for_move(HistoryMove::undo);
  CHECK_FALSE(rooms.document.unsaved());
  rooms.ask_for_move(HistoryMove::redo);
  CHECK(rooms.document.unsaved());
  CHECK(study.view().settings->metric == before.metric);
}

TEST_CASE("rooms: channels are plotted by number, and found by name in another build of the scenario") {
  Rooms rooms("drive_flat_soft");
  PlotsDesk plots(rooms.shared);
  plots.register_requests(rooms.table);
  plots.opened();
  const std::vector<std::string>& names = rooms.session.view().scene->shown_channels;
  REQUIRE(names.size() > 1);
  REQUIRE(plots.plotted().size() == names.size());
  const std::vector<int> all = plots.plotted();
  rooms.ask_for(PlotRequest{.channel = all[0]});
  CHECK(plots.plotted() == std::vector<int>(all.begin() + 1, all.end()));
  Requests none;
  plots.update(0.0, none);
  rooms.document.carry_out({.settings = {{"duration", "0.7"}}, .what = "duration"}, rooms.session);
  rooms.build();
  plots.rebuilt();
  CHECK(plots.plotted() == std::vector<int>(all.begin() + 1, all.end()));
  rooms.ask_for(PlotRequest{.kind = PlotRequest::Kind::clear});
  CHECK(plots.plotted().empty());
}

TEST_CASE("rooms: the keys of painting mean something only while soils are painted") {
  Rooms rooms("drive_flat_soft");
  Requests requests;
  for (const auto& desk : rooms.desks) {
    CHECK_FALSE(desk->press({.key = '1'}, requests));
    CHECK_FALSE(desk->press({.key = '['}, requests));
  }
  CHECK(requests.empty());
}

TEST_CASE("rooms: every type of request has one desk that carries it out") {
  Rooms rooms;
  CHECK_FALSE(rooms.table.carry_out(Request{}));
  for (const Command& given : commands())
    if (const Request request = given.asked(
            {rooms.session.view(), rooms.document.view(), rooms.shared.camera.camera(), rooms.kept});
        !request.as<WindowRequest>() && !request.as<HistoryMove>()) {
      INFO(given.id);
      CHECK(rooms.table.knows(request));
    }
}

TEST_CASE("rooms: a table without a run is refused in words") {
  Rooms rooms;
  const auto file =
      std::filesystem::temp_directory_path() / ("grouser_table_" + std::to_string(::getpid()) + ".CSV");
  write_file_atomically(file, "time_s,load_N\n0,1\n1,2\n");
  rooms.open(file.string());
  REQUIRE(rooms.session.log().size() == 1);
  CHECK(rooms.session.log().back().level == LogLevel::error);
  CHECK(rooms.session.log().back().text.find("a scenario or a run that is open") != std::string::npos);
  CHECK(rooms.shared.shown.wanted_tab.empty());
  std::filesystem::remove(file);
}

TEST_CASE("rooms: what is asked of a run reaches it") {
  Rooms rooms("free_fall");
  using Kind = RunRequest::Kind;
  carry_out({.kind = Kind::single_step}, rooms.session);
  REQUIRE(update_until(rooms.session, [](const RunView& run) { return run.frame->step == 1; }));
  carry_out({.kind = Kind::set_speed, .speed = 0.5}, rooms.session);
  carry_out({.kind = Kind::faster}, rooms.session);
  rooms.session.update();
  CHECK(rooms.session.view().speed == 1.0);
  carry_out({.kind = Kind::reset}, rooms.session);
  REQUIRE(update_until(rooms.session, [](const RunView& run) { return run.frame->step == 0; }));
}

TEST_CASE("window: text grows and shrinks by a pixel, from 12 to 28") {
  Rooms rooms("free_fall");
  using Kind = WindowRequest::Kind;
  CHECK(rooms.kept.text_size == 15.5f);
  rooms.window.carry_out({.kind = Kind::larger_text});
  CHECK(rooms.kept.text_size == 16.0f);
  rooms.window.carry_out({.kind = Kind::larger_text});
  CHECK(rooms.kept.text_size == 17.0f);
  for (int k = 0; k < 20; ++k) rooms.window.carry_out({.kind = Kind::larger_text});
  CHECK(rooms.kept.text_size == 28.0f);
  for (int k = 0; k < 30; ++k) rooms.window.carry_out({.kind = Kind::smaller_text});
  CHECK(rooms.kept.text_size == 12.0f);
  rooms.window.carry_out({.kind = Kind::set_text_size, .text_size = 15.5f});
  CHECK(rooms.kept.text_size == 15.5f);
}

TEST_CASE("window: units that are chosen are those of what is told next") {
  Rooms rooms("free_fall");
  const ShownUnits chosen{LengthUnit::mm, AngleUnit::rad, ForceUnit::kN};
  rooms.window.carry_out({.kind = WindowRequest::Kind::set_units, .units = chosen});
  CHECK(rooms.kept.units == chosen);
}

TEST_CASE("rooms: a rover's file becomes the rover of the open scenario, in one step") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("grouser_rover_drop_test_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string text = read_text_file(resolve_asset("rocker_bogie", "rovers"));
  const std::string good = (folder / "my_rover.toml").string(), bad = (folder / "bad_rover.toml").string();
  write_file_atomically(good, text);
  std::string broken = text;
  const std::size_t mass = broken.find("mass = ");
  REQUIRE(mass != std::string::npos);
  write_file_atomically(bad, broken.insert(mass + 7, "-"));

  Rooms rooms("drive_flat_soft");
  const std::uint64_t before = rooms.start_hash();
  rooms.document.carry_out({.settings = {{"rover.wheel.radius", "0.15"}}, .what = "radius"}, rooms.session);
  rooms.build();
  rooms.open(good);
  rooms.build();
  CHECK(rooms.start_hash() ==
        start_simulation(load_world("drive_flat_soft", {{"rover", "rocker_bogie"}})).state_hash());
  CHECK(rooms.document.view().document->last_step() == "Take rover my_rover");
  CHECK(rooms.document.view().document->changes().size() == 1);

  const std::uint64_t with_rover = rooms.start_hash();
  rooms.open(bad);
  rooms.build();
  CHECK(rooms.start_hash() == with_rover);
  CHECK(rooms.session.log().back().level == LogLevel::error);
  CHECK(rooms.session.log().back().text.find("bad_rover.toml") != std::string::npos);
  CHECK(rooms.session.log().back().text.find("mass") != std::string::npos);

  rooms.ask_for_move(HistoryMove::undo);
  rooms.ask_for_move(HistoryMove::undo);
  rooms.build();
  CHECK(rooms.start_hash() == before);
  std::filesystem::remove_all(folder);
}

TEST_CASE("rooms: a rover without a scenario is answered in a sentence, a lander is not taken for one") {
  Rooms rooms;
  Session& session = rooms.session;
  rooms.open(resolve_asset("exomars_lvm", "rovers").string());
  REQUIRE(session.log().size() == 1);
  CHECK(session.log().back().level == LogLevel::notice);
  CHECK(session.log().back().text ==
        "exomars_lvm.toml is a rover: open a scenario first, then drop it again to have it drive there.");
  CHECK_FALSE(session.loading());
  rooms.open(resolve_asset("exomars_platform", "landers").string());
  CHECK(session.loading());  // and then refused as no scenario
  CHECK(update_until(session, [&](const RunView&) { return !session.loading(); }));
}

TEST_CASE("rooms: a table goes where its header says, and one that none knows is answered with its header") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("grouser_rooms_tables_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto table = [&](const char* name, const char* text) {
    write_file_atomically(folder / name, text);
    return (folder / name).string();
  };
  const std::string rig = table("rig.csv", "time_s,load_N\n0,1\n1,2\n"),
                    way = table("way.csv", "x,y\n0,0\n4,0.5\n8,0\n"),
                    odd = table("odd.csv", "mass,price\n1,2\n"),
                    grade = table("grade.csv", "slope_deg,slip_percent\n0,1\n"),
                    places = table("places.csv",
                                   "sample [-],x [m],y [m],heading_deg [deg],kind,tilt_deg [deg]\n"
                                   "0,1,2,3,resting,4\n");
  Rooms rooms("drive_flat_soft");
  rooms.open(rig);
  CHECK(rooms.shared.shown.wanted_tab == "measured");
  CHECK_FALSE(rooms.has_middle());
  for (const auto& [file, words] : {std::pair{odd, "mass,price"},
                                    {grade, "gradeability --measured"},
                                    {(folder / "missing.csv").string(), "no such file"}}) {
    rooms.open(file);
    CHECK(rooms.session.log().back().level == LogLevel::error);
    CHECK(rooms.session.log().back().text.find(words) != std::string::npos);
  }
  rooms.open(way);
  REQUIRE(rooms.report("path") == "3");
  rooms.update();
  CHECK(rooms.document.view().document->last_step() == "Path from way.csv");
  rooms.build();
  REQUIRE(rooms.session.world()->follower);
  CHECK(rooms.session.world()->follower->spec().waypoints.at(1) == Vec2(4.0, 0.5));
  rooms.ask_for(FileRequest{.kind = FileRequest::Kind::compare, .path = places});
  CHECK(rooms.has_middle());
  rooms.shared.shown.wanted_tab.clear();
  rooms.ask_for(FileRequest{.kind = FileRequest::Kind::compare, .path = rig});
  CHECK(rooms.shared.shown.wanted_tab == "measured");
  CHECK_FALSE(rooms.has_middle());  // what lay before the run gives way to what is shown beside it
  std::filesystem::remove_all(folder);
}

TEST_CASE("rooms: what desks keep goes through the file of the window's state and comes back") {
  Rooms rooms;
  rooms.shared.shown.plots.peaks = false;
  for (const auto& desk : rooms.desks)
    if (*desk->kept_name() != '\0') desk->keep(rooms.kept.desks[desk->kept_name()]);
  rooms.kept.quality = 3;
  const KeptState again = kept_state_of(kept_state_text(rooms.kept, -1));
  CHECK(again.desks == rooms.kept.desks);
  CHECK(again.quality == 3);
  CHECK(again.desks.at("files").at("address") == "127.0.0.1:7788");
  Rooms other;
  CHECK(other.shared.shown.plots.peaks);
  for (const auto& desk : other.desks)
    if (const auto part = again.desks.find(desk->kept_name()); part != again.desks.end())
      desk->recall(part->second);
  CHECK_FALSE(other.shared.shown.plots.peaks);
  CHECK(kept_state_of(R"({"desks": 3})").desks.empty());  // not ours: the defaults
}
