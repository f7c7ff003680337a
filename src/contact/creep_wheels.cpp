// SPDX-License-Identifier: BSD-3-Clause
// Contacts of the quasi-static mode's wheels: searched at a pose, moved along the tangents of their
// surfaces nearby, and accepted with ruts and walls at the end of a pose.
#include "grouser/contact/creep_wheels.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser {
namespace {

constexpr double kWallLength = 0.05;  // m
// Within this distance from where its contacts were searched a disc follows their tangents; the error is of
// second order.
constexpr double kTangentReach = 2e-4, kTangentTurn = 5e-4;  // m, rad

}  // namespace

CreepWheels::CreepWheels(const ContactScene& scene)
    : scene_(scene),
      looked_for_(scene.wheels.size()),
      hub_rotations_(scene.wheels.size(), Mat3::Identity()),
      shape_poses_(scene),
      wheels_(scene.wheels.size()),
      sums_(scene.wheels.size()),
      grounds_(scene.wheels.size()) {
  std::size_t slices = 0, most = 0;
  for (const WheelPart& wheel : scene.wheels) {
    slices += wheel.slice_offsets.size();
    most = std::max(most, wheel.slice_offsets.size());
  }
  slices_.resize(slices);
  found_.resize(most);
  touches_.resize(slices * kSlotsPerSlice);
  steps_.resize(slices * kSlotsPerSlice);
  ruts_.resize(slices * kSlotsPerSlice);
}

void CreepWheels::look_anew() { std::fill(looked_for_.begin(), looked_for_.end(), false); }

void CreepWheels::lift_off() {
  look_anew();
  for (Slice& slice : slices_) {
    slice.wall.setZero();
    slice.wall_here.setZero();
    for (int k = 0; k < kSlotsPerSlice; ++k) slice.slots[k] = slice.next[k] = Slot{};
  }
}

const std::vector<RigidTransform>& CreepWheels::place_shapes(const Kinematics& kinematics) {
  shape_poses_.place(kinematics);
  return shape_poses_.all();
}

bool CreepWheels::find_wheels(const Kinematics& kinematics) {
  place_shapes(kinematics);
  auto first = slices_.begin();
  for (std::size_t w = 0; w < scene_.wheels.size(); ++w) {
    const WheelPart& wheel = scene_.wheels[w];
    const RigidTransform& X = kinematics.body[wheel.body.index].X_WB;
    const std::span<Slice> slices(first, wheel.slice_offsets.size());
    first += static_cast<std::ptrdiff_t>(slices.size());
    for (std::size_t i = 0; i < slices.size(); ++i)
      slices[i].disc = slice_disc(wheel, wheel.slice_offsets[i], X);
    if (looked_for_[w] && follows(slices)) continue;
    looked_for_[w] = false;
    if (!find_contacts(w, slices)) return false;
    looked_for_[w] = !shape_poses_.move();
  }
  return true;
}

bool CreepWheels::follows(std::span<const Slice> slices) {
  return std::all_of(slices.begin(), slices.end(), [](const Slice& slice) {
    return (slice.disc.center - slice.searched.center).squaredNorm() < kTangentReach * kTangentReach &&
           (slice.disc.axis - slice.searched.axis).squaredNorm() < kTangentTurn * kTangentTurn;
  });
}

// On a plane of normal n at the distance h, with n.a the product with the axis, the distance in the disc's
// own plane is h / w with
//   w^2 = 1 - (n a)^2,   u = r - h / w
// Its gradient is n / w, and a turn of the axis by da changes it by -(r - u) (n a) (n da) / w^2. The point
// lies r - u from the centre, opposite to e = (n - (n a) a) / w, the upward direction in the disc's plane,
// and
//   de = -((n da) a + (n a) da) / w + (n a) (n da) e / w^2
ArcContact CreepWheels::moved(const ArcContact& arc, const WheelDisc& from, const WheelDisc& to) {
  ArcContact out = arc;
  const Vec3 way = to.center - from.center, turn = to.axis - from.axis;
  if (way.isZero(0.0) && turn.isZero(0.0)) return out;  // it was found just now
  const Vec3 normal = arc.gradient.normalized();
  const double lean = normal.dot(from.axis), over_w = 1.0 / std::sqrt(1.0 - lean * lean);
  const double lever = from.radius - arc.penetration, tilt = normal.dot(turn);
  const double steeper = lean * tilt * over_w * over_w;
  const double deeper = -arc.gradient.dot(way) - lever * steeper;
  const Vec3 up = over_w * (normal - lean * from.axis);
  out.penetration += deeper;
  out.gradient *= 1.0 + steeper;
  out.point += way + (deeper - lever * steeper) * up + lever * over_w * (tilt * from.axis + lean * turn);
  return out;
}

// The ground is that of the dynamic mode for a wheel that rolls forward, except for the walls of ruts, which
// push with the slope as it is felt: with u(c) = u_0(c + rut(c) e_z), grad u contains the part (du_0/dz) grad
// rut.
bool CreepWheels::find_contacts(std::size_t wheel, std::span<Slice> slices) {
  const std::span<SliceContacts> found = std::span(found_).first(slices.size());
  for (std::size_t i = 0; i < slices.size(); ++i) {
    found[i].disc = slices[i].searched = slices[i].disc;
    found[i].entry = 1.0;
  }
  if (!find_wheel_contacts(*scene_.terrain, ground_, shape_poses_.all(), found, grounds_[wheel]))
    return false;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    Slice& slice = slices[i];
    slice.count = found[i].count;
    slice.arcs = found[i].arcs;
    slice.wall_here.setZero();
    for (int c = 0; c < slice.count && slice.arcs[c].surface == 0; ++c) {
      ArcContact& arc = slice.arcs[c];
      if (c == 0) slice.wall_here = arc.rut_wall;
      arc.gradient.head<2>() += arc.gradient.z() * (slice.wall - arc.rut_wall);
    }
  }
  return true;
}

void CreepWheels::reserve(const Kinematics& kinematics) {
  for (const WheelPart& wheel : scene_.wheels) {
    const Vec3& p = kinematics.body[wheel.body.index].X_WB.p;
    ground_.reserve_ahead(p.x(), p.y(),
                          wheel.spec.geometry.radius + wheel.spec.geometry.width + GroundReserve::kMargin);
  }
}

void CreepWheels::accept(const Kinematics& kinematics, const Creep& creep) {
  // The push of a wall builds up over the same distance as a tyre's side force: if it came at once, there
  // would be no equilibrium while a wheel climbs the wall.
  const double way = creep.travel.norm(), renewed = creep.steady ? 1.0 : way / (way + kWallLength);
  auto first = slices_.begin();
  for (std::size_t w = 0; w < scene_.wheels.size(); ++w) {
    hub_rotations_[w] = kinematics.body[scene_.wheels[w].body.index].X_WB.R;
    const std::span<Slice> slices(first, scene_.wheels[w].slice_offsets.size());
    first += static_cast<std::ptrdiff_t>(slices.size());
    for (Slice& slice : slices) {
      slice.place = place_of(slice.disc.center, creep);
      slice.wall += renewed * (slice.wall_here - slice.wall);
      std::copy(std::begin(slice.next), std::end(slice.next), std::begin(slice.slots));
    }
  }
  leave_ruts();
  look_anew();
}

// The touches are still those of the pose that is accepted. A pose takes about nine evaluations: marks are
// made here, once.
void CreepWheels::leave_ruts() {
  std::size_t count = 0;
  for (std::size_t i = 0; i < touch_count_; ++i) {
    const Touch& touch = touches_[i];
    const CreepStep& step = steps_[i];
    if (!(step.force.normal > 0.0) || !(step.force.rut > 0.0) || touch.arc.surface != 0) continue;
    RutMark& mark = ruts_[count++];
    mark.wheel = static_cast<int>(touch.wheel);
    mark.law = step.law;
    mark.point = touch.arc.point;
    mark.axle = touch.disc->axis.head<2>();
    mark.rut_depth = touch.arc.rut_depth;
    mark.sinkage = step.memory->sinkage;
    mark.material = touch.arc.material;
  }
  lay_ruts(std::span(ruts_).first(count), *scene_.terrain, ground_);
}

}  // namespace grouser
