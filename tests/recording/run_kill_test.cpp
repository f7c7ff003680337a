// SPDX-License-Identifier: BSD-3-Clause
// kill -9 at 25 moments. What a run may lose is bounded by what its file told to be committed: a program that
// is killed tells after each flush how many frames it handed over, and none of them may be missing. How much
// time lies between two flushes is the business of the clock handed in (run_writer_test), so nothing here
// waits for one.
#include <unistd.h>

#include <random>

#include "catch.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "python.hpp"
#include "recording_process.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostBetweenFlushes = std::size_t(kSampleFlushInterval / kSampleInterval) +
                                            1;  // frames; the step that finds it due is the last

// Kills a recording program some `more_us` after its flush number `flushes`, and returns the frames it had
// handed over by then.
std::size_t record_and_kill(const fs::path& path, int flushes, unsigned more_us) {
  RecordingProcess process(path);
  std::size_t frames = 0, before = 0, most_between = 0;
  int count = 0;
  while (process.next_flush(frames)) {
    most_between = std::max(most_between, frames - before);
    before = frames;
    if (++count != flushes) continue;
    ::usleep(more_us);  // any moment will do
    process.kill();
  }
  REQUIRE(count >= flushes);
  CHECK(most_between <= kMostBetweenFlushes);
  return frames;
}

void check_values(const RunReader& reader) {
  std::vector<double> row(reader.channels().size());
  const auto hashes = reader.read_state_hashes();
  std::size_t wrong = 0;
  for (std::size_t f = 0; f < reader.frame_count(); ++f) {
    reader.read_frame(f, row);
    for (std::size_t c = 0; c < row.size(); ++c) wrong += row[c] != sample_value(f, c);
    wrong += hashes[f] != sample_state_hash(f);
  }
  CHECK(wrong == 0);
  for (std::size_t c = 0; c < row.size(); c += 20) {  // the other way of reading
    const auto values = reader.read_channel(reader.channels()[c].name);
    for (std::size_t f = 0; f < values.size(); ++f) wrong += values[f] != sample_value(f, c);
  }
  CHECK(wrong == 0);
}

void check_keyframes(const RunReader& reader) {
  for (std::size_t k = 0; k < reader.keyframe_count(); ++k) {
    const Keyframe keyframe = reader.read_keyframe(k);
    REQUIRE(keyframe.frame == 40 * k);
    CHECK(keyframe.dynamics.at(0) == sample_value(keyframe.frame, 0));
    for (const auto& tile : keyframe.tiles)
      if (tile.i == 0) CHECK(tile.values[3] == (tile.j == 0 ? double(keyframe.frame) : 0.0));
  }
  for (const auto& event : reader.read_events()) CHECK(event.time == sample_time(std::stoul(event.text)));
}

}  // namespace

TEST_CASE("a run killed at any moment keeps all that was flushed and never shows a wrong value") {
  const ScratchFolder folder("kill");
  constexpr int kKills = 25;
  std::mt19937 random(7);
  std::string repaired_files;
  std::size_t frames_in_all = 0;
  for (int kill = 0; kill < kKills; ++kill) {
    const int flushes = 1 + int(random() % 40);
    const unsigned more_us = random() % 3000;
    const fs::path path = folder / ("run" + std::to_string(kill) + ".h5");
    INFO("kill " << kill << " " << more_us << " us after flush " << flushes);
    const std::size_t handed_over = record_and_kill(path, flushes, more_us);
    const RunReader reader(path);
    CHECK_FALSE(reader.closed_cleanly());
    check_values(reader);
    check_keyframes(reader);
    CHECK(reader.frame_count() >= handed_over);
    CHECK(reader.frame_count() <= handed_over + kMostBetweenFlushes);  // a flush not yet told of
    const fs::path repaired = folder / ("whole" + std::to_string(kill) + ".h5");
    const RepairReport report = repair_run(path, repaired);
    CHECK(report.frames_kept == reader.frame_count());
    CHECK(report.keyframes_kept == reader.keyframe_count());
    CHECK(RunReader(repaired).closed_cleanly());
    frames_in_all += report.frames_kept;
    repaired_files += " " + repaired.string();
  }
  CHECK(frames_in_all > 5000);  // the kills hit runs that had something to lose: 20 flushes of 50 on average
  GROUSER_NEED_H5PY();
  CHECK(check_with_h5py("60" + repaired_files) == 0);
}
