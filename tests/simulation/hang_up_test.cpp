#include <catch2/catch.hpp>

#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {
const std::string kBlock =
    "terrain.shape=[{type=\"box\", name=\"block\", position=[0.0, 0.0, 0.5], size=[0.7, 0.5, 1.0], "
    "soil=\"bedrock\"}]";
}

TEST_CASE("a rover on its belly is hung up: wheels turn in the air and it stays where it is") {
  Simulation s = start("drive_flat_soft", {kBlock, "drive.speed=0.05", "duration=20"});
  REQUIRE(run_until(s, 1.0));
  const Vec3 before = chassis(s);
  REQUIRE(run_until(s, 15.0));
  double carried = 0.0;
  for (const ContactRecord& sphere : records_of(s, "sphere")) carried += sphere.force.z();
  CHECK(carried == Approx(weight(s)).epsilon(0.01));
  CHECK(vertical_sum(s) == 0.0);  // no wheel touches
  CHECK((chassis(s) - before).norm() < 2e-3);
}

TEST_CASE("a belly on a slippery block slides off") {
  Simulation s = start("drive_flat_soft", {kBlock, "rover.contact_sphere.friction=0.0",
                                           "initial.settle=false", "initial.pitch_deg=3.0", "duration=20"});
  const Vec3 before = chassis(s);
  REQUIRE(run_until(s, 6.0));
  CHECK((chassis(s) - before).norm() > 0.05);
}
