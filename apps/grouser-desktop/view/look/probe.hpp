// SPDX-License-Identifier: BSD-3-Clause
// The facts about the ground under the pointer.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "grouser/simulation/step/frame.hpp"
#include "grouser/survey/raster/map_frame.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

struct ProbeReading {
  Vec3 at = Vec3::Zero();  ///< m
  double slope = 0.0;      ///< of the undisturbed ground, rad
  double aspect =
      0.0;  ///< where it falls towards, rad clockwise from north (+y); without meaning on level ground
  std::string soil;      ///< as shown to users
  double sinkage = 0.0;  ///< of the ruts, m
  std::optional<LonLat> place;
};

class Probe {
 public:
  Probe();
  ~Probe();
  /// Nothing beyond the ground's edges. `memory` may be null; `painted`: the ground of the moment, where soil
  /// strokes changed it. The first point of a ground that came from a map reads its coordinate system.
  std::optional<ProbeReading> read(const std::shared_ptr<const Scene>& scene, const GroundMemory* memory,
                                   const Vec2& at, const Terrain* painted = nullptr);

 private:
  void take(const std::shared_ptr<const Scene>& scene);
  std::shared_ptr<const Scene> scene_;
  std::unique_ptr<SiteFrame> frame_;
};

/// "x 12.40  y -3.10  z 0.25 m   slope 4.1° to 215°   LETE sand   sinkage 3.2 mm".
std::string probe_text(const ShownUnits& units, const ProbeReading& reading);

}  // namespace grouser::desktop
