// SPDX-License-Identifier: BSD-3-Clause
// Wheels are found by their joint (continuous, axis not upright, nothing moving below it, or listed by the
// user) and sized by a form of the link: a cylinder about the joint's axis, else a mesh whose bounding box is
// that of a disc. A link without such a form counts if its name says wheel; its size then comes from options.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/shape/file/mesh_file.hpp"
#include "mesh_reference.hpp"
#include "rover_plan.hpp"

namespace grouser {
namespace {

constexpr double kAlong = 0.94;     // cosine of 20 deg: an axis that lies along another
constexpr double kRound = 0.15;     // share by which the two diameters of a disc may differ
constexpr double kThickest = 1.3;   // thickness of a disc, in diameters
constexpr double kOffCentre = 0.5;  // of the radius: a cylinder's middle may lie so far from the axis

constexpr double kUpright = 0.87;  // cosine of 30 deg
constexpr std::size_t kMostWheels = 100;

/// Words that the names of wheels have where no form says it.
constexpr const char* kWheelWords[] = {"wheel", "tyre", "tire", "drv"};

/// Whether a name contains one of the words, in any case of letters.
bool names_a_wheel(const std::string& name) {
  std::string small = name;
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::any_of(kWheelWords,
                             [&](const char* word) { return small.find(word) != std::string::npos; });
}

/// Whether a joint is listed by its own name or by that of the link that it moves.
bool is_listed(const std::vector<std::string>& patterns, const DescribedJoint& joint) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return matches_pattern(plain_name_pattern(pattern), joint.name) ||
           matches_pattern(plain_name_pattern(pattern), joint.child);
  });
}

/// A cylinder about the joint's axis gives radius and width.
bool from_cylinder(const DescribedJoint& joint, const DescribedForm& form, PlannedWheel& wheel) {
  if (form.kind != FormKind::cylinder) return false;
  // The form in the joint's frame; column 2 of its rotation is the cylinder's axis.
  const RigidTransform X = joint.X_CJ.inverse() * form.pose;
  if (std::abs(X.R.col(2).dot(joint.axis)) < kAlong) return false;
  // Offset across the axis: a cylinder beside the axle is a strut or a motor.
  const Vec3 off = X.p - X.p.dot(joint.axis) * joint.axis;
  if (off.norm() > kOffCentre * form.radius) return false;
  wheel.radius = form.radius, wheel.width = form.length;
  return true;
}

/// A mesh whose box, with one side along the axis, is that of a disc.
bool from_mesh(const DescribedJoint& joint, const DescribedForm& form, const RoverFiles& files,
               PlannedWheel& wheel, RoverImportReport& report) {
  if (form.kind != FormKind::mesh) return false;
  const auto path = mesh_path(form, files, report);
  if (!path) return false;
  const TriangleMesh mesh = read_mesh(*path);
  const RigidTransform X = joint.X_CJ.inverse() * form.pose;
  // The bounding box with y along the axis; x and z across it are arbitrary, which a disc does not mind.
  const Vec3 y = joint.axis, x = y.unitOrthogonal(), z = y.cross(x);
  Vec3 low = Vec3::Constant(1e300), high = -low;
  for (const Vec3& vertex : mesh.vertices) {
    const Vec3 p = X * Vec3(form.scale.cwiseProduct(vertex));
    const Vec3 along(p.dot(x), p.dot(y), p.dot(z));
    low = low.cwiseMin(along), high = high.cwiseMax(along);
  }
  const Vec3 size = high - low;
  // Facets and grousers make the two sides differ a little; the larger one is the diameter.
  const double diameter = std::max(size.x(), size.z());
  // Not a disc: the sides across the axis differ, or it is thicker along the axis than kThickest allows.
  if (!(diameter > 0.0) || std::abs(size.x() - size.z()) > kRound * diameter ||
      size.y() > kThickest * diameter)
    return false;
  wheel.radius = 0.5 * diameter, wheel.width = size.y();
  return true;
}

/// Radius and width from the forms of the link, collisions first.
bool sized_by_forms(const RoverPlan& plan, const DescribedJoint& joint, const RoverFiles& files,
                    PlannedWheel& wheel, RoverImportReport& report) {
  const DescribedLink& link = *plan.rover.link(joint.child);
  for (const std::vector<DescribedForm>* forms : {&link.collisions, &link.visuals})
    for (const DescribedForm& form : *forms) {
      if (from_cylinder(joint, form, wheel)) {
        report.took.push_back(fmt::format("wheel '{}' from the cylinder at {}: radius {:g} m, width {:g} m",
                                          joint.child, form.place, wheel.radius, wheel.width));
        return true;
      }
      if (from_mesh(joint, form, files, wheel, report)) {
        report.guessed.push_back(
            fmt::format("wheel '{}' is the box of its mesh: radius {:.4g} m, width {:.4g} m", joint.child,
                        wheel.radius, wheel.width));
        return true;
      }
    }
  return false;
}

/// Whether a joint that is not fixed hangs on the link.
bool moves_others(const RoverDescription& rover, const std::string& link) {
  return std::ranges::any_of(rover.joints, [&](const DescribedJoint& joint) {
    return joint.parent == link && joint.type != DescribedJointType::fixed;
  });
}

/// A joint that may turn a wheel: without limits, its axis not upright, and nothing that moves hangs on its
/// link. Round parts of steering and of turning heads are none.
bool may_drive(const RoverPlan& plan, const DescribedJoint& joint) {
  return joint.type == DescribedJointType::continuous && std::abs(plan.axis_in_root(joint).z()) < kUpright &&
         !moves_others(plan.rover, joint.child);
}

/// Refuses a wheel whose axle is not across the rover, which is along y of the root.
void check_axles(const RoverPlan& plan) {
  for (const PlannedWheel& wheel : plan.wheels) {
    const DescribedJoint& joint = *plan.rover.joint(wheel.joint);
    const Vec3 axis = plan.axis_in_root(joint);
    constexpr double kAcross = 0.5;  // cosine of 60 deg
    if (std::abs(axis.y()) < kAcross)
      throw InputError(joint.place,
                       fmt::format("wheel joint '{}' with its axle along ({:.2g}, {:.2g}, {:.2g}) of '{}'",
                                   wheel.joint, axis.x(), axis.y(), axis.z(), plan.rover.root()),
                       std::abs(axis.x()) > kAcross
                           ? "an axle along y: --forward y or --forward -y turns the rover"
                           : "an axle along y");
  }
}

/// Every pattern of an option must mean a joint.
void check_patterns(const RoverPlan& plan, const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns)
    if (std::ranges::none_of(plan.rover.joints, [&](const DescribedJoint& joint) {
          return joint.turns() && is_listed({pattern}, joint);
        }))
      throw InputError("--wheels " + pattern, "no continuous or revolute joint of that name",
                       "names of joints or wheels");
}

}  // namespace

std::string plain_name_pattern(const std::string& pattern) {
  return pattern.ends_with('*') ? plain_name(pattern.substr(0, pattern.size() - 1)) + "*"
                                : plain_name(pattern);
}

std::optional<std::filesystem::path> mesh_path(const DescribedForm& form, const RoverFiles& files,
                                               RoverImportReport& report) {
  const auto note = [&](const std::string& line) {
    if (std::ranges::find(report.left_out, line) == report.left_out.end()) report.left_out.push_back(line);
  };
  const auto path = files.find(form.file, files.folder(), form.place);
  if (!path) {
    note(fmt::format("mesh \"{}\" is not there", form.file));
    return {};
  }
  std::string ending = path->extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".dae") {
    note(fmt::format(
        "mesh \"{}\" is Collada: convert it (Blender, or assimp export FILE.dae FILE.obj) and name that file",
        form.file));
    return {};
  }
  if (ending != ".stl" && ending != ".obj" && ending != ".ply" && ending != ".glb" && ending != ".gltf") {
    note(fmt::format("mesh \"{}\" is none of .stl, .obj, .ply, .glb and .gltf", form.file));
    return {};
  }
  return path;
}

void find_wheels(RoverPlan& plan, const RoverFiles& files, const RoverImportOptions& options,
                 RoverImportReport& report) {
  check_patterns(plan, options.wheels);
  for (const DescribedJoint& joint : plan.rover.joints) {
    const bool listed = is_listed(options.wheels, joint);
    if (options.wheels.empty() ? !may_drive(plan, joint) : !(joint.turns() && listed)) continue;
    PlannedWheel wheel{.joint = joint.name};
    if (!sized_by_forms(plan, joint, files, wheel, report)) {
      const bool named = names_a_wheel(joint.name) || names_a_wheel(joint.child);
      if (!listed && !named) continue;
      if (!listed) report.guessed.push_back(fmt::format("link '{}' is a wheel, by its name", joint.child));
    }
    plan.wheels.push_back(std::move(wheel));
    if (plan.wheels.size() > kMostWheels)
      throw InputError(joint.place, fmt::format("more than {} wheels", kMostWheels),
                       "--wheels JOINT,JOINT,... names them");
  }
  check_axles(plan);
}

/// The nearest upright joint above a wheel that carries this wheel alone steers it.
void find_steering(RoverPlan& plan, RoverImportReport& report) {
  std::map<std::string, int> below;  // wheels below a joint
  for (const PlannedWheel& wheel : plan.wheels)
    for (const std::string& name : plan.rover.chain(plan.rover.joint(wheel.joint)->child)) ++below[name];
  for (PlannedWheel& wheel : plan.wheels) {
    const std::vector<std::string> chain = plan.rover.chain(plan.rover.joint(wheel.joint)->parent);
    for (const std::string& name : chain) {
      const DescribedJoint& joint = *plan.rover.joint(name);
      if (!joint.turns() || std::abs(plan.axis_in_root(joint).z()) < kUpright) continue;
      // A joint that turns several wheels, as a body joint does, does not steer one of them.
      if (below[name] > 1) continue;
      wheel.steer = name;
      report.took.push_back(
          fmt::format("joint '{}' steers wheel '{}'", name, plan.rover.joint(wheel.joint)->child));
      break;
    }
  }
}

}  // namespace grouser
