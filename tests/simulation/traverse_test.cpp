// SPDX-License-Identifier: BSD-3-Clause

#include "../skip.hpp"
#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {
void check_traverse(const RunSummary& s, double driven) {
  INFO(s.message);
  REQUIRE(s.status == RunStatus::completed);
  CHECK(s.metrics.at("displacement").value > 0.8 * driven);
  CHECK(s.metrics.at("energy_ledger_error").value < 0.01);
  CHECK(s.metrics.at("max_sinkage").value > 0.001);
  CHECK(std::fabs(s.metrics.at("mean_slip").value) < 0.3);  // downhill it skids
}
}  // namespace

TEST_CASE("the rover drives over the made Mars terrain") {
  check_traverse(run_all("traverse_mars", {"duration=121"}), 120.0 * 0.05);
}

TEST_CASE("the rover drives 30 m over the real Gale tile", "[reference]") {
  GROUSER_NEED_REFERENCE("dem/MMGIS_Gale_missionDEM_1m.tif", tile);
  check_traverse(run_all("traverse_mars", {"terrain.file=" + tile.string()}), 619.0 * 0.05);
}

TEST_CASE("leaving the terrain ends the run at the last good state") {
  const RunSummary s =
      run_all("traverse_mars", {"initial.position=[29.0, 0.0]", "drive.speed=1.0", "duration=60"});
  CHECK(s.status == RunStatus::failed);
  CHECK(s.message.find("left the terrain") != std::string::npos);
}
