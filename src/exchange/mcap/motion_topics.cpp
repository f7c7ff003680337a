// SPDX-License-Identifier: BSD-3-Clause
// Transforms, joints, odometry and wrenches, from the channels of a frame.
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/exchange/mcap/ros_definitions.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/simulation/step/world.hpp"
#include "mcap/frame_topics.hpp"

namespace grouser {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// A channel's value, or NaN for one that the run does not have.
double value_at(std::span<const double> c, int place) {
  return place < 0 ? kNoValue : c[static_cast<std::size_t>(place)];
}
Vec3 vector_at(std::span<const double> c, const std::array<int, 3>& places) {
  return {value_at(c, places[0]), value_at(c, places[1]), value_at(c, places[2])};
}

/// tf2_msgs/TFMessage: every body in the world.
class TransformsTopic : public FrameTopic {
 public:
  TransformsTopic(const Scene& scene, const ChannelPlaces& places) : names_(scene.body_names) {
    for (const std::string& name : names_) poses_.emplace_back(places, name);
  }
  void encode(double time, std::span<const double> c, CdrWriter& out) const override {
    const std::uint64_t stamp = log_nanoseconds(time);
    out.length(names_.size());
    for (std::size_t k = 0; k < names_.size(); ++k) {
      out.header(stamp, kWorldFrame);
      out.text(names_[k]);
      out.vector(poses_[k].position(c));
      out.quaternion(poses_[k].rotation(c));
    }
  }

 private:
  std::vector<std::string> names_;
  std::vector<PosePlaces> poses_;
};

/// A joint of one coordinate: its position by a channel or else by the poses of its bodies.
struct JointPlaces {
  const Joint* joint;
  PosePlaces child;
  std::optional<PosePlaces> parent;  // none: the world
  int position, velocity, effort;

  double position_in(std::span<const double> c) const {
    if (position >= 0) return value_at(c, position);
    const RigidTransform X_WP = parent ? parent->pose(c) : RigidTransform{};
    // Pose of the child in the joint's frame: a slide along the axis or a turn about it.
    const RigidTransform X_JB = (X_WP * joint->X_PJ).inverse() * child.pose(c);
    if (joint->kind.slider) return joint->axis.dot(X_JB.p);
    // A turn by q about the unit axis u has R - R^T = 2 sin(q) [u]x and trace 1 + 2 cos(q) (Rodrigues).
    const Mat3& R = X_JB.R;
    const Vec3 twice_sine(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
    return math::atan2(joint->axis.dot(twice_sine), R.trace() - 1.0);
  }
};

/// sensor_msgs/JointState: every joint of one coordinate. What the run does not have is NaN.
class JointStatesTopic : public FrameTopic {
 public:
  JointStatesTopic(const World& world, const ChannelPlaces& places) {
    const Model& model = *world.model;
    for (const Joint& joint : model.joints()) {
      if (!joint.kind.hinge && !joint.kind.slider) continue;
      const std::string prefix = "joint/" + joint.name + "/";
      JointPlaces one{&joint,
                      PosePlaces(places, model.bodies()[joint.child].name),
                      std::nullopt,
                      places.find(prefix + "position"),
                      places.find(prefix + "velocity"),
                      -1};
      if (joint.parent != kWorld) one.parent.emplace(places, model.bodies()[joint.parent].name);
      // A wheel's drive has channels of its own for speed and torque.
      for (std::size_t w = 0; w < world.drives.size(); ++w) {
        if (world.drives[w].drive_v != joint.v_index) continue;
        const std::string wheel = "wheel/" + world.scene.wheel_names[w] + "/";
        one.velocity = places.find(wheel + "spin_rate");
        one.effort = places.find(wheel + "drive_torque");
      }
      joints_.push_back(one);
    }
  }
  void encode(double time, std::span<const double> c, CdrWriter& out) const override {
    out.header(log_nanoseconds(time), kWorldFrame);
    out.length(joints_.size());
    for (const JointPlaces& one : joints_) out.text(one.joint->name);
    out.length(joints_.size());
    for (const JointPlaces& one : joints_) out.number(one.position_in(c));
    out.length(joints_.size());
    for (const JointPlaces& one : joints_) out.number(value_at(c, one.velocity));
    out.length(joints_.size());
    for (const JointPlaces& one : joints_) out.number(value_at(c, one.effort));
  }

 private:
  std::vector<JointPlaces> joints_;
};

/// nav_msgs/Odometry of a vehicle's root. Its twist is in the axes of the body (nav_msgs/Odometry.msg), its
/// covariances are zero: nothing was measured.
class OdometryTopic : public FrameTopic {
 public:
  OdometryTopic(std::string body, const std::string& prefix, const ChannelPlaces& places)
      : body_(std::move(body)),
        pose_(places, body_),
        velocity_(places.vector(prefix + "velocity_")),
        rate_(places.vector(prefix + "rate_")) {}
  void encode(double time, std::span<const double> c, CdrWriter& out) const override {
    static constexpr double kNoCovariance[36] = {};
    const Mat3 R_BW = to_matrix(pose_.rotation(c)).transpose();
    out.header(log_nanoseconds(time), kWorldFrame);
    out.text(body_);
    out.vector(pose_.position(c));
    out.quaternion(pose_.rotation(c));
    out.numbers(kNoCovariance);
    out.vector(R_BW * vector_at(c, velocity_));
    out.vector(R_BW * vector_at(c, rate_));
    out.numbers(kNoCovariance);
  }

 private:
  std::string body_;
  PosePlaces pose_;
  std::array<int, 3> velocity_, rate_;
};

/// geometry_msgs/WrenchStamped: the force of the ground on a part, in the axes of its body. Of its moments a
/// run has that about a wheel's axle, against the drive; the others are zero.
class WrenchTopic : public FrameTopic {
 public:
  WrenchTopic(std::string body, const std::string& prefix, const ChannelPlaces& places)
      : body_(std::move(body)),
        pose_(places, body_),
        force_(places.vector(prefix + "force_")),
        torque_(places.find(prefix + "torque")) {}
  void encode(double time, std::span<const double> c, CdrWriter& out) const override {
    const Mat3 R_BW = to_matrix(pose_.rotation(c)).transpose();
    out.header(log_nanoseconds(time), body_);
    out.vector(R_BW * vector_at(c, force_));
    out.vector(torque_ < 0 ? Vec3(Vec3::Zero()) : Vec3(0.0, -value_at(c, torque_), 0.0));
  }

 private:
  std::string body_;
  PosePlaces pose_;
  std::array<int, 3> force_;
  int torque_;
};

RunTopic known_topic(std::string name, const std::string& type) {
  return {std::move(name), type, ros_definition(type)};
}

}  // namespace

ChannelPlaces::ChannelPlaces(const std::vector<ChannelSpec>& channels) {
  for (std::size_t k = 0; k < channels.size(); ++k) places_[channels[k].name] = static_cast<int>(k);
}

int ChannelPlaces::find(const std::string& name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? -1 : found->second;
}

std::array<int, 3> ChannelPlaces::vector(const std::string& prefix) const {
  return {find(prefix + "x"), find(prefix + "y"), find(prefix + "z")};
}

PosePlaces::PosePlaces(const ChannelPlaces& places, const std::string& body) {
  static constexpr const char* kParts[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  for (std::size_t k = 0; k < at.size(); ++k) {
    const std::string name = "body/" + body + "/" + kParts[k];
    at[k] = places.find(name);
    if (at[k] < 0) throw InputError("channels of the run", "no '" + name + "'", "the pose of every body");
  }
}

Vec3 PosePlaces::position(std::span<const double> c) const {
  return {value_at(c, at[0]), value_at(c, at[1]), value_at(c, at[2])};
}
Quat PosePlaces::rotation(std::span<const double> c) const {
  return {value_at(c, at[3]), value_at(c, at[4]), value_at(c, at[5]), value_at(c, at[6])};
}
RigidTransform PosePlaces::pose(std::span<const double> c) const {
  return {to_matrix(rotation(c)), position(c)};
}

void add_motion_topics(const World& world, const ChannelPlaces& places, MadeFrameTopics& to) {
  const Scene& scene = world.scene;
  to.push_back({known_topic("/tf", "tf2_msgs/TFMessage"), std::make_unique<TransformsTopic>(scene, places)});
  to.push_back({known_topic("/joint_states", "sensor_msgs/JointState"),
                std::make_unique<JointStatesTopic>(world, places)});
  for (std::size_t i = 0; i < world.vehicles.size(); ++i) {
    const VehicleRuntime& vehicle = world.vehicles[i];
    const bool main = static_cast<int>(i) == world.main_vehicle;
    const std::string prefix =
        vehicle.prefix + (vehicle.role == VehicleRole::lander ? "lander/" : "chassis/");
    // A vehicle without these channels has no odometry.
    if (places.find(prefix + "velocity_x") < 0) continue;
    const std::string& body = scene.body_names[static_cast<std::size_t>(vehicle.root.index)];
    to.push_back({known_topic(main ? "/odom" : "/" + vehicle.name + "/odom", "nav_msgs/Odometry"),
                  std::make_unique<OdometryTopic>(body, prefix, places)});
  }
  for (const ForcePlace& part : scene.force_places) {
    if (part.channels.empty() || part.body < 0 || places.find(part.channels + "force_x") < 0) continue;
    const std::string& body = scene.body_names[static_cast<std::size_t>(part.body)];
    to.push_back({known_topic("/" + part.channels + "wrench", "geometry_msgs/WrenchStamped"),
                  std::make_unique<WrenchTopic>(body, part.channels, places)});
  }
}

}  // namespace grouser
