// SPDX-License-Identifier: BSD-3-Clause
// The first reading of a map that is cancelled or fails while a piece has been cut out of it.
#include <atomic>
#include <thread>

#include "catch.hpp"
#include "desks/terrain/terrain_panels.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/terrain_support.hpp"
#include "grouser/base/atomic_file.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

/// A desk whose reading of a map stands still once the map is described, until it is let go.
struct HeldReading {
  test::ScratchFolder folder{"terrain_reading"};
  std::filesystem::path map = folder / "map.tif";
  std::atomic<bool> described{false}, held{true};
  // The first news is that of the reading's thread.
  TerrainWork desk{test::wall_clock, [this] {
                     if (!described.exchange(true)) held.wait(true);
                   }};

  HeldReading() {
    test::write_faulty_map(map);
    desk.open_map(map.string());
  }
  ~HeldReading() { let_go(); }
  void let_go() {
    held = false;
    held.notify_all();
  }
  void cut() {
    REQUIRE(test::update_until(desk, [](const TerrainView& v) { return v.map != nullptr; }));
    Pick pick;
    pick.cells = {0, 0, 64, 64};
    desk.set_pick(pick);
    desk.cut();
    REQUIRE(test::wait_for_job(desk));
    REQUIRE(desk.view().site);
    CHECK(desk.view().reading);
  }
};

}  // namespace

TEST_CASE("Terrain desk: a reading that is cancelled beside a piece is over for the status bar, too") {
  HeldReading reading;
  reading.cut();
  test::Bench bench;
  TerrainUi state;
  const auto status = [&](const Ui& ui, const RunView&, Requests&) {
    TerrainRequests requests;
    terrain_status(ui, state, reading.desk.view(), requests);
  };
  bench.draw(status), bench.draw(status);
  CHECK(bench.map_.contains("terrain_cancel"));
  reading.desk.cancel();
  reading.desk.update();
  CHECK_FALSE(reading.desk.view().reading);
  CHECK(reading.desk.view().site);
  bench.draw(status), bench.draw(status);
  CHECK_FALSE(bench.map_.contains("terrain_cancel"));
}

TEST_CASE("Terrain desk: a reading that fails leaves the piece that was cut out") {
  HeldReading reading;
  reading.cut();
  write_file_atomically(reading.map, "not a raster");
  reading.let_go();
  REQUIRE(test::update_until(reading.desk, [](const TerrainView& v) { return !v.reading; }));
  CHECK(reading.desk.view().site);
  const std::vector<LogLine> messages = reading.desk.take_messages();
  REQUIRE(!messages.empty());
  CHECK(messages.back().level == LogLevel::error);
}

TEST_CASE("Terrain desk: news of a map that was closed does not reach the recipe opened after it") {
  HeldReading reading;
  for (const double end = test::wall_clock() + 300.0; !reading.described && test::wall_clock() < end;)
    std::this_thread::yield();
  REQUIRE(reading.described);
  reading.desk.open_recipe((home_folder() / "terrains/rocky_craters.toml").string());
  reading.desk.update();
  CHECK(reading.desk.view().map == nullptr);
}
