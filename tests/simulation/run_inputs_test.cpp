// SPDX-License-Identifier: BSD-3-Clause
// A run is repeated from its file alone: what the file names and does not hold is refused, whatever lies on
// the disk.

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_writer.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

void record(const std::string& scenario, const std::vector<std::string>& overrides, const fs::path& out) {
  Simulation s = start(scenario, overrides);
  REQUIRE(run_scenario(s, options_of(out)).status == RunStatus::completed);
}

/// A copy of a run with its header changed and its frames as they were.
void rewrite_header(const fs::path& from, const fs::path& to, const std::function<void(RunHeader&)>& change) {
  const RunReader reader(from);
  RunHeader header = reader.header();
  change(header);
  RunWriter writer(to, header, reader.channels());
  std::vector<double> row(reader.channels().size());
  const auto hashes = reader.read_state_hashes(), steps = reader.read_steps();
  const auto times = reader.read_times();
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    reader.read_frame(i, row);
    writer.append_frame(times[i], steps[i], row, hashes[i]);
  }
  writer.close("{}");
}

bool holds(const RunHeader& header, const std::string& kind) {
  return find_document(header, kind) != nullptr;
}

void drop_document(RunHeader& header, const std::string& kind) {
  std::erase_if(header.documents, [&](const InputDocument& d) { return d.kind == kind; });
}

const std::vector<std::string> kShort = {"duration=0.03"};

}  // namespace

TEST_CASE("a run file without its heights is refused although the raster it names lies on the disk") {
  const test::ScratchFolder folder("run_inputs");
  for (const std::string scenario : {"traverse_mars", "rocky_craters"}) {  // [terrain] file, recipe
    CAPTURE(scenario);
    const fs::path whole = folder / "whole.h5", bare = folder / "bare.h5";
    record(scenario, kShort, whole);
    CHECK_FALSE(rerun(whole, options_of()).first_difference);
    rewrite_header(whole, bare, [](RunHeader& header) {
      REQUIRE(header.rasters.size() == 1);
      header.rasters.clear();
    });
    CHECK_THROWS_WITH(rerun(bare, options_of()),
                      ContainsSubstring("bare.h5") && ContainsSubstring("no heights in it"));
    // nor by a recipe that is gone as well
    rewrite_header(whole, bare,
                   [](RunHeader& header) { header.rasters.clear(), drop_document(header, "recipe"); });
    CHECK_THROWS_WITH(rerun(bare, options_of()), ContainsSubstring("no heights in it"));
  }
}

TEST_CASE("nor are a rover, a lander or a soil looked for beside or on the disk") {
  const test::ScratchFolder folder("run_inputs");
  const fs::path whole = folder / "whole.h5", bare = folder / "bare.h5";
  record("egress_level", kShort, whole);
  for (const std::string kind : {"rover", "lander", "soil", "scenario"}) {
    CAPTURE(kind);
    rewrite_header(whole, bare, [&](RunHeader& header) {
      REQUIRE(holds(header, kind));
      drop_document(header, kind);
    });
    CHECK_THROWS_WITH(rerun(bare, options_of()),
                      ContainsSubstring("bare.h5") && ContainsSubstring("no " + kind));
  }
}

TEST_CASE("a name in a run file that climbs out of it is a name only") {
  const test::ScratchFolder folder("run_inputs");
  const fs::path whole = folder / "whole.h5", bare = folder / "bare.h5";
  record("drive_flat_soft", kShort, whole);
  // another scenario's text, which names a file of the reader's
  const std::string site = (folder / "site.tif").string();
  fs::copy_file(home_folder() / "terrains" / "mars_made.tif", site);
  for (const std::string& ground : {"file = \"" + site + "\"", "recipe = \"" + site + "\""}) {
    rewrite_header(whole, bare, [&](RunHeader& header) {
      for (InputDocument& d : header.documents)
        if (d.kind == "scenario") d.text.replace(d.text.find("kind = \"flat\""), 13, ground);
    });
    CHECK_THROWS_WITH(rerun(bare, options_of()),
                      ContainsSubstring("no heights in it") && ContainsSubstring("site.tif"));
  }
  const std::string map = "soil_map = \"" + site + "\"\n";
  rewrite_header(whole, bare, [&](RunHeader& header) {
    for (InputDocument& d : header.documents)
      if (d.kind == "scenario") d.text.insert(d.text.find("kind = \"flat\""), map);
  });
  CHECK_THROWS_WITH(rerun(bare, options_of()), ContainsSubstring("no soil map in it"));
}
