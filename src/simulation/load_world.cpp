#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "channels.hpp"
#include "contact_modes.hpp"
#include "contact_stability.hpp"
#include "document_source.hpp"
#include "egress_watch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/multibody/dynamics.hpp"
#include "grouser/simulation/scenario.hpp"
#include "grouser/simulation/world.hpp"
#include "grouser/terrain/terrain_input.hpp"
#include "scenario_parts.hpp"
#include "slope_warnings.hpp"

namespace grouser {
namespace {

/// Reads a step length. Below the shortest nothing more is resolved (the fastest contact relaxes in tens of
/// microseconds), and a second of motion would take a million steps.
double read_step(const TomlTable& t, const char* key, double fallback, double longest) {
  constexpr double kShortest = 1e-6;  // s
  const double step = t.number_or(key, fallback, {0.0, longest, true, "s"});
  if (step < kShortest)
    throw InputError(t.place(key), fmt::format("a step of {:g} s", step),
                     fmt::format("at least {:g} s, far below what the stiffest contact needs", kShortest));
  return step;
}

/// Reads `adaptive = true`, or a table of its keys.
std::optional<AdaptiveStep> read_adaptive(const TomlTable& integration, const RunSettings& settings) {
  const bool table = integration.is_table("adaptive");
  if (!table && !integration.boolean_or("adaptive", false)) return std::nullopt;
  if (settings.integrator != IntegratorKind::beeman)
    throw InputError(integration.place("adaptive"),
                     fmt::format("an adaptive step with method '{}'", to_string(settings.integrator)),
                     "method = \"beeman\"");
  AdaptiveStep a;
  if (!table) return a;
  const TomlTable t = integration.table("adaptive");
  constexpr double kLongest = 1e4;  // s
  a.max_hub_displacement =
      t.number_or("max_hub_displacement", a.max_hub_displacement, {1e-8, 0.1, false, "m"});
  a.min_step = read_step(t, "min_step", a.min_step, kLongest);
  if (t.has("max_step")) a.max_step = read_step(t, "max_step", a.max_step, kLongest);
  a.max_flight_step = read_step(t, "max_flight_step", a.max_flight_step, kLongest);
  a.max_rotation = t.angle_deg_or("max_rotation_deg", 2.0, {1e-3, 30.0, false, "deg"});
  if (a.max_step > 0.0 && a.min_step > a.max_step)
    throw InputError(t.place("min_step"), fmt::format("{} s", a.min_step),
                     fmt::format("at most max_step, {} s", a.max_step));
  return a;
}

RunSettings read_settings(const TomlTable& t) {
  RunSettings s;
  s.name = t.string("name");
  s.title = t.string_or("title", s.name);
  s.group = t.string_or("group", "");
  s.purpose = t.string_or("purpose", "");
  s.duration = t.number("duration", {1e-6, 1e7, false, "s"});
  s.gravity = t.number("gravity", {0.0, 100.0, false, "m/s2"});
  const TomlTable integration = t.table_or_empty("integration");
  s.integrator =
      static_cast<IntegratorKind>(integration.choice_or("method", "beeman", {"euler", "beeman", "rk4"}));
  s.dt = read_step(integration, "step", s.dt, 1.0);
  s.adaptive = read_adaptive(integration, s);
  s.refuse_unstable = integration.boolean_or("refuse_unstable", true);
  const TomlTable recording = t.table_or_empty("recording");
  s.record_interval = recording.number_or("interval", s.record_interval, {1e-7, 1e6, false, "s"});
  s.keyframe_interval =
      recording.number_or("keyframe_interval", s.keyframe_interval, {1e-6, 1e6, false, "s"});
  constexpr double kMaxSteps = 1e10;
  if (s.duration / (s.adaptive ? s.adaptive->min_step : s.dt) > kMaxSteps)
    throw InputError(t.place("duration"), fmt::format("{:.3g} steps", s.duration / s.dt),
                     fmt::format("at most {:.0g} steps", kMaxSteps));
  return s;
}

/// A vehicle that is lowered until it touches cannot start below the ground.
void check_clearance(const VehicleRuntime& vehicle, const TomlTable& place) {
  const double z = vehicle.initial.position.z();
  if (vehicle.spec.root_joint.type == JointType::free && vehicle.initial.on_ground && z < 0.0)
    throw InputError(place.place("position"), fmt::format("z = {:g} m", z),
                     ">= 0 m (clearance above the first touch), or on_ground = false");
}

/// Nor can it stand on a side that it does not turn to the ground.
void check_attitude(const VehicleRuntime& vehicle, const TomlTable& place) {
  const InitialPlacement& start = vehicle.initial;
  if (vehicle.spec.root_joint.type != JointType::free || !start.on_ground || stated_pose(start).R(2, 2) > 0.0)
    return;
  constexpr double kDegrees = 57.29577951308232;
  throw InputError(
      place.place(place.has("roll_deg") ? "roll_deg" : "pitch_deg"),
      fmt::format("roll {:g} and pitch {:g} deg: on its back", start.roll * kDegrees, start.pitch * kDegrees),
      "a start less than 90 deg from upright, or on_ground = false");
}

/// Reads the rover and the lander, each with its placement; at least one of them must be there.
void read_vehicles(World& world, const TomlTable& scenario, DocumentSource& source) {
  const auto add = [&](const char* kind, const char* initial) {
    const std::string name = scenario.string_or(kind, "none");
    const TomlTable place = scenario.table_or_empty(initial);
    if (name == "none") {
      skip_placement(scenario, initial);
      return;
    }
    const TomlTable document = source.open(kind, name);
    if (!scenario.has(initial))
      throw InputError(scenario.place(""), std::string("no [") + initial + "]",
                       "where the " + std::string(kind) + " starts");
    VehicleRuntime vehicle;
    vehicle.spec = read_vehicle(document);
    vehicle.is_lander = std::string_view(kind) == "lander";
    build_model(vehicle.spec, document.file());  // so that an error within one file is reported with its name
    if (world.vehicles.empty() && scenario.has("motor")) vehicle.spec.motor = read_motor(scenario);
    vehicle.initial = read_placement(place);
    check_clearance(vehicle, place);
    check_attitude(vehicle, place);
    read_joint_angles(place, world.joint_angles);
    world.settings.settle = place.boolean_or("settle", world.settings.settle);
    world.vehicles.push_back(std::move(vehicle));
  };
  add("rover", "initial");
  add("lander", "initial_lander");
  if (world.vehicles.empty())
    throw InputError(scenario.place(""), "no rover and no lander", "a `rover` or a `lander`");
  for (const VehicleRuntime& vehicle : world.vehicles)
    if (vehicle.initial.on_lander && (vehicle.is_lander || !world.has_lander()))
      throw InputError(scenario.table(vehicle.is_lander ? "initial_lander" : "initial").place("on"),
                       "\"lander\"", "a rover on a `lander` in the scenario");
}

void build_forest(World& world, const TomlTable& scenario) {
  std::vector<PlacedVehicle> placed;
  for (const VehicleRuntime& vehicle : world.vehicles)
    placed.push_back(
        {&vehicle.spec, vehicle.is_lander ? "lander_root" : "root", stated_pose(vehicle.initial)});
  world.model = std::make_shared<const Model>(
      build_model(placed, read_ties(scenario, world.vehicles), scenario.file()));
  for (VehicleRuntime& vehicle : world.vehicles) vehicle.root = world.model->body(vehicle.spec.root);
  world.chassis = world.vehicles.front().root;
  for (const Joint& joint : world.model->joints()) {
    int vehicle = joint.parent == kWorld ? 0 : world.vehicle_of_body[joint.parent.index];
    for (std::size_t i = 0; i < world.vehicles.size(); ++i)
      if (world.vehicles[i].root == joint.child) vehicle = static_cast<int>(i);
    world.vehicle_of_body.push_back(vehicle);
  }
  for (const auto& [name, value] : world.joint_angles)
    if (world.model->joints()[world.model->joint(name).index].nv != 1)
      throw InputError(scenario.place("initial"), "joint '" + name + "' with more than one coordinate",
                       "a revolute or prismatic joint");
}

/// The ground with the soils of [terrain] soil_map, if there is one.
Terrain lay_soils(const Terrain& ground, const TomlTable& t, DocumentSource& source,
                  std::vector<std::string>& materials) {
  const std::string name = t.string_or("soil_map", "");
  if (name.empty()) return ground;
  const std::string place = t.place("soil_map");
  return with_soil_map(ground, source.open_soil_map(name, place), materials, place);
}

void build_ground(World& world, const TomlTable& scenario, DocumentSource& source) {
  std::vector<std::string> materials;
  const auto open = [&](const std::string& kind, const std::string& name) -> std::optional<TomlTable> {
    if (!source.holds(kind, name)) return std::nullopt;
    return source.open(kind, name);
  };
  const TomlTable terrain = scenario.table("terrain");
  source.check_ground(terrain);
  if (!source.raster() && terrain.has("file")) source.note_file(find_file(terrain, "file", source.folder()));
  const Terrain bare = load_terrain(terrain, source.folder(), materials, source.raster(), open);
  if (source.raster())  // the ground of a run, which was accepted when the run was made
    terrain.boolean_or("any_gravity", false);
  else
    check_gravity(terrain, bare, world.settings.gravity, scenario.place("gravity"));
  const Terrain ground = lay_soils(bare, terrain, source, materials);
  world.terrain =
      std::make_shared<const Terrain>(ground.with_shapes(vehicle_surfaces(world.vehicles, materials)));
  for (const std::string& id : materials) {
    const TomlTable soil = source.open("soil", id);
    world.materials.push_back(read_soil(soil, id));
  }
  for (const BoxShape& shape : world.terrain->shapes()) {
    const int owner = shape.owner == "world" ? -1 : world.model->body(shape.owner).index;
    world.shape_owner.push_back(owner);
    for (std::size_t i = 0; i < world.vehicles.size(); ++i)
      world.vehicles[i].own_shapes.push_back(owner >= 0 &&
                                             world.vehicle_of_body[owner] == static_cast<int>(i));
  }
}

/// Effective mass at each hub along the vertical in the neutral pose, kg.
std::vector<double> calc_hub_masses(const World& world) {
  std::vector<double> masses;
  Kinematics kinematics(*world.model);
  const VecX q = world.model->neutral_q();
  calc_kinematics(*world.model, q, VecX::Zero(world.model->nv()), kinematics);
  for (const WheelRuntime& wheel : world.wheels)
    masses.push_back(calc_effective_mass(*world.model, q, kinematics, wheel.body,
                                         kinematics.body[wheel.body.index].X_WB.p, Vec3::UnitZ()));
  return masses;
}

ContactLaw make_law(const World& world, const WheelSpec& spec, const SoilParams& soil) {
  ContactLaw law;
  law.soil = soil;
  law.wheel = spec.geometry;
  law.gravity = world.settings.gravity;
  law.stencil_points = spec.stencil_points;
  law.arc_points = spec.arc_points;
  law.width_fraction = 1.0 / spec.slices;
  law.k_wheel = spec.stiffness / spec.slices;
  law.beta_wheel = spec.damping / spec.slices;
  law.k_tangential = spec.tangential_stiffness / spec.slices;
  complete(law);
  return law;
}

/// Sets the dampers of the slip state on one material: the share of critical damping that each wheel asks
/// for, all reduced together where an explicit step could not carry them (dt c / m of the vehicle's fastest
/// motion at most 0.3; Beeman's limit is 1 without any spring).
void set_bristle_damping(World& world, const ContactModes& modes, std::size_t material, double load) {
  constexpr double kExplicitLimit = 0.3;
  std::vector<double> beta;
  for (std::size_t i = 0; i < world.wheels.size(); ++i) {
    const WheelSpec& spec = world.wheels[i].spec;
    const double k_t = tangential_stiffness(spec, world.materials[material], load, world.settings.gravity);
    beta.push_back(2.0 * spec.bristle_damping_ratio * std::sqrt(k_t * modes.forward_mass(i)));
  }
  const double fastest = modes.fastest_damping(beta);
  double shrink = 1.0;
  if (world.settings.adaptive) {  // implicit, so no reduction; but not between two moving bodies
    world.settings.adaptive->max_step_on_bodies =
        std::min(world.settings.adaptive->max_step_on_bodies, kExplicitLimit / fastest);
  } else if (world.settings.dt * fastest > kExplicitLimit) {
    shrink = kExplicitLimit / (world.settings.dt * fastest);
  }
  for (std::size_t i = 0; i < world.wheels.size(); ++i)
    world.wheels[i].laws[material].beta_tangential = shrink * beta[i] / world.wheels[i].spec.slices;
}

/// Chooses the largest step of an adaptive run if the scenario gives none: steps are increased as long as the
/// contact stays stable, since every shorter one will be used too; then a margin is taken for effects that
/// the guard's linear loop on level ground does not include.
void choose_max_step(World& world, const ContactModes& modes, const std::vector<double>& hub_masses,
                     double load) {
  constexpr double kMargin = 0.8, kLargest = 0.05;  // -, s
  const double min_step = world.settings.adaptive->min_step;
  const double best = find_stable_step(ContactGuard(world, modes, hub_masses, load), min_step, kLargest);
  world.settings.adaptive->max_step = std::max(kMargin * best, min_step);
}

/// Positions of the wheels' hubs in the chassis frame, neutral pose.
std::vector<Vec3> find_hubs(const World& world, const std::vector<WheelSpec>& specs) {
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), kinematics);
  std::vector<Vec3> hubs;
  for (const WheelSpec& spec : specs)
    hubs.push_back(kinematics.body[world.model->body(spec.body).index].X_WB.p);
  return hubs;
}

/// Turning axle: the middle of the wheels that are not steered, or of all wheels.
double find_turning_axle(const std::vector<WheelSpec>& specs, const std::vector<Vec3>& hubs) {
  double axle = 0.0, count = 0.0, axle_all = 0.0;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    axle_all += hubs[i].x() / static_cast<double>(specs.size());
    if (specs[i].steer_joint.empty()) axle += hubs[i].x(), count += 1.0;
  }
  return count > 0.0 ? axle / count : axle_all;
}

void build_follower(World& world, const TomlTable& drive, const std::vector<Vec3>& hubs) {
  const std::optional<FollowSpec> follow = read_follow(drive);
  if (!follow) return;
  if (drive.has("phase") || drive.has("speed"))
    throw InputError(drive.place("follow"), "beside phases or a speed", "one or the other");
  std::vector<FollowerWheel> wheels;
  for (std::size_t i = 0; i < world.wheels.size(); ++i) {
    const WheelRuntime& wheel = world.wheels[i];
    wheels.push_back({wheel.spec.name, hubs[i].x() - world.turning_axle, hubs[i].y(),
                      wheel.spec.reference_radius(), wheel.steer_v >= 0});
  }
  world.follower = std::make_shared<const WaypointFollower>(*follow, wheels);
}

void build_wheels(World& world, const TomlTable& drive) {
  const DriveProgramme programme = read_drive_programme(drive);
  std::vector<WheelSpec> specs;
  for (const VehicleRuntime& vehicle : world.vehicles)
    specs.insert(specs.end(), vehicle.spec.wheels.begin(), vehicle.spec.wheels.end());
  const std::vector<Vec3> hubs = find_hubs(world, specs);
  world.turning_axle = find_turning_axle(specs, hubs);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const WheelSpec& spec = specs[i];
    const Joint& drive_joint = world.model->joints()[world.model->joint(spec.drive_joint).index];
    const bool steered = !spec.steer_joint.empty();
    check_wheel_follows(programme, spec.name, steered);
    WheelRuntime w{.spec = spec,
                   .body = world.model->body(spec.body),
                   .drive_q = drive_joint.q_index,
                   .drive_v = drive_joint.v_index,
                   .programme = wheel_programme(programme, hubs[i].x() - world.turning_axle, hubs[i].y(),
                                                spec.reference_radius(), steered)};
    if (steered) {
      const Joint& steer = world.model->joints()[world.model->joint(spec.steer_joint).index];
      w.steer_q = steer.q_index;
      w.steer_v = steer.v_index;
    }
    const Body& body = world.model->bodies()[w.body.index];
    const std::optional<MotorSpec>& motor = world.vehicles[world.vehicle_of_body[w.body.index]].spec.motor;
    if (motor) {
      const double inertia = body.inertia(1, 1) + drive_joint.forces.rotor_inertia;
      check_motor(*motor, inertia, world.settings.dt, "motor of wheel " + spec.name);
      w.motor = make_motor_law(*motor, inertia, world.settings.dt);
    }
    for (int k = 0; k < spec.slices; ++k)
      w.slice_offsets.push_back(spec.geometry.width * ((k + 0.5) / spec.slices - 0.5));
    w.first_slot = world.slot_count;
    world.slot_count += spec.slices * kSlotsPerSlice;
    world.wheels.push_back(std::move(w));
  }
  build_follower(world, drive, hubs);
}

/// Refuses a vehicle whose weight, shared equally, would press its supports flat.
void check_carries(const World& world) {
  for (std::size_t v = 0; v < world.vehicles.size(); ++v) {
    double mass = 0.0;
    for (std::size_t b = 0; b < world.vehicle_of_body.size(); ++b)
      if (world.vehicle_of_body[b] == static_cast<int>(v)) mass += world.model->bodies()[b].mass;
    const VehicleSpec& spec = world.vehicles[v].spec;
    const auto check = [&](const char* kind, const std::string& name, std::size_t count, double stiffness,
                           double radius) {
      const double load = mass * world.settings.gravity / static_cast<double>(count);
      if (load < stiffness * radius) return;
      throw InputError(fmt::format("{} '{}' of {}: stiffness", kind, name, spec.name),
                       fmt::format("{:g} N/m, which its {:.3g} N of the weight press in by {:.3g} m",
                                   stiffness, load, load / stiffness),
                       fmt::format("over {:.3g} N/m: the radius is {:g} m", load / radius, radius));
    };
    for (const WheelSpec& wheel : spec.wheels)
      check("wheel", wheel.name, spec.wheels.size(), wheel.stiffness, wheel.geometry.radius);
    for (const PadSpec& pad : spec.pads) check("pad", pad.name, spec.pads.size(), pad.stiffness, pad.radius);
  }
}

void build_laws(World& world) {
  check_carries(world);
  const double load =
      world.model->total_mass() * world.settings.gravity / std::max<std::size_t>(1, world.wheels.size());
  for (WheelRuntime& w : world.wheels)
    for (const SoilParams& soil : world.materials) {
      if (soil.kind == SoilKind::soft)
        check_soil_for_width(soil, w.spec.geometry.width,
                             fmt::format("soil '{}' under wheel '{}'", soil.id, w.spec.name));
      w.laws.push_back(make_law(world, w.spec, soil));
    }
  if (world.wheels.empty()) {
    if (world.settings.adaptive && world.settings.adaptive->max_step == 0.0)
      world.settings.adaptive->max_step = world.settings.dt;
    return;
  }
  const ContactModes modes(world);
  const std::vector<double> hub_masses = calc_hub_masses(world);
  for (std::size_t m = 0; m < world.materials.size(); ++m) set_bristle_damping(world, modes, m, load);
  if (world.settings.adaptive && world.settings.adaptive->max_step == 0.0)
    choose_max_step(world, modes, hub_masses, load);
  if (world.settings.refuse_unstable) check_contact_stability(world, modes, hub_masses, load);
}

void build_body_contacts(World& world) {
  for (const VehicleRuntime& vehicle : world.vehicles) {
    for (const SphereSpec& sphere : vehicle.spec.spheres)
      world.spheres.push_back({sphere, world.model->body(sphere.body)});
    for (const PadSpec& spec : vehicle.spec.pads) {
      PadRuntime pad{spec, world.model->body(spec.body)};
      for (const SoilParams& soil : world.materials)
        pad.laws.push_back({soil, spec.radius, spec.stiffness, spec.damping, spec.friction});
      world.pads.push_back(std::move(pad));
    }
  }
}

void add_notes(World& world) {
  for (const SoilParams& soil : world.materials)
    if (soil.provisional)
      world.scene.notes.push_back(
          fmt::format("soil {} is provisional: {}", soil.id, soil.provisional_reason));
  for (const std::string& note : slope_warnings(world)) world.scene.notes.push_back(note);
}

void build_scene(World& world, const TomlTable& scenario) {
  Scene& s = world.scene;
  s.name = world.settings.name;
  s.title = world.settings.title;
  s.group = world.settings.group;
  s.purpose = world.settings.purpose;
  s.duration = world.settings.duration;
  s.step = world.settings.dt;
  s.gravity = world.settings.gravity;
  for (const Body& body : world.model->bodies()) s.body_names.push_back(body.name);
  s.followed_body = world.chassis.index;
  for (const WheelRuntime& w : world.wheels) {
    s.wheel_names.push_back(w.spec.name);
    s.wheel_bodies.push_back(w.body.index);
    s.wheel_radii.push_back(w.spec.geometry.radius);
  }
  for (const VehicleRuntime& vehicle : world.vehicles)
    for (NamedVisual visual : vehicle.spec.visuals) {
      visual.shape.body = world.model->body(visual.body).index;
      s.visuals.push_back(visual.shape);
    }
  for (const SpringElement& spring : world.model->springs())
    s.ties.push_back({spring.name, spring.body_a.index, spring.body_b.index, spring.point_a, spring.point_b});
  s.terrain = world.terrain;
  s.channels = make_channels(world);
  // names for the scenario's own rover must be right; another rover in its place may lack some of them
  const bool other_rover = std::any_of(world.overrides.begin(), world.overrides.end(),
                                       [](const Override& o) { return o.key == "rover"; });
  for (const std::string& name : scenario.table_or_empty("view").string_list_or_empty("plots")) {
    const bool known = std::any_of(s.channels.begin(), s.channels.end(),
                                   [&](const ChannelSpec& c) { return c.name == name; });
    if (known) s.shown_channels.push_back(name);
    if (!known && !other_rover)
      throw InputError(scenario.table("view").place("plots"), "no channel '" + name + "'",
                       "a channel name such as wheel/front_left/load");
  }
}

std::shared_ptr<const World> build_world(DocumentSource& source) {
  auto world = std::make_shared<World>();
  const TomlTable scenario = source.open("scenario", source.scenario_name());
  world->overrides = source.overrides();
  source.change_first(scenario.string_list_or_empty("set"), scenario.place("set"));
  world->settings = read_settings(scenario);
  read_vehicles(*world, scenario, source);
  build_forest(*world, scenario);
  build_ground(*world, scenario, source);
  build_wheels(*world, scenario.table_or_empty("drive"));
  build_body_contacts(*world);
  build_prescribed(*world, scenario);
  world->releases = read_releases(scenario, *world->model);
  read_verdict(*world, scenario);
  build_scene(*world, scenario);
  scenario.finish();
  source.finish();
  build_laws(*world);
  add_notes(*world);
  world->documents = source.documents();
  world->files = source.files();
  return world;
}

}  // namespace

std::shared_ptr<const World> load_world(const std::string& scenario, const std::vector<Override>& overrides) {
  FileSource source(scenario, overrides);
  return build_world(source);
}

std::shared_ptr<const World> load_world_from_run(const RunReader& run) {
  RunFileSource source(run);
  return build_world(source);
}

}  // namespace grouser
