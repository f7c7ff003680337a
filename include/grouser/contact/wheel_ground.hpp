// SPDX-License-Identifier: BSD-3-Clause
// Geometry and forces of a wheel on the ground for every mode, dynamic or quasi-static: the places of its
// slices and of the shapes that bodies carry, the axes of a contact, the effect of its forces on the bodies,
// and the ruts it leaves.
#pragma once
#include <span>
#include <vector>

#include "grouser/contact/contact_kinds.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/soil/force/contact.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser {

/// The slice of a wheel at `offset` along its axle, m. X: pose of the wheel's body.
inline WheelDisc slice_disc(const WheelPart& wheel, double offset, const RigidTransform& X) {
  const WheelGeometry& g = wheel.spec.geometry;
  return {.center = X.p + offset * X.R.col(1),
          .axis = X.R.col(1),
          .radius = g.radius + wheel.reach,
          .half_width = 0.5 * g.width / static_cast<double>(wheel.slice_offsets.size()),
          .offset = offset,
          .wheel_half_width = 0.5 * g.width};
}

/// Penetration of the wheel, as large as the law takes it, in the ground, m; <= 0: the disc penetrates, the
/// wheel does not.
inline double penetration_of(const ArcContact& arc, const WheelPart& wheel, const ContactLaw& law) {
  return arc.penetration - (wheel.reach - (law.radius - law.wheel.radius));
}

/// World poses of the terrain's shapes. Those of the world stand still, and there may be many of them: only
/// those that bodies carry are placed anew.
class ShapePoses {
 public:
  explicit ShapePoses(const ContactScene& scene);
  void place(const Kinematics& kinematics);
  const std::vector<RigidTransform>& all() const { return poses_; }
  /// Whether bodies carry any.
  bool move() const { return !carried_.empty(); }

 private:
  struct Carried {
    std::size_t shape;
    int owner;
    RigidTransform pose;  // in its owner
  };
  std::vector<Carried> carried_;
  std::vector<RigidTransform> poses_;
};

/// Axes of a wheel's contact, world: heading, left, and the normal.
struct ContactFrame {
  Vec3 forward, left, normal;
};
/// axis: of the disc; gradient: of its penetration.
inline ContactFrame contact_frame(const Vec3& axis, const Vec3& gradient) {
  ContactFrame f;
  f.normal = gradient.normalized();
  f.forward = axis.cross(f.normal).normalized();
  f.left = f.normal.cross(f.forward);
  return f;
}

/// Couple on the wheel at the contact's point, which lies `lever` from the axle: the longitudinal force there
/// already turns the wheel by -longitudinal * lever, and the law knows the whole torque. axis: of the disc.
inline Vec3 wheel_couple(double torque, double longitudinal, double lever, const Vec3& axis) {
  return -(torque - longitudinal * lever) * axis;
}

/// Adds a force and a couple on a body at a world point, and their opposites on the other (-1: the world).
void add_contact_force(Loads& loads, const Kinematics& kinematics, int body, int other, const Vec3& point,
                       const Vec3& force, const Vec3& couple);

/// The mark that a slice leaves in a rut once its step or pose is accepted.
struct RutMark {
  int wheel = 0;  ///< its number; the marks of one wheel stand side by side
  const ContactLaw* law = nullptr;
  Vec3 point = Vec3::Zero();  ///< bottom of the slice, world, m
  Vec2 axle = Vec2::UnitY();  ///< horizontal part of the disc's axis, which points left
  double sense = 1.0;         ///< 1: it rolls ahead, -1: back
  double rut_depth = 0.0;     ///< of the ground it rolled onto, m
  double sinkage = 0.0;       ///< over that, m
  int material = 0;           ///< only ground of this soil is marked

  // Filled in by lay_ruts():
  double depth = 0.0;  ///< that remains, m
  double along = 0.0,
         beside = 0.0;      ///< of the line that is pressed, from the world's origin in the wheel's axes, m
  double half_cells = 0.0;  ///< half of the strip's width, seen from above, in cells

  /// A cell whose middle lies less than this aside of the strip's is all in it; one further than `outer` is
  /// not in it, m.
  double inner = 0.0, outer = 0.0;
};
/// Presses the ground behind the bottom of each slice to what remains of its sinkage, out of reach of what
/// lies ahead of it. A wheel's strip raises each cell by the share of it that its slices cover
/// (strip_cells.hpp); a cell keeps the deepest mark.
void lay_ruts(std::span<RutMark> marks, const Terrain& terrain, GroundMemory& ground);

}  // namespace grouser
