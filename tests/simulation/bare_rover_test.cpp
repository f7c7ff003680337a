// SPDX-License-Identifier: BSD-3-Clause
// A rover whose file has neither spheres nor visuals meets a boulder, and its run file says what was made for
// it.

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/header_world.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

/// A shipped rover without its spheres, true shapes and visuals.
std::string bare_file(const ScratchFolder& folder, const std::string& rover, const std::string& more = "") {
  const std::string text = read_text_file(home_folder() / "assets" / "rovers" / (rover + ".toml"));
  std::string bare = more, table;
  const auto end_table = [&] {
    const bool left_out = table.starts_with("[[sphere]]") || table.starts_with("[[visual]]") ||
                          table.starts_with("[[body_mesh]]") || table.starts_with("[mesh_contact]");
    if (!left_out) bare += table;
    table.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = text.find('\n', at) + 1;
    const std::string line = text.substr(at, next - at);
    if (line.starts_with("[")) end_table();
    table += line;
    at = next;
  }
  end_table();
  const std::string path = (folder / (rover + "_bare" + std::to_string(more.size()) + ".toml")).string();
  std::ofstream(path) << bare;
  return path;
}

// The ridge of belly_on_boulder, 0.62 m high where the rover's belly passes at 0.54 m.
Simulation over_boulder(const std::string& rover) {
  Simulation s = start("belly_on_boulder", {"set=[]", "rover=" + rover, "duration=30",
                                            "drive.phase.0.speed=0.1", "verdict.stop=false"});
  return s;
}

}  // namespace

TEST_CASE("a bare rover is no ghost: it hangs up on the boulder that one without shapes drives through") {
  const ScratchFolder folder("bare_rover");
  Simulation touching = over_boulder(bare_file(folder, "exomars_lvm"));
  const auto met = run_to_end(touching);
  CHECK(met.at("peak_body_contact_force").value > 100.0);
  CHECK(met.at("max_tilt").value > 1.0);
  Simulation ghost = over_boulder(bare_file(folder, "exomars_lvm", "touch = \"none\"\n"));
  const auto through = run_to_end(ghost);
  CHECK(through.at("peak_body_contact_force").value == 0.0);
  CHECK(through.at("displacement").value > 1.8);
  CHECK(met.at("energy_ledger_error").value < 0.05);
}

TEST_CASE("on open ground a bare rover drives as one without shapes: nothing of it touches") {
  const ScratchFolder folder("bare_rover");
  const std::vector<std::string> more = {"terrain.soil=bedrock", "duration=3"};
  const auto run_with = [&](const std::string& rover) {
    std::vector<std::string> all = more;
    all.push_back("rover=" + rover);
    return run_all("drive_flat_soft", all).metrics;
  };
  const auto made = run_with(bare_file(folder, "exomars_lvm"));
  const auto none = run_with(bare_file(folder, "exomars_lvm", "touch = \"none\"\n"));
  CHECK(made.at("peak_body_contact_force").value == 0.0);
  CHECK(made.at("displacement").value == none.at("displacement").value);
  CHECK(made.at("motor_work").value == none.at("motor_work").value);
}

TEST_CASE("a run file says that shapes were made, one that does not say so has none") {
  const ScratchFolder folder("bare_rover");
  const std::string rover = bare_file(folder, "exomars_lvm");
  Simulation s = start("drive_flat_soft", {"duration=0.1", "rover=" + rover});
  REQUIRE_FALSE(s.world().spheres.empty());
  CHECK(s.scene().visuals.size() > s.world().wheels.size());  // what the window draws
  run_scenario(s, options_of(folder / "run.h5"));
  CHECK_FALSE(rerun(folder / "run.h5", timeless()).first_difference);
  const RunReader reader(folder / "run.h5");
  RunHeader header = reader.header();
  CHECK(load_world_from_header(header, "run.h5")->spheres.size() == s.world().spheres.size());
  // As a version wrote it that made no shapes.
  std::erase_if(header.overrides, [](const std::string& text) { return text.starts_with("rover.touch="); });
  REQUIRE(header.overrides.size() + 1 == reader.header().overrides.size());
  CHECK(load_world_from_header(header, "run.h5")->spheres.empty());
}
