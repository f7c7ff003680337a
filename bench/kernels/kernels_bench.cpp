// SPDX-License-Identifier: BSD-3-Clause
// The small matrices of grouser/math/small beside Eigen, ALGLIB and textbook loops: ns a system, medians of
// repeats in which all take turns. bench_kernels [REPEATS]. Fails where a peer's answer is another.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernel_inputs.hpp"
#include "peers.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr std::size_t kSystems = 64;  // inputs and results stay in the first cache
constexpr double kLeastTime = 2e-5;   // s, of one measurement
constexpr double kCondition = 100.0;

// One of those that take turns at a kernel.
struct Runner {
  std::string name;
  void (*run)(const double*, double*, std::size_t) = nullptr;
  std::vector<double> in, out;
  int calls = 1;
  std::vector<double> times = {};  // ns a system

  double seconds() {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < calls; ++k) {
      run(in.data(), out.data(), kSystems);
      asm volatile("" ::: "memory");
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  void set_pace() {
    while (seconds() < kLeastTime) calls *= 2;
  }
  void measure() { times.push_back(1e9 * seconds() / (calls * static_cast<double>(kSystems))); }
  double median() {
    if (times.empty()) return NAN;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
  }
};

std::vector<Runner> runners_of(std::size_t kernel) {
  const SmallKernel& k = kSmallDouble.kernels[kernel];
  const std::vector<double> inputs = kernel_inputs(k, kSystems, kCondition);
  const std::size_t results = kSystems * static_cast<std::size_t>(k.outputs);
  std::vector<Runner> runners = {
      {"Eigen", bench::eigen_peer(k.name), inputs, std::vector<double>(results)},
      {"ALGLIB", bench::alglib_peer(k.name), inputs, std::vector<double>(results)},
      {"textbook", bench::textbook_peer(k.name), inputs, std::vector<double>(results)},
      {"singly", k.run, inputs, std::vector<double>(results)}};
  for (const SimdLevel level : available_levels()) {
    if (level == SimdLevel::scalar) continue;
    const SmallTable& table = small_table(level);
    runners.push_back({std::string(level_name(level)), table.kernels[kernel].run,
                       in_blocks(inputs, k.inputs, table.lanes), std::vector<double>(results)});
  }
  return runners;
}

// Largest difference of a peer's results from ours.
double difference(const Runner& peer, const Runner& ours) {
  double worst = 0.0;
  for (std::size_t i = 0; i < ours.out.size(); ++i)
    worst = std::max(worst, std::fabs(peer.out[i] - ours.out[i]) / (1.0 + std::fabs(ours.out[i])));
  return worst;
}

std::string ratio(double of, double to) { return std::isnan(of) ? "-" : fmt::format("{:.1f}", of / to); }
std::string nanoseconds(double x) {
  return std::isnan(x) ? "-" : fmt::format("{:.{}f}", x, x < 100.0 ? 2 : 0);
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = argc > 1 ? std::atoi(argv[1]) : 301;
  if (argc > 2 || repeats < 1) {
    fmt::print(stderr, "Usage: bench_kernels [REPEATS], a number above 0 (301)\n");
    return 2;
  }
  bool wrong = false;
  for (std::size_t k = 0; k < kSmallDouble.kernels.size(); ++k) {
    std::vector<Runner> runners = runners_of(k);
    for (Runner& r : runners)
      if (r.run) r.set_pace();
    for (int repeat = 0; repeat < repeats; ++repeat)
      for (Runner& r : runners)
        if (r.run) r.measure();
    if (k == 0) {
      fmt::print("{:<26}", "ns a system");
      for (const Runner& r : runners) fmt::print("{:>10}", r.name);
      fmt::print("{:>10}{:>10}{:>10}{:>10}\n", "E/singly", "E/lanes", "A/lanes", "T/lanes");
    }
    fmt::print("{:<26}", kSmallDouble.kernels[k].name);
    for (Runner& r : runners) fmt::print("{:>10}", nanoseconds(r.median()));
    const double eigen = runners[0].median(), lanes = runners.back().median();
    fmt::print("{:>10}{:>10}{:>10}{:>10}\n", ratio(eigen, runners[3].median()), ratio(eigen, lanes),
               ratio(runners[1].median(), lanes), ratio(runners[2].median(), lanes));
    for (std::size_t peer = 0; peer < 3; ++peer)
      if (const double far = runners[peer].run ? difference(runners[peer], runners[3]) : 0.0;
          !(far < 1e-10)) {
        fmt::print("  {} differs from us by {:.1e} of the result, expected below 1e-10\n", runners[peer].name,
                   far);
        wrong = true;
      }
  }
  return wrong ? 1 : 0;
}
