#include "session/read_ahead.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace grouser::desktop {
namespace {

constexpr std::size_t kPiece = std::size_t{1}
                               << 20;  // bytes; at 100 MB/s a thread that is to end is waited for 10 ms

/// Bytes that programs could have without anything being written to a disk first ("MemAvailable", proc(5)); none known: 0.
std::uintmax_t free_memory() {
  std::ifstream in("/proc/meminfo");
  std::string name;
  for (std::uintmax_t kilobytes = 0; in >> name >> kilobytes;
       in.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
    if (name == "MemAvailable:") return 1024 * kilobytes;
  return 0;
}

}  // namespace

ReadAhead::ReadAhead(std::filesystem::path file) : thread_([this, f = std::move(file)] { run(f); }) {}

ReadAhead::~ReadAhead() {
  stop_ = true;
  thread_.join();
}

void ReadAhead::run(const std::filesystem::path& file) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(file, none);
  if (!none && size <= free_memory() / 2) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    std::vector<char> piece(kPiece);
    while (descriptor >= 0 && !stop_ && read(descriptor, piece.data(), piece.size()) > 0) continue;
    if (descriptor >= 0) close(descriptor);
  }
  done_.store(true, std::memory_order_release);
}

}  // namespace grouser::desktop
