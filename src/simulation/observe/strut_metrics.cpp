// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/simulation/observe/strut_metrics.hpp"

#include <algorithm>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/strut.hpp"

namespace grouser {
namespace {

double share_of(const CrushCore& core, double crushed) {
  return core.empty() ? 0.0 : crushed / core_length(core);
}

}  // namespace

StrutMetrics::StrutMetrics(const World& world) : peaks_(world.struts.size()) {}

void StrutMetrics::observe(const Simulation& s) {
  for (std::size_t i = 0; i < peaks_.size(); ++i) {
    const Strut& strut = s.world().struts[i];
    const StrutReading now = read_strut(strut, s.state().all<StrutMemory>()[i], s.kinematics());
    peaks_[i].compression = std::max(peaks_[i].compression, now.force);
    peaks_[i].tension = std::max(peaks_[i].tension, -now.force);
    peaks_[i].stroke = std::max(peaks_[i].stroke, strut.spec.free_length - now.length);
  }
}

void StrutMetrics::add_to(const Simulation& s, std::map<std::string, Metric>& m) const {
  if (peaks_.empty()) return;
  double crush = 0.0, dampers = 0.0, friction = 0.0;
  for (std::size_t i = 0; i < peaks_.size(); ++i) {
    const StrutSpec& spec = s.world().struts[i].spec;
    const StrutMemory& memory = s.state().all<StrutMemory>()[i];
    m[spec.name + "_peak_compression"] = {peaks_[i].compression, "N"};
    m[spec.name + "_peak_tension"] = {peaks_[i].tension, "N"};
    if (!spec.compression.empty() || !spec.tension.empty()) {
      m[spec.name + "_crushed"] = {memory.compressed + memory.stretched, "m"};
      m[spec.name + "_stroke_used"] = {
          std::max(share_of(spec.compression, memory.compressed), share_of(spec.tension, memory.stretched)),
          "-"};
    }
    if (!spec.absorber.empty())
      m[spec.name + "_stroke_used"] = {peaks_[i].stroke / spec.absorber.spring.back()[0], "-"};
    crush += memory.crush_loss;
    friction += memory.friction_loss;
    dampers += memory.damper_loss;
  }
  m["energy_crush"] = {crush, "J"};
  m["energy_strut_dampers"] = {dampers, "J"};
  m["energy_strut_friction"] = {friction, "J"};
}

}  // namespace grouser
