// SPDX-License-Identifier: BSD-3-Clause
// Reading the file once fills the page cache. Pages that are in memory already are skipped (mincore), and
// nothing is kept here.
#include "session/run/read_ahead.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace grouser::desktop {
namespace {

constexpr std::size_t kPiece = std::size_t{1}
                               << 20;  // bytes; at 100 MB/s a thread that is to end is waited for 10 ms

/// Bytes that programs could have without anything being written to a disk first ("MemAvailable", proc(5));
/// none known: 0.
std::uintmax_t free_memory() {
  std::ifstream in("/proc/meminfo");
  std::string name;
  for (std::uintmax_t kilobytes = 0; in >> name >> kilobytes;
       in.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
    if (name == "MemAvailable:") return 1024 * kilobytes;
  return 0;
}

/// A file and which of its pages the system has in its memory. Nothing of it is read.
class PagesInMemory {
 public:
  PagesInMemory(int descriptor, std::size_t size)
      : size_(size), place_(mmap(nullptr, size, PROT_NONE, MAP_SHARED, descriptor, 0)) {}
  ~PagesInMemory() {
    if (place_ != MAP_FAILED) munmap(place_, size_);
  }
  PagesInMemory(const PagesInMemory&) = delete;
  PagesInMemory& operator=(const PagesInMemory&) = delete;

  /// Whether a piece is there already; not known: false. begin: a multiple of the pages' size.
  bool hold(std::size_t begin, std::size_t bytes) {
    if (place_ == MAP_FAILED || begin >= size_) return false;
    static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    pages_.resize((std::min(bytes, size_ - begin) + page - 1) / page);
    if (mincore(static_cast<char*>(place_) + begin, std::min(bytes, size_ - begin), pages_.data()) != 0)
      return false;
    return std::all_of(pages_.begin(), pages_.end(), [](unsigned char state) { return (state & 1) != 0; });
  }

 private:
  std::size_t size_;
  void* place_;
  std::vector<unsigned char> pages_;
};

/// Reads the file in pieces, but for those that are in memory: copying a gigabyte takes a processor 0.3 s.
void read_pieces(int descriptor, std::size_t size, const Job::GoOn& go_on) {
  PagesInMemory pages(descriptor, size);
  std::vector<char> piece(kPiece);
  for (std::size_t begin = 0; begin < size && go_on(-1.0); begin += kPiece) {
    if (pages.hold(begin, kPiece)) continue;
    if (pread(descriptor, piece.data(), piece.size(), static_cast<off_t>(begin)) <= 0) return;
  }
}

/// Reads a file ahead if it takes at most half of the free memory; ignores all failures.
void read_file(const std::filesystem::path& file, const Job::GoOn& go_on) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(file, none);
  if (none || size > free_memory() / 2) return;
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  read_pieces(descriptor, size, go_on);
  close(descriptor);
}

}  // namespace

ReadAhead::ReadAhead(std::filesystem::path file)
    : job_("Reading " + file.string(), [file](const Job::GoOn& go_on) {
        read_file(file, go_on);
        return std::function<void()>();
      }) {}

}  // namespace grouser::desktop
