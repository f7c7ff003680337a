#include "channels.hpp"

#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/terrain/surface/soil_map.hpp"

namespace grouser {
namespace {

// The list is written once, as a visit: names are collected if `names` is given, values are written if
// `values` is given.
class Sink {
 public:
  explicit Sink(std::vector<ChannelSpec>& names) : names_(&names) {}
  explicit Sink(std::span<double> values) : values_(values) {}
  void operator()(const std::string& prefix, const char* name, const char* unit, const char* description,
                  double value) {
    if (names_) {
      names_->push_back({prefix + name, unit, description});
    } else {
      values_[at_++] = value;
    }
  }

 private:
  std::vector<ChannelSpec>* names_ = nullptr;
  std::span<double> values_;
  std::size_t at_ = 0;
};

void put_vector(Sink& sink, const std::string& prefix, const char* const names[3], const char* unit,
                const char* description, const Vec3& v) {
  for (int i = 0; i < 3; ++i) sink(prefix, names[i], unit, description, v[i]);
}

void put_root(Sink& sink, const std::string& prefix, const BodyMotion& body) {
  static constexpr const char* kPosition[] = {"position_x", "position_y", "position_z"};
  static constexpr const char* kVelocity[] = {"velocity_x", "velocity_y", "velocity_z"};
  static constexpr const char* kAcceleration[] = {"acceleration_x", "acceleration_y", "acceleration_z"};
  static constexpr const char* kRate[] = {"rate_x", "rate_y", "rate_z"};
  put_vector(sink, prefix, kPosition, "m", "body frame, world axes", body.X_WB.p);
  put_vector(sink, prefix, kVelocity, "m/s", "body frame, world axes", body.v);
  put_vector(sink, prefix, kAcceleration, "m/s2", "body frame, world axes", body.v_dot);
  put_vector(sink, prefix, kRate, "rad/s", "angular velocity, world axes", body.w);
  const RollPitchYaw rpy = rpy_from_rotation(body.X_WB.R);
  sink(prefix, "roll", "rad", "right side down positive", rpy.roll);
  sink(prefix, "pitch", "rad", "nose down positive", rpy.pitch);
  sink(prefix, "yaw", "rad", "left turn positive, from east", rpy.yaw);
}

void put_wheel(Sink& sink, const std::string& prefix, const WheelOutput& w, double spin) {
  static constexpr const char* kForce[] = {"force_x", "force_y", "force_z"};
  sink(prefix, "load", "N", "sum of the contact's normal forces", w.load);
  put_vector(sink, prefix, kForce, "N", "force of the ground on the wheel, world axes", w.force);
  sink(prefix, "longitudinal_force", "N", "along the heading in the contact plane (drawbar pull)",
       w.longitudinal);
  sink(prefix, "lateral_force", "N", "to the left in the contact plane", w.lateral);
  sink(prefix, "torque", "N m", "resisting the drive, about the axle", w.torque);
  sink(prefix, "drive_torque", "N m", "that the drive gives, forward positive", w.drive_torque);
  sink(prefix, "sinkage", "m", "below the undisturbed ground", w.sinkage);
  sink(prefix, "rut_depth", "m", "plastic sinkage of the ground before this wheel", w.rut_depth);
  sink(prefix, "hub_displacement", "m", "u_tot: wheel and soil compression together", w.depth);
  sink(prefix, "deflection", "m", "u_wheel: compression of the wheel", w.deflection);
  sink(prefix, "slip", "-",
       "(r omega - v) / max(|r omega|, |v|), r the wheel's slip_radius or else the rim without grousers; 0 "
       "at rest",
       w.slip);
  sink(prefix, "slip_angle", "rad",
       "from the hub's velocity to the heading, + where the velocity points right", w.slip_angle);
  sink(prefix, "spin_rate", "rad/s", "drive, forward positive", spin);
}

/// Class of the soil map where a wheel meets the ground.
double soil_class(const SoilMap& map, const WheelOutput& wheel) {
  return wheel.surface == 0 ? map.class_at(wheel.point.x(), wheel.point.y()) : -1.0;
}

void put_part(Sink& sink, const std::string& prefix, const ContactRecord& part) {
  static constexpr const char* kForce[] = {"force_x", "force_y", "force_z"};
  sink(prefix, "load", "N", "normal force", part.load);
  put_vector(sink, prefix, kForce, "N", "force of what it touches, world axes", part.force);
  sink(prefix, "sinkage", "m", "below the undisturbed ground", part.sinkage);
}

void put_mesh(Sink& sink, const std::string& prefix, const ContactRecord& part, const MeshOutput& mesh) {
  static constexpr const char* kMoment[] = {"moment_x", "moment_y", "moment_z"};
  put_vector(sink, prefix, kMoment, "N m", "about the middle of the normal forces, world axes", part.moment);
  sink(prefix, "penetration", "m", "deepest corner of a triangle", part.depth);
  sink(prefix, "contact_area", "m2", "of all triangles in contact", mesh.area);
  sink(prefix, "polygons", "-", "triangles in contact", mesh.polygons);
  sink(prefix, "sliding_share", "-", "of the load, on triangles that slide", mesh.sliding);
}

void put_stability(Sink& sink, const std::string& prefix, const TipOver& tip_over) {
  sink(prefix, "tip_over_margin", "rad", "force-angle margin; 0: on the point of tipping", tip_over.margin);
}

void put_joint_load(Sink& sink, const std::string& prefix, const Wrench& load) {
  static constexpr const char* kForce[] = {"load_force_x", "load_force_y", "load_force_z"};
  static constexpr const char* kMoment[] = {"load_moment_x", "load_moment_y", "load_moment_z"};
  put_vector(sink, prefix, kForce, "N", "parent on child, joint axes", load.force);
  put_vector(sink, prefix, kMoment, "N m", "parent on child, joint axes", load.moment);
}

void put_loop_load(Sink& sink, const std::string& prefix, const Wrench& load) {
  static constexpr const char* kForce[] = {"load_force_x", "load_force_y", "load_force_z"};
  static constexpr const char* kMoment[] = {"load_moment_x", "load_moment_y", "load_moment_z"};
  put_vector(sink, prefix, kForce, "N", "on body b at its point, world axes", load.force);
  put_vector(sink, prefix, kMoment, "N m", "on body b about its point, world axes", load.moment);
}

void put_strut(Sink& sink, const std::string& prefix, const Strut& strut, const StrutMemory& memory,
               const Kinematics& kinematics) {
  const StrutReading now = read_strut(strut, memory, kinematics);
  sink(prefix, "force", "N", "pushes the ends apart", now.force);
  sink(prefix, "length", "m", "between its ends", now.length);
  sink(prefix, "crushed", "m", "of the core for compression", memory.compressed);
  sink(prefix, "crushed_in_tension", "m", "of the core for tension", memory.stretched);
}

void put_leg(Sink& sink, const std::string& prefix, const Walker::Leg& leg, const WalkLegMemory& memory,
             const MotionState& motion) {
  using Names = const char* const*;
  static constexpr const char* kTold[] = {"told_roll", "told_hip", "told_knee"};
  static constexpr const char* kTorque[] = {"torque_roll", "torque_hip", "torque_knee"};
  static constexpr const char* kLimbTold[] = {"told_1", "told_2", "told_3", "told_4", "told_5", "told_6"};
  static constexpr const char* kLimbTorque[] = {"torque_1", "torque_2", "torque_3",
                                                "torque_4", "torque_5", "torque_6"};
  const Names told = leg.limb ? kLimbTold : kTold, torque = leg.limb ? kLimbTorque : kTorque;
  sink(prefix, "phase", "-", "0 stands, 1 swings, 2 looks for the ground", memory.mode);
  for (std::size_t k = 0; k < leg.motors.size(); ++k)
    sink(prefix, told[k], "rad", "angle that the servo is told", memory.told[k]);
  for (std::size_t k = 0; k < leg.motors.size(); ++k) {
    const Walker::Motor& motor = leg.motors[k];
    sink(prefix, torque[k], "N m", "of the servo",
         servo_torque(motor.servo, memory.told[k], motion.q[motor.q]) -
             motor.servo.slope() * motion.v[motor.v]);
  }
}

void put_walk(Sink& sink, const std::string& prefix, const WalkMemory& memory, const WalkWatch& watch) {
  sink(prefix, "static_margin", "m", "from the centre of mass to the edge of the support polygon",
       watch.margin);
  sink(prefix, "progress", "m", "of the mean foot along the line of the walk", memory.progress);
}

// Where a walker's mass is, where it shall be when the body has come to the place it is told, and where its feet press, seen from above.
void put_balance(Sink& sink, const std::string& prefix, const World& world, const Walker& walker,
                 const WalkMemory& memory, const StepOutput& output, const Kinematics& kinematics) {
  Vec3 com = Vec3::Zero(), pressed = Vec3::Zero();
  double mass = 0.0, load = 0.0;
  for (std::size_t b = 0; b < kinematics.body.size(); ++b) {
    if (!world.belongs({static_cast<int>(b)}, walker.vehicle)) continue;
    const Body& body = world.model->bodies()[b];
    com += body.mass * (kinematics.body[b].X_WB * body.com);
    mass += body.mass;
  }
  com /= mass;
  for (const Walker::Leg& leg : walker.legs) {
    const ContactRecord& foot = output.records[static_cast<std::size_t>(leg.record)];
    pressed += foot.load * foot.point;
    load += foot.load;
  }
  const Vec3 at = load > 0.0 ? Vec3(pressed / load) : com;
  const Vec3 way = memory.begun != 0.0
                       ? Vec3(Vec3(memory.to_p[0], memory.to_p[1], memory.to_p[2]) -
                              kinematics.body[static_cast<std::size_t>(walker.root.index)].X_WB.p)
                       : Vec3(Vec3::Zero());
  sink(prefix, "com_x", "m", "centre of mass", com.x());
  sink(prefix, "com_y", "m", "centre of mass", com.y());
  sink(prefix, "planned_x", "m", "centre of mass once the body is where it is told to go", com.x() + way.x());
  sink(prefix, "planned_y", "m", "centre of mass once the body is where it is told to go", com.y() + way.y());
  sink(prefix, "pressure_x", "m", "centre of pressure of all feet; of the mass where none touches", at.x());
  sink(prefix, "pressure_y", "m", "centre of pressure of all feet; of the mass where none touches", at.y());
}

void put_energy(Sink& sink, const EnergyLedger& e) {
  static const std::string prefix = "energy/";
  sink(prefix, "kinetic", "J", "", e.kinetic);
  sink(prefix, "potential", "J", "gravity", e.potential);
  sink(prefix, "joint_springs", "J", "", e.joint_springs);
  sink(prefix, "contact_springs", "J", "wheel, hard ground and shear springs", e.contact_springs);
  sink(prefix, "motor_work", "J", "since the start", e.motor_work);
  sink(prefix, "contact_dissipation", "J", "since the start", e.contact_dissipation);
  sink(prefix, "joint_dissipation", "J", "since the start", e.joint_dissipation);
  sink(prefix, "numerical_loss", "J", "taken by the backward difference since the start", e.numerical_loss);
  sink(prefix, "residual", "J", "what the book does not explain", e.residual());
}

void put_pose(Sink& sink, const std::string& prefix, const RigidTransform& X) {
  static constexpr const char* kPosition[] = {"x", "y", "z"};
  put_vector(sink, prefix, kPosition, "m", "body frame, world axes", X.p);
  const Quat q = to_quat(X.R);
  static constexpr const char* kQuaternion[] = {"qw", "qx", "qy", "qz"};
  const double parts[] = {q.w(), q.x(), q.y(), q.z()};
  for (int i = 0; i < 4; ++i) sink(prefix, kQuaternion[i], "-", "body to world", parts[i]);
}

void put_deforming_ground(Sink& sink, const ScmBook& book) {
  static const std::string prefix = "ground/";
  sink(prefix, "displaced", "m3", "soil that wheels displaced since the start", book.displaced);
  sink(prefix, "slid", "m3", "soil that slid down slopes steeper than phi since the start", book.slid);
  sink(prefix, "volume_balance", "m3", "soil that was lost (+) or made (-) by rounding", book.balance);
  sink(prefix, "plastic_work", "J", "of sinkage and digging since the start, in contact_dissipation too",
       book.plastic);
  sink(prefix, "friction_loss", "J", "between wheels and soil since the start, in contact_dissipation too",
       book.friction);
}

void put_grains(Sink& sink, const GrainBook& book) {
  sink("ground/", "plastic_work", "J", "that soil of grains took since the start, in contact_dissipation too",
       book.plastic);
}

void put_balance(Sink& sink, const std::string& prefix, const Humanoid& robot, const HumanoidMemory& memory,
                 const HumanoidWatch& watch) {
  sink(prefix, "phase", "-", "of the step up, 0 to 4; -1 before, 5 after", memory.phase);
  for (std::size_t k = 0; k < robot.motors.size(); ++k)
    sink(prefix + robot.motors[k].name + "/", "torque", "N m", "that the joint gives", memory.given[k]);
  for (std::size_t f = 0; f < kSoles; ++f)
    sink(prefix + robot.soles[f].name + "/", "pressure_margin", "m",
         "of the centre of pressure from the sole's edge; 1 where it bears nothing",
         watch.pressure_margin[f]);
  sink(prefix, "off_course", "m", "of the centre of mass from where it is to be", watch.off_course);
  sink(prefix, "iterations", "-", "of the last quadratic program", memory.control.iterations);
  sink(prefix, "active", "-", "inequalities that held with equality then", memory.control.active_count);
  sink(prefix, "residual", "-", "of its conditions of optimality", memory.control.residual);
}

struct Source {
  const StepOutput* output = nullptr;
  const SimulationState* state = nullptr;
  const Kinematics* kinematics = nullptr;
  const std::vector<Wrench>* loads = nullptr;
  const std::vector<std::uint8_t>* released = nullptr;
  const VecX* multipliers = nullptr;
};

void visit_channels(const World& world, const ChannelLayout& layout, const Source& from, Sink& sink) {
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    put_root(sink, layout.root_prefix[i], from.kinematics->body[world.vehicles[i].root.index]);
  for (std::size_t i = 0; i < world.wheels.size(); ++i)
    put_wheel(sink, layout.part_prefix[i], from.output->wheels[i],
              from.state->motion.v[world.drives[i].drive_v]);
  if (const SoilMap* map = terrain_of(world, *from.state).soil_map())
    for (std::size_t i = 0; i < world.wheels.size(); ++i)
      sink(layout.part_prefix[i], "soil_class", "-",
           "of the soil map, under the wheel; -1 where it has none, or not on the ground",
           soil_class(*map, from.output->wheels[i]));
  for (std::size_t i = world.wheels.size(); i < world.parts.size(); ++i)
    if (!layout.part_prefix[i].empty()) put_part(sink, layout.part_prefix[i], from.output->records[i]);
  const auto mesh_parts = static_cast<std::size_t>(world.mesh.records);
  const std::size_t first_mesh = world.parts.size() - mesh_parts;
  for (std::size_t i = 0; i < mesh_parts; ++i)
    put_mesh(sink, layout.part_prefix[first_mesh + i], from.output->records[first_mesh + i],
             from.output->meshes[i]);
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    put_stability(sink, layout.stability_prefix[i], from.output->tip_over[i]);
  for (std::size_t i = 0; i < layout.tie_prefix.size(); ++i) {
    SpringReading tie = calc_spring_reading(*world.model, static_cast<int>(i), *from.kinematics);
    if ((*from.released)[i]) tie.tension = 0.0;
    sink(layout.tie_prefix[i], "force", "N", "pulls the ends together; 0 once cut", tie.tension);
    sink(layout.tie_prefix[i], "length", "m", "between its ends", tie.length);
  }
  for (std::size_t i = 0; i < layout.strut_prefix.size(); ++i)
    put_strut(sink, layout.strut_prefix[i], world.struts[i], from.state->struts[i], *from.kinematics);
  for (std::size_t w = 0; w < world.walkers.size(); ++w) {
    const Walker& walker = world.walkers[w];
    put_walk(sink, layout.walk_prefix[w], from.state->walks[w], from.state->walk_watch[w]);
    put_balance(sink, layout.walk_prefix[w], world, walker, from.state->walks[w], *from.output,
                *from.kinematics);
    for (std::size_t i = 0; i < walker.legs.size(); ++i)
      put_leg(sink, layout.leg_prefix[static_cast<std::size_t>(walker.first_leg) + i], walker.legs[i],
              from.state->walk_legs[static_cast<std::size_t>(walker.first_leg) + i], from.state->motion);
  }
  for (std::size_t r = 0; r < world.humanoids.size(); ++r)
    put_balance(sink, layout.balance_prefix[r], world.humanoids[r], from.state->humanoids[r],
                from.state->humanoid_watch[r]);
  for (std::size_t i = 0; i < layout.joints.size(); ++i) {
    const Joint& joint = world.model->joints()[layout.joints[i]];
    const bool angular = joint.type == JointType::revolute;
    const auto& motion = from.state->motion;
    sink(layout.joint_prefix[i], "position", angular ? "rad" : "m", "", motion.q[joint.q_index]);
    sink(layout.joint_prefix[i], "velocity", angular ? "rad/s" : "m/s", "", motion.v[joint.v_index]);
    sink(layout.joint_prefix[i], "acceleration", angular ? "rad/s2" : "m/s2", "", motion.a[joint.v_index]);
    put_joint_load(sink, layout.joint_prefix[i], (*from.loads)[layout.joints[i]]);
  }
  for (std::size_t i = 0; i < layout.loops.size(); ++i) {
    const Constraint& loop = world.model->constraints()[layout.loops[i]];
    put_loop_load(sink, layout.loop_prefix[i],
                  calc_loop_load(*world.model, loop, *from.kinematics, *from.multipliers));
  }
  put_energy(sink, from.state->ledger);
  if (world.scm) put_deforming_ground(sink, from.state->contacts.book.front());
  for (const GrainBook& book : from.state->contacts.grains) put_grains(sink, book);
  for (std::size_t i = 0; i < layout.body_prefix.size(); ++i)
    put_pose(sink, layout.body_prefix[i], from.kinematics->body[i].X_WB);
}

}  // namespace

ChannelLayout::ChannelLayout(const World& world) {
  for (const VehicleRuntime& vehicle : world.vehicles) {
    const bool lander = vehicle.role == VehicleRole::lander;
    root_prefix.push_back(vehicle.prefix + (lander ? "lander/" : "chassis/"));
    stability_prefix.push_back("stability/" + vehicle.prefix + (lander ? "lander_" : ""));
  }
  for (const ContactPart& part : world.parts) part_prefix.push_back(part.channels());
  for (const Strut& strut : world.struts) strut_prefix.push_back("strut/" + strut.spec.name + "/");
  for (const Walker& walker : world.walkers) {
    walk_prefix.push_back("walk/" + world.vehicles[static_cast<std::size_t>(walker.vehicle)].prefix);
    for (const Walker::Leg& leg : walker.legs) leg_prefix.push_back("leg/" + leg.name + "/");
  }
  for (const Humanoid& robot : world.humanoids)
    balance_prefix.push_back("balance/" + world.vehicles[static_cast<std::size_t>(robot.vehicle)].prefix);
  for (const auto& s : world.model->springs()) tie_prefix.push_back("tie/" + s.name + "/");
  for (const auto& b : world.model->bodies()) body_prefix.push_back("body/" + b.name + "/");
  for (std::size_t i = 0; i < world.model->joints().size(); ++i) {
    const Joint& j = world.model->joints()[i];
    if (j.nv != 1 || j.mode != CoordinateMode::dynamic) continue;
    joints.push_back(static_cast<int>(i));
    joint_prefix.push_back("joint/" + j.name + "/");
  }
  for (std::size_t i = 0; i < world.model->constraints().size(); ++i) {
    const Constraint& constraint = world.model->constraints()[i];
    if (world.model->rows()[constraint.first_row].kind == RowKind::coordinates) continue;
    loops.push_back(static_cast<int>(i));
    loop_prefix.push_back("loop_joint/" + constraint.name + "/");
  }
}

std::vector<ChannelSpec> make_channels(const World& world) {
  std::vector<ChannelSpec> names;
  Sink sink(names);
  StepOutput output;
  output.wheels.resize(world.wheels.size());
  output.records.resize(world.parts.size());
  output.meshes.resize(static_cast<std::size_t>(world.mesh.records));
  output.tip_over.resize(world.vehicles.size());
  SimulationState state;
  state.contacts = untouched(world);
  state.struts.resize(world.struts.size());
  state.motion = MotionState::at_rest(*world.model, 0);
  state.humanoids.resize(world.humanoids.size());
  state.humanoid_watch.resize(world.humanoids.size());
  state.walks.resize(world.walkers.size());
  state.walk_watch.resize(world.walkers.size());
  for (const Walker& walker : world.walkers)
    state.walk_legs.resize(state.walk_legs.size() + walker.legs.size());
  const Kinematics kinematics(*world.model);
  const std::vector<Wrench> loads(world.model->joints().size());
  const std::vector<std::uint8_t> released(world.model->springs().size());
  const VecX multipliers = VecX::Zero(world.model->rows().size());
  visit_channels(world, ChannelLayout(world), {&output, &state, &kinematics, &loads, &released, &multipliers},
                 sink);
  return names;
}

ChannelWriter::ChannelWriter(const World& world)
    : world_(world),
      layout_(world),
      accelerations_(*world.model),
      joint_loads_(world.model->joints().size()) {}

void ChannelWriter::fill(const Simulation& simulation, std::span<double> values) {
  const SimulationState& state = simulation.state();
  accelerations_ = simulation.kinematics();
  calc_accelerations(*world_.model, state.motion.q, state.motion.v, state.motion.a, accelerations_);
  calc_joint_loads(*world_.model, accelerations_, simulation.loads(), joint_loads_);
  Sink sink(values);
  visit_channels(world_, layout_,
                 {&simulation.output(), &state, &accelerations_, &joint_loads_, &simulation.loads().released,
                  &simulation.multipliers()},
                 sink);
}

}  // namespace grouser
