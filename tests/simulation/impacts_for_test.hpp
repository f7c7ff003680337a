// SPDX-License-Identifier: BSD-3-Clause
// Measured impacts, and bodies that fall until they stop, for the tests of this folder.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grouser/simulation/run/run.hpp"
#include "support.hpp"

namespace grouser::test {

using Rows = std::vector<std::vector<double>>;

/// The numbers of a CSV file whose first column may be a word; lines of comment and the head are left out.
inline Rows numbers_of(const std::filesystem::path& path, bool named) {
  std::ifstream file(path);
  Rows rows;
  bool head = true;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (head) {
      head = false;
      continue;
    }
    if (named) line.erase(0, line.find(',') + 1);
    std::vector<double> row;
    for (std::size_t at = 0; at < line.size();) {
      std::size_t end = line.find(',', at);
      if (end == std::string::npos) end = line.size();
      try {
        row.push_back(std::stod(line.substr(at, end - at)));
      } catch (const std::invalid_argument&) {  // a word at the end
      }
      at = end + 1;
    }
    rows.push_back(row);
  }
  return rows;
}

inline std::string setting(const char* key, double value) { return fmt::format("{}={:.17g}", key, value); }

/// How far the first body of a world goes down from where it starts, m, until it no longer falls; and how far
/// its energy book is open then.
struct ImpactDrop {
  double way = 0.0, book = 0.0;
};
inline ImpactDrop fall(const std::string& scenario, const std::vector<std::string>& settings) {
  Simulation s = start(scenario, settings);
  MetricsTracker metrics(s);
  const auto height = [&] { return s.kinematics().body[0].X_WB.p.z(); };
  const double from = height();
  double last = from;
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    metrics.observe(s);
    if (height() > last) break;
    last = height();
  }
  CHECK_FALSE(s.finished());  // it has come to a stop
  return {from - last, metrics.metrics(s).at("energy_ledger_error").value};
}

/// How deep four plates of a radius (m) on a frame come to rest on the Moon under a pressure (Pa), m.
inline double pressed_depth(const std::string& scenario, double pressure, double radius,
                            std::vector<std::string> settings) {
  settings.push_back(
      setting("lander.body.0.mass", 4.0 * pressure * std::numbers::pi * radius * radius / 1.62));
  for (int k = 0; k < 4; ++k)
    settings.push_back(setting(fmt::format("lander.pad.{}.radius", k).c_str(), radius));
  Simulation s = start(scenario, settings);
  while (!s.finished()) REQUIRE(s.step() == StepStatus::ok);
  return 0.2 - s.kinematics().body[0].X_WB.p.z();
}

/// How deep the deepest footpad of a lunar module comes that touches down at a speed (m/s), m.
inline double footpad_depth(const std::string& scenario, double speed, std::vector<std::string> settings) {
  settings.push_back("duration=1.5");
  settings.push_back(setting("initial_lander.velocity.2", -speed));
  Simulation s = start(scenario, settings);
  double deepest = 0.0;
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    for (std::size_t b = 1; b < 5; ++b) deepest = std::max(deepest, -s.kinematics().body[b].X_WB.p.z());
  }
  return deepest;
}

inline double geometric_mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double x : values) sum += std::log(x);
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace grouser::test
