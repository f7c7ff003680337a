// SPDX-License-Identifier: BSD-3-Clause
// What a disk or a cable does to the file of a killed run: cut off, a bit turned over, a page of zeros. Every
// reader must come back with an error or with the right numbers; that none of them hangs is seen by the
// test's time limit.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
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

constexpr std::size_t kChannels = 30, kFrames = 700;

// The file of a run that was killed after its last flush.
std::string killed_run(const fs::path& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    RunWriter writer(path, sample_header(), sample_channels(kChannels), {.frames_per_block = 64});
    std::vector<double> values(kChannels), tile(kSampleTileValues, 0.5);
    for (std::size_t f = 0; f < kFrames; ++f) {
      append_sample_frame(writer, f, values);
      if (f % 50 != 0) continue;
      writer.append_event(sample_time(f), "contact", "frame " + std::to_string(f));
      const std::vector<GroundTile> tiles{{int(f), -3, tile}};
      writer.append_keyframe({f, values, tiles, full_keyframe_due(writer.keyframe_count())});
      writer.flush();
    }
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  return read_text_file(path);
}

// All ways of reading; how many numbers are not the sample's.
std::size_t read_everything(const fs::path& path) {
  const RunReader reader(path);
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < reader.channels().size(); ++c) {
    const auto values = reader.read_channel(reader.channels()[c].name);
    for (std::size_t f = 0; f < values.size(); ++f) wrong += values[f] != sample_value(f, c);
  }
  for (std::size_t k = 0; k < reader.keyframe_count(); ++k) wrong += reader.read_keyframe(k).frame != 50 * k;
  for (const auto& event : reader.read_events()) wrong += event.kind != "contact";
  return wrong;
}

struct Outcome {
  int read = 0, refused = 0, repaired = 0;
  std::size_t wrong = 0;
};

void try_out(const fs::path& path, const std::string& bytes, Outcome& outcome) {
  put_bytes(path, bytes);
  const fs::path clean = fs::path(path).replace_filename("clean.h5");
  try {
    outcome.wrong += read_everything(path);
    ++outcome.read;
  } catch (const InputError&) {
    ++outcome.refused;
  }
  try {
    repair_run(path, clean);
    outcome.wrong += read_everything(clean);  // what repair made is whole, or this throws
    ++outcome.repaired;
  } catch (const InputError&) {
    outcome.wrong += fs::exists(clean);
  }
  fs::remove(clean);
}

}  // namespace

TEST_CASE("a damaged file of a killed run is read right, refused or repaired, and never hangs") {
  const ScratchFolder folder("damaged_run");
  const std::string whole = killed_run(folder / "killed.h5");
  std::mt19937 random(20260113);
  const fs::path path = folder / "run.h5";
  Outcome outcome;
  SECTION("cut off") {
    for (int k = 0; k < 20; ++k) {
      INFO("trial " << k);
      try_out(path, whole.substr(0, whole.size() * k / 20), outcome);
    }
    CHECK(outcome.read >
          15);  // what is before the cut; the first twentieth is what HDF5 needs to find anything
    CHECK(outcome.repaired == outcome.read);
  }
  SECTION("one bit of its first 40 kB") {
    for (int k = 0; k < 60; ++k) {
      std::string damaged = whole;
      const std::size_t place = random() % std::min<std::size_t>(40'000, whole.size());
      damaged[place] = static_cast<char>(damaged[place] ^ (1 << random() % 8));
      INFO("trial " << k << ", byte " << place);
      try_out(path, damaged, outcome);
    }
    CHECK(outcome.refused > 30);  // nearly all of it is what HDF5 needs to find the rest
    CHECK(outcome.repaired > 0);
  }
  SECTION("a page of zeros") {
    constexpr std::size_t kPage = 4096;
    for (int k = 0; k < 30; ++k) {
      std::string damaged = whole;
      const std::size_t page = random() % (whole.size() / kPage);
      damaged.replace(page * kPage, kPage, kPage, '\0');
      INFO("trial " << k << ", page " << page);
      try_out(path, damaged, outcome);
    }
    CHECK(outcome.read > 20);  // zeros in the rows: what is before them is read and kept
    CHECK(outcome.repaired > 20);
  }
  CHECK(outcome.wrong == 0);
}
