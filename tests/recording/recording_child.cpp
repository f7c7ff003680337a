// Records at real pace until it is killed: recording_child FILE. Every number is the known function of
// run_samples.hpp. Prints a line when the file is there. Used by run_kill_test.cpp.
#include <chrono>
#include <cstdio>
#include <thread>

#include "run_samples.hpp"

int main(int argc, char** argv) {
  using namespace grouser;
  using namespace grouser::test;
  using Clock = std::chrono::steady_clock;
  if (argc != 2) return 2;
  constexpr std::size_t kChannels = 60;
  RunWriter writer(argv[1], sample_header(), sample_channels(kChannels),
                   {.flush_interval = 0.1, .frames_per_block = 64});
  std::vector<double> values(kChannels), tile(kSampleTileValues);
  const auto start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::puts("recording");
  std::fflush(stdout);
  for (std::size_t frame = 0;; ++frame) {
    append_sample_frame(writer, frame, values);
    if (frame % 40 == 0) {
      tile.assign(kSampleTileValues, double(frame));
      const std::vector<GroundTile> tiles{{0, 0, tile}, {int(frame), 1, tile}};
      writer.append_keyframe({frame, values, tiles, full_keyframe_due(writer.keyframe_count())});
      writer.append_event(sample_time(frame), "mark", std::to_string(frame));
    }
    writer.flush_if_due(seconds());
    const double ahead = sample_time(frame) - seconds();
    if (ahead > 0) std::this_thread::sleep_for(std::chrono::duration<double>(ahead));
  }
}
