#include "jobs_option.hpp"

#include <algorithm>
#include <thread>

#include "number_range.hpp"

namespace grouser::cli {

int parse_jobs(const std::string& text) {
  constexpr double kMostThreads = 1024;
  if (text.empty()) return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return static_cast<int>(parse_number("--jobs", text, {1.0, kMostThreads, false, ""}));
}

}  // namespace grouser::cli
