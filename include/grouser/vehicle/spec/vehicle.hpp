// SPDX-License-Identifier: BSD-3-Clause
// A vehicle as described by its TOML file: bodies, joints, wheels, footpads, surfaces, contact spheres,
// visuals. Rovers, landers and descent stages use the same reader. Format: docs/user_guide.md.
#pragma once
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/multibody/build/model_builder.hpp"
#include "grouser/soil/force/pad_contact.hpp"
#include "grouser/soil/wheel/wheel_reaction.hpp"
#include "grouser/terrain/surface/terrain.hpp"
#include "grouser/vehicle/drive/motor.hpp"
#include "grouser/vehicle/spec/equipment.hpp"
#include "grouser/vehicle/spec/leg_control.hpp"
#include "grouser/vehicle/spec/leg_spec.hpp"
#include "grouser/vehicle/spec/mesh_spec.hpp"
#include "grouser/vehicle/spec/strut.hpp"
#include "grouser/vehicle/spec/visual.hpp"

namespace grouser {

/// One wheel. Its body's frame is at the hub, y along the axle (left).
struct WheelSpec {
  std::string name;                      ///< "front_left"
  std::string body;                      ///< name of its body
  std::string drive_joint;               ///< revolute about y, prescribed
  std::string steer_joint;               ///< revolute about z, prescribed; empty: not steered
  WheelGeometry geometry;                ///< radius, width, grousers
  double stiffness = kUnset;             ///< radial stiffness k_wheel, N/m
  double damping = kUnset;               ///< beta_wheel, N s/m
  double tangential_stiffness = kUnset;  ///< N/m, shear stiffness of the wheel on hard ground
  double bristle_damping_ratio = 0.7;    ///< share of critical damping of the slip state's damper, -
  int slices = 3;                        ///< discs across the width
  int stencil_points = 2;                ///< n of the backward difference, 2 to 6
  int arc_points = 8;                    ///< Gauss points on each side of the arc in soft soil: 8, 12 or 24
  double slip_radius = 0.0;              ///< radius that slip and commanded speed refer to, m; 0: the rim's

  /// The radius that slip and commanded speed refer to, m.
  double reference_radius() const { return slip_radius > 0.0 ? slip_radius : geometry.radius; }
};

/// A sphere on a body that touches ground and shapes, so that the body can get hung up on them.
struct SphereSpec {
  std::string body;              ///< name of the body that carries it
  Vec3 position = Vec3::Zero();  ///< body frame, m
  double radius = 0.0;           ///< m
  double stiffness = 0.0;        ///< N/m
  double damping = 0.0;          ///< N s/m
  double friction = 0.0;         ///< Coulomb, -
  std::string part = "hull";     ///< the part that it belongs to: "hull", "nozzle", "leg"
};

/// A footpad of a leg: a flat round plate, its sole looking down the body's z axis; or a [[foot]], or a part
/// of one.
struct PadSpec {
  std::string name;              ///< unique within the vehicle
  std::string body;              ///< name of the body that carries it
  Vec3 position = Vec3::Zero();  ///< middle of the sole, body frame, m
  double radius = 0.0;           ///< m
  double stiffness = 0.0;        ///< of the pad itself, N/m
  double damping = 0.0;          ///< N s/m
  double friction = 0.0;         ///< Coulomb on rock, -

  /// The radius of the ball on the sole that finds the ground, m; unset: the pad's own. On an ankle its
  /// middle is the ankle.
  double touch = kUnset;
  bool ankle =
      false;  ///< its sole turns freely about the ankle and lies on the ground: forces go through the ankle
  bool foot = false;   ///< of a [[foot]]: it leaves footprints, and steps into those that are there
  SoleForm form = {};  ///< outline of its sole

  /// Radius of the ball that finds the ground, m.
  double touch_radius() const { return std::isnan(touch) ? radius : touch; }
  /// Middle of the ball that finds the ground, body frame, m.
  Vec3 touch_center() const { return position + touch_radius() * Vec3::UnitZ(); }
  /// Radius with which it rolls on the ground while its body turns, m.
  double rolling_radius() const { return ankle ? 0.0 : touch_radius(); }
};

/// A blade or a foot of rigid faces in ground of grains (soil/force/grain_tool.hpp).
enum class ToolShape {
  plate,  ///< a blade, faces along x
  pad     ///< a foot, sole down z
};
inline constexpr const char* kToolShapes[] = {"plate", "pad"};  ///< words of the shapes in files

/// A tool in ground of grains, as a file describes it.
struct ToolSpec {
  std::string name;  ///< unique within the vehicle
  std::string body;  ///< name of the body that carries it

  /// In its body. A plate's origin is in its middle, its faces look along x and its width lies along y; a
  /// pad's origin is in the middle of its sole, which looks down z.
  RigidTransform pose;
  ToolShape shape = ToolShape::plate;  ///< plate: looks along x; pad: looks down z
  double width = 0.0;                  ///< of a pad its diameter, m
  double height = 0.0;                 ///< of a pad that of its edge, m

  /// Half the diagonal of its face, m.
  double half_size() const { return 0.5 * std::sqrt(width * width + height * height); }
};

/// Connection of the root body to the world: free, or moved along an axis by a programme (a descent
/// stage).
struct RootSpec {
  JointType type = JointType::free;                         ///< free or prismatic
  bool is_free() const { return kind_of(type).is_free(); }  ///< whether all six of its coordinates are free
  Vec3 axis = Vec3::UnitZ();  ///< of a prismatic root, in the frame in which it is placed
};

/// A shape that is drawn, with the name of the body that carries it.
struct NamedVisual {
  std::string body;   ///< name of the body that carries it
  VisualShape shape;  ///< shape.body is set when the model is built
};

/// Most triangles of one mesh that is drawn.
inline constexpr std::size_t kMostLookTriangles = 500'000;

/// Source of a vehicle's contact spheres.
enum class TouchSource {
  file,  ///< the vehicle's file
  made,  ///< made_shapes.hpp, because the file has none
  none   ///< nowhere: `touch = "none"`
};
/// Treatment of a vehicle whose file has neither spheres and meshes nor the key `touch`.
enum class MissingTouch {
  made,  ///< spheres are made from its bodies
  none   ///< its bodies touch nothing
};

/// A vehicle as its file describes it: bodies and joints by their names, and what is mounted on them.
struct VehicleSpec {
  std::string name;                     ///< as its file names it, for runs and channels
  std::string title;                    ///< as people read it
  std::string root;                     ///< the body that others refer to: the chassis
  RootSpec root_joint;                  ///< connection of the root to the world
  std::vector<BodySpec> bodies;         ///< the root and all others
  std::vector<JointSpec> joints;        ///< inboard joints of all bodies but the root
  std::vector<CouplingSpec> couplings;  ///< relations between coordinates, as a rocker-bogie's differential
  std::vector<LoopJointSpec> loop_joints;    ///< joints that close loops
  std::vector<SpringElementSpec> springs;    ///< springs, dampers and tethers between its own bodies
  std::vector<WheelSpec> wheels;             ///< in the order of their channels
  std::vector<SphereSpec> spheres;           ///< that touch ground and shapes
  std::vector<PadSpec> pads;                 ///< soles of landing legs, and of feet
  std::vector<ToolSpec> tools;               ///< blades and feet for ground of grains
  std::vector<LegControlSpec> leg_controls;  ///< controllers of landing legs
  std::vector<StrutSpec> struts;             ///< with cores of honeycomb or with shock absorbers
  Equipment equipment;                       ///< reaction wheels, winches and the wear of wheels
  std::vector<LegSpec> legs;                 ///< that walk
  std::vector<ActuatorSpec> actuators;       ///< of their joints
  std::vector<SoleSpec> soles;               ///< under whole-body control
  std::string chest;  ///< under whole-body control: the body whose attitude is kept beside the root's
  std::vector<MeshSpec> meshes;      ///< meshes of bodies that touch or are drawn
  std::vector<RigidShape> surfaces;  ///< owner: a body of this vehicle; material: index of surface_soils
  std::vector<std::string> surface_soils;    ///< ids
  std::optional<MotorSpec> motor;            ///< of each wheel's drive; none: ideal speed control
  std::vector<NamedVisual> visuals;          ///< shapes that viewers draw
  TouchSource touching = TouchSource::file;  ///< source of its contact spheres
  bool touch_said = false;                   ///< whether its file says `touch`
  bool looks_made = false;                   ///< its visuals are those of made_shapes.hpp
  std::vector<std::string> sources;          ///< sources of its numbers, one line each
  std::vector<std::string> assumed;  ///< numbers that were assumed for want of a source, one line each
};

/// Reads and checks a vehicle's table (unknown keys are errors); `open` opens its mesh files. Throws
/// InputError.
VehicleSpec read_vehicle(const TomlTable& table, const OpenMesh& open = {},
                         MissingTouch missing = MissingTouch::made);

/// The keys of [motor] of a vehicle, or of a scenario that gives its rover other drives; none: they are
/// ideal.
void visit_motor(KeyVisitor& v, std::optional<MotorSpec>& motor);

/// The keys of a [[tie]] or [[spring]] table: point-to-point spring, damper or tether between two bodies.
void visit_keys(KeyVisitor& v, SpringElementSpec& spring);

/// A vehicle's place in a model.
struct PlacedVehicle {
  const VehicleSpec* spec = nullptr;  ///< the vehicle; not owned
  std::string root_joint = "root";    ///< name of the joint between the world and its root body
  RigidTransform pose;                ///< initial pose of a root that is not free
};

/// The forest of these vehicles and the springs between them. Throws InputError, naming `origin`.
Model build_model(std::span<const PlacedVehicle> vehicles, std::span<const SpringElementSpec> ties,
                  const std::string& origin, RedundantRows redundant = RedundantRows::refuse);
/// One vehicle alone, its root free in the world.
Model build_model(const VehicleSpec& vehicle, const std::string& origin,
                  RedundantRows redundant = RedundantRows::refuse);

}  // namespace grouser
