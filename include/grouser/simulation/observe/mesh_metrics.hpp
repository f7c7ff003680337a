// SPDX-License-Identifier: BSD-3-Clause
// Headline numbers of the meshes in hard contact: what each part of theirs bore.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

class MeshMetrics {
 public:
  explicit MeshMetrics(const World& world);
  /// Call after each step; does nothing without meshes.
  void observe(const Simulation& simulation);
  void add_to(std::map<std::string, Metric>& metrics) const;

 private:
  struct Part {
    std::string name;
    double peak_force = 0.0, last_force = 0.0, deepest = 0.0;  // N, m
  };
  std::size_t first_ = 0;  // record of the first
  std::vector<Part> parts_;
};

}  // namespace grouser
