// SPDX-License-Identifier: BSD-3-Clause
#include "mujoco_rover.hpp"

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "grouser/base/error.hpp"

namespace grouser::bench {
namespace {

// N m s/rad: of a drive that follows its speed. As damping of the joint, which MuJoCo takes implicitly, it
// may be this stiff: 10 N m of a slope cost 0.0005 rad/s.
constexpr double kDriveGain = 2e4;
// N m/rad and N m s/rad of a servo that holds a joint: with the least inertia about a steering axis, 0.03 kg
// m2, one radian of phase a step of 3 ms.
constexpr double kServoGain = 3000.0, kServoDamping = 100.0;
// m: our wheels are springs, pressed in by some 13 mm where they stand. Rigid ones would be shot off.
constexpr double kLifted = 0.02;
// Contacts have MuJoCo's usual full impedance from the first touch: as hard at 0.1 mm as at 1 mm they creep
// down slopes less, at the same cost.
constexpr const char* kImpedance = "0.95 0.95 0.001";
constexpr double kGroundBelow = 1.0;  // m of a height field's base under its lowest point

std::string numbers(const Vec3& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z()); }
std::string quaternion(const Mat3& R) {
  const Quat q = to_quat(R);
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

/// Writes one body after the other, children inside their parents.
class ModelText {
 public:
  ModelText(const World& world, const VecX& q, const MujocoSettings& settings)
      : world_(world), model_(*world.model), q_(q), settings_(settings) {
    if (world.vehicles.size() != 1) throw RunError("the MuJoCo peer takes one vehicle");
    if (!model_.springs().empty()) throw RunError("the MuJoCo peer takes no spring elements");
    if (!world.terrain->shapes().empty()) throw RunError("the MuJoCo peer takes no shapes on the ground");
  }

  std::string write() {
    text_ = fmt::format(
        "<mujoco>\n<compiler angle='radian' inertiafromgeom='false' fusestatic='true'/>\n"
        "<option timestep='{:.17g}' gravity='0 0 {:.17g}' integrator='Euler' solver='{}' cone='pyramidal'/>\n"
        "<default><geom contype='1' conaffinity='0' friction='{} 0 0' solimp='{}'/></default>\n",
        settings_.step, -world_.settings.gravity, settings_.solver, settings_.friction, kImpedance);
    std::string ground = add_ground();
    text_ += "<worldbody>\n" + ground;
    for (std::size_t i = 0; i < model_.bodies().size(); ++i)
      if (model_.joints()[i].parent == kWorld) add_body(static_cast<int>(i));
    text_ += "</worldbody>\n";
    add_couplings();
    add_drives();
    return text_ + "</mujoco>\n";
  }

 private:
  std::string add_ground() {
    constexpr const char* kGround = "contype='0' conaffinity='1'";
    const Heightfield* field = world_.terrain->heightfield();
    if (!field) {
      const BasePlane& plane = world_.terrain->plane();
      return fmt::format("<geom type='plane' {} size='1000 1000 1' pos='0 0 {:.17g}' zaxis='{}'/>\n", kGround,
                         plane.z0, numbers(Vec3(-plane.slope_x, -plane.slope_y, 1.0)));
    }
    const HeightfieldSpec& spec = field->spec();
    const double half_x = 0.5 * (spec.columns - 1) * spec.cell, half_y = 0.5 * (spec.rows - 1) * spec.cell;
    text_ += fmt::format(
        "<asset><hfield name='ground' ncol='{}' nrow='{}' size='{:.17g} {:.17g} {:.17g} {}'/></asset>\n",
        spec.columns, spec.rows, half_x, half_y, field->highest() - field->lowest(), kGroundBelow);
    return fmt::format("<geom type='hfield' hfield='ground' {} pos='{}'/>\n", kGround,
                       numbers(Vec3(spec.west + half_x, spec.north - half_y, field->lowest())));
  }

  const WheelPart* wheel_of(int body) const {
    for (const WheelPart& wheel : world_.wheels)
      if (wheel.body.index == body) return &wheel;
    return nullptr;
  }

  void add_body(int index) {
    const Body& body = model_.bodies()[static_cast<std::size_t>(index)];
    const Joint& joint = model_.joints()[static_cast<std::size_t>(index)];
    const WheelPart* wheel = wheel_of(index);
    const bool driven =
        wheel &&
        world_.drives[static_cast<std::size_t>(wheel - world_.wheels.data())].drive_v == joint.v_index;
    const bool held = joint.mode == CoordinateMode::prescribed && !driven;
    const bool welded = joint.nv == 0 || (held && settings_.held == HeldJoints::welded);
    if (held && !welded) held_.push_back(&joint);
    const RigidTransform X = welded ? joint.X_PJ * displacement(joint) : joint.X_PJ;
    text_ += fmt::format("<body name='{}' pos='{}' quat='{}'>\n", body.name, numbers(X.p), quaternion(X.R));
    const Mat3& I = body.inertia;
    text_ += fmt::format(
        "<inertial mass='{:.17g}' pos='{}' fullinertia='{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}'/>\n",
        body.mass, numbers(body.com), I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
    if (driven)
      add_joint(joint, kDriveGain, settings_.step * kDriveGain);
    else if (held && !welded)
      add_joint(joint, kServoDamping, settings_.step * kServoDamping);
    else if (!welded)
      add_joint(joint, joint.forces.damping, 0.0);
    add_geometry(index, wheel);
    for (std::size_t i = 0; i < model_.joints().size(); ++i)
      if (model_.joints()[i].parent.index == index) add_body(static_cast<int>(i));
    text_ += "</body>\n";
  }

  RigidTransform displacement(const Joint& joint) const {
    if (joint.nq == 0) return {};
    const double at = q_[joint.q_index];
    if (joint.kind.hinge) return {rotation_about(joint.axis, at), Vec3::Zero()};
    if (joint.kind.slider) return {Mat3::Identity(), at * joint.axis};
    throw RunError("the MuJoCo peer cannot weld joint '" + joint.name + "'");
  }

  /// armature: besides the joint's own. MuJoCo's Euler step takes damping implicitly, as step x damping of
  /// inertia, after its contact solver, which without that inertia holds a drive for free to spin and lets
  /// the rover slide down slopes.
  void add_joint(const Joint& joint, double damping, double armature) {
    if (joint.kind.is_free()) {
      text_ += fmt::format("<freejoint name='{}'/>\n", joint.name);
      return;
    }
    if (joint.nv > 1) throw RunError(fmt::format("the MuJoCo peer takes no {} joints", joint.kind.name));
    const JointForces& f = joint.forces;
    text_ += fmt::format(
        "<joint name='{}' type='{}' axis='{}' stiffness='{:.17g}' springref='{:.17g}' damping='{:.17g}' "
        "frictionloss='{:.17g}' armature='{:.17g}'",
        joint.name, joint.kind.hinge ? "hinge" : "slide", numbers(joint.axis), f.stiffness, f.rest, damping,
        f.friction, f.rotor_inertia + armature);
    if (std::isfinite(f.lower) && std::isfinite(f.upper))
      text_ += fmt::format(" limited='true' range='{:.17g} {:.17g}'", f.lower, f.upper);
    text_ += "/>\n";
  }

  void add_geometry(int body, const WheelPart* wheel) {
    if (wheel)
      text_ += fmt::format("<geom type='cylinder' zaxis='0 1 0' size='{:.17g} {:.17g}'/>\n",
                           wheel->spec.geometry.radius, 0.5 * wheel->spec.geometry.width);
    for (const SpherePart& sphere : world_.spheres)
      if (sphere.body.index == body)
        text_ += fmt::format("<geom type='sphere' size='{:.17g}' pos='{}'/>\n", sphere.spec.radius,
                             numbers(sphere.spec.position));
  }

  const std::string& joint_of(int coordinate) const {
    for (const Joint& joint : model_.joints())
      if (joint.nv == 1 && joint.v_index == coordinate) return joint.name;
    throw RunError("a coupling of a joint with several coordinates");
  }

  void add_couplings() {
    if (model_.rows().empty()) return;
    text_ += "<equality>\n";
    for (const Row& c : model_.rows()) {
      if (c.kind != RowKind::coordinates) throw RunError("a loop joint");
      text_ += fmt::format("<joint joint1='{}' joint2='{}' polycoef='{:.17g} {:.17g} 0 0 0'/>\n",
                           joint_of(c.dependent_v), joint_of(c.independent_v), c.offset, c.ratio);
    }
    text_ += "</equality>\n";
  }

  void add_drives() {
    text_ += "<actuator>\n";
    for (const WheelPart& wheel : world_.wheels)
      text_ += fmt::format("<general name='{}' joint='{}' gainprm='{}'/>\n", wheel.spec.name,
                           wheel.spec.drive_joint, kDriveGain);
    for (const Joint* joint : held_)
      text_ += fmt::format("<position name='{0}' joint='{0}' kp='{1}'/>\n", joint->name, kServoGain);
    text_ += "</actuator>\n";
  }

  const World& world_;
  const Model& model_;
  const VecX& q_;
  const MujocoSettings& settings_;
  std::vector<const Joint*> held_;
  std::string text_;
};

mjModel* compile(const std::string& text) {
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  const int size = static_cast<int>(text.size());
  if (mj_makeEmptyFileVFS(files.get(), "rover.xml", size) != 0)
    throw RunError("MuJoCo takes no file in memory");
  std::copy(text.begin(), text.end(),
            static_cast<char*>(files->filedata[mj_findFileVFS(files.get(), "rover.xml")]));
  std::array<char, 1000> error{};
  mjModel* model = mj_loadXML("rover.xml", files.get(), error.data(), static_cast<int>(error.size()));
  mj_deleteVFS(files.get());
  if (!model) throw RunError(std::string("MuJoCo: ") + error.data());
  return model;
}

// MuJoCo's rows go from south to north and its heights from 0 to 1.
void fill_heights(const Heightfield& field, mjModel& model) {
  const HeightfieldSpec& spec = field.spec();
  const double span = field.highest() - field.lowest();
  for (int row = 0; row < spec.rows; ++row)
    for (int column = 0; column < spec.columns; ++column) {
      const double z = spec.datum + spec.offsets[static_cast<std::size_t>(row * spec.columns + column)];
      model.hfield_data[(spec.rows - 1 - row) * spec.columns + column] =
          static_cast<float>((z - field.lowest()) / span);
    }
}

}  // namespace

std::string mujoco_model_text(const World& world, const VecX& q, const MujocoSettings& settings) {
  return ModelText(world, q, settings).write();
}

MujocoRover::MujocoRover(std::shared_ptr<const World> world, const SimulationState& start,
                         const MujocoSettings& settings)
    : world_(std::move(world)), model_(compile(mujoco_model_text(*world_, start.motion.q, settings))) {
  if (const Heightfield* field = world_->terrain->heightfield()) fill_heights(*field, *model_);
  data_ = mj_makeData(model_);
  saved_ = mj_makeData(model_);
  chassis_ = mj_name2id(model_, mjOBJ_BODY, world_->model->bodies()[world_->chassis.index].name.c_str());
  for (const WheelPart& wheel : world_->wheels)
    drives_.push_back(mj_name2id(model_, mjOBJ_ACTUATOR, wheel.spec.name.c_str()));
  for (const Joint& joint : world_->model->joints()) {
    const int id = mj_name2id(model_, mjOBJ_JOINT, joint.name.c_str());
    if (id < 0) continue;
    mjtNum* at = data_->qpos + model_->jnt_qposadr[id];
    const double* q = start.motion.q.data() + joint.q_index;
    if (joint.kind.is_free()) {  // ours: quaternion, position
      std::copy(q + 4, q + 7, at);
      at[2] += kLifted;
      std::copy(q, q + 4, at + 3);
    } else {
      *at = *q;
      const int servo = mj_name2id(model_, mjOBJ_ACTUATOR, joint.name.c_str());
      if (servo >= 0) data_->ctrl[servo] = *q;
    }
  }
  mj_forward(model_, data_);
}

MujocoRover::MujocoRover(MujocoRover&& other) noexcept
    : world_(std::move(other.world_)),
      model_(std::exchange(other.model_, nullptr)),
      data_(std::exchange(other.data_, nullptr)),
      saved_(std::exchange(other.saved_, nullptr)),
      chassis_(other.chassis_),
      most_of_a_pair_(other.most_of_a_pair_),
      drives_(std::move(other.drives_)) {}

MujocoRover::~MujocoRover() {
  mj_deleteData(saved_);
  mj_deleteData(data_);
  mj_deleteModel(model_);
}

void MujocoRover::command(double time) {
  for (std::size_t i = 0; i < drives_.size(); ++i)
    data_->ctrl[drives_[i]] = world_->drives[i].programme.spin_at(time).v;
}
void MujocoRover::step() { mj_step(model_, data_); }
double MujocoRover::time() const { return data_->time; }
Vec3 MujocoRover::position() const {
  const mjtNum* p = data_->xpos + 3 * chassis_;
  return {p[0], p[1], p[2]};
}

double MujocoRover::vertical_load() const {
  double sum = 0.0;
  for (int i = 0; i < data_->ncon; ++i) {
    std::array<mjtNum, 6>
        force{};  // in the contact's frame, whose axes are the rows of `frame`, normal first
    mj_contactForce(model_, data_, i, force.data());
    const mjtNum* frame = data_->contact[i].frame;
    double up = 0.0;
    for (int k = 0; k < 3; ++k) up += frame[3 * k + 2] * force[static_cast<std::size_t>(k)];
    sum += std::fabs(up);  // from the first geometry to the second, whichever is the ground
  }
  return sum;
}

int MujocoRover::coordinates() const { return model_->nv; }
int MujocoRover::contacts() const { return data_->ncon; }

int MujocoRover::warnings() const {
  int sum = 0;
  for (const mjWarningStat& warning : data_->warning) sum += warning.number;
  return sum;
}

void MujocoRover::count_pairs() {
  int same = 0;  // contacts of a pair stand together
  for (int i = 0; i < data_->ncon; ++i) {
    const mjContact &now = data_->contact[i], &last = data_->contact[std::max(0, i - 1)];
    same = now.geom1 == last.geom1 && now.geom2 == last.geom2 ? same + 1 : 1;
    most_of_a_pair_ = std::max(most_of_a_pair_, same);
  }
}

void MujocoRover::save() { mj_copyData(saved_, model_, data_); }
void MujocoRover::restore() { mj_copyData(data_, model_, saved_); }

}  // namespace grouser::bench
