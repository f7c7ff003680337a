// SPDX-License-Identifier: BSD-3-Clause
// Desks within the window: one of them has the left button, what they finish are steps of the document, and what they read
// is where the camera looks.
#include <unistd.h>

#include <filesystem>

#include "app/window_desk.hpp"
#include "catch.hpp"
#include "desks/files/files.hpp"
#include "desks/measured/measured_room.hpp"
#include "desks/path/path_room.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "session/run_moves.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// A scenario, and the rooms about it as the window has them.
struct Rooms {
  Session session{wall_clock};
  KeptState kept;
  PassingState passing;
  ViewSize size{800.0, 500.0};
  CameraDesk camera{kept};
  StudyDesk study{wall_clock};
  DocumentDesk document{std::filesystem::path{}};
  Saving saving{document, session, passing};
  Looking looking{session, camera, size, document, passing};
  PaintRoom paint{{}, session, document, looking, kept};
  PathRoom path{session, document, camera, looking, paint, kept, passing};
  TerrainRoom terrain{session};
  StatisticsRoom campaigns{{}, session, terrain, saving};
  MeasuredRoom measured{session, kept, passing};
  Files files{session, document, saving, terrain, campaigns, measured, path, kept, passing};
  WindowDesk window{session, document, paint, study, campaigns, saving, kept, passing};

  /// Nothing is open.
  Rooms() = default;
  explicit Rooms(const std::string& scenario) {
    session.open(scenario);
    REQUIRE(update_until(
        session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame != nullptr; }));
    document.opened(session);
    camera.opened(session.view());
    paint.opened();
    path.update();
  }
  /// Until what is wanted of the document is shown.
  void build() {
    REQUIRE(update_until(session, [&](const RunView& run) {
      document.update(session);
      return !document.view().document->building() && !session.loading() && run.frame != nullptr;
    }));
  }
  std::uint64_t start_hash() const { return session.view().frame->state_hash; }
  void draw_path() {
    path.carry_out({.kind = PathRequest::Kind::toggle});
    REQUIRE(path.view().active);
  }
};

}  // namespace

TEST_CASE("rooms: the pointer reads the ground where the camera looks, and the ruler takes its points") {
  Rooms rooms("drive_flat_soft");
  rooms.camera.look_from_above({3.0, 4.0, 0.0}, 2.0);
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
  rooms.camera.look_from_above({30.0, 40.0, 0.0}, 2.0);  // far from the rover
  rooms.looking.carry_out({.kind = LookRequest::Kind::select_at});
  CHECK(rooms.document.view().selection.kind == SelectionKind::ground);
  CHECK(rooms.passing.show_inspector);
}

TEST_CASE("rooms: who draws a path has the left button, and gives it to whoever asks next") {
  Rooms rooms("waypoints");
  rooms.looking.carry_out({.kind = LookRequest::Kind::toggle_ruler});
  rooms.document.carry_out(PlacingRequest{.mode = PlacingMode::move}, std::nullopt, rooms.session);
  REQUIRE(rooms.document.view().placing->active);
  rooms.draw_path();
  CHECK_FALSE(rooms.looking.ruler().on);
  CHECK_FALSE(rooms.document.view().placing->active);
  CHECK(rooms.passing.show_path);
  rooms.path.give_way(LookRequest{.kind = LookRequest::Kind::pointer_at});
  rooms.path.give_way(PlacingRequest{.kind = PlacingRequest::Kind::lift});
  rooms.path.give_way(RunRequest{});
  CHECK(rooms.path.view().active);
  for (const Request& request :
       {Request(PaintRequest{.kind = PaintRequest::Kind::toggle}), Request(PlacingRequest{}),
        Request(LookRequest{.kind = LookRequest::Kind::toggle_ruler})}) {
    rooms.path.give_way(request);
    CHECK_FALSE(rooms.path.view().active);
    rooms.draw_path();
  }
}

TEST_CASE("rooms: undo is the study's while its panel has the keyboard, else the document's") {
  Rooms rooms("drive_flat_soft");
  using Kind = WindowRequest::Kind;
  rooms.study.open(rooms.session.path(), {});
  const StudySettings before = *rooms.study.view().settings;
  StudySettings after = before;
  after.metric = "climb";
  rooms.study.edit(after);
  rooms.study.update();
  rooms.document.carry_out({.settings = {{"duration", "0.7"}}, .what = "duration"}, rooms.session);
  rooms.passing.study_has_keyboard = true;
  rooms.window.carry_out({.kind = Kind::undo});
  rooms.study.update();
  CHECK(rooms.study.view().settings->metric == before.metric);
  CHECK(rooms.document.unsaved());
  rooms.passing.study_has_keyboard = false;
  rooms.window.carry_out({.kind = Kind::undo});
  CHECK_FALSE(rooms.document.unsaved());
  rooms.window.carry_out({.kind = Kind::redo});
  CHECK(rooms.document.unsaved());
  CHECK(rooms.study.view().settings->metric == before.metric);
}

TEST_CASE("rooms: channels are plotted by name, those that there are") {
  Rooms rooms("drive_flat_soft");
  const std::vector<std::string> names = rooms.session.view().scene->shown_channels;
  REQUIRE(names.size() > 1);
  rooms.window.plot({names[1], "no/such", names[0]});
  CHECK(rooms.window.plotted() == std::vector<std::string>{names[1], names[0]});
  rooms.window.carry_out({.kind = WindowRequest::Kind::toggle_channel, .channel = rooms.passing.channels[0]});
  CHECK(rooms.window.plotted() == std::vector<std::string>{names[0]});
  rooms.window.carry_out({.kind = WindowRequest::Kind::clear_channels});
  CHECK(rooms.window.plotted().empty());
}

TEST_CASE("rooms: the keys of painting mean something only while soils are painted") {
  Rooms rooms("drive_flat_soft");
  Requests requests;
  CHECK_FALSE(rooms.paint.press({.key = '1'}, requests));
  CHECK_FALSE(rooms.path.press({.key = '['}, requests));
  CHECK(requests.empty());
}

TEST_CASE("rooms: a table without a run is refused in words") {
  Session session{wall_clock};
  KeptState kept;
  PassingState passing;
  MeasuredRoom measured(session, kept, passing);
  measured.open("Table.CSV");
  REQUIRE(session.log().size() == 1);
  CHECK(session.log().back().level == LogLevel::error);
  CHECK(session.log().back().text.find("open a scenario or a run first") != std::string::npos);
  CHECK(passing.wanted_tab.empty());
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
  rooms.files.open(good);
  rooms.build();
  CHECK(rooms.start_hash() ==
        start_simulation(load_world("drive_flat_soft", {{"rover", "rocker_bogie"}})).state_hash());
  CHECK(rooms.document.view().document->last_step() == "Take rover my_rover");
  CHECK(rooms.document.view().document->changes().size() == 1);

  const std::uint64_t with_rover = rooms.start_hash();
  rooms.files.open(bad);
  rooms.build();
  CHECK(rooms.start_hash() == with_rover);
  CHECK(rooms.session.log().back().level == LogLevel::error);
  CHECK(rooms.session.log().back().text.find("bad_rover.toml") != std::string::npos);
  CHECK(rooms.session.log().back().text.find("mass") != std::string::npos);

  rooms.window.carry_out({.kind = WindowRequest::Kind::undo});
  rooms.window.carry_out({.kind = WindowRequest::Kind::undo});
  rooms.build();
  CHECK(rooms.start_hash() == before);
  std::filesystem::remove_all(folder);
}

TEST_CASE("rooms: a rover without a scenario is answered in a sentence, a lander is not taken for one") {
  Rooms rooms;
  Session& session = rooms.session;
  Files& files = rooms.files;
  files.open(resolve_asset("exomars_lvm", "rovers").string());
  REQUIRE(session.log().size() == 1);
  CHECK(session.log().back().level == LogLevel::notice);
  CHECK(session.log().back().text ==
        "exomars_lvm.toml is a rover: open a scenario first, then drop it again to have it drive there.");
  CHECK_FALSE(session.loading());
  files.open(resolve_asset("exomars_platform", "landers").string());
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
  rooms.files.open(rig);
  CHECK(rooms.passing.wanted_tab == "measured");
  CHECK_FALSE(rooms.campaigns.is_open());
  for (const auto& [file, words] : {std::pair{odd, "mass,price"},
                                    {grade, "gradeability --measured"},
                                    {(folder / "missing.csv").string(), "no such file"}}) {
    rooms.files.open(file);
    CHECK(rooms.session.log().back().level == LogLevel::error);
    CHECK(rooms.session.log().back().text.find(words) != std::string::npos);
  }
  rooms.files.open(way);
  REQUIRE(rooms.path.view().active);
  REQUIRE(rooms.path.view().waypoints.size() == 3);
  rooms.path.update();
  CHECK(rooms.document.view().document->last_step() == "Path from way.csv");
  rooms.build();
  REQUIRE(rooms.session.world()->follower);
  CHECK(rooms.session.world()->follower->spec().waypoints.at(1) == Vec2(4.0, 0.5));
  rooms.files.carry_out({.kind = FileRequest::Kind::compare, .path = places});
  CHECK(rooms.campaigns.is_open());
  rooms.passing.wanted_tab.clear();
  rooms.files.carry_out({.kind = FileRequest::Kind::compare, .path = rig});
  CHECK(rooms.passing.wanted_tab == "measured");
  CHECK_FALSE(rooms.campaigns.is_open());  // what lay before the run gives way to what is shown beside it
  std::filesystem::remove_all(folder);
}
