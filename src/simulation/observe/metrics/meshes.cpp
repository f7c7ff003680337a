// SPDX-License-Identifier: BSD-3-Clause
// Metrics of meshes in hard contact, from their contact records after each step.
#include "metric_watch.hpp"

namespace grouser {
namespace {

/// Peak and final force, and deepest penetration, of each mesh in hard contact.
class MeshWatch final : public MetricWatch {
 public:
  explicit MeshWatch(const World& world)
      : first_(world.parts.size() - static_cast<std::size_t>(world.mesh.records)) {
    for (std::size_t i = first_; i < world.parts.size(); ++i) parts_.push_back({world.parts[i].name});
  }

  void observe(const Simulation& simulation) override {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const ContactRecord& record = simulation.output().records[first_ + i];
      Part& part = parts_[i];
      part.last_force = record.force.norm();
      part.peak_force = std::max(part.peak_force, part.last_force);
      part.deepest = std::max(part.deepest, record.depth);
    }
  }

  void add_to(const Simulation&, MetricSink& put) const override {
    for (const Part& part : parts_) {
      put(part.name + "_peak_force", "N", part.peak_force);
      put(part.name + "_final_force", "N", part.last_force);
      put(part.name + "_peak_penetration", "m", part.deepest);
    }
  }

 private:
  struct Part {
    std::string name;
    double peak_force = 0.0, last_force = 0.0, deepest = 0.0;  // N, m
  };
  std::size_t first_;  // record of the first
  std::vector<Part> parts_;
};

}  // namespace

std::unique_ptr<MetricWatch> watch_meshes(const Simulation& s) {
  return s.world().mesh.records == 0 ? nullptr : std::make_unique<MeshWatch>(s.world());
}

}  // namespace grouser
