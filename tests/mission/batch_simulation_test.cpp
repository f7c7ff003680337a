#include "grouser/mission/campaign/batch_simulation.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <stdexcept>

#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/sweep.hpp"
#include "grouser/mission/gradeability/gradeability.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"

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
  CHECK_THAT(one.at(2).message, Catch::Contains("left the terrain"));
  CHECK(one.at(2).summary.simulated_s > 0.5);  // it drove before it failed
  CHECK_THAT(one.at(4).message, Catch::Contains("mass"));
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

TEST_CASE("progress of a batch never falls; no more worlds exist than threads") {
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

TEST_CASE("the state of a world in words, and back") {
  for (const auto status : {WorldStatus::completed, WorldStatus::failed, WorldStatus::bad_input})
    CHECK(world_status(to_string(status)) == status);
  CHECK_THROWS_AS(world_status("done"), InputError);
}

}  // namespace
}  // namespace grouser
