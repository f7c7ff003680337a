// SPDX-License-Identifier: BSD-3-Clause
// Everything that a scenario says, as plain values: what a reader, an importer, a study or a script makes or
// changes, and what build_world() (scenario.hpp) checks and turns into a World. SI units and radians; world
// frame: x east, y north, z up.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grouser/base/input_document.hpp"
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/vehicle/legs/gait.hpp"
#include "grouser/vehicle/legs/stepup_course.hpp"
#include "grouser/vehicle/legs/whole_body_spec.hpp"

namespace grouser {

/// One vehicle of a world.
struct VehicleInWorld {
  VehicleRole role = VehicleRole::rover;  ///< role among the vehicles
  std::string name = "rover";  ///< unique in the world; begins the names of all but the first of a role
  std::string file = {};       ///< id of assets/rovers or assets/landers, or a path: names its document
  Documented<VehicleSpec> model = {};  ///< content of the document; add_vehicle() reads it
  std::string document = {};           ///< place of that document, for errors
  InitialPlacement initial = {};       ///< its place at the start

  /// Initial positions of one-coordinate joints, rad or m; of this vehicle, or by their full names of another
  std::vector<std::pair<std::string, double>> joint_positions = {};
  bool joints_at_rest = false;  ///< others that a spring holds start where it pulls in neither direction
  bool other_motor = false;     ///< `motor` replaces that of the model
  std::optional<MotorSpec> motor = {};  ///< none: ideal drives
  DriveSpec drive = {};                 ///< phases, or a path to follow; by default at rest
};

/// The Soil Contact Model on the base ground.
struct ScmSpec {
  double cell = 0.02;                    ///< spacing of the nodes, m
  ScmShear shear = ScmShear::coulomb;    ///< law of the shear stress
  bool digging = true;                   ///< grousers carry soil away
  ScmWidth width = ScmWidth::wheel;      ///< which width counts in the pressure
  ScmSurface surface = ScmSurface::rim;  ///< which surface presses on the nodes
  std::string given = {};                ///< the last of its keys that is given; empty: none
};

/// The ground under the vehicles.
struct GroundSpec {
  /// Base surface, soil map, and shapes of its own; materials are indices into WorldSpec::soils
  Documented<Terrain> terrain = {};
  std::string table = {};  ///< the [terrain] that it was read from, as TOML: what a run file says of it
  std::optional<SoilLaw> soil_law = {};  ///< of all soft soils in place of their own
  ScmSpec scm = {};                      ///< for soils with the law scm
  bool any_gravity = false;  ///< whether a gravity is allowed that does not fit the body of its map
};

/// Cuts ties and springs at a time, or some time after the main vehicle first touches anything.
struct ReleaseSpec {
  std::vector<std::string> ties = {};  ///< names, with * at the end for all that begin so
  double time = 0.0;                   ///< s; with on_touchdown the delay after touchdown
  bool on_touchdown = false;           ///< true: `time` counts from the main vehicle's first touch
};

/// The rules that a run is judged by. Their limits' duration and weight are found by build_world().
struct VerdictSpec {
  VerdictSettings settings;  ///< limits, goals, and whether the verdict ends the run
  std::string vehicle;  ///< name of the rover that is judged; "": the first on a lander, or else the first
};

/// Whole-body control of the main vehicle, if it has soles.
struct BalanceSpec {
  WholeBodySpec control;      ///< gains and limits
  double pelvis_pitch = 0.0;  ///< that the pelvis keeps, nose down positive, rad
  double chest_pitch = 0.0;   ///< that the chest keeps, nose down positive, rad
  double hold = 5.0;          ///< s that it must stand at the end
};

/// A force on a body's centre of mass.
struct PushSpec {
  std::string body;           ///< full name of the body
  Vec3 force = Vec3::Zero();  ///< world axes, N
  double start = 0.0;         ///< s
  double duration = 0.0;      ///< s
};

/// A scenario as plain values.
struct WorldSpec {
  RunSettings run;                       ///< duration, step, integrator, gravity, recording
  std::vector<VehicleInWorld> vehicles;  ///< rovers and landers, in the order of the world
  GroundSpec ground;                     ///< terrain and laws of the ground

  /// By the terrain's material numbers, then those of vehicles' surfaces
  std::vector<Documented<SoilParams>> soils;
  std::vector<SpringElementSpec> ties;  ///< between any two bodies or the world
  std::vector<ReleaseSpec> releases;    ///< ties that are cut during the run
  std::vector<JointProgramme> motions;  ///< lead prescribed joints that no wheel drives
  std::vector<HandCommand> hand_drive;  ///< commands that drive the main vehicle by hand, by their starts

  /// Commands to its servos from outside, in order of their times.
  std::vector<ServoCommand> servo_commands;
  /// Commands of a run file to drives commanded from outside.
  std::optional<ExternalCommands> external_commands;
  std::vector<SoilStroke>
      soil_strokes;  ///< changes of the soils while the run goes on, in order of their times
  std::optional<VerdictSpec> verdict;      ///< none: a rover that starts on a lander is judged all the same
  std::optional<ThrustSettings> thrust;    ///< none: no engine
  std::optional<GaitSpec> gait;            ///< of the main vehicle, if it has legs; none: it stands
  std::optional<BalanceSpec> balance;      ///< of the main vehicle, if it has soles; none: as it comes
  std::optional<StepupCourseSpec> stepup;  ///< of the main vehicle, if it has two feet; none: it stands
  std::vector<PushSpec> pushes;            ///< forces on bodies
  std::optional<LandingSettings> landing;  ///< none: no landing is judged
  std::vector<std::string> plots;          ///< channels that the window plots first
  std::vector<std::string> numbers;  ///< answers to its question: "label: metric", "label: largest channel"

  /// Whether a name of `plots` or `numbers` may be missing: another rover than the scenario's own need
  /// not have it
  bool plots_may_miss = false;
  std::string place = "scenario";  ///< the file that it was read from
  std::optional<TomlTable> table;  ///< that it was read from; it knows where values stand

  /// The place that the value of a dotted key comes from, for errors: "file:line: motion.0.joint", "--set
  /// duration=3", or, of what a program added, "file: motion.0.joint".
  std::string place_of(const std::string& key) const;

  /// The files that it was read from, word for word, and the settings that changed them
  std::vector<InputDocument> documents;
  std::vector<Override> overrides;  ///< in the order in which they were applied

  /// All that the documents may say, with ranges, fallbacks and values, as an override names it
  std::vector<KeyNote> keys;
  std::vector<std::string> file_changes;     ///< `set` of the scenario
  std::vector<std::filesystem::path> files;  ///< no output may be one of them
  std::string origin = "scenario";           ///< file name of the scenario

  /// Text that write_scenario() made of it when it was read: another text later says that a program changed
  /// it
  std::string as_read;
};

/// Longest duration that a run of these settings may have, s.
double longest_duration(const RunSettings& settings);

}  // namespace grouser
