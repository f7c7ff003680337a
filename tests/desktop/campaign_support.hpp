// SPDX-License-Identifier: BSD-3-Clause
// The folder of a made-up campaign, for tests of what the window shows of one.
#pragma once
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/math/random.hpp"
#include "grouser/mission/campaign/campaign.hpp"
#include "grouser/mission/campaign/row_store.hpp"

namespace grouser::test {

inline const std::vector<RowColumn> kRows{{"row", "-"},
                                          {"sample", "-"},
                                          {"soil", "", true},
                                          {"speed", "SI"},
                                          {"status", "", true},
                                          {"reason", "", true},
                                          {"steps", "-"},
                                          {"simulated_s", "s"},
                                          {"peak", "N"},
                                          {"tilt", "rad"},
                                          {"verdict", "", true},
                                          {"verdict_time_s", "s"},
                                          {"verdict_reason", "", true},
                                          {"state_hash", "", true}};

/// Rows of two soils; every tenth has failed for one of two reasons.
inline RowRecord made_row(std::uint64_t row) {
  math::RandomStream random(5, row);
  const double speed = random.uniform(0.0, 2.0), noise = random.normal();
  const bool sand = row % 2 == 1, failed = row % 10 == 3;
  const double none = std::nan("");
  const std::string reason =
      row % 20 == 3 ? "wheel 4 at " + std::to_string(speed) + " m" : "tipped at step 17";
  return {row,
          {static_cast<double>(row), static_cast<double>(row / 2), speed, 100.0, 1.0,
           failed ? none : 50.0 * speed + noise, failed ? none : 0.1 * noise, 1.0},
          {sand ? "sand" : "ice", failed ? "failed" : "completed", failed ? reason : "",
           speed > 1.8 ? "rolled_over" : "upright", "", "00ff"}};
}

inline void make_folder(const std::filesystem::path& folder, std::uint64_t rows, std::uint64_t done) {
  CampaignManifest manifest;
  manifest.identity = {
      .version = "1", .simd_level = "sse2", .inputs = {}, .plan = {"seed = 5"}, .columns = kRows};
  manifest.samples = rows / 2;
  manifest.rows = rows;
  RowStore store(folder, kRows, rows, StoreUse::whole_folder);
  write_manifest(folder, manifest);
  for (std::uint64_t row = 0; row < done; ++row) store.add(made_row(row));
}

}  // namespace grouser::test
