// SPDX-License-Identifier: BSD-3-Clause
// Runs a drive on soils of several angles of friction, two at a time, and prints how deep its wheels sink.
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "grouser/grouser.hpp"

int main() {
  const std::vector<std::string> angles{"22", "26", "30", "34", "38"};  // deg
  const grouser::BatchSimulation batch("drive_flat_soft", {{"duration", "10"}});
  grouser::BatchOptions options;
  options.threads = 2;
  options.now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };

  // worlds end in any order, one at a time
  std::vector<grouser::WorldResult> results(angles.size());
  batch.run(
      angles.size(),
      [&](std::size_t world) {
        return std::vector<grouser::Override>{{"soil.phi_deg", angles[world]}};
      },
      options, [&](std::size_t world, grouser::WorldResult result) { results[world] = std::move(result); });

  for (std::size_t world = 0; world < angles.size(); ++world) {
    const grouser::WorldResult& result = results[world];
    if (result.status != grouser::WorldStatus::completed)
      std::printf("%s deg  %s: %s\n", angles[world].c_str(), to_string(result.status),
                  result.message.c_str());
    else
      std::printf("%s deg  sinkage %.5f m  slip %.4f\n", angles[world].c_str(),
                  result.summary.metrics.at("max_sinkage").value,
                  result.summary.metrics.at("mean_slip").value);
  }
}
