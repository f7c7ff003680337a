// SPDX-License-Identifier: BSD-3-Clause
// One file, several programs: a run that is being recorded is read at any moment, and nobody else writes it.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "recording_process.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("two runs to one file: the second is refused, the first goes on") {
  const ScratchFolder folder("lock_two");
  const fs::path path = folder / "run.h5";
  RunWriter first(path, sample_header(), sample_channels(2));
  std::vector<double> values(2);
  append_sample_frame(first, 0, values);
  CHECK_THROWS_AS(RunWriter(path, sample_header(), sample_channels(2)), InputError);
  CHECK_THROWS_WITH(RunWriter(path, sample_header(), sample_channels(2)),
                    ContainsSubstring(path.string()) && ContainsSubstring("a program is writing now"));
  CHECK_THROWS_AS(write_file_atomically(path, "text"), InputError);
  append_sample_frame(first, 1, values);
  first.close("");
  CHECK(RunReader(path).frame_count() == 2);
  write_sample(path, 3, 2);  // closed: free again, though the writer still lives
  CHECK(RunReader(path).frame_count() == 3);
}

TEST_CASE("a run being recorded is repaired into another file, never in place") {
  const ScratchFolder folder("lock_repair");
  const fs::path path = folder / "run.h5";
  RunWriter writer(path, sample_header(), sample_channels(2));
  std::vector<double> values(2);
  for (std::size_t f = 0; f < 10; ++f) append_sample_frame(writer, f, values);
  writer.flush();
  CHECK_THROWS_AS(repair_run(path, path), InputError);
  CHECK_THROWS_WITH(repair_run(path, path), ContainsSubstring("a program is writing now"));
  CHECK(repair_run(path, folder / "so_far.h5").frames_kept == 10);
  for (std::size_t f = 10; f < 20; ++f) append_sample_frame(writer, f, values);
  writer.close("");
  CHECK(RunReader(path).frame_count() == 20);
  CHECK(repair_run(path, path).frames_kept == 20);
}

TEST_CASE("a killed run is free, and its file is repaired in place") {
  const ScratchFolder folder("lock_killed");
  const fs::path path = folder / "run.h5";
  const pid_t child = ::fork();
  if (child == 0) {
    RunWriter writer(path, sample_header(), sample_channels(2));
    std::vector<double> values(2);
    append_sample_frame(writer, 0, values);
    writer.flush();
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  CHECK_FALSE(is_being_written(path));
  CHECK(repair_run(path, path).frames_kept == 1);
  CHECK(RunReader(path).closed_cleanly());
}

TEST_CASE("a growing file can be read at every moment") {
  const ScratchFolder folder("lock_live");
  const fs::path path = folder / "run.h5";
  RecordingProcess process(path);
  std::size_t told = 0, before = 0, wrong = 0;
  REQUIRE(process.next_flush(told));  // the file is there
  std::vector<double> row;
  for (int look = 0; look < 60; ++look) {
    for (int flush = 0; flush < 10; ++flush) REQUIRE(process.next_flush(told));
    const RunReader reader(path);  // throws if it cannot be read
    row.resize(reader.channels().size());
    CHECK(reader.frame_count() >= told);
    CHECK(reader.frame_count() >= before);
    before = reader.frame_count();
    for (const std::size_t f : {std::size_t{0}, before / 2, before - 1}) {
      reader.read_frame(f, row);
      for (std::size_t c = 0; c < row.size(); ++c) wrong += row[c] != sample_value(f, c);
    }
    CHECK(reader.read_events().size() >= before / 41);
  }
  CHECK(wrong == 0);
}

TEST_CASE("a run is written through a symbolic link, and into no device") {
  const ScratchFolder folder("lock_link");
  write_sample(folder / "data.h5", 1, 1);
  fs::create_symlink("data.h5", folder / "link.h5");
  write_sample(folder / "link.h5", 4, 1);
  CHECK(fs::is_symlink(folder / "link.h5"));
  CHECK(RunReader(folder / "data.h5").frame_count() == 4);
  if (!make_device(folder / "device.h5")) return;
  CHECK_THROWS_AS(RunWriter(folder / "device.h5", sample_header(), sample_channels(1)), InputError);
  CHECK(fs::is_character_file(folder / "device.h5"));
}
