// SPDX-License-Identifier: BSD-3-Clause
// Records a run, and reads its file: record drop.h5
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "grouser/grouser.hpp"

namespace {

void record(const char* file) {
  grouser::Simulation simulation = grouser::start_simulation(grouser::load_world("wheel_drop_200"));
  grouser::RunOptions options;
  options.out = file;
  options.now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  grouser::run_scenario(simulation, options);
}

void read(const char* file) {
  const grouser::RunReader run(file);
  const std::vector<double> times = run.read_times(), loads = run.read_channel("wheel/rear_left/load");
  const auto most = std::max_element(loads.begin(), loads.end());
  std::printf("%zu frames of %zu channels\n", run.frame_count(), run.channels().size());
  std::printf("largest load %.1f N at %.3f s\n", *most,
              times[static_cast<std::size_t>(most - loads.begin())]);
  for (const grouser::RunEvent& event : run.read_events())
    std::printf("%7.3f s  %s  %s\n", event.time, event.kind.c_str(), event.text.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "record: found %d arguments, expected the name of a run file\n", argc - 1);
    return 2;
  }
  try {
    record(argv[1]);
    read(argv[1]);
  } catch (const grouser::Error& error) {
    std::fprintf(stderr, "record: %s\n", error.what());
    return 1;
  }
}
