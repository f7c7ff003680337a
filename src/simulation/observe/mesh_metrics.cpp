// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/simulation/observe/mesh_metrics.hpp"

#include <algorithm>

#include "grouser/simulation/step/output.hpp"

namespace grouser {

MeshMetrics::MeshMetrics(const World& world)
    : first_(world.parts.size() - static_cast<std::size_t>(world.mesh.records)) {
  for (std::size_t i = first_; i < world.parts.size(); ++i) parts_.push_back({.name = world.parts[i].name});
}

void MeshMetrics::observe(const Simulation& simulation) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const ContactRecord& record = simulation.output().records[first_ + i];
    Part& part = parts_[i];
    part.last_force = record.force.norm();
    part.peak_force = std::max(part.peak_force, part.last_force);
    part.deepest = std::max(part.deepest, record.depth);
  }
}

void MeshMetrics::add_to(std::map<std::string, Metric>& metrics) const {
  for (const Part& part : parts_) {
    metrics[part.name + "_peak_force"] = {part.peak_force, "N"};
    metrics[part.name + "_final_force"] = {part.last_force, "N"};
    metrics[part.name + "_peak_penetration"] = {part.deepest, "m"};
  }
}

}  // namespace grouser
