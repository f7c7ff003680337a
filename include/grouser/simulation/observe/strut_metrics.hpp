// SPDX-License-Identifier: BSD-3-Clause
// Headline numbers of struts: what each crushed of what it has, its greatest loads, and what all took of the energy.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

class StrutMetrics {
 public:
  explicit StrutMetrics(const World& world);
  /// Call after each step; does nothing without struts.
  void observe(const Simulation& simulation);
  /// NAME_peak_compression and _peak_tension (N), NAME_crushed (m; of struts with cores), NAME_stroke_used (share of the fuller
  /// core, or of a shock absorber's stroke), energy_crush, energy_strut_dampers and energy_strut_friction (J).
  void add_to(const Simulation& simulation, std::map<std::string, Metric>& metrics) const;

 private:
  struct Peak {
    double compression = 0.0, tension = 0.0;  // N
    double stroke = 0.0;                      // m, shorter than the free length
  };
  std::vector<Peak> peaks_;
};

}  // namespace grouser
