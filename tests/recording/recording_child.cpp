// SPDX-License-Identifier: BSD-3-Clause
// Records until it is killed: recording_child FILE. Every number is the known function of run_samples.hpp,
// the clock handed to the writer is the run's own time. Prints the number of frames after each flush. Used by
// run_kill_test.cpp.
#include <cstdio>

#include "run_samples.hpp"

int main(int argc, char** argv) {
  using namespace grouser;
  using namespace grouser::test;
  if (argc != 2) return 2;
  constexpr std::size_t kChannels = 60;
  RunWriter writer(argv[1], sample_header(), sample_channels(kChannels),
                   {.flush_interval = kSampleFlushInterval, .frames_per_block = 64});
  std::vector<double> values(kChannels), tile(kSampleTileValues);
  for (std::size_t frame = 0;; ++frame) {
    append_sample_frame(writer, frame, values);
    if (frame % 40 == 0) {
      tile.assign(kSampleTileValues, double(frame));
      const std::vector<GroundTile> tiles{{0, 0, tile}, {int(frame), 1, tile}};
      writer.append_keyframe({frame, values, tiles, full_keyframe_due(writer.keyframe_count())});
      writer.append_event(sample_time(frame), "mark", std::to_string(frame));
    }
    if (!writer.flush_if_due(sample_time(frame))) continue;
    std::printf("%zu\n", frame + 1);
    std::fflush(stdout);
  }
}
