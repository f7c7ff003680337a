// SPDX-License-Identifier: BSD-3-Clause
// The force balance that the solver makes zero: unknowns become coordinates, the creeping wheels load the
// bodies, and forward dynamics at rest gives the accelerations that are left over. Drives and steering are
// prescribed. The first guess is geometric: hubs one radius above the ground.
#include "quasi_static_balance.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/multibody/constraints/closure.hpp"
#include "grouser/shape/distance/hull_distance.hpp"

namespace grouser {
namespace {

constexpr double kArm = 0.5;        // m: weighs angular against linear accelerations
constexpr double kNominal = 0.005;  // m: length of the step that represents steady rolling; it cancels out

constexpr double kStoodOn = 0.5;  // least cosine of the slope of a face that a wheel may stand on

/// Raises the ground to the top of a rock's hull, unless its face there is steeper than a wheel may stand
/// on.
void raise_to_hull(const RigidShape& rock, const Vec2& at, HeightSample& ground) {
  if ((at - rock.pose.p.head<2>()).norm() > rock.half.norm()) return;
  const auto top = top_of(*rock.hull, rock.pose, at.x(), at.y());
  if (!top || top->z <= ground.z) return;
  if (1.0 + top->slope_x * top->slope_x + top->slope_y * top->slope_y > 1.0 / (kStoodOn * kStoodOn)) return;
  ground = {top->z, top->slope_x, top->slope_y};
}

/// Raises the ground to the top of a shape that stands higher at this place.
void raise_to_shapes(const Terrain& terrain, const Vec2& at, HeightSample& ground) {
  for (const RigidShape& box : terrain.shapes()) {
    // Only shapes of the world count, not the rover's own bodies.
    if (box.hull) {
      if (box.owner == "world") raise_to_hull(box, at, ground);
      continue;
    }
    // The plane of a box's upper face, where the place lies inside it.
    const Vec3 up = box.pose.R.col(2), top = box.pose * Vec3(0.0, 0.0, box.half.z());
    if (box.owner != "world" || up.z() < kStoodOn) continue;
    const double slope_x = -up.x() / up.z(), slope_y = -up.y() / up.z();
    const double z = top.z() + slope_x * (at.x() - top.x()) + slope_y * (at.y() - top.y());
    const Vec3 inside = box.pose.inverse() * Vec3(at.x(), at.y(), z);
    if (z > ground.z && std::fabs(inside.x()) < box.half.x() && std::fabs(inside.y()) < box.half.y())
      ground = {z, slope_x, slope_y};
  }
}

/// The angle in [-pi, pi), rad.
double wrapped(double angle) {
  constexpr double kTurn = 6.283185307179586;
  return angle - kTurn * std::floor(angle / kTurn + 0.5);
}

}  // namespace

double size_of(const Unknowns& residual) {
  // maxCoeff() ignores NaN, except in the first coefficient
  return residual.allFinite() ? residual.cwiseAbs().maxCoeff() : 1e30;
}

QuasiStaticBalance::QuasiStaticBalance(std::shared_ptr<const World> world)
    : world_(std::move(world)),
      ground_(*world_),
      kinematics_(*world_->model),
      loads_(*world_->model),
      workspace_(*world_->model),
      q_(world_->model->neutral_q()),
      v_(VecX::Zero(world_->model->nv())),
      a_(v_),
      effort_(v_),
      drive_angle_(world_->wheels.size()),
      last_torque_(world_->wheels.size()) {
  loads_.gravity = Vec3(0, 0, -world_->settings.gravity);
  // Refused here: worlds without an equilibrium, and those that these unknowns cannot describe.
  if (world_->vehicles.size() > 1)
    throw InputError("quasi-static mode",
                     std::to_string(world_->vehicles.size()) + " vehicles in the scenario",
                     "a rover alone, without a lander");
  if (world_->wheels.empty())
    throw InputError("quasi-static mode", "a rover without wheels", "a rover on wheels");
  for (const Row& row : world_->model->rows())
    if (row.kind != RowKind::coordinates)
      throw InputError("quasi-static mode",
                       "loop joint '" + world_->model->constraints()[row.constraint].name + "'",
                       "a rover whose joints form no loop (a differential as a coupling)");
  if (const std::string ground = world_->grounds.refusal(GroundUse::quasi_static); !ground.empty())
    throw InputError("quasi-static mode", ground, "another law (terrain.soil_law), or a run");
  if (!(world_->settings.gravity > 0.0))
    throw InputError("quasi-static mode", "no gravity", "a weight that the ground carries");
  // Prescribed joint angles hold for the whole march.
  for (const auto& [name, value] : world_->joint_angles)
    q_[world_->model->joints()[world_->model->joint(name).index].q_index] = value;
  for (const HeldCoordinate& held : world_->held) q_[held.q] = held.position;
  find_passive_joints();
  find_wheel_places();
}

/// Joints that nothing prescribes and that are not the chassis' root: their angles are unknowns, one
/// coordinate each.
void QuasiStaticBalance::find_passive_joints() {
  const Model& model = *world_->model;
  const int root_v = model.joints()[world_->chassis.index].v_index;
  for (const int v : model.independent_coordinates()) {
    if (v >= root_v && v < root_v + 6) continue;
    int joint = 0;
    while (model.joints()[joint].nv == 0 || v < model.joints()[joint].v_index ||
           v >= model.joints()[joint].v_index + model.joints()[joint].nv)
      ++joint;
    if (model.joints()[joint].nv != 1)
      throw InputError(
          "quasi-static mode",
          std::string(model.joints()[joint].kind.name) + " joint '" + model.joints()[joint].name + "'",
          "one vehicle whose passive joints have one coordinate each");
    passive_.push_back(joint);
  }
  if (size() > kMaxUnknowns)
    throw InputError("quasi-static mode", std::to_string(passive_.size()) + " passive joints",
                     "at most " + std::to_string(kMaxUnknowns - kFirstJoint));
}

/// Hubs from the turning axle in the neutral position, and the coordinates of steered wheels.
void QuasiStaticBalance::find_wheel_places() {
  calc_kinematics(*world_->model, world_->model->neutral_q(), v_, kinematics_);
  for (const WheelPart& wheel : world_->wheels) {
    const Vec3& p = kinematics_.body[wheel.body.index].X_WB.p;
    places_.push_back({p.x() - world_->main().turning_axle, p.y()});
  }
  for (const WheelDrive& drive : world_->drives)
    if (drive.steer_v >= 0) steering_.push_back(drive.steer_v);
}

/// Coordinates of a place under these unknowns: chassis, passive joints, then the steering angles of
/// Ackermann's geometry.
void QuasiStaticBalance::set_coordinates(const PathPoint& at, const Unknowns& u) {
  const Model& model = *world_->model;
  const Joint& root = model.joints()[world_->chassis.index];
  const Quat turn = to_quat(rotation_from_rpy(u[kRoll], u[kPitch], at.heading + u[kCrab]));
  q_.segment<4>(root.q_index) = Eigen::Vector4d(turn.w(), turn.x(), turn.y(), turn.z());
  q_.segment<3>(root.q_index + 4) = Vec3(at.x, at.y, u[kHeight]);
  for (std::size_t i = 0; i < passive_.size(); ++i)
    q_[model.joints()[passive_[i]].q_index] = u[kFirstJoint + static_cast<int>(i)];
  // A wheel at (x, y) from the turning axle is perpendicular to the radius of the turn.
  for (std::size_t w = 0; w < places_.size(); ++w)
    if (world_->drives[w].steer_q >= 0)
      q_[world_->drives[w].steer_q] =
          math::atan2(u[kSteering] * places_[w].x, 1.0 - u[kSteering] * places_[w].y);
  set_dependent_positions(model, q_);
}

/// Displacement of the chassis since the last accepted pose in the map plane, or the nominal step of steady
/// rolling, m.
Vec3 QuasiStaticBalance::travel_to(const PathPoint& at, bool steady) const {
  if (steady) return kNominal * Vec3(math::cos(at.heading), math::sin(at.heading), 0.0);
  return Vec3(at.x, at.y, 0.0) - Vec3(last_position_.x(), last_position_.y(), 0.0);
}

// The rim of a wheel on the middle line turns by travel / (1 - s), when skidding by travel (1 + s).
void QuasiStaticBalance::set_drive_angles(const Vec3& travel, const Unknowns& u) {
  const double s = u[kSlip];
  rim_ = travel.norm() * (s >= 0.0 ? 1.0 / (1.0 - s) : 1.0 + s);
  for (std::size_t w = 0; w < places_.size(); ++w) {
    const double forward = 1.0 - u[kSteering] * places_[w].y, sideways = u[kSteering] * places_[w].x;
    const double share =
        world_->drives[w].steer_q >= 0 ? std::sqrt(forward * forward + sideways * sideways) : forward;
    drive_angle_[w] = rim_ * share / world_->wheels[w].spec.geometry.radius;
  }
}

void QuasiStaticBalance::evaluate(const PathPoint& at, bool steady, const Unknowns& u, Unknowns& residual) {
  const Model& model = *world_->model;
  set_coordinates(at, u);
  calc_kinematics(model, q_, v_, kinematics_);
  // The creep that the ground's laws take: displacement, turn and place of the chassis.
  Vec3 travel = travel_to(at, steady);
  const double turn = steady ? at.curvature * kNominal : wrapped(at.heading - last_heading_);
  creep_ = {steady, travel, turn, Vec3(at.x, at.y, u[kHeight]), math::sincos(at.heading + u[kCrab])};
  if (!steady) travel.z() = u[kHeight] - last_position_.z();
  set_drive_angles(travel, u);
  loads_.clear();
  outside_ = !ground_.apply(kinematics_, creep_, drive_angle_, loads_);
  if (outside_) {
    residual.setConstant(std::numeric_limits<double>::infinity());
    return;
  }
  // Forward dynamics with steering held gives the residual accelerations, linear ones over g, angular ones
  // times an arm.
  a_.setZero();
  for (const int v : steering_) a_[v] = kNotAtRest;
  forward_dynamics(model, q_, v_, kinematics_, loads_, {}, workspace_, a_, effort_);
  const double g = world_->settings.gravity;
  const int root_v = model.joints()[world_->chassis.index].v_index;
  for (int i = 0; i < 3; ++i) residual[i] = kArm / g * a_[root_v + i];
  for (int i = 3; i < 6; ++i) residual[i] = a_[root_v + i] / g;
  for (std::size_t i = 0; i < passive_.size(); ++i) {
    const Joint& joint = model.joints()[passive_[i]];
    const double arm = joint.kind.hinge ? kArm : 1.0;
    residual[kFirstJoint + static_cast<int>(i)] = arm / g * a_[joint.v_index];
  }
}

void QuasiStaticBalance::fill(const PathPoint& at, const Unknowns& u, QuasiStaticPose& pose) const {
  pose.at = at;
  pose.position = Vec3(at.x, at.y, u[kHeight]);
  pose.roll = u[kRoll];
  pose.pitch = u[kPitch];
  pose.yaw = at.heading + u[kCrab];
  pose.crab = u[kCrab];
  pose.steering = u[kSteering];
  pose.rim_distance = marching_ ? rim_ : 0.0;
  pose.wheels = ground_.wheels();
  pose.joints.assign(u.data() + kFirstJoint, u.data() + u.size());
  // The mean slip is weighted with the wheels' loads.
  double load = 0.0, slip = 0.0;
  pose.work = 0.0;
  for (std::size_t w = 0; w < pose.wheels.size(); ++w) {
    const StaticWheel& wheel = pose.wheels[w];
    load += wheel.load;
    slip += wheel.load * wheel.slip;
    // Work of each drive by the trapezium rule, braking drives give nothing back; 0 at the first pose.
    pose.work += std::max(0.0, 0.5 * (wheel.torque + last_torque_[w]) * wheel.drive_angle);
  }
  pose.com.setZero();
  for (std::size_t i = 0; i < kinematics_.body.size(); ++i) {
    const Body& body = world_->model->bodies()[i];
    pose.com += body.mass / world_->model->total_mass() * (kinematics_.body[i].X_WB * body.com);
  }
  pose.slip = load > 0.0 ? slip / load : 0.0;
}

void QuasiStaticBalance::accept(const PathPoint& at, const Unknowns& u, QuasiStaticPose& pose) {
  marching_ = ground_.wheels().front().drive_angle != 0.0;
  fill(at, u, pose);
  ground_.reserve(kinematics_);
  ground_.accept(kinematics_, creep_);
  last_position_ = pose.position;
  last_heading_ = at.heading;
  for (std::size_t w = 0; w < pose.wheels.size(); ++w) last_torque_[w] = pose.wheels[w].torque;
}

const char* QuasiStaticBalance::touching_body() {
  const auto& shapes = ground_.place_shapes(kinematics_);
  SphereContact contact;
  for (const SpherePart& sphere : world_->spheres)
    if (find_sphere_contact(*world_->terrain, shapes,
                            kinematics_.body[sphere.body.index].X_WB * sphere.spec.position,
                            sphere.spec.radius, contact, world_->own_shapes_of(sphere.body)))
      return world_->model->bodies()[sphere.body.index].name.c_str();
  return nullptr;
}

// Hubs one radius above the ground under them, by Gauss-Newton with a little damping (Marquardt 1963):
// unknowns are height, roll, pitch and joints; joints that are not determined by this stay where they are.
Unknowns QuasiStaticBalance::first_guess(const PathPoint& at) {
  Unknowns u = Unknowns::Zero(size());
  for (std::size_t i = 0; i < passive_.size(); ++i)
    u[kFirstJoint + static_cast<int>(i)] = q_[passive_joint(static_cast<int>(i)).q_index];
  u[kSteering] = at.curvature;
  HeightSample ground;
  if (world_->terrain->height(at.x, at.y, ground)) u[kHeight] = ground.z;
  // Distance of each wheel's rim from the ground, m, normal to the slope under its hub, with ruts and
  // standing shapes.
  const auto gaps = [&](const Unknowns& x) {
    set_coordinates(at, x);
    calc_kinematics(*world_->model, q_, v_, kinematics_);
    Eigen::VectorXd gap(places_.size());
    for (std::size_t w = 0; w < places_.size(); ++w) {
      const Vec3& hub = kinematics_.body[world_->wheels[w].body.index].X_WB.p;
      HeightSample under;
      under.z = ground.z;
      world_->terrain->height(hub.x(), hub.y(), under);
      const double up = 1.0 / std::sqrt(1.0 + under.slope_x * under.slope_x + under.slope_y * under.slope_y);
      under.z -= ground_.ground().depth(hub.x(), hub.y());
      raise_to_shapes(*world_->terrain, hub.head<2>(), under);
      gap[static_cast<Eigen::Index>(w)] = (hub.z() - under.z) * up - world_->wheels[w].spec.geometry.radius;
    }
    return gap;
  };
  // Eight rounds of damped Gauss-Newton with forward differences; crab, slip and steering do not move hubs
  // vertically.
  constexpr int kRounds = 8;
  constexpr double kStep = 1e-5, kDamping = 1e-4;
  for (int round = 0; round < kRounds; ++round) {
    const Eigen::VectorXd gap = gaps(u);
    MatX J = MatX::Zero(gap.size(), size());
    for (int i = 0; i < size(); ++i) {
      if (i == kCrab || i == kSlip || i == kSteering) continue;
      Unknowns moved = u;
      moved[i] += kStep;
      J.col(i) = (gaps(moved) - gap) / kStep;
    }
    const MatX H = J.transpose() * J + kDamping * MatX::Identity(size(), size());
    u -= Unknowns(H.ldlt().solve(J.transpose() * gap));
  }
  // Lower by the deflection of a wheel's spring under its share of the weight, and by some sinkage.
  const double load =
      world_->model->total_mass() * world_->settings.gravity / static_cast<double>(places_.size());
  constexpr double kSinkage = 0.003;  // m
  u[kHeight] -= load / world_->wheels.front().spec.stiffness + kSinkage;
  return u;
}

}  // namespace grouser
