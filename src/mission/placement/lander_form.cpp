// SPDX-License-Identifier: BSD-3-Clause
// Takes a lander's file apart for statics. Everything that does not hang on a ramp's hinge belongs to one
// rigid body, with all joints at zero; masses, pads, belly points and ramps are gathered in the root's
// frame.
#include "grouser/mission/placement/lander_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {
namespace {

constexpr double kUnlimited = 4.0;      // rad: a hinge without limits turns no farther
constexpr int kAlong = 6;               // points along the underside of a plate
constexpr double kPointRadius = 0.005;  // m: a point of a plate, as a sphere

/// The parts of one lander: which bodies move with its root, with a leg, with a ramp.
class FormMaker {
 public:
  FormMaker(const VehicleSpec& spec, std::span<const SoilParams> materials, const std::string& origin)
      : spec_(spec),
        materials_(materials),
        origin_(origin),
        model_(build_model(spec, origin)),
        kinematics_(model_) {
    calc_kinematics(model_, model_.neutral_q(), VecX::Zero(model_.nv()), kinematics_);
    root_ = model_.body(spec.root).index;
  }

  LanderForm make() {
    form_.name = spec_.name;
    find_ramps();
    for (const PadSpec& pad : spec_.pads) add_pad(pad);
    if (form_.pads.size() < 3)
      throw InputError(origin_, fmt::format("{} footpads", form_.pads.size()), "a lander on at least three");
    add_masses();
    add_spheres();
    for (const RigidShape& surface : spec_.surfaces)
      if (model_.body(surface.owner).index == root_) add_plate(surface);
    measure_reach();
    return form_;
  }

 private:
  const RigidTransform& pose(int body) const {
    return kinematics_.body[body].X_WB;
  }  // the root stands at the origin

  /// Index of the ramp that a body belongs to, or -1.
  int ramp_of(int body) const {
    for (; body >= 0 && body != root_; body = model_.joints()[body].parent.index)
      for (std::size_t i = 0; i < ramp_bodies_.size(); ++i)
        if (ramp_bodies_[i] == body) return static_cast<int>(i);
    return -1;
  }

  /// Ramps: dynamic hinges on the root whose body carries a surface.
  void find_ramps() {
    for (const RigidShape& surface : spec_.surfaces) {
      const int body = model_.body(surface.owner).index;
      if (body == root_ || ramp_of(body) >= 0) continue;
      const Joint& hinge = model_.joints()[body];
      if (!hinge.kind.hinge || hinge.mode != CoordinateMode::dynamic || hinge.parent.index != root_) continue;
      LanderRamp ramp;
      ramp.name = hinge.name;
      ramp.hinge = pose(body);
      ramp.axis = hinge.axis;
      ramp.lower = std::max(hinge.forces.lower, -kUnlimited);
      ramp.upper = std::min(hinge.forces.upper, kUnlimited);
      ramp.com = model_.bodies()[body].com;
      // The direction from the hinge to the plate's middle, without the parts along the hinge and upwards.
      const Vec3 middle = surface.pose.p - surface.pose.p.dot(hinge.axis) * hinge.axis;
      ramp.along = (middle - middle.dot(Vec3::UnitZ()) * Vec3::UnitZ()).normalized();
      add_underside(surface, ramp);
      ramp_bodies_.push_back(body);
      form_.ramps.push_back(std::move(ramp));
    }
  }

  /// Adds points of the plate's lower face from its middle to its far end, in three rows, and the corners
  /// of that end's top.
  static void add_underside(const RigidShape& surface, LanderRamp& ramp) {
    // The plate extends along that of its two axes which is closer to the ramp's direction.
    const Vec3 far = surface.pose.R.transpose() * ramp.along;
    const bool lengthwise = std::fabs(far.x()) > std::fabs(far.y());
    const Vec3 ahead = lengthwise ? Vec3(std::copysign(surface.half.x(), far.x()), 0, 0)
                                  : Vec3(0, std::copysign(surface.half.y(), far.y()), 0);
    const Vec3 side = lengthwise ? Vec3(0, surface.half.y(), 0) : Vec3(surface.half.x(), 0, 0);
    const Vec3 top(0, 0, surface.half.z());
    for (int i = 1; i <= kAlong; ++i)
      for (const double across : {-1.0, 0.0, 1.0}) {
        const double way = -1.0 + 2.0 * i / kAlong;
        ramp.underside.push_back(surface.pose * Vec3(way * ahead + across * side - top));
      }
    ramp.end_corners = {surface.pose * Vec3(ahead - side + top), surface.pose * Vec3(ahead + side + top)};
  }

  /// Adds a pad with one law per material. It is on the root, on a welded part of it, or on a leg that
  /// slides against a spring.
  void add_pad(const PadSpec& spec) {
    const int body = model_.body(spec.body).index;
    LanderPad pad;
    pad.name = spec.name;
    pad.sole = pose(body) * spec.position;
    pad.up = pose(body).R.col(2);
    pad.leg_stiffness = std::numeric_limits<double>::infinity();
    if (body != root_) {
      const Joint& leg = model_.joints()[body];
      const bool slides =
          leg.kind.slider && leg.mode == CoordinateMode::dynamic && leg.forces.stiffness > 0.0;
      if (leg.parent.index != root_ || (!slides && leg.nv != 0))
        throw InputError(fmt::format("{}: pad '{}'", origin_, spec.name),
                         fmt::format("a leg on {} joint '{}'", leg.kind.name, leg.name),
                         "a pad on the root body or on one dynamic prismatic joint with stiffness");
      if (slides) {
        pad.leg_axis = pose(body).R * leg.axis;
        pad.leg_stiffness = leg.forces.stiffness;
      }
    }
    for (const SoilParams& soil : materials_) {
      check_soil_for_width(soil, spec.radius, fmt::format("soil '{}' under pad '{}'", soil.id, spec.name));
      pad.laws.push_back({soil, spec.radius, spec.stiffness, spec.damping, spec.friction});
    }
    form_.pads.push_back(std::move(pad));
  }

  /// Mass and centre of mass without ramps, and radii of gyration of the whole about x and y.
  void add_masses() {
    Vec3 moment = Vec3::Zero();
    for (std::size_t i = 0; i < model_.bodies().size(); ++i) {
      const Body& body = model_.bodies()[i];
      if (const int ramp = ramp_of(static_cast<int>(i)); ramp >= 0) {
        form_.ramps[ramp].mass += body.mass;
        continue;
      }
      form_.mass += body.mass;
      moment += body.mass * (pose(static_cast<int>(i)) * body.com);
    }
    form_.com = moment / form_.mass;
    // Second moments about the root's axes, by the parallel axis theorem.
    Vec3 second = Vec3::Zero();  // about x and y through the root's origin
    for (std::size_t i = 0; i < model_.bodies().size(); ++i) {
      const Body& body = model_.bodies()[i];
      const Vec3 p = pose(static_cast<int>(i)) * body.com;
      const Mat3 inertia =
          pose(static_cast<int>(i)).R * body.inertia * pose(static_cast<int>(i)).R.transpose();
      second += Vec3(inertia(0, 0) + body.mass * (p.y() * p.y() + p.z() * p.z()),
                     inertia(1, 1) + body.mass * (p.x() * p.x() + p.z() * p.z()), 0.0);
    }
    form_.gyration = (second / model_.total_mass()).cwiseSqrt();
  }

  /// Spheres of ramps are given in the ramp's frame, all others are belly points.
  void add_spheres() {
    for (const SphereSpec& sphere : spec_.spheres) {
      const int body = model_.body(sphere.body).index;
      if (const int ramp = ramp_of(body); ramp >= 0) {
        form_.ramps[ramp].tips.push_back(sphere);
        form_.ramps[ramp].tips.back().position =
            pose(ramp_bodies_[ramp]).inverse() * (pose(body) * sphere.position);
      } else {
        form_.belly.push_back({pose(body) * sphere.position, sphere.radius, sphere.stiffness});
      }
    }
  }

  /// Adds corners, edges and middle of a deck's lower face as belly points, which are as stiff as a pad.
  void add_plate(const RigidShape& surface) {
    for (const double x : {-1.0, 0.0, 1.0})
      for (const double y : {-1.0, 0.0, 1.0})
        form_.belly.push_back({pose(root_) * (surface.pose * Vec3(x * surface.half.x(), y * surface.half.y(),
                                                                  -surface.half.z())) +
                                   Vec3(0, 0, kPointRadius),
                               kPointRadius, spec_.pads.front().stiffness});
  }

  /// Largest distance of pads, belly, ramp ends and tips from the root's origin, m.
  void measure_reach() {
    const auto take = [&](const Vec3& p, double radius) {
      form_.reach = std::max(form_.reach, p.norm() + radius);
    };
    for (const LanderPad& pad : form_.pads) take(pad.sole, pad.laws.empty() ? 0.0 : pad.laws.front().radius);
    for (const LanderBelly& point : form_.belly) take(point.position, point.radius);
    for (const LanderRamp& ramp : form_.ramps) {
      for (const SphereSpec& tip : ramp.tips) take(ramp.hinge * tip.position, tip.radius);
      for (const Vec3& corner : ramp.end_corners) take(ramp.hinge * corner, 0.0);
    }
  }

  const VehicleSpec& spec_;
  std::span<const SoilParams> materials_;
  const std::string& origin_;
  Model model_;
  Kinematics kinematics_;
  int root_ = 0;
  std::vector<int> ramp_bodies_;
  LanderForm form_;
};

}  // namespace

double LanderForm::total_mass() const {
  double sum = mass;
  for (const LanderRamp& ramp : ramps) sum += ramp.mass;
  return sum;
}

LanderForm make_lander_form(const VehicleSpec& spec, std::span<const SoilParams> materials,
                            const std::string& origin) {
  return FormMaker(spec, materials, origin).make();
}

}  // namespace grouser
