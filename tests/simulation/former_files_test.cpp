// SPDX-License-Identifier: BSD-3-Clause
// Run files of former versions, kept as they were written: they open, and go on from each keyframe. One of
// each kind of state: wheels under a verdict, a walker, struts of a lander.
#include <zlib.h>

#include <algorithm>
#include <fstream>

#include "catch.hpp"
#include "folders.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;

namespace {

/// Writes what a .gz file of tests/simulation/former holds.
void unpack_file(const std::string& name, const fs::path& to) {
  const fs::path packed = test::source_folder() / "tests/simulation/former" / (name + ".gz");
  const gzFile from = gzopen(packed.c_str(), "rb");
  REQUIRE(from != nullptr);
  std::ofstream out(to, std::ios::binary);
  char block[65536];
  for (int read; (read = gzread(from, block, sizeof block)) > 0;) out.write(block, read);
  CHECK(gzclose(from) == Z_OK);
  REQUIRE(out.good());
}

}  // namespace

TEST_CASE("run files of layout version 2 open, and go on from each of their keyframes", "[former]") {
  const ScratchFolder folder("former_files");
  for (const std::string name :
       {"layout_2_egress_level.h5", "layout_2_walker_crawl_flat.h5", "layout_2_strut_landing.h5"}) {
    CAPTURE(name);
    const fs::path file = folder / name;
    unpack_file(name, file);
    const RunReader run(file);
    REQUIRE(run.header().state_layout.starts_with("version 2, "));
    REQUIRE(run.keyframe_count() >= 2);
    CHECK(run.frame_count() > 5);
    for (std::size_t k = 0; k < run.keyframe_count(); ++k) {
      // simulation_at_keyframe() compares the state's hash, as version 2 counted it, with that of the frame
      std::vector<std::string> begun_anew;
      Simulation simulation = simulation_at_keyframe(run, k, load_world_from_run(run, {}), &begun_anew);
      // the wear of wheels and the contacts of a rover hung up are kept since; nothing else begins anew
      CHECK(std::ranges::all_of(
          begun_anew, [](const auto& tally) { return tally == "wheel_wear" || tally == "hull_touches"; }));
      CHECK(simulation.step_count() == static_cast<std::int64_t>(run.read_steps()[run.keyframe_frame(k)]));
      CHECK(simulation.step() == StepStatus::ok);
    }
  }
}
