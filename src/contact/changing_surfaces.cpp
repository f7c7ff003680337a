// SPDX-License-Identifier: BSD-3-Clause
// Surfaces of meshes whose section changes with a joint's coordinate or with the time: the table of
// distances is replaced where the section has moved, and settles into a fast one once it rests.
#include "changing_surfaces.hpp"

#include <limits>

namespace grouser {
namespace {

// Evaluations without change after which the table is made anew: it costs as much as some ten of them with a
// thousand depths each, and a surface that is still so long has mostly come to rest.
constexpr int kSettlesAfter = 100;
constexpr double kNever = std::numeric_limits<double>::quiet_NaN();

}  // namespace

ChangingSurfaces::ChangingSurfaces(const ContactScene& scene) : scene_(scene) {
  for (std::size_t m = 0; m < scene.mesh.parts.size(); ++m) {
    const MeshPart& part = scene.mesh.parts[m];
    if (!part.changes()) continue;
    const std::vector<SectionPoint>& section = part.spec.form->section;
    Surface& surface = surfaces_.emplace_back(Surface{static_cast<int>(m),
                                                      std::make_shared<SectionDistance>(section),
                                                      {kNever, kNever, kNever},
                                                      0,
                                                      {},
                                                      {}});
    surface.section.reserve(section.size());
    surface.drifts.reserve(section.size());
  }
}

std::shared_ptr<const SurfaceDistance> ChangingSurfaces::surface_of(int mesh) const {
  for (const Surface& surface : surfaces_)
    if (surface.mesh == mesh) return surface.distance;
  return scene_.mesh.parts[static_cast<std::size_t>(mesh)].surface;
}

// With the time a section moves by its mean speed over a step's length: in a sum of powers over steps that
// loses nothing where the speed jumps, wherever in a step that is. On a joint it is the slope, so that the
// joint bears a potential's.
void ChangingSurfaces::follow(const ContactInstant& at) {
  for (Surface& surface : surfaces_) {
    const MeshPart& part = scene_.mesh.parts[static_cast<std::size_t>(surface.mesh)];
    const SectionCourse& course = part.spec.form->course;
    const bool by_joint = part.driver.q >= 0;
    const double value = by_joint ? (*at.q)[part.driver.q] : at.time, width = by_joint ? 0.0 : at.step;
    const std::array<double, 3> now{course.clamp(value), course.clamp(value - 0.5 * width),
                                    course.clamp(value + 0.5 * width)};
    if (now == surface.at) {
      if (++surface.still == kSettlesAfter) surface.distance->settle();
      continue;
    }
    surface.at = now;
    surface.still = 0;
    course.find(value, surface.section);
    course.find_drifts(value, width, surface.drifts);
    surface.distance->replace(surface.section, surface.drifts);
  }
}

double ChangingSurfaces::change_of(int mesh, const ContactInstant& at) const {
  const MeshPart& part = scene_.mesh.parts[static_cast<std::size_t>(mesh)];
  if (!part.changes()) return 0.0;
  return part.driver.v >= 0 ? (*at.v)[part.driver.v] : at.clock;
}

void ChangingSurfaces::bear(int mesh, double growth, const ContactInstant& at, ContactLoads& loads) const {
  const MeshPart& part = scene_.mesh.parts[static_cast<std::size_t>(mesh)];
  if (!part.changes()) return;
  if (part.driver.v >= 0)
    loads.add_effort(part.driver.v, -growth);
  else
    loads.power.driven += growth * at.clock;
}

}  // namespace grouser
