// SPDX-License-Identifier: BSD-3-Clause
// A disk that fills up while a run is recorded, at every size. A limit on file sizes stands for it: the same
// writes fail in the same place, with another word for the reason.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_export.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;

namespace {

constexpr int kDone = 0, kRefused = 1, kOtherWords = 2;

// Does `work` in a process whose files may hold no more than `bytes`, and leaves it by exit(), where HDF5's
// own end would be. Returns its exit code, or -1 if a signal ended it.
template <class F>
int with_limit(rlim_t bytes, F&& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, bytes}, none{0, 0};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::setrlimit(RLIMIT_CORE, &none);
    int code = kDone;
    try {
      work();
    } catch (const RunError& e) {
      const std::string said = e.what();
      const bool clear = said.find("cannot be written: File too large") != std::string::npos &&
                         said.find("errno") == std::string::npos;
      code = clear ? kRefused : kOtherWords;
    }
    std::exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// How many frames a process of ours has flushed, seen by its parent.
class FlushedFrames {
 public:
  FlushedFrames()
      : count_(static_cast<std::size_t*>(::mmap(nullptr, sizeof(std::size_t), PROT_READ | PROT_WRITE,
                                                MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    REQUIRE(count_ != MAP_FAILED);
  }
  ~FlushedFrames() { ::munmap(count_, sizeof(std::size_t)); }
  void set(std::size_t count) { *count_ = count; }
  std::size_t get() const { return *count_; }

 private:
  std::size_t* count_;
};

constexpr std::size_t kRecorded = 2000, kRecordedChannels = 5;

/// A run that is flushed every 100 frames.
void record_sample(const fs::path& path, FlushedFrames& flushed) {
  RunWriter writer(path, sample_header(), sample_channels(kRecordedChannels));
  std::vector<double> values(kRecordedChannels), tile(kSampleTileValues, 0.5);
  for (std::size_t frame = 0; frame < kRecorded; ++frame) {
    append_sample_frame(writer, frame, values);
    if (frame % 100 != 0) continue;
    const std::vector<GroundTile> tiles{{int(frame), -3, tile}};
    writer.append_keyframe({frame, values, tiles, full_keyframe_due(writer.keyframe_count())});
    writer.append_event(sample_time(frame), "contact", "frame " + std::to_string(frame));
    writer.flush();
    flushed.set(frame + 1);
  }
  writer.close("{\"ok\": true}");
}

/// Numbers of a run that are missing, of the first frames, or are not the sample's.
std::size_t count_wrong(const fs::path& path, std::size_t frames) {
  const RunReader reader(path);
  std::size_t wrong = reader.frame_count() < frames ? frames - reader.frame_count() : 0;
  for (std::size_t c = 0; c < kRecordedChannels; ++c) {
    const auto values = reader.read_channel(reader.channels()[c].name);
    for (std::size_t f = 0; f < values.size(); ++f) wrong += values[f] != sample_value(f, c);
  }
  const std::size_t marks = frames == 0 ? 0 : (frames - 1) / 100 + 1;
  if (reader.read_events().size() < marks) ++wrong;
  if (reader.keyframe_count() < marks) ++wrong;
  for (std::size_t k = 0; k < reader.keyframe_count(); ++k) wrong += reader.read_keyframe(k).frame != 100 * k;
  return wrong;
}

std::size_t count_files(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a disk that fills up while recording is one clear error, and what was flushed stays") {
  const ScratchFolder folder("full_disk");
  FlushedFrames flushed;
  record_sample(folder / "whole.h5", flushed);
  const auto size = fs::file_size(folder / "whole.h5");
  std::size_t kept = 0;
  for (std::uintmax_t limit = 500; limit < size; limit += limit < 40'000 ? 2'500 : 6'000) {
    INFO("at most " << limit << " of " << size << " bytes");
    const fs::path path = folder / "run.h5";
    flushed.set(0);
    CHECK(with_limit(limit, [&] { record_sample(path, flushed); }) == kRefused);
    CHECK(count_files(folder.path()) == 1u + fs::exists(path));  // no temporary
    if (!fs::exists(path)) continue;
    CHECK(count_wrong(path, flushed.get()) == 0);
    const RepairReport report = repair_run(path, folder / "clean.h5");
    CHECK(report.frames_kept >= flushed.get());
    CHECK(RunReader(folder / "clean.h5").closed_cleanly());
    kept += report.frames_kept > 0;
    fs::remove(path);
    fs::remove(folder / "clean.h5");
  }
  CHECK(kept > 15);
  CHECK(with_limit(size, [&] { record_sample(folder / "run.h5", flushed); }) == kDone);
}

TEST_CASE("an export on a disk that fills up names the file that was asked for") {
  const ScratchFolder folder("full_disk_export");
  write_sample(folder / "in.h5", 500, 5);
  const RunReader reader(folder / "in.h5");
  CHECK(with_limit(5'000, [&] {
          try {
            export_csv(reader, folder / "csv");
          } catch (const RunError& e) {
            if (std::string(e.what()).find("csv/frames.csv: ") == std::string::npos)
              throw RunError("another name");
            throw;
          }
        }) == kRefused);
  CHECK(count_files(folder / "csv") == 0);
}

TEST_CASE("repair and tables on a disk that fills up leave nothing") {
  const ScratchFolder folder("full_disk_repair");
  write_sample(folder / "in.h5", 500, 5);
  const Table table{.columns = {{"a", "m", std::vector<double>(5000, 1.0)}}, .attributes = {}};
  const auto size = fs::file_size(folder / "in.h5");
  for (const double part : {0.02, 0.1, 0.3, 0.6, 0.9}) {
    INFO("at most " << part << " of it");
    const auto limit = static_cast<rlim_t>(part * double(size));
    CHECK(with_limit(limit, [&] { repair_run(folder / "in.h5", folder / "out.h5"); }) == kRefused);
    CHECK(with_limit(static_cast<rlim_t>(part * 40'000),
                     [&] { write_table_hdf5(folder / "table.h5", table); }) == kRefused);
    CHECK(count_files(folder.path()) == 1);
  }
}
