// SPDX-License-Identifier: BSD-3-Clause
// At most 1024 threads; the default respects affinity masks and control groups.
#include "jobs_option.hpp"

#include "common/processors.hpp"
#include "number_range.hpp"

namespace grouser::cli {

int parse_jobs(const std::string& text) {
  constexpr double kMostThreads = 1024;
  if (text.empty()) return allowed_processors();
  return static_cast<int>(parse_number("--jobs", text, {1.0, kMostThreads, false, ""}));
}

}  // namespace grouser::cli
