// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/campaign/batch_simulation.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <stdexcept>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/sweep.hpp"
#include "grouser/mission/gradeability/gradeability.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {
namespace {

const std::vector<Override> kShort{{"duration", "3"}, {"drive.start", "0.2"}, {"drive.speed", "0.1"}};

/// Seven worlds of one scenario: fixed and adaptive steps, one that drives off its terrain, one that is no
/// world.
const std::vector<std::vector<Override>> kWorlds{
    {{"soil.phi_deg", "25"}},
    {{"soil.phi_deg", "30"}, {"integration.adaptive", "true"}},
    {{"terrain.size", "[2.5, 4]"}, {"terrain.cell", "0.1"}, {"drive.speed", "0.5"}},
    {{"soil.cohesion", "2000"}, {"integration.adaptive", "{max_step = 0.02}"}},
    {{"rover.body.0.mass", "-1"}},
    {{"integration.step", "0.002"}, {"rover.body.0.mass", "200"}},
    {{"integration.method", "\"euler\""}},
};

double zero() { return 0.0; }

using Results = std::map<std::size_t, WorldResult>;

/// The worlds named, in this order, as one batch; by their numbers in kWorlds.
Results run_batch(const std::vector<std::size_t>& worlds, int threads) {
  const BatchSimulation batch("drive_flat_soft", kShort);
  Results results;
  batch.run(
      worlds.size(), [&](std::size_t i) { return kWorlds[worlds[i]]; },
      {.threads = threads, .now = zero, .progress = {}, .cancelled = {}},
      [&](std::size_t i, WorldResult result) { results.emplace(worlds[i], std::move(result)); });
  return results;
}

void check_same(const WorldResult& a, const WorldResult& b) {
  CHECK(a.status == b.status);
  CHECK(a.message == b.message);
  CHECK(a.summary.state_hash == b.summary.state_hash);
  CHECK(a.summary.steps == b.summary.steps);
  REQUIRE(a.summary.metrics.size() == b.summary.metrics.size());
  for (const auto& [name, metric] : a.summary.metrics) {
    INFO(name);
    const double other = b.summary.metrics.at(name).value;
    CHECK((metric.value == other || (metric.value != metric.value && other != other)));  // both NaN
  }
}

TEST_CASE("the bits of a world are the same alone, in any batch, in any order, on any number of threads") {
  const std::vector<std::size_t> all{0, 1, 2, 3, 4, 5, 6}, shuffled{6, 2, 4, 0, 5, 3, 1};
  const Results one = run_batch(all, 1);
  REQUIRE(one.size() == kWorlds.size());
  for (std::size_t world : all)
    CHECK(one.at(world).status == (world == 2   ? WorldStatus::failed
                                   : world == 4 ? WorldStatus::bad_input
                                                : WorldStatus::completed));
  CHECK_THAT(one.at(2).message, Catch::Matchers::ContainsSubstring("left the terrain"));
  CHECK(one.at(2).summary.simulated_s > 0.5);  // it drove before it failed
  CHECK_THAT(one.at(4).message, Catch::Matchers::ContainsSubstring("mass"));
  CHECK(one.at(0).summary.state_hash != one.at(5).summary.state_hash);
  for (const Results& other : {run_batch(all, 2), run_batch(shuffled, 3), run_batch(shuffled, 1)})
    for (std::size_t world : all) {
      INFO("world " << world);
      check_same(one.at(world), other.at(world));
    }
  for (std::size_t world : all) {
    INFO("world " << world << " as a batch of one");
    check_same(one.at(world), run_batch({world}, 1).at(world));
  }
}

TEST_CASE("a world of a batch is the one that a run makes") {
  for (std::size_t world : {1u, 5u}) {
    std::vector<Override> overrides = kShort;
    overrides.insert(overrides.end(), kWorlds[world].begin(), kWorlds[world].end());
    Simulation simulation = start_simulation(load_world("drive_flat_soft", overrides));
    RunOptions options;
    options.now = zero;
    const RunSummary summary = run_scenario(simulation, options);
    const WorldResult result = run_batch({4, world, 2}, 2).at(world);
    CHECK(result.summary.state_hash == summary.state_hash);
    CHECK(result.summary.simulated_s == summary.simulated_s);
  }
}

TEST_CASE("progress of a batch never falls, no more worlds exist than threads") {
  std::atomic<int> alive = 0, most = 0, clock = 0;
  std::vector<double> reported;
  BatchSimulation("free_fall", {{"duration", "0.3"}})
      .run(
          6,
          [&](std::size_t) {
            most = std::max<int>(most, ++alive);
            return std::vector<Override>{};
          },
          {.threads = 2,
           .now = [&] { return static_cast<double>(++clock); },  // a second a look: every look reports
           .progress = [&](double done, double) { reported.push_back(done); },
           .cancelled = {}},
          [&](std::size_t, WorldResult) { --alive; });
  CHECK(most <= 2);
  CHECK(alive == 0);
  CHECK(reported.size() > 12);
  CHECK(std::is_sorted(reported.begin(), reported.end()));
  CHECK(reported.back() == Approx(6.0).epsilon(1e-12));  // a sum of parts
}

TEST_CASE("a cancel ends the world at work between two steps, and no other begins") {
  int looks = 0, begun = 0, ended = 0;
  double done = 0.0;
  std::atomic<int> clock = 0;
  BatchSimulation("free_fall", {{"duration", "5"}})
      .run(
          50,
          [&](std::size_t) {
            ++begun;
            return std::vector<Override>{};
          },
          {.threads = 1,
           .now = [&] { return static_cast<double>(++clock); },
           .progress = [&](double part, double) { done = part; },
           .cancelled = [&] { return ++looks > 5; }},
          [&](std::size_t, WorldResult) { ++ended; });
  CHECK(begun == 1);
  CHECK(ended == 0);
  CHECK(done > 0.0);
  CHECK(looks < 10);
}

TEST_CASE("a cancel while a world settles ends it there") {
  int looks = 0, ended = 0;
  BatchSimulation("drive_flat_soft")
      .run(
          3, [](std::size_t) { return std::vector<Override>{}; },
          {.threads = 1, .now = zero, .progress = {}, .cancelled = [&] { return ++looks > 5; }},
          [&](std::size_t, WorldResult) { ++ended; });
  CHECK(ended == 0);
  CHECK(looks < 12);  // of the hundred and more that settling asks

  looks = 0;
  const ParameterGrid grid(std::vector<VariedKey>{{"duration", {1.0, 2.0}}});
  CHECK_THROWS_AS(Campaign::begin(sweep_file("drive_flat_soft", {}, grid, "."), [&] { return ++looks > 5; }),
                  Interrupted);
  CHECK(looks == 6);

  looks = 0;
  CHECK_FALSE(run_grade_point(
      {.rover = "exomars_lvm", .soil = "wong_LETE_sand", .speed = 0.05}, 0.0, [](double) {},
      [&] { return ++looks > 5; }));
  CHECK(looks == 6);
}

void check_same(const WorldSpec& a, const WorldSpec& b) {
  REQUIRE(a.keys.size() == b.keys.size());
  for (std::size_t k = 0; k < a.keys.size(); ++k) {
    INFO(a.keys[k].key);
    CHECK(a.keys[k].key == b.keys[k].key);
    CHECK(a.keys[k].value == b.keys[k].value);
    CHECK(a.keys[k].fallback == b.keys[k].fallback);
    CHECK(a.keys[k].line == b.keys[k].line);
  }
  REQUIRE(a.documents.size() == b.documents.size());
  for (std::size_t k = 0; k < a.documents.size(); ++k) {
    CHECK(a.documents[k].name == b.documents[k].name);
    CHECK(a.documents[k].text == b.documents[k].text);
  }
  CHECK(a.files == b.files);
  CHECK(a.as_read == b.as_read);
  CHECK(a.ground.terrain->hash() == b.ground.terrain->hash());
}

TEST_CASE("worlds of a batch share their ground, and all else is as if each had read it") {
  const BatchSimulation batch("rocky_craters", {{"duration", "1"}});
  const auto read_alone = [](std::vector<Override> own) {
    own.insert(own.begin(), {"duration", "1"});
    return read_world_spec("rocky_craters", own);
  };
  const std::vector<Override> slow{{"drive.speed", "0.02"}}, hard{{"soil.phi_deg", "30"}},
      other{{"recipe.seed", "7"}};
  const WorldSpec first = batch.read({});
  for (const auto& own : {slow, hard, slow}) {
    const WorldSpec spec = batch.read(own);
    CHECK(spec.ground.terrain == first.ground.terrain);
    check_same(spec, read_alone(own));
  }
  const WorldSpec made = batch.read(other);
  CHECK(made.ground.terrain->hash() != first.ground.terrain->hash());
  check_same(batch.read(other), read_alone(other));
  CHECK(batch.read({}).ground.terrain == first.ground.terrain);
  // what is wrong with a ground is said each time
  for (const char* key : {"terrain.rock", "recipe.rocks.many"})
    for (int time = 0; time < 2; ++time) CHECK_THROWS_AS(batch.read({{key, "1"}}), InputError);
}

TEST_CASE("a store of grounds gives up those that were not asked for longest") {
  GroundStore store;
  const auto ground = [] {
    return std::make_shared<const ReadGround>(
        ReadGround{.terrain = std::make_shared<const Terrain>(BasePlane{}, 0, std::vector<RigidShape>{})});
  };
  for (int k = 0; k < 8; ++k) store.keep(std::to_string(k), ground());
  const auto kept = store.find("0");
  CHECK(kept);
  store.keep("8", ground());
  CHECK(store.find("0") == kept);
  CHECK_FALSE(store.find("1"));
  CHECK(store.find("2"));
}

TEST_CASE("what the receiver of results throws stops the batch") {
  int ended = 0;
  const auto run = [&] {
    BatchSimulation("free_fall", {{"duration", "0.01"}})
        .run(
            50, [](std::size_t) { return std::vector<Override>{}; },
            {.threads = 1, .now = zero, .progress = {}, .cancelled = {}},
            [&](std::size_t, WorldResult) {
              if (++ended == 3) throw RunError("the disk is full");
            });
  };
  CHECK_THROWS_WITH(run(), "the disk is full");
  CHECK(ended == 3);
}

}  // namespace
}  // namespace grouser
