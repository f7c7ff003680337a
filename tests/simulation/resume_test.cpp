// SPDX-License-Identifier: BSD-3-Clause
// A run that goes on from a keyframe: the same bits as the run without a break, or a branch that names its
// parent; and what cannot be gone on from.
#include "grouser/simulation/run/resume.hpp"

#include <algorithm>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_writer.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/simulation/step/drive_memory.hpp"
#include "grouser/simulation/step/humanoid.hpp"
#include "grouser/simulation/step/verdict.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

using Texts = std::vector<std::string>;

RunSummary record_run(const std::string& scenario, const Texts& overrides, const fs::path& out) {
  Simulation s = start(scenario, overrides);
  return run_scenario(s, options_of(out));
}

/// Goes on from a recorded run to the end of its scenario, recorded.
RunSummary go_on(const fs::path& run, std::optional<double> at, const fs::path& out,
                 const Texts& changes = {}) {
  ResumedRun resumed = resume_run(run, {.at = at, .changes = sets(changes)});
  RunOptions options = options_of(out);
  options.parent = resumed.parent;
  return run_scenario(resumed.simulation, options);
}

/// Whether the frames of `rest` are those of `whole` from the parent's frame on: times, steps, hashes.
bool continues(const fs::path& whole_file, const fs::path& rest_file) {
  const RunReader whole(whole_file), rest(rest_file);
  const auto from = static_cast<std::ptrdiff_t>(rest.header().parent.value().frame);
  const auto same = [&](const auto& a, const auto& b) {
    return std::equal(a.begin() + from, a.end(), b.begin(), b.end());
  };
  return rest.frame_count() > 1 && same(whole.read_times(), rest.read_times()) &&
         same(whole.read_steps(), rest.read_steps()) &&
         same(whole.read_state_hashes(), rest.read_state_hashes());
}

/// A run left behind by a program that was killed after `time`: what was committed is readable.
void record_part(const std::string& scenario, const Texts& overrides, double time, const fs::path& out) {
  Simulation s = start(scenario, overrides);
  RunRecorder recorder(out, s);
  REQUIRE(run_until(s, time, [&] { recorder.after_step(); }));
  recorder.flush_if_due(1.0);
}

/// A copy of a run with its header and keyframes changed and its frames as they were.
void rewrite(const fs::path& from, const fs::path& to, const std::function<void(RunHeader&)>& change_header,
             const std::function<void(KeyframeChange&)>& change_keyframe) {
  const RunReader reader(from);
  RunHeader header = reader.header();
  change_header(header);
  RunWriter writer(to, header, reader.channels());
  std::vector<double> row(reader.channels().size());
  for (std::size_t i = 0; i < reader.frame_count(); ++i) {
    const FrameStamp stamp = reader.read_frame(i, row);
    writer.append_frame(stamp.time, stamp.step, row, stamp.state_hash);
  }
  for (std::size_t k = 0; change_keyframe && k < reader.keyframe_count(); ++k) {
    KeyframeChange keyframe = reader.read_keyframe_change(k);
    change_keyframe(keyframe);
    std::vector<GroundTile> tiles;
    for (const StoredTile& tile : keyframe.own.tiles) tiles.push_back({tile.i, tile.j, tile.values});
    writer.append_keyframe({keyframe.own.frame, keyframe.own.dynamics, tiles, keyframe.full});
  }
  writer.close("{}");
}

const auto kKeep = [](auto&) {};

}  // namespace

TEST_CASE("a resumed run has the bits of the run without a break", "[resume]") {
  struct Case {
    std::string scenario;
    Texts overrides;
    double at;  // s
  };
  const std::string often = "recording.keyframe_interval=0.9", short_interval = "recording.interval=0.09";
  const std::vector<Case> cases = {
      {"drive_flat_soft", {"duration=6"}, 3.5},
      {"drive_flat_soft", {"duration=6", "integration.adaptive=true"}, 3.5},
      {"drive_flat_soft", {"duration=2", "integration.method=euler", "integration.step=1e-4", often}, 1.0},
      {"drive_flat_soft", {"duration=2", "integration.method=rk4", "integration.step=5e-4", often}, 1.0},
      {"drive_flat_soft", {"duration=6", "terrain.soil_law=rft"}, 3.5},
      {"rocky_craters", {"duration=5", often, short_interval}, 2.0},   // adaptive, tiles, rocks
      {"egress_level", {"duration=6", often, short_interval}, 0.95},   // before a release, led joints
      {"egress_level", {"duration=6", often, short_interval}, 3.0},    // after it; verdict's memory
      {"waypoints", {"duration=5", often, short_interval}, 2.8},       // between two decisions
      {"torque_limited", {"duration=4", often, short_interval}, 2.0},  // motors' memory
      {"wheel_drop_200", {"duration=3", often, "integration.adaptive=true"}, 1.0}};
  const ScratchFolder folder("resume");
  const fs::path whole = folder / "whole.h5", rest = folder / "rest.h5";
  for (const Case& c : cases) {
    CAPTURE(c.scenario, c.overrides, c.at);
    const RunSummary uninterrupted = record_run(c.scenario, c.overrides, whole);
    REQUIRE(uninterrupted.status == RunStatus::completed);
    const RunSummary summary = go_on(whole, c.at, rest);
    CHECK(summary.state_hash == uninterrupted.state_hash);
    CHECK(continues(whole, rest));
    REQUIRE(summary.parent.has_value());
    CHECK(summary.parent->time <= c.at);
    CHECK(summary.parent->time > 0.0);
    CHECK(summary.simulated_s + summary.parent->time == Approx(uninterrupted.simulated_s));
    CHECK(summary.steps < uninterrupted.steps);
    CHECK_FALSE(rerun(rest, {}).first_difference.has_value());
    CHECK(RunReader(whole).keyframe_count() > 2);
  }
}

TEST_CASE("a run goes on from any frame, and what is changed counts from there on", "[resume]") {
  const ScratchFolder folder("resume_exactly");
  const fs::path whole = folder / "whole.h5", rest = folder / "rest.h5";
  for (const bool adaptive : {false, true}) {
    CAPTURE(adaptive);
    const Texts overrides{"duration=4", adaptive ? "integration.adaptive=true" : "integration.adaptive=false",
                          "recording.keyframe_interval=0.9"};
    const RunSummary uninterrupted = record_run("drive_flat_soft", overrides, whole);
    ResumedRun same = resume_run(whole, {.at = 2.5, .changes = {}, .exactly = true});
    CHECK(same.parent.time <= 2.5);
    CHECK(same.parent.time > 2.5 - 2.0 * RunReader(whole).header().record_interval - 1e-9);
    CHECK(same.parent.state_hash == same.simulation.state_hash());
    RunOptions options = options_of(rest);
    options.parent = same.parent;
    CHECK(run_scenario(same.simulation, options).state_hash == uninterrupted.state_hash);
    CHECK(continues(whole, rest));
    CHECK_FALSE(rerun(rest, {}).first_difference.has_value());
    // From the same state, on a soil without shear strength, it comes elsewhere.
    ResumedRun other = resume_run(
        whole, {.at = 2.5, .changes = sets({"soil.phi_deg=5", "soil.cohesion=10"}), .exactly = true});
    CHECK(other.simulation.state_hash() == same.parent.state_hash);
    options.parent = other.parent;
    CHECK(run_scenario(other.simulation, options).state_hash != uninterrupted.state_hash);
    CHECK_FALSE(rerun(rest, {}).first_difference.has_value());
  }
  CHECK_THROWS_WITH(resume_run(whole, {.at = 9.0, .changes = {}, .exactly = true}),
                    ContainsSubstring("last frame"));
  CHECK_THROWS_WITH(
      resume_run(whole, {.at = 1.0, .changes = sets({"integration.adaptive=false"}), .exactly = true}),
      ContainsSubstring("a state with"));
  CHECK_THROWS_AS(
      resume_run(whole, {.at = 2.5, .changes = {}, .exactly = true, .cancelled = [] { return true; }}),
      Interrupted);
}

TEST_CASE("a sky crane goes on from before and after its bridles were cut", "[resume]") {
  const ScratchFolder folder("resume_crane");
  const fs::path whole = folder / "whole.h5", rest = folder / "rest.h5";
  const RunSummary uninterrupted = record_run("skycrane_soft", {"duration=12"}, whole);
  const auto events = RunReader(whole).read_events();
  const auto cut = std::find_if(events.begin(), events.end(), [](const RunEvent& e) {
    return e.kind == "release" && e.text.find("bridle") != std::string::npos;
  });
  REQUIRE(cut != events.end());
  REQUIRE(cut->time > 1.0);
  for (const double at : {cut->time - 0.01, std::floor(cut->time) + 1.0}) {
    CAPTURE(at, cut->time);
    CHECK(go_on(whole, at, rest).state_hash == uninterrupted.state_hash);
    CHECK(continues(whole, rest));
  }
  const auto again = RunReader(rest).read_events();  // what was cut before is not told again
  CHECK(std::none_of(again.begin(), again.end(), [&](const RunEvent& e) { return e.text == cut->text; }));
}

TEST_CASE("a run that was killed goes on from its last committed keyframe", "[resume]") {
  const ScratchFolder folder("resume_killed");
  const Texts overrides = {"duration=6"};
  const std::uint64_t hash = record_run("drive_flat_soft", overrides, folder / "whole.h5").state_hash;
  record_part("drive_flat_soft", overrides, 3.4, folder / "killed.h5");
  REQUIRE_FALSE(RunReader(folder / "killed.h5").closed_cleanly());
  const RunSummary summary = go_on(folder / "killed.h5", std::nullopt, folder / "rest.h5");
  CHECK(summary.parent->time == Approx(2.97).margin(1e-9));
  CHECK(summary.state_hash == hash);
  CHECK(continues(folder / "whole.h5", folder / "rest.h5"));
}

TEST_CASE("a resumed run can be gone on from, and a longer duration lengthens a run", "[resume]") {
  const ScratchFolder folder("resume_chain");
  const std::uint64_t hash = record_run("drive_flat_soft", {"duration=8"}, folder / "long.h5").state_hash;
  record_run("drive_flat_soft", {"duration=4"}, folder / "short.h5");
  const RunSummary longer = go_on(folder / "short.h5", std::nullopt, folder / "a.h5", {"duration=8"});
  CHECK(longer.state_hash == hash);
  const RunSummary again = go_on(folder / "a.h5", 6.2, folder / "b.h5");
  CHECK(again.state_hash == hash);
  CHECK(again.parent->file == "a.h5");
  CHECK(RunReader(folder / "b.h5").header().overrides == Texts{"duration=4", "duration=8"});
  CHECK_THROWS_WITH(go_on(folder / "a.h5", 1.0, folder / "c.h5"),
                    ContainsSubstring("--at: found 1 s") && ContainsSubstring("a.h5"));
}

TEST_CASE("a branch names its parent and repeats from its own file", "[resume]") {
  const ScratchFolder folder("resume_branch");
  const fs::path whole = folder / "whole.h5", branch = folder / "branch.h5";
  const RunSummary parent = record_run("drive_flat_soft", {"duration=6", "soil.phi_deg=30"}, whole);
  const RunSummary summary = go_on(whole, 3.5, branch, {"soil.phi_deg=24", "rover.wheel.stiffness=38000"});
  CHECK(summary.state_hash != parent.state_hash);
  const RunReader reader(branch);
  const RunHeader& header = reader.header();
  CHECK(header.overrides ==
        Texts{"duration=6", "soil.phi_deg=30", "soil.phi_deg=24", "rover.wheel.stiffness=38000"});
  REQUIRE(header.parent.has_value());
  CHECK(header.parent->file == "whole.h5");
  CHECK(header.parent->time == reader.read_times().front());
  CHECK(header.parent->state_hash == RunReader(whole).read_state_hashes()[header.parent->frame]);
  CHECK(reader.read_state_hashes().front() == header.parent->state_hash);
  CHECK(reader.read_events().front().kind == "resumed");
  CHECK_THAT(reader.read_events().front().text, ContainsSubstring("whole.h5"));
  CHECK_THAT(reader.summary(),
             ContainsSubstring("\"parent\"") && ContainsSubstring("metrics are of the part"));
  fs::remove(whole);
  CHECK_FALSE(rerun(branch, {}).first_difference.has_value());
  CHECK(go_on(branch, 4.5, folder / "rest.h5").state_hash == summary.state_hash);
}

TEST_CASE("what cannot be gone on from is refused with what was found and expected", "[resume]") {
  const ScratchFolder folder("resume_refused");
  const fs::path run = folder / "run.h5", bad = folder / "bad.h5";
  record_run("drive_flat_soft", {"duration=3.5"}, run);
  const auto refused = [](const fs::path& file, std::optional<double> at, const Texts& changes,
                          const auto& words) {
    CHECK_THROWS_AS(resume_run(file, {.at = at, .changes = sets(changes)}), InputError);
    CHECK_THROWS_WITH(resume_run(file, {.at = at, .changes = sets(changes)}), words);
  };
  refused(run, -0.5, {},
          ContainsSubstring("--at: found -0.5 s") && ContainsSubstring("0 s (first keyframe) to 3.5"));
  refused(run, 3.6, {}, ContainsSubstring("--at: found 3.6 s") && ContainsSubstring("last frame"));
  refused(run, NAN, {}, ContainsSubstring("--at: found nan s"));
  refused(run, 2.0, {"duration=1.5"},
          ContainsSubstring("has ended at this keyframe") && ContainsSubstring("longer duration"));
  refused(run, 2.0, {"rover.wheel.slices=2"},
          ContainsSubstring("slots 54 x 25, expected ") && ContainsSubstring("slots 36 x 25, as a state"));
  refused(run, 2.0, {"integration.adaptive=true"},
          ContainsSubstring("a state with no next_dt") && ContainsSubstring("expected next_dt 1"));
  refused(run, 2.0, {"rover=viper"},
          ContainsSubstring("--set rover=viper") && ContainsSubstring("no rover 'viper'"));
  refused(run, 2.0, {"initial.heading_deg=20"},
          ContainsSubstring("--set initial.heading_deg=20") && ContainsSubstring("start"));
  refused(run, 2.0, {"soil.phi_dge=20"}, ContainsSubstring("--set soil.phi_dge=20"));
  rewrite(run, bad, kKeep, {});
  refused(bad, {}, {}, ContainsSubstring("bad.h5: found no keyframe"));
  rewrite(
      run, bad, [](RunHeader& h) { h.simd_level = "abacus"; }, kKeep);
  refused(bad, {}, {}, ContainsSubstring("SIMD level 'abacus'"));
  rewrite(run, bad, kKeep, [](KeyframeChange& k) { k.own.dynamics[5] += 1e-9; });
  refused(bad, {}, {}, ContainsSubstring("keyframe 3: found a state with hash"));
  rewrite(run, bad, kKeep, [](KeyframeChange& k) { k.own.dynamics.pop_back(); });
  refused(bad, {}, {}, ContainsSubstring("a state of "));
  rewrite(run, bad, kKeep, [](KeyframeChange& k) { k.own.dynamics[1] = 7.0; });
  refused(bad, {}, {}, ContainsSubstring("history"));
}

namespace {

/// Writes a run file with one keyframe whose state is another one, hashes and all.
class Forger {
 public:
  Forger(const fs::path& run, double time, fs::path forged)
      : reader_(run),
        honest_(resume_run(run, {.at = time, .changes = {}}).simulation.state()),
        forged_(std::move(forged)) {}
  const SimulationState& honest() const { return honest_; }
  void forge(const std::function<void(SimulationState&)>& change) const {
    SimulationState state = honest_;
    change(state);
    RunWriter writer(forged_, reader_.header(), reader_.channels());
    writer.append_frame(state.motion.time, 200, std::vector<double>(reader_.channels().size()), state.hash());
    const std::vector<double> numbers = state.pack();
    std::vector<GroundTile> tiles;
    for (const TileKey& key : state.ground.all_tiles())
      tiles.push_back({key.i, key.j, state.ground.tile_values(key)});
    writer.append_keyframe({0, numbers, tiles, true});
    writer.close("{}");
  }

 private:
  RunReader reader_;
  SimulationState honest_;
  fs::path forged_;
};

}  // namespace

TEST_CASE("a forged state is refused although its hashes are right", "[resume]") {
  const ScratchFolder folder("resume_forged");
  const fs::path run = folder / "run.h5", forged = folder / "forged.h5";
  record_run("egress_level", {"duration=1", "recording.interval=0.3", "recording.keyframe_interval=0.3"},
             run);
  const Forger forger(run, 0.6, forged);
  forger.forge([](SimulationState&) {});
  CHECK(resume_run(forged).simulation.state_hash() == forger.honest().hash());
  const std::vector<std::function<void(SimulationState&)>> changes = {
      [](SimulationState& s) { s.contacts.slots[0].surface = 1e6; },
      [](SimulationState& s) { s.contacts.slots[0].surface = 0.5; },
      [](SimulationState& s) { s.contacts.slots[0].memory.past_count = 6.0; },
      [](SimulationState& s) { s.motion.v[0] = NAN; },
      [](SimulationState& s) { s.motion.q[4] = 1e300; },
      [](SimulationState& s) { s.motion.time = -1e9; },
      [](SimulationState& s) {
        if (FollowerState* follower = s.first<FollowerState>()) follower->reached = -1.0;
      },
      [](SimulationState& s) { s.all<EgressMemory>()[0].watch.wheel = 64.0; },
      [](SimulationState& s) {
        s.all<EgressMemory>()[0].watch.verdict = s.all<EgressMemory>()[0].watch.verdict.of_number(1e300);
      }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    forger.forge(changes[i]);
    // memory of a follower that this world does not have is not in the file
    if (forger.honest().all<DriveSegment>().empty() && i == 6)
      CHECK_NOTHROW(resume_run(forged));
    else
      CHECK_THROWS_AS(resume_run(forged), InputError);
  }
}

TEST_CASE("forged states of a walker and of a humanoid are refused", "[resume]") {
  const ScratchFolder folder("resume_forged_legs");
  const fs::path forged = folder / "forged.h5";
  using Change = std::function<void(SimulationState&)>;
  const auto check = [&](const char* scenario, const std::vector<Change>& changes) {
    const fs::path run = folder / (std::string(scenario) + ".h5");
    record_run(scenario, {"duration=0.3", "recording.interval=0.1", "recording.keyframe_interval=0.1"}, run);
    const Forger forger(run, 0.2, forged);
    forger.forge([](SimulationState&) {});
    CHECK(resume_run(forged).simulation.state_hash() == forger.honest().hash());
    for (std::size_t i = 0; i < changes.size(); ++i) {
      CAPTURE(scenario, i);
      forger.forge(changes[i]);
      CHECK_THROWS_AS(resume_run(forged), InputError);
    }
  };
  check("walker_stand", {[](SimulationState& s) { s.all<WalkMemory>()[0].order = -3.0; },
                         [](SimulationState& s) { s.all<WalkMemory>()[0].order = 0.5; },
                         [](SimulationState& s) {
                           s.all<WalkMemory>()[0].phase = s.all<WalkMemory>()[0].phase.of_number(9.0);
                         },
                         [](SimulationState& s) {
                           s.all<WalkLegMemory>()[2].mode = s.all<WalkLegMemory>()[2].mode.of_number(3.0);
                         }});
  check("atlas_stand", {[](SimulationState& s) { s.all<HumanoidMemory>()[0].control.active_count = 1e6; },
                        [](SimulationState& s) { s.all<HumanoidMemory>()[0].control.active[1] = -1.0; },
                        [](SimulationState& s) {
                          s.all<HumanoidWatch>()[0].cause = s.all<HumanoidWatch>()[0].cause.of_number(77.0);
                        },
                        [](SimulationState& s) {
                          s.all<HumanoidWatch>()[0].verdict =
                              s.all<HumanoidWatch>()[0].verdict.of_number(5.0);
                        }});
}

TEST_CASE("the ground of a run stays as it is", "[resume]") {
  const ScratchFolder folder("resume_ground");
  const fs::path run = folder / "run.h5";
  record_run("rocky_craters", {"duration=0.3", "recording.keyframe_interval=0.1", "recording.interval=0.1"},
             run);
  for (const std::string change :
       {"terrain.recipe=terrains/ripple_field.toml", "recipe.seed=4", "terrain.size=[9, 9]"})
    CHECK_THROWS_WITH(
        resume_run(run, {.at = 0.1, .changes = sets({change})}),
        ContainsSubstring("--set " + change) && ContainsSubstring("another ground than that of"));
}

TEST_CASE("a packed state of another size is refused and changes nothing", "[resume]") {
  Simulation s = start("drive_flat_soft");
  SimulationState state = s.state();
  std::vector<double> numbers = state.pack();
  const std::uint64_t before = state.hash();
  const std::string size = std::to_string(numbers.size());
  numbers.push_back(0.0);
  CHECK_THROWS_AS(state.unpack(numbers), InputError);
  CHECK_THROWS_WITH(state.unpack(numbers),
                    ContainsSubstring("found " + std::to_string(numbers.size()) + " numbers") &&
                        ContainsSubstring("expected " + size));
  CHECK_THROWS_WITH(state.unpack({}), ContainsSubstring("found 0 numbers"));
  numbers.pop_back();
  for (const double steps : {-1.0, double(NAN), 1e300}) {
    numbers[0] = steps;
    CHECK_THROWS_AS(state.unpack(numbers), InputError);
  }
  CHECK(state.hash() == before);
  CHECK(blank_state(s.world()).packed_size() == state.packed_size());
}
