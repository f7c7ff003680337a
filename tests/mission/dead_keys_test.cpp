// SPDX-License-Identifier: BSD-3-Clause
// Keys of a study that change nothing are found before its rows are run, and keys that matter are not taken
// for such.
#include "grouser/mission/campaign/dead_keys.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/sweep.hpp"
#include "simulation/support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

using VariedKeys = std::vector<VariedKey>;

Campaign sweep_over(const std::string& scenario, const std::vector<std::string>& settings, VariedKeys keys) {
  return Campaign::begin(sweep_file(scenario, sets(settings), ParameterGrid(std::move(keys)), "."), {});
}

std::vector<std::string> dead_names(const Campaign& campaign) {
  std::vector<std::string> names;
  for (const DeadKey& dead : find_dead_keys(campaign, {})) names.push_back(dead.key);
  return names;
}

Campaign campaign_of(const std::string& text) {
  return Campaign::begin(read_campaign(text, "study.toml", "."), {});
}

}  // namespace

TEST_CASE("dead keys: a rover's motor where the scenario has one is named, beside keys that matter") {
  const Campaign campaign = sweep_over("torque_limited", {"duration=1.3"},
                                       {{"rover.motor.stall_torque", {10, 20, 40}}, {"gravity", {3.0, 4.0}}});
  const std::vector<DeadKey> dead = find_dead_keys(campaign, {});
  REQUIRE(dead.size() == 1);
  CHECK(dead[0].key == "rover.motor.stall_torque");
  CHECK(dead[0].values.size() == 3);
  CHECK(dead[0].other_keys == std::vector<std::string>{"motor.stall_torque"});
  CHECK_THROWS_WITH(refuse_dead_keys(campaign, {}),
                    Catch::Matchers::ContainsSubstring("--vary rover.motor.stall_torque") &&
                        Catch::Matchers::ContainsSubstring("changes nothing") &&
                        Catch::Matchers::ContainsSubstring("motor.stall_torque") &&
                        Catch::Matchers::ContainsSubstring("--allow-dead-keys"));
  // The scenario's own motor matters, though not before the drives are told to turn at 1 s.
  CHECK(
      dead_names(sweep_over("torque_limited", {"duration=1.3"}, {{"motor.stall_torque", {10, 40}}})).empty());
}

TEST_CASE("dead keys: what changes a late part of the run, or its length alone, is no dead key") {
  const std::vector<std::string> shorter = {"terrain.soil=bedrock", "duration=1.2"};
  CHECK(dead_names(sweep_over("drive_flat_soft", shorter, {{"drive.speed", {0.01, 0.05}}})).empty());
  CHECK(dead_names(sweep_over("drive_flat_soft", {"terrain.soil=bedrock"}, {{"duration", {0.1, 0.2}}}))
            .empty());
  // one that makes no world changes something
  CHECK(dead_names(sweep_over("free_fall", {"duration=0.05"}, {{"rover.body.0.mass", {-1, 200}}})).empty());
  // of one value nothing can be said
  CHECK(dead_names(sweep_over("torque_limited", {"duration=0.1"}, {{"rover.motor.stall_torque", {10}}}))
            .empty());
}

TEST_CASE("dead keys: a key that matters in some rows only is alive") {
  // In the first row the run is over before the drives start at 1 s; in the last one they turn.
  const VariedKey speed{"drive.speed", {0.02, 0.05}};
  CHECK(dead_names(sweep_over("torque_limited", {"duration=0.9"}, {speed})) ==
        std::vector<std::string>{"drive.speed"});
  CHECK(dead_names(sweep_over("torque_limited", {}, {{"duration", {0.9, 1.3}}, speed})).empty());
}

TEST_CASE(
    "dead keys: a limit that is never reached and a seed of nothing are refused, unless the study allows "
    "it") {
  CHECK(dead_names(sweep_over("drive_flat_soft", {"duration=0.1"},
                              {{"rover.joint.left_bogie.upper_deg", {25, 30}}})) ==
        std::vector<std::string>{"rover.joint.left_bogie.upper_deg"});
  CampaignFile file =
      sweep_file("drive_flat_soft", sets({"duration=0.1"}),
                 ParameterGrid(VariedKeys{{"rover.joint.left_bogie.upper_deg", {25, 30}}}), ".");
  file.allow_dead_keys = true;
  CHECK_NOTHROW(refuse_dead_keys(Campaign::begin(std::move(file), {}), {}));
}

TEST_CASE(
    "dead keys: draws and crossed keys of a campaign are looked at, with all that a pattern meets at once") {
  const std::string begin = "scenario = \"torque_limited\"\nsamples = 5\nset.duration = 0.1\n";
  const Campaign drawn = campaign_of(
      begin +
      "[draw]\n\"rover.motor.stall_torque\" = { uniform = [10, 20] }\ngravity = { uniform = [3, 4] }\n");
  CHECK(dead_names(drawn) == std::vector<std::string>{"rover.motor.stall_torque"});
  CHECK_THROWS_WITH(refuse_dead_keys(drawn, {}), Catch::Matchers::ContainsSubstring("study.toml:5"));
  const Campaign crossed = campaign_of(begin +
                                       "cross.\"rover.motor.stall_torque\" = [10.0, 20.0]\n"
                                       "[draw]\n\"rover.body.*.mass\" = { normal_relative = 0.02 }\n");
  CHECK(dead_names(crossed) == std::vector<std::string>{"rover.motor.stall_torque"});
  CHECK_NOTHROW(
      refuse_dead_keys(campaign_of("allow_dead_keys = true\n" + begin +
                                   "[draw]\n\"rover.motor.stall_torque\" = { uniform = [10, 20] }\n"),
                       {}));
}

TEST_CASE("dead keys: the same keys are found on any number of threads, and a cancel ends the search") {
  const Campaign campaign =
      sweep_over("torque_limited", {"duration=0.3"},
                 {{"rover.motor.stall_torque", {10, 20}}, {"rover.motor.no_load_speed", {1, 2}}});
  CHECK(dead_names(campaign).size() == 2);
  JobOptions options;
  options.threads = 2;
  CHECK(find_dead_keys(campaign, options).size() == 2);
  options.cancelled = [] { return true; };
  CHECK_THROWS_AS(find_dead_keys(campaign, options), Interrupted);
}
