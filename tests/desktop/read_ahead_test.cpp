// SPDX-License-Identifier: BSD-3-Clause
// A recording is read ahead: what the disk held is in the system's memory before it is asked for.
#include "session/run/read_ahead.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <vector>

#include "catch.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

constexpr std::size_t kBytes = std::size_t{24} << 20;

/// Writes the file to the disk and has the system forget it.
void write_cold(const std::filesystem::path& file) {
  std::ofstream(file, std::ios::binary) << std::string(kBytes, 'g');
  const int descriptor = open(file.c_str(), O_RDONLY);
  REQUIRE(fsync(descriptor) == 0);
  REQUIRE(posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0);
  close(descriptor);
}

/// How much of the file is in the system's memory, 0 to 1.
double share_in_memory(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY);
  void* place = mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, descriptor, 0);
  REQUIRE(place != MAP_FAILED);
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((kBytes + page - 1) / page);
  REQUIRE(mincore(place, kBytes, pages.data()) == 0);
  munmap(place, kBytes);
  close(descriptor);
  const auto there = std::count_if(pages.begin(), pages.end(), [](unsigned char p) { return p & 1; });
  return static_cast<double>(there) / static_cast<double>(pages.size());
}

void wait_for(const ReadAhead& ahead) {
  for (int k = 0; k < 6000 && !ahead.done(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  REQUIRE(ahead.done());
}

}  // namespace

TEST_CASE("read ahead: a file that only the disk held is in memory afterwards") {
  const ScratchFolder folder("read_ahead");
  write_cold(folder / "run.h5");
  const double before = share_in_memory(folder / "run.h5");
  CAPTURE(before);  // 1 where the folder for scratch files is itself kept in memory
  wait_for(ReadAhead(folder / "run.h5"));
  CHECK(share_in_memory(folder / "run.h5") > 0.99);  // some of it may be given to others meanwhile
}

TEST_CASE("read ahead: ends at once when it is no longer wanted, and leaves alone what it cannot read") {
  const ScratchFolder folder("read_ahead");
  write_cold(folder / "run.h5");
  { const ReadAhead ended(folder / "run.h5"); }
  wait_for(ReadAhead(folder / "missing.h5"));
  wait_for(ReadAhead(folder.path()));
}
