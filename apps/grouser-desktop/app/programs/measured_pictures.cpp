// SPDX-License-Identifier: BSD-3-Clause
// The table of --measure: rate and times of pictures, and the delays from input to picture as median, 95 %
// and longest.
#include "app/programs/measured_pictures.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <numeric>

namespace grouser::desktop {
namespace {

/// The value that this share of the sorted list lies below.
double share(const std::vector<double>& sorted, double part) {
  return sorted[std::min(sorted.size() - 1,
                         static_cast<std::size_t>(part * static_cast<double>(sorted.size())))];
}

/// A line of the table; `times` in s, printed in ms.
void print_answers(const char* name, std::vector<double> times) {
  if (times.empty()) {
    fmt::print("{:21}no input came\n", name);
    return;
  }
  std::sort(times.begin(), times.end());
  fmt::print("{:21}median {:.1f} ms, 95 % below {:.1f} ms, longest {:.1f} ms, of {}\n", name,
             1e3 * share(times, 0.5), 1e3 * share(times, 0.95), 1e3 * times.back(), times.size());
}

}  // namespace

double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void print_measured(MeasuredPictures measured, const ProgramOptions& options, bool in_window) {
  std::vector<double>& times = measured.times;
  std::sort(times.begin(), times.end());
  const double total = std::accumulate(times.begin(), times.end(), 0.0);
  const auto count = static_cast<double>(times.size());
  fmt::print(
      "drawn by             {}\n"
      "pictures             {:8}\n"
      "size                 {}x{}\n"
      "view drawn at        {:8.2f}\n"
      "pictures per second  {:8.1f}\n"
      "mean                 {:8.1f} ms\n"
      "95 % below           {:8.1f} ms\n"
      "longest              {:8.1f} ms\n"
      "processor, mean      {:8.1f} ms\n",
      reinterpret_cast<const char*>(glGetString(GL_RENDERER)), times.size(), options.width, options.height,
      measured.scale, count / total, 1e3 * total / count, 1e3 * share(times, 0.95), 1e3 * times.back(),
      1e3 * measured.processor / count);
  if (!in_window) return;
  print_answers("input to picture", std::move(measured.answers));
  print_answers("at the very worst", std::move(measured.at_worst));
}

}  // namespace grouser::desktop
