// The ruts that wheels leave: marked while a step is tried, laid once it is accepted.
#pragma once
#include <span>

#include "contact_element.hpp"
#include "grouser/soil/contact/contact.hpp"
#include "grouser/terrain/contact/wheel_arc.hpp"

namespace grouser {

/// Where a slice leaves a rut once the step is accepted.
struct RutMark {
  Vec3 point;       // bottom of the slice, world
  Vec3 rear, side;  // unit, horizontal: backward along the travel, across
  double half_width = 0.0, depth = 0.0;
  int material = 0;  // only ground of this soil is marked
};
RutMark make_rut(const ContactLaw& law, const Vec3& heading, const ArcContact& arc, const ContactForce& f);
/// Whether a slice that moves at `velocity` should leave a rut mark in this step.
bool leaves_rut(const ContactInstant&, const Vec3& center, const Vec3& velocity);
void lay_ruts(std::span<const RutMark> ruts, const Terrain& terrain, GroundMemory& ground);

}  // namespace grouser
