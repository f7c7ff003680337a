// SPDX-License-Identifier: BSD-3-Clause
// Metrics of struts: peaks from a reading after each step, losses from the state.
#include "grouser/simulation/step/strut.hpp"
#include "metric_watch.hpp"

namespace grouser {
namespace {

/// Crushed share of a core's length; 0 without a core.
double share_of(const CrushCore& core, double crushed) {
  return core.empty() ? 0.0 : crushed / core_length(core);
}

/// Peak forces and strokes of struts; crushing and losses are kept in the state.
class StrutWatch final : public MetricWatch {
 public:
  explicit StrutWatch(const World& world) : peaks_(world.struts.size()) {}
  void observe(const Simulation& s) override {
    for (std::size_t i = 0; i < peaks_.size(); ++i) {
      const Strut& strut = s.world().struts[i];
      const StrutReading now = read_strut(strut, s.state().all<StrutMemory>()[i], s.kinematics());
      peaks_[i].compression = std::max(peaks_[i].compression, now.force);
      peaks_[i].tension = std::max(peaks_[i].tension, -now.force);
      peaks_[i].stroke = std::max(peaks_[i].stroke, strut.spec.free_length - now.length);
    }
  }
  /// NAME_peak_compression and _peak_tension (N), NAME_crushed (m; of struts with cores), NAME_stroke_used
  /// (share of the fuller core, or of a shock absorber's stroke), energy_crush, energy_strut_dampers and
  /// energy_strut_friction (J).
  void add_to(const Simulation& s, MetricSink& put) const override {
    double crush = 0.0, dampers = 0.0, friction = 0.0;
    for (std::size_t i = 0; i < peaks_.size(); ++i) {
      const StrutSpec& spec = s.world().struts[i].spec;
      const StrutMemory& memory = s.state().all<StrutMemory>()[i];
      put(spec.name + "_peak_compression", "N", peaks_[i].compression);
      put(spec.name + "_peak_tension", "N", peaks_[i].tension);
      if (!spec.compression.empty() || !spec.tension.empty()) {
        put(spec.name + "_crushed", "m", memory.compressed + memory.stretched);
        put(spec.name + "_stroke_used", "-",
            std::max(share_of(spec.compression, memory.compressed),
                     share_of(spec.tension, memory.stretched)));
      }
      if (!spec.absorber.empty())
        put(spec.name + "_stroke_used", "-", peaks_[i].stroke / spec.absorber.spring.back()[0]);
      crush += memory.crush_loss;
      friction += memory.friction_loss;
      dampers += memory.damper_loss;
    }
    put("energy_crush", "J", crush);
    put("energy_strut_dampers", "J", dampers);
    put("energy_strut_friction", "J", friction);
  }

 private:
  struct Peak {
    double compression = 0.0, tension = 0.0;  // N
    double stroke = 0.0;                      // m, shorter than the free length
  };
  std::vector<Peak> peaks_;
};

}  // namespace

std::unique_ptr<MetricWatch> watch_struts(const Simulation& s) {
  return s.world().struts.empty() ? nullptr : std::make_unique<StrutWatch>(s.world());
}

}  // namespace grouser
