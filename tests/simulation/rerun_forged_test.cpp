// SPDX-License-Identifier: BSD-3-Clause
// What `rerun` finds beside states: a forger who computes all hashes of a run file anew.
#include <cfenv>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_writer.hpp"
#include "grouser/simulation/run/run.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

RunOptions recorded_into(const fs::path& file) {
  RunOptions options;
  options.now = [clock = 0.0]() mutable { return clock += 1e-3; };
  options.out = file;
  return options;
}

/// What of a run is changed on the way into another file.
struct Forgery {
  std::size_t frame = 0;
  std::string channel = {}, event_text = {}, metric = {};
};

/// Writes a run anew with a change, all hashes right.
void forge(const RunReader& reader, const fs::path& out, const Forgery& forgery) {
  RunWriter writer(out, reader.header(), reader.channels());
  std::vector<double> values(reader.channels().size());
  for (std::size_t frame = 0; frame < reader.frame_count(); ++frame) {
    const FrameStamp stamp = reader.read_frame(frame, values);
    if (!forgery.channel.empty() && frame == forgery.frame)
      values[reader.channel_index(forgery.channel)] += 1e-9;
    writer.append_frame(stamp.time, stamp.step, values, stamp.state_hash);
  }
  for (std::size_t k = 0; k < reader.keyframe_count(); ++k) {
    const KeyframeChange change = reader.read_keyframe_change(k);
    std::vector<GroundTile> tiles;
    for (const auto& tile : change.own.tiles) tiles.push_back({tile.i, tile.j, tile.values});
    writer.append_keyframe({change.own.frame, change.own.dynamics, tiles, change.full});
  }
  for (const RunEvent& event : reader.read_events()) writer.append_event(event.time, event.kind, event.text);
  if (!forgery.event_text.empty()) writer.append_event(1.9, "touchdown", forgery.event_text);
  nlohmann::json summary = nlohmann::json::parse(reader.summary());
  if (!forgery.metric.empty())
    summary["metrics"][forgery.metric]["value"] =
        summary["metrics"][forgery.metric]["value"].get<double>() + 1e-6;
  writer.close(summary.dump());
}

}  // namespace

TEST_CASE("rerun finds a forged channel, event and metric whose hashes are right") {
  const ScratchFolder folder("rerun_forged");
  Simulation s = start("wheel_drop_200", {"duration=2"});
  REQUIRE(run_scenario(s, recorded_into(folder / "run.h5")).status == RunStatus::completed);
  const RunReader reader(folder / "run.h5");
  const std::string channel = reader.channels().back().name;
  const fs::path forged = folder / "forged.h5";
  const auto found = [&](const Forgery& forgery) {
    forge(reader, forged, forgery);
    return rerun(forged, {});
  };
  CHECK(found({}).identical());
  const RerunResult by_channel = found({.frame = 7, .channel = channel});
  CHECK(by_channel.first_difference == 7);
  CHECK_THAT(by_channel.difference, ContainsSubstring("channel " + channel));
  const RerunResult by_metric = found({.metric = "peak_wheel_force"});
  CHECK_FALSE(by_metric.identical());
  CHECK_THAT(by_metric.difference, ContainsSubstring("metric peak_wheel_force"));
  CHECK_FALSE(by_metric.first_difference.has_value());
  const RerunResult by_event = found({.event_text = "another wheel"});
  CHECK_FALSE(by_event.identical());
  CHECK_THAT(by_event.difference, ContainsSubstring("event"));
}

TEST_CASE("the rounding mode of the caller changes no bit of a run, and is as before afterwards") {
  const auto hash_with = [](int mode) {
    REQUIRE(std::fesetround(mode) == 0);
    const ScratchFolder folder("rounding");
    Simulation s = start("wheel_drop_200", {"duration=0.5"});
    const RunSummary summary = run_scenario(s, recorded_into(folder / "run.h5"));
    CHECK(std::fegetround() == mode);
    std::fesetround(FE_TONEAREST);
    CHECK(rerun(folder / "run.h5", {}).identical());
    return summary.state_hash;
  };
  const std::uint64_t usual = hash_with(FE_TONEAREST);
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) CHECK(hash_with(mode) == usual);
}
