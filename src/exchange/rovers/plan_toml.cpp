// SPDX-License-Identifier: BSD-3-Clause
// Writes a planned rover as a vehicle's TOML, table by table in the order of a file written by hand. Numbers
// that no rover file has (stiffness and damping of wheels and of joint stops) are guessed from the rover's
// mass by the rules of the constants below, and each guess is listed in `assumed` of the new file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "mesh_reference.hpp"
#include "plan_forms.hpp"
#include "rover_plan.hpp"
#include "toml_writer.hpp"
#include "xml_numbers.hpp"

namespace grouser {
namespace {

constexpr double kEarth = 9.81;         // m/s2, for guesses of stiffness alone
constexpr double kSag = 0.03;           // of the radius: sag of a wheel under its share on Earth
constexpr double kWheelDamping = 0.25;  // of critical damping, of the share of the mass on the wheel's spring
constexpr double kTangential = 0.7;     // of the radial stiffness
constexpr double kStopAngle = 0.05,
                 kStopGap = 0.005;     // rad, m: sag of a stop under the rover's weight
constexpr double kStopDamping = 0.01;  // s: of the stop's stiffness
constexpr double kTurn = 6.283185307179586;

/// Keys of [wheel] that --wheel may give.
constexpr const char* kWheelKeys[] = {
    "radius",         "width",         "stiffness", "damping",     "tangential_stiffness",
    "grouser_height", "grouser_count", "slices",    "slip_radius", "bristle_damping_ratio",
    "stencil_points", "arc_points"};

/// Each function below adds the tables of its name to toml_.
class PlanToml {
 public:
  PlanToml(const RoverPlan& plan, const RoverFiles& files, const RoverImportOptions& options,
           const std::filesystem::path& out_folder, RoverImportReport& report)
      : plan_(plan), files_(files), options_(options), out_folder_(out_folder), report_(report) {}
  std::string text();

 private:
  /// Whether a programme moves the joint: drives, steering and held joints.
  bool prescribed(const std::string& joint) const {
    return plan_.wheel_of(joint) || plan_.steers(joint) || plan_.held.contains(joint);
  }
  std::string wheel_key(const char* key) const;
  void wheel_table();
  void motor_table();
  void bodies();
  void joint(const DescribedJoint& joint);
  void limits(const DescribedJoint& joint, bool turns);
  void couplings();
  void loop(const DescribedJoint& joint);
  void wheels();
  void actuators();
  double reach() const;

  const RoverPlan& plan_;
  const RoverFiles& files_;
  const RoverImportOptions& options_;
  const std::filesystem::path& out_folder_;
  RoverImportReport& report_;
  TomlLines toml_;
  bool stops_guessed_ = false;
};

/// The value of a key that --wheel gives, the last one if there are several; empty: none.
std::string PlanToml::wheel_key(const char* key) const {
  std::string value;
  for (const auto& [name, given] : options_.wheel_keys)
    if (name == key) value = given;
  return value;
}

/// [wheel]: the size of the first wheel, or that of --wheel, and the contact numbers. Wheels of other sizes
/// name theirs in [[wheels]].
void PlanToml::wheel_table() {
  for (const auto& [name, value] : options_.wheel_keys) {
    if (std::ranges::find(kWheelKeys, name) == std::end(kWheelKeys))
      throw InputError("--wheel " + name + "=" + value, "no key of [wheel]",
                       fmt::format("{}", fmt::join(kWheelKeys, ", ")));
    if (!decimal_number(value))
      throw InputError("--wheel " + name + "=" + value, "not a number", "a number in SI units");
  }
  // Without wheels the keys of --wheel are still checked, but no table is written.
  if (plan_.wheels.empty()) return;
  const PlannedWheel& first = plan_.wheels.front();
  // A size of --wheel, or of the first wheel; refused if a wheel has neither.
  const auto size = [&](const char* key, double PlannedWheel::*found) {
    const std::string given = wheel_key(key);
    if (!given.empty()) return *decimal_number(given);
    for (const PlannedWheel& wheel : plan_.wheels)
      if (!std::isfinite(wheel.*found))
        throw InputError(
            plan_.rover.joint(wheel.joint)->place,
            fmt::format("wheel '{}', whose {} no form gives", plan_.rover.joint(wheel.joint)->child, key),
            fmt::format("--wheel {}=NUMBER, in m", key));
    return first.*found;
  };
  const double radius = size("radius", &PlannedWheel::radius), width = size("width", &PlannedWheel::width);
  // A spring that sags by kSag under the wheel's share of the weight, and the damping of that oscillator.
  const double share = plan_.rover.total_mass() / static_cast<double>(plan_.wheels.size());
  double stiffness = share * kEarth / (kSag * radius);
  if (const std::string given = wheel_key("stiffness"); !given.empty()) stiffness = *decimal_number(given);
  double damping = 2.0 * kWheelDamping * std::sqrt(std::max(0.0, stiffness) * share);
  double tangential = kTangential * stiffness;
  const auto rounded = [](double x) { return *decimal_number(fmt::format("{:.3g}", x)); };
  toml_.table("[wheel]");
  toml_.number("radius", radius);
  toml_.number("width", width);
  const auto guess = [&](const char* key, double value, const char* unit, const char* why) {
    const std::string given = wheel_key(key);
    toml_.number(key, given.empty() ? rounded(value) : *decimal_number(given));
    if (given.empty())
      report_.guessed.push_back(fmt::format("wheel {} = {:.3g} {}: {}", key, value, unit, why));
  };
  guess("stiffness", stiffness, "N/m", "3 % of the radius under its share of the weight on Earth");
  guess("damping", damping, "N s/m", "a quarter of critical");
  guess("tangential_stiffness", tangential, "N/m", "0.7 of the radial stiffness");
  // The first five keys are written above; the others appear only where --wheel gives them.
  for (const char* key : kWheelKeys) {
    const bool written = std::ranges::find(kWheelKeys, std::string_view(key)) - std::begin(kWheelKeys) < 5;
    if (const std::string given = wheel_key(key); !given.empty() && !written)
      toml_.line(fmt::format("{} = {}", key, given));
  }
}

/// The drives' limits, where the file has them. The drives keep their commands all the same until `mode` says
/// otherwise.
void PlanToml::motor_table() {
  double torque = 0.0, speed = 0.0;
  for (const PlannedWheel& wheel : plan_.wheels) {
    const DescribedJoint& joint = *plan_.rover.joint(wheel.joint);
    torque = std::max(torque, joint.effort), speed = std::max(speed, joint.velocity);
  }
  if (!(torque > 0.0 && speed > 0.0)) return;
  toml_.table("[motor]");
  toml_.comment("mode = \"limited\" makes the drives keep to it");
  toml_.text("mode", "ideal");
  toml_.number("stall_torque", torque);
  toml_.number("no_load_speed", speed);
  report_.took.push_back(
      fmt::format("drives of at most {:g} N m and {:g} rad/s: [motor], with mode ideal", torque, speed));
}

/// A [[body]] for each link.
void PlanToml::bodies() {
  for (const DescribedLink& link : plan_.rover.links) {
    toml_.table("[[body]]");
    toml_.text("name", link.name);
    toml_.number("mass", link.mass);
    toml_.vector("com", link.com);
    std::string inertia;
    for (const double value : inertia_numbers(link.inertia))
      // The conditional turns -0 into 0.
      inertia += fmt::format("{}{}", inertia.empty() ? "" : ", ", value == 0.0 ? 0.0 : value);
    toml_.line("inertia = [" + inertia + "]");
  }
}

/// A length of the rover, for moments: the farthest hub from the root, or a radius.
double PlanToml::reach() const {
  double far = 0.05;
  for (const PlannedWheel& wheel : plan_.wheels)
    far = std::max(far, plan_.rover.X_RL(plan_.rover.joint(wheel.joint)->child).p.norm());
  return far;
}

/// Limits of a joint, rad or m, with a stop whose spring yields by kStopAngle or kStopGap under the
/// rover's weight. A limit beyond one turn, or beyond 1e6 m, counts as none.
void PlanToml::limits(const DescribedJoint& joint, bool turns) {
  const auto finite = [&](double limit) { return std::abs(limit) < (turns ? kTurn : 1e6); };
  if (!finite(joint.lower) && !finite(joint.upper)) return;
  const auto write = [&](const char* key, double limit) {
    if (finite(limit)) turns ? toml_.angle(fmt::format("{}_deg", key), limit) : toml_.number(key, limit);
  };
  write("lower", joint.lower);
  write("upper", joint.upper);
  const double weight = plan_.rover.total_mass() * kEarth;
  const double stiffness = turns ? weight * reach() / kStopAngle : weight / kStopGap;
  const double rounded = *decimal_number(fmt::format("{:.3g}", stiffness));
  toml_.number("limit_stiffness", rounded);
  toml_.number("limit_damping", *decimal_number(fmt::format("{:.3g}", kStopDamping * rounded)));
  if (!std::exchange(stops_guessed_, true))
    report_.guessed.push_back("stiffness and damping of the joints' stops, from the rover's weight");
}

/// A [[joint]]: frame, axis, mode, spring, damping, friction and limits.
void PlanToml::joint(const DescribedJoint& joint) {
  // In the order of DescribedJointType.
  constexpr const char* kWords[] = {"fixed", "revolute",  "revolute", "prismatic",
                                    "free",  "spherical", "universal"};
  toml_.table("[[joint]]");
  toml_.text("name", joint.name);
  toml_.text("type", kWords[static_cast<int>(joint.type)]);
  toml_.text("parent", joint.parent);
  toml_.text("child", joint.child);
  toml_.pose(joint.X_PJ);
  const bool slides = joint.type == DescribedJointType::prismatic;
  const bool two = joint.type == DescribedJointType::universal;
  if (!joint.turns() && !slides && !two) return;
  toml_.vector("axis", joint.axis);
  if (two) {
    // Gram-Schmidt; half of the length lost means that the axes are nearer than 30 deg to each other.
    const Vec3 second = joint.second_axis - joint.second_axis.dot(joint.axis) * joint.axis;
    if (!(second.norm() > 0.5))
      throw InputError(joint.place,
                       fmt::format("the axes of universal joint '{}', which are not square", joint.name),
                       "two axes at right angles");
    toml_.vector("second_axis", second.normalized());
  }
  if (prescribed(joint.name)) toml_.text("mode", "prescribed");
  if (joint.stiffness > 0.0) {
    toml_.number("stiffness", joint.stiffness);
    slides ? toml_.number("rest", joint.rest) : toml_.angle("rest_deg", joint.rest);
  }
  if (joint.damping > 0.0) toml_.number("damping", joint.damping);
  if (joint.friction > 0.0) toml_.number("friction", joint.friction);
  if (!two && !plan_.wheel_of(joint.name)) limits(joint, !slides);
}

/// A [[coupling]] for each relation of two joints.
void PlanToml::couplings() {
  for (const PlannedCoupling& coupling : plan_.couplings) {
    toml_.table("[[coupling]]");
    toml_.text("name", coupling.name);
    toml_.text("dependent", coupling.dependent);
    toml_.text("independent", coupling.independent);
    toml_.number("ratio", coupling.ratio);
    if (coupling.offset != 0.0) toml_.angle("offset_deg", coupling.offset);
  }
}

/// A [[loop_joint]] between two bodies, which is spherical, revolute or fixed.
void PlanToml::loop(const DescribedJoint& joint) {
  toml_.table("[[loop_joint]]");
  toml_.text("name", plain_name(joint.name));
  const bool ball = joint.type == DescribedJointType::ball, fixed = joint.type == DescribedJointType::fixed;
  if (!ball && !fixed && !joint.turns())
    throw InputError(joint.place,
                     fmt::format("joint '{}', which closes a loop, of type {}", joint.name,
                                 kDescribedJointWords[static_cast<int>(joint.type)]),
                     "ball, revolute or fixed");
  report_.took.push_back(fmt::format("joint '{}' closes a loop: a [[loop_joint]]", joint.name));
  toml_.text("type", ball ? "spherical" : fixed ? "fixed" : "revolute");
  toml_.text("body_a", joint.parent);
  toml_.text("body_b", joint.child);
  toml_.vector("point_a", joint.X_PJ.p);
  toml_.vector("point_b", joint.X_CJ.p);
  if (ball) return;
  const auto turn = [&](const char* key, const Mat3& R) {
    const RollPitchYaw rpy = steady_rpy(R);
    toml_.numbers(key, {kDegrees * rpy.roll, kDegrees * rpy.pitch, kDegrees * rpy.yaw});
  };
  turn("rpy_a_deg", joint.X_PJ.R);
  turn("rpy_b_deg", joint.X_CJ.R);
  if (!fixed) toml_.vector("axis", joint.axis);
}

/// The [[wheels]] by name, with their joints and the sizes in which they differ from the first.
void PlanToml::wheels() {
  const PlannedWheel* first = plan_.wheels.empty() ? nullptr : &plan_.wheels.front();
  for (const PlannedWheel& wheel : plan_.wheels) {
    const DescribedJoint& joint = *plan_.rover.joint(wheel.joint);
    toml_.table("[[wheels]]");
    toml_.text("name", joint.child);
    toml_.text("body", joint.child);
    toml_.text("drive", joint.name);
    if (!wheel.steer.empty()) toml_.text("steer", wheel.steer);
    if (wheel_key("radius").empty() && wheel.radius != first->radius) toml_.number("radius", wheel.radius);
    if (wheel_key("width").empty() && wheel.width != first->width) toml_.number("width", wheel.width);
  }
}

/// The efforts of joints that a programme moves.
void PlanToml::actuators() {
  for (const DescribedJoint& joint : plan_.rover.joints) {
    if (!joint.turns() || plan_.wheel_of(joint.name) || !prescribed(joint.name) || !(joint.effort > 0.0))
      continue;
    toml_.table("[[actuator]]");
    toml_.text("name", joint.name);
    toml_.texts("joints", {joint.name});
    toml_.text("kind", "torque");
    toml_.number("most_torque", joint.effort);
  }
}

/// The whole file. The head is composed last, because it lists the guesses of all other parts.
std::string PlanToml::text() {
  wheel_table();
  motor_table();
  bodies();
  for (const DescribedJoint& one : plan_.rover.joints) joint(one);
  couplings();
  for (const DescribedJoint& one : plan_.rover.loops) loop(one);
  wheels();
  actuators();
  // Collision meshes are drawn only if the looks of the file cannot be.
  const bool looks = write_looks(plan_, files_, out_folder_, toml_, report_);
  const bool by_meshes = options_.contact == ImportedContact::collisions &&
                         write_collisions(plan_, files_, out_folder_, !looks, toml_, report_);

  TomlLines head;
  const std::string file = std::filesystem::path(plan_.rover.file).filename().string();
  head.comment(
      fmt::format("Made by grouser convert from {} ({}). Change it freely.", file, plan_.rover.format));
  head.text("units", "SI");
  head.text("name", plain_name(options_.name.empty() ? plan_.rover.name : options_.name));
  head.text("title", options_.name.empty() ? plan_.rover.name : options_.name);
  head.text("root", plan_.rover.root());
  if (by_meshes) head.text("touches_by", "meshes");
  head.texts("sources",
             {fmt::format("links, joints, masses and inertias: {} ({})", file, plan_.rover.format)});
  head.texts("assumed", report_.guessed);
  return head.out() + toml_.out();
}

}  // namespace

std::string plan_toml(const RoverPlan& plan, const RoverFiles& files, const RoverImportOptions& options,
                      const std::filesystem::path& out_folder, RoverImportReport& report) {
  return PlanToml(plan, files, options, out_folder, report).text();
}

}  // namespace grouser
