// SPDX-License-Identifier: BSD-3-Clause
// One moment of a run as a viewer or a recorder sees it: poses and channel values at one time.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/channel_spec.hpp"
#include "grouser/contact/footprint.hpp"
#include "grouser/contact/mesh_parts.hpp"
#include "grouser/terrain/surface/terrain.hpp"
#include "grouser/vehicle/spec/visual.hpp"

namespace grouser {

/// A force arrow to draw: where it acts and its vector, world axes.
struct ForceArrow {
  Vec3 point = Vec3::Zero();  ///< point at which the force acts, m
  Vec3 force = Vec3::Zero();  ///< N
};

/// One moment of a run.
struct Frame {
  double time = 0.0;                       ///< s
  std::int64_t step = 0;                   ///< number of steps since the start
  std::uint64_t state_hash = 0;            ///< of the whole state
  std::vector<RigidTransform> body_poses;  ///< X_WB, one per scene body
  std::vector<double> channels;            ///< one per channel of the scene

  /// Force on each part that can touch; 0 while it touches nothing
  std::vector<ForceArrow> contact_forces;
  std::shared_ptr<const Terrain> painted;  ///< the ground once soil strokes changed it; null: the scene's
  std::vector<std::uint8_t> ties_cut;      ///< one per scene tie: 1 where it was released (live only)
};

/// A spring, tether or strut between two bodies (-1: the world), points in their frames.
struct TieEnds {
  std::string name;             ///< as the scenario or the vehicle names it
  int body_a = -1;              ///< index of a body; -1: the world
  int body_b = -1;              ///< index of a body; -1: the world
  Vec3 point_a = Vec3::Zero();  ///< in the frame of body_a, m
  Vec3 point_b = Vec3::Zero();  ///< in the frame of body_b, m
  double radius = 0.0;          ///< of a strut's rod, m; 0: a line
};

/// A part of a body whose contact force is recorded.
struct ForcePlace {
  std::string channels;          ///< prefix of its channels, such as "wheel/front_left/"
  int body = -1;                 ///< index of the body that carries it
  Vec3 position = Vec3::Zero();  ///< on the body, m
  double reach = 0.0;            ///< from there to where the force acts, against the force, m
};

/// A contact sphere of a body's hull.
struct HullSphere {
  int body = -1;                 ///< index of the body that carries it
  Vec3 position = Vec3::Zero();  ///< on the body, m
  double radius = 0.0;           ///< m
};

/// A joint of a leg or of a robot on two feet, whose torque is recorded.
struct MotorPlace {
  std::string name;          ///< as people read it
  std::string channel;       ///< of its torque
  double most_torque = 0.0;  ///< that it can give, N m
};

/// A number that answers the scenario's question.
struct ShownNumber {
  /// Origin of the number: a metric of the run, or the last, largest, least or mean value of a channel.
  enum class Of {
    metric,   ///< headline number of the run
    end,      ///< last value of a channel
    largest,  ///< largest value of a channel
    least,    ///< least value of a channel
    mean      ///< mean of a channel
  };
  std::string label;       ///< as people read it
  Of of = Of::metric;      ///< origin of the number
  std::string name;        ///< of the metric, or of the channel that it is of
  std::string text;        ///< as the scenario has it
  std::string place = {};  ///< in the scenario; empty: its metric may be missing
};

/// Names, shapes and units that do not change during a run: shared by all its frames.
struct Scene {
  std::string name;                         ///< of the scenario, as its file names it
  std::string title;                        ///< as people read it
  std::string group;                        ///< heading in lists of scenarios
  std::string purpose;                      ///< the question that it answers, in one line
  double duration = 0.0;                    ///< s
  double step = 0.0;                        ///< fixed step, s
  double gravity = 9.81;                    ///< m/s2
  std::vector<std::string> vehicle_titles;  ///< "ExoMars rover"; in the order of the world
  std::vector<std::string> ground_soils;    ///< as shown to users, of the ground itself without its shapes
  std::vector<std::string> body_names;      ///< body i of body_poses has the name i
  int followed_body = 0;                    ///< the chassis
  std::vector<std::string> wheel_names;     ///< wheel i is body wheel_bodies[i]
  std::vector<int> wheel_bodies;            ///< index of each wheel's body
  std::vector<double> wheel_radii;          ///< m
  std::vector<ForcePlace> force_places;     ///< named parts that can touch, in the order of the world's parts
  std::vector<MotorPlace> motors;           ///< of legs and of what balances, in the order of the world
  std::vector<HullSphere> landing_hull;     ///< of vehicles that stand on pads
  std::vector<VisualShape> visuals;         ///< shapes that are drawn, on bodies or the world
  std::vector<TieEnds> ties;                ///< springs and tethers, then struts, to draw
  std::vector<ChannelSpec> channels;        ///< names and units of Frame::channels, in their order
  std::vector<std::string> shown_channels;  ///< plotted first
  std::vector<ShownNumber> numbers;         ///< shown first of a run's results
  std::vector<std::string> notes;           ///< provisional soils and other warnings, one line each
  std::vector<PressFootprint> footprints;   ///< of what presses on ground that deforms; else none
  MeshSet mesh;                             ///< bodies' meshes in hard contact
  std::vector<int> vehicle_of_body;         ///< index of each body's vehicle, in the order of vehicle_titles
  std::shared_ptr<const Terrain> terrain;   ///< base surface and rigid shapes (shape owners by body name)

  /// Whether a body is of the vehicle that the view follows.
  bool is_followed(int body) const {
    const auto vehicle = [this](int b) { return vehicle_of_body[static_cast<std::size_t>(b)]; };
    return vehicle(body) == vehicle(followed_body);
  }
};

/// The ground with the soils that a frame has, of the scene to which it belongs.
inline const std::shared_ptr<const Terrain>& ground_of(const Scene& scene, const Frame* frame) {
  return frame && frame->painted ? frame->painted : scene.terrain;
}

}  // namespace grouser
