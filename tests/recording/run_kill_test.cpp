// kill -9 at 25 random moments. DESIGN.md's bound of one second becomes, at a flush interval of 0.1 s, a
// bound of 0.1 s plus the time to a next step; the default interval of 0.5 s bounds the loss by half a second
// likewise.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "grouser/recording/run_reader.hpp"
#include "grouser/recording/run_repair.hpp"
#include "python.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

// Starts the recording program, kills it `delay` seconds after it began, and returns how long it had
// recorded, s.
double record_and_kill(const fs::path& path, double delay) {
  int out[2];
  REQUIRE(::pipe(out) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(out[1], STDOUT_FILENO);
    ::execl(GROUSER_BINARY_DIR "/bin/recording_child", "recording_child", path.c_str(), nullptr);
    ::_exit(127);
  }
  ::close(out[1]);
  char line[16];
  const bool started = ::read(out[0], line, sizeof line) > 0;  // the file is there from here on
  const auto start = Clock::now();
  if (started) std::this_thread::sleep_for(std::chrono::duration<double>(delay));
  ::kill(child, SIGKILL);
  const double recorded = std::chrono::duration<double>(Clock::now() - start).count();
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(out[0]);
  REQUIRE(started);
  REQUIRE(WIFSIGNALED(status));
  return recorded;
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

TEST_CASE("a run killed at any moment loses at most a flush interval and never a value") {
  const ScratchFolder folder("kill");
  constexpr int kKills = 25;
  constexpr double kFlushInterval = 0.1,
                   kSchedulingSlack = 0.15;  // s; the slack is for a loaded machine's pauses
  std::mt19937 random(7);
  std::string repaired_files;
  std::size_t frames_in_all = 0;
  for (int kill = 0; kill < kKills; ++kill) {
    const double delay = 0.02 + 0.55 * double(random()) / double(std::mt19937::max());
    const fs::path path = folder / ("run" + std::to_string(kill) + ".h5");
    INFO("kill " << kill << " after " << delay << " s");
    const double recorded = record_and_kill(path, delay);
    const RunReader reader(path);
    CHECK_FALSE(reader.closed_cleanly());
    check_values(reader);
    check_keyframes(reader);
    CHECK(recorded - double(reader.frame_count()) * kSampleInterval < kFlushInterval + kSchedulingSlack);
    const fs::path repaired = folder / ("whole" + std::to_string(kill) + ".h5");
    const RepairReport report = repair_run(path, repaired);
    CHECK(report.frames_kept == reader.frame_count());
    CHECK(report.keyframes_kept == reader.keyframe_count());
    CHECK(RunReader(repaired).closed_cleanly());
    frames_in_all += report.frames_kept;
    repaired_files += " " + repaired.string();
  }
  CHECK(frames_in_all > 1000);  // of about 4000: the kills hit runs that had something to lose
  GROUSER_NEED_H5PY();
  CHECK(check_with_h5py("60" + repaired_files) == 0);
}
