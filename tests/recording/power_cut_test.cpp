// SPDX-License-Identifier: BSD-3-Clause
// A power cut while a run is recorded. The operating system writes pages of a file in any order: each page
// that is on the disk is as it was at some moment since the last sync, and the file may end anywhere behind
// what was synced. Such states are put together from the bytes that the file had at its flushes.
#include <random>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kCutChannels = 12, kFramesAFlush = 40, kFlushes = 24, kPage = 4096;

constexpr std::size_t kPeakChannel = 2, kPeakEach = 5;  // frames

double peak_value(std::size_t frame) { return 1e3 + static_cast<double>(frame); }

struct Recorded {
  std::vector<std::string> at_flush;  ///< the file's bytes: at its begin, and after each flush
};

Recorded record(const fs::path& path) {
  Recorded recorded;
  RunWriter writer(path, sample_header(), sample_channels(kCutChannels), {.frames_per_block = 64});
  std::vector<double> values(kCutChannels), tile(kSampleTileValues, 0.5);
  recorded.at_flush.push_back(read_text_file(path));
  for (std::size_t frame = 0; frame < kFlushes * kFramesAFlush; ++frame) {
    if (frame % kPeakEach == 0) writer.append_peak(sample_time(frame), kPeakChannel, peak_value(frame));
    append_sample_frame(writer, frame, values);
    if (frame % 100 == 0) {
      const std::vector<GroundTile> tiles{{int(frame), -3, tile}};
      writer.append_keyframe({frame, values, tiles, full_keyframe_due(writer.keyframe_count())});
      writer.append_event(sample_time(frame), "contact", "frame " + std::to_string(frame));
    }
    if ((frame + 1) % kFramesAFlush != 0) continue;
    writer.flush();
    recorded.at_flush.push_back(read_text_file(path));
  }
  return recorded;
}

std::string page_of(const std::string& bytes, std::size_t page) {
  return page * kPage < bytes.size() ? bytes.substr(page * kPage, kPage) : "";
}

/// The file after a cut behind flush `last`, whose flush `synced` is on the disk whole.
std::string cut_state(const Recorded& recorded, std::size_t synced, std::size_t last, std::mt19937& random) {
  const std::string &before = recorded.at_flush[synced], &after = recorded.at_flush[last];
  const std::size_t size = before.size() + random() % (after.size() - before.size() + 1);
  std::string state(size, '\0');
  for (std::size_t page = 0; page * kPage < size; ++page) {
    const std::string bytes = page_of(recorded.at_flush[synced + random() % (last - synced + 1)], page);
    state.replace(page * kPage, std::min(bytes.size(), size - page * kPage), bytes, 0, size - page * kPage);
  }
  return state;
}

/// The last flush up to this one that is put on the disk by itself: 1, 2, 4, 8, ...
std::size_t synced_flush(std::size_t flush) {
  std::size_t synced = 1;
  while (2 * synced <= flush) synced *= 2;
  return synced;
}

std::size_t count_wrong_numbers(const RunReader& reader) {
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < kCutChannels; ++c) {
    const auto values = reader.read_channel(reader.channels()[c].name);
    wrong += values.size() != reader.frame_count();
    for (std::size_t f = 0; f < values.size(); ++f) wrong += values[f] != sample_value(f, c);
  }
  std::size_t frame = 0;
  for (const RunPeak& peak : reader.read_peaks()) {
    wrong +=
        peak.channel != kPeakChannel || peak.time != sample_time(frame) || peak.value != peak_value(frame);
    frame += kPeakEach;
  }
  for (const RunEvent& event : reader.read_events()) wrong += event.kind != "contact";
  return wrong;
}

}  // namespace

TEST_CASE("after a power cut every frame up to the last sync is read, and no wrong number") {
  const ScratchFolder folder("power_cut");
  const Recorded recorded = record(folder / "run.h5");
  std::mt19937 random(20261127);
  std::size_t beyond = 0;
  for (int trial = 0; trial < 120; ++trial) {
    const std::size_t last = 2 + random() % (kFlushes - 1), synced = synced_flush(last - 1);
    INFO("trial " << trial << ": synced at flush " << synced << ", cut behind flush " << last);
    const fs::path path = folder / "cut.h5";
    put_bytes(path, cut_state(recorded, synced, last, random));
    const RunReader reader(path);
    CHECK(reader.frame_count() >= synced * kFramesAFlush);
    CHECK(reader.frame_count() + reader.uncommitted_frames() >= reader.frame_count());
    CHECK_FALSE(reader.closed_cleanly());
    CHECK(count_wrong_numbers(reader) == 0);
    CHECK(reader.read_peaks().size() >= synced * kFramesAFlush / kPeakEach);
    beyond += reader.frame_count() > synced * kFramesAFlush;
    repair_run(path, folder / "clean.h5");
    const RunReader clean(folder / "clean.h5");
    CHECK(clean.frame_count() == reader.frame_count());
    CHECK(count_wrong_numbers(clean) == 0);
    CHECK(clean.read_peaks().size() == reader.read_peaks().size());
  }
  CHECK(beyond > 0);
}

TEST_CASE("the tail of a killed run's file may be missing") {
  const ScratchFolder folder("cut_tail");
  const Recorded recorded = record(folder / "run.h5");
  const std::string& whole = recorded.at_flush.back();
  std::size_t before = 0;
  for (const std::size_t flush : {2u, 8u, 16u, 23u}) {
    put_bytes(folder / "cut.h5", whole.substr(0, recorded.at_flush[flush].size()));
    const RunReader reader(folder / "cut.h5");
    INFO("as long as at flush " << flush);
    CHECK(reader.frame_count() >= before);
    CHECK(reader.frame_count() > 0);
    CHECK(count_wrong_numbers(reader) == 0);
    before = reader.frame_count();
  }
  CHECK(before > kFlushes * kFramesAFlush / 2);
}
