// SPDX-License-Identifier: BSD-3-Clause
// Metrics of wheels: extremes over all steps, slip as a mean over the time of driving, loads as means over
// the last tenth of the run.
#include <cmath>

#include "grouser/simulation/observe/stance_notes.hpp"
#include "grouser/soil/wheel/rft_range.hpp"
#include "metric_watch.hpp"

namespace grouser {
namespace {

constexpr double kSettledShare = 0.1;  // of the duration, at its end
constexpr double kToTheAxle = 0.98;    // share of the radius: the arc's laws end there
constexpr double kDriving = 1e-4;      // m/s rim speed from which a wheel counts as driving

/// Forces, sinkage, slip and settled loads of all wheels; reported without wheels too, as zeros.
class WheelWatch final : public MetricWatch {
 public:
  explicit WheelWatch(const Simulation& s)
      : settled_from_(settled_from(s.world())),
        sunk_(s.world().wheels.size(), false),
        deepest_(s.world().wheels.size(), 0.0) {
    if (s.step_count() == 0) stance_ = stance_notes(s);
  }

  void observe(const Simulation& s) override {
    const World& world = s.world();
    const double dt = s.state().motion.dt_prev;
    double load = 0.0, pull = 0.0;
    for (std::size_t i = 0; i < sunk_.size(); ++i) {
      const WheelOutput& w = s.output().wheels[i];
      const double radius = world.wheels[i].spec.geometry.radius;
      peak_force_ = std::max(peak_force_, w.force.norm());
      max_sinkage_ = std::max(max_sinkage_, w.sinkage);
      peak_hub_displacement_ = std::max(peak_hub_displacement_, w.depth);
      // Depth by resistive force theory counts on the base ground, not on shapes.
      if (w.surface == 0) deepest_[i] = std::max(deepest_[i], w.sinkage);
      if (w.sinkage >= kToTheAxle * radius) sunk_[i] = true;
      load += w.force.z();
      pull += w.longitudinal;
      // Slip counts positive where the wheel digs, in both directions of rolling.
      const double rim = s.state().motion.v[world.drives[i].drive_v] * radius;
      if (std::fabs(rim) > kDriving && w.has_slip()) slip_.add(dt, rim < 0.0 ? -w.slip : w.slip);
    }
    // Loads and pull are averaged over the end of the run.
    if (s.time() < settled_from_) return;
    load_.add(dt, load);
    pull_.add(dt, pull);
  }

  void add_to(const Simulation&, MetricSink& put) const override {
    put("peak_wheel_force", "N", peak_force_);
    put("settled_load_sum", "N", load_.value());  // a verdict may end a run earlier
    put("drawbar_pull", "N", pull_.value());
    put("max_sinkage", "m", max_sinkage_);
    put("mean_slip", "-", slip_.value().value_or(0.0));
    put("peak_hub_displacement", "m", peak_hub_displacement_);
  }

  void add_notes(const World& world, std::vector<std::string>& notes) const override {
    notes.insert(notes.end(), stance_.begin(), stance_.end());
    for (std::size_t i = 0; i < sunk_.size(); ++i)
      if (sunk_[i])
        notes.push_back("wheel " + world.wheels[i].spec.name +
                        " sank to its axle: the soil does not carry it, its forces are beyond the law");
    if (const std::string note = depth_note(world); !note.empty()) notes.push_back(note);
  }

 private:
  /// Note on the wheel that went deepest for its width, where the ground has a soil by resistive force
  /// theory.
  std::string depth_note(const World& world) const {
    std::string note;
    double worst = 1.0;
    for (std::size_t i = 0; i < deepest_.size(); ++i) {
      const WheelSpec& wheel = world.wheels[i].spec;
      // Only a wheel that is deeper for its width than those before it, and deeper than its width.
      if (!(deepest_[i] > worst * wheel.geometry.width)) continue;
      for (const int m : world.terrain->ground_materials()) {
        const std::string found =
            rft_depth_note(world.materials[static_cast<std::size_t>(m)], wheel.geometry, deepest_[i]);
        if (found.empty()) continue;
        note = found + " (wheel " + wheel.name + ")";
        worst = deepest_[i] / wheel.geometry.width;
        break;
      }
    }
    return note;
  }

  double settled_from_;
  double peak_force_ = 0.0, max_sinkage_ = 0.0, peak_hub_displacement_ = 0.0;  // N, m, m
  TimeMean slip_, load_, pull_;
  std::vector<bool> sunk_;           // per wheel: to its axle
  std::vector<double> deepest_;      // per wheel: sinkage into the base ground, m
  std::vector<std::string> stance_;  // notes on the start
};

}  // namespace

double settled_from(const World& world) { return world.settings.duration * (1.0 - kSettledShare); }

std::unique_ptr<MetricWatch> watch_wheels(const Simulation& s) { return std::make_unique<WheelWatch>(s); }

}  // namespace grouser
