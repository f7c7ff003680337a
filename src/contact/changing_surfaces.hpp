// SPDX-License-Identifier: BSD-3-Clause
// Surfaces of meshes whose sections change with a joint's coordinate or with the time. Each set of contact
// elements has its own copies: a surface is what the evaluation at hand makes it, and worlds that run side
// by side are at different ones.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "grouser/contact/contact_element.hpp"
#include "grouser/shape/distance/section_distance.hpp"

namespace grouser {

class ChangingSurfaces {
 public:
  explicit ChangingSurfaces(const ContactScene& scene);
  /// The surface of a mesh that others are pressed into: a copy owned here if it changes.
  std::shared_ptr<const SurfaceDistance> surface_of(int mesh) const;
  /// Sets all surfaces to their form at this instant, which alone determines them. Allocates nothing.
  void follow(const ContactInstant& at);
  /// Rate of the coordinate or time that a mesh's surface depends on, per s; 0 if it depends on none.
  double change_of(int mesh, const ContactInstant& at) const;
  /// Puts what the layer opposes to the change (PolygonLoads::growth) on the joint that drives it, or in
  /// the book as work of a drive that follows the clock.
  void bear(int mesh, double growth, const ContactInstant& at, ContactLoads& loads) const;

 private:
  struct Surface {
    int mesh = 0;
    std::shared_ptr<SectionDistance> distance;
    std::array<double, 3> at;  // the value that it is at, and those between which its drift is taken
    int still = 0;             // evaluations since it changed
    std::vector<SectionPoint> section, drifts;
  };

  const ContactScene& scene_;
  std::vector<Surface> surfaces_;
};

}  // namespace grouser
