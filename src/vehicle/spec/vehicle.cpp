// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/vehicle/spec/vehicle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"
#include "grouser/vehicle/spec/made_shapes.hpp"
#include "vehicle_parts.hpp"

namespace grouser {
namespace {

/// Mass, its centre and inertia from the body's meshes, each of the density that the body's table gives.
void fill_in_mass(const TomlTable& t, const std::vector<MeshSpec>& meshes, BodySpec& body) {
  const double density = t.number("density", positive("kg/m3"));
  for (const char* key : {"mass", "com", "inertia"})
    if (t.has(key)) throw InputError(t.place(key), "a number beside a density", "one or the other");
  body.mass = 0.0;
  Mat3 about_origin = Mat3::Zero();
  const auto shifted = [](double mass, const Vec3& c) -> Mat3 {
    return mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  };
  for (const MeshSpec& mesh : meshes) {
    if (mesh.body != body.name) continue;
    const MeshMass part = mass_of(mesh.form->mesh, density);
    const Vec3 center = mesh.pose * part.center;
    body.mass += part.mass;
    body.com += part.mass * center;
    about_origin += mesh.pose.R * part.inertia * mesh.pose.R.transpose() + shifted(part.mass, center);
  }
  if (!(body.mass > 0.0))
    throw InputError(t.place("density"), "a body '" + body.name + "' without meshes",
                     "a [[mesh]] of this body, or mass and inertia");
  body.com /= body.mass;
  body.inertia = about_origin - shifted(body.mass, body.com);
}

BodySpec read_body(const TomlTable& t, const std::vector<MeshSpec>& meshes) {
  BodySpec body;
  body.name = t.string("name");
  if (t.has("density")) {
    fill_in_mass(t, meshes, body);
    return body;
  }
  body.mass = t.number("mass", positive("kg"));
  body.com = to_vec3(t.vec3_or("com", {0, 0, 0}, "m"));
  const bool full = t.number_list_or_empty("inertia", any_number("kg m2"), 6).size() == 6;
  const auto i = t.numbers("inertia", full ? 6 : 3, any_number("kg m2"));
  body.inertia = Vec3(i[0], i[1], i[2]).asDiagonal();
  if (full) {  // xx, yy, zz, xy, xz, yz
    body.inertia(0, 1) = body.inertia(1, 0) = i[3];
    body.inertia(0, 2) = body.inertia(2, 0) = i[4];
    body.inertia(1, 2) = body.inertia(2, 1) = i[5];
  }
  return body;
}

/// Refuses wheel sizes that are impossible, or outside the validity of the arc's laws.
void check_wheel_shape(const TomlTable& t, const WheelSpec& w) {
  constexpr double kTallest = 0.5, kNarrowest = 0.01, kWidest = 10.0;  // of the radius
  // m: blades closer than this are no blades
  constexpr double kPitch = 1e-3;
  constexpr double kCircumference = 6.283185307179586;  // of the radius
  const WheelGeometry& g = w.geometry;
  const auto refuse = [&](const char* key, double found, const char* unit, const std::string& expected) {
    throw InputError(t.place(key), fmt::format("{:g}{} on a wheel of radius {:g} m", found, unit, g.radius),
                     expected);
  };
  const double tallest = kTallest * g.radius, most = std::floor(kCircumference * g.radius / kPitch);
  if (g.grouser_height > tallest)
    refuse("grouser_height", g.grouser_height, " m", fmt::format("at most half the radius, {:g} m", tallest));
  if (g.grouser_count > most)
    refuse("grouser_count", g.grouser_count, " grousers",
           fmt::format("at most {:g}, one a millimetre of the rim", most));
  if (g.width < kNarrowest * g.radius || g.width > kWidest * g.radius)
    refuse("width", g.width, " m",
           fmt::format("{:g} to {:g} m, 0.01 to 10 radii", kNarrowest * g.radius, kWidest * g.radius));
  const double lowest = 0.5 * g.radius, highest = 1.5 * g.radius + g.grouser_height;
  if (w.slip_radius > 0.0 && (w.slip_radius < lowest || w.slip_radius > highest))
    refuse("slip_radius", w.slip_radius, " m",
           fmt::format("{:g} to {:g} m, near where the wheel rolls", lowest, highest));
}

WheelSpec read_wheel_properties(const TomlTable& t, WheelSpec w) {
  auto& g = w.geometry;
  const auto number = [&](const char* key, double& value, NumberRange range) {
    if (t.has(key) || std::isnan(value)) value = t.number(key, range);
  };
  number("radius", g.radius, {1e-3, 10.0, false, "m"});
  number("width", g.width, {1e-3, 10.0, false, "m"});
  number("stiffness", w.stiffness, positive("N/m"));
  number("damping", w.damping, non_negative("N s/m"));
  number("tangential_stiffness", w.tangential_stiffness, positive("N/m"));
  g.grouser_height = t.number_or("grouser_height", g.grouser_height, {0.0, 1.0, false, "m"});
  g.grouser_count = t.integer_or("grouser_count", static_cast<int>(g.grouser_count), 0, 1000);
  w.bristle_damping_ratio =
      t.number_or("bristle_damping_ratio", w.bristle_damping_ratio, {0.0, 10.0, false, "-"});
  w.slices = t.integer_or("slices", w.slices, 1, 15);
  w.stencil_points = t.integer_or("stencil_points", w.stencil_points, 2, 6);
  w.arc_points = t.integer_or("arc_points", w.arc_points, 8, 24);
  if (w.arc_points != 8 && w.arc_points != 12 && w.arc_points != 24)
    throw InputError(t.place("arc_points"), std::to_string(w.arc_points), "8, 12 or 24");
  if (t.has("slip_radius")) w.slip_radius = t.number("slip_radius", {1e-3, 10.0, false, "m"});
  check_wheel_shape(t, w);
  return w;
}

WheelSpec read_wheel(const TomlTable& t, const WheelSpec& defaults) {
  WheelSpec w = read_wheel_properties(t, defaults);
  w.name = t.string("name");
  w.body = t.string("body");
  w.drive_joint = t.string("drive");
  w.steer_joint = t.string_or("steer", "");
  return w;
}

NamedVisual read_visual(const TomlTable& t) {
  static const std::vector<std::string> kinds = {"box",   "cylinder", "tube", "sphere",
                                                 "wheel", "panel",    "ramp"};
  NamedVisual v;
  v.body = t.string("body");
  v.shape.kind = static_cast<VisualKind>(t.choice("kind", kinds));
  v.shape.pose = read_pose(t);
  v.shape.size = to_vec3(t.vec3("size", "m"));
  v.shape.end = to_vec3(t.vec3_or("end", {0, 0, 0}, "m"));
  v.shape.count = t.integer_or("count", 0, 0, 500);
  const auto c = t.vec3_or("colour", {0.8, 0.8, 0.8}, "-");
  v.shape.colour = {c[0], c[1], c[2]};
  return v;
}

void check_wheel_joint(const TomlTable& t, const VehicleSpec& r, const WheelSpec& w, const std::string& name,
                       const Vec3& axis, const char* direction) {
  const std::string place = t.file() + ": wheels '" + w.name + "'";
  const auto joint =
      std::find_if(r.joints.begin(), r.joints.end(), [&](const JointSpec& j) { return j.name == name; });
  if (joint == r.joints.end() || !joint->kind().hinge)
    throw InputError(place, "no revolute joint '" + name + "'", "the name of a revolute [[joint]]");
  if (joint->mode != CoordinateMode::prescribed)
    throw InputError(place, "joint '" + name + "' that is not prescribed",
                     "mode = \"prescribed\" for drives and steering");
  if ((joint->axis - axis).norm() > 1e-6)
    throw InputError(place,
                     fmt::format("joint '{}' with axis ({:.3g}, {:.3g}, {:.3g})", name, joint->axis.x(),
                                 joint->axis.y(), joint->axis.z()),
                     std::string("an axis ") + direction);
  if (name == w.drive_joint && joint->child != w.body)
    throw InputError(place, "drive '" + name + "' that turns body '" + joint->child + "'",
                     "the joint of the wheel's body '" + w.body + "'");
}

/// The joint with which a section changes has one coordinate, and can bear what opposes the change.
void check_driver(const TomlTable& t, const VehicleSpec& r, const MeshSpec& mesh) {
  if (mesh.driver.empty()) return;
  const auto named = [&](const JointSpec& joint) {
    return joint.name == mesh.driver && joint.kind().nv == 1;
  };
  const auto drives = [&](const WheelSpec& wheel) { return wheel.drive_joint == mesh.driver; };
  const std::string place = t.file() + ": mesh '" + mesh.name + "': driver";
  if (std::none_of(r.joints.begin(), r.joints.end(), named))
    throw InputError(place, "no revolute or prismatic joint '" + mesh.driver + "'",
                     "the name of such a [[joint]]");
  if (std::any_of(r.wheels.begin(), r.wheels.end(), drives))
    throw InputError(place, "joint '" + mesh.driver + "', which drives a wheel",
                     "a joint that drives no wheel");
}

void check_names(const TomlTable& t, const VehicleSpec& r) {
  const auto known_body = [&](const std::string& name, const char* who) {
    const bool found =
        std::any_of(r.bodies.begin(), r.bodies.end(), [&](const BodySpec& b) { return b.name == name; });
    if (!found) throw InputError(t.file() + ": " + who, "no body '" + name + "'", "the name of a [[body]]");
  };
  known_body(r.root, "root");
  for (std::size_t i = 0; i < r.wheels.size(); ++i) {
    const WheelSpec& w = r.wheels[i];
    known_body(w.body, ("wheels '" + w.name + "'").c_str());
    for (std::size_t k = 0; k < i; ++k)
      if (r.wheels[k].name == w.name)
        throw InputError(t.file() + ": wheels", "two wheels '" + w.name + "'", "a name of its own for each");
    check_wheel_joint(t, r, w, w.drive_joint, Vec3::UnitY(), "along y (the axle)");
    if (!w.steer_joint.empty()) check_wheel_joint(t, r, w, w.steer_joint, Vec3::UnitZ(), "along z");
  }
  for (const auto& s : r.spheres) known_body(s.body, "sphere");
  for (const auto& strut : r.struts)
    for (const std::string& body : {strut.body_a, strut.body_b})
      known_body(body, ("strut '" + strut.name + "'").c_str());
  for (const auto& p : r.pads) known_body(p.body, ("pad '" + p.name + "'").c_str());
  for (const auto& tool : r.tools) known_body(tool.body, ("tool '" + tool.name + "'").c_str());
  for (const auto& mesh : r.meshes) {
    known_body(mesh.body, ("mesh '" + mesh.name + "'").c_str());
    check_driver(t, r, mesh);
  }
  for (const auto& s : r.surfaces) known_body(s.owner, ("surface '" + s.name + "'").c_str());
  for (const auto& v : r.visuals) known_body(v.body, "visual");
}

/// Refuses two parts of one list with the same name, before a joint or a wheel looks for one of them.
template <typename Part>
void refuse_same_names(const TomlTable& t, const char* list, const std::vector<Part>& parts) {
  std::set<std::string> names;
  for (const Part& part : parts)
    if (!names.insert(part.name).second)
      throw InputError(t.file(), fmt::format("two [[{}]] with the name '{}'", list, part.name),
                       fmt::format("a name of its own for each [[{}]]", list));
}

/// Puts the true shapes of bodies in the place of the spheres that stand for them, where the table wants that.
void choose_touching(const TomlTable& t, const OpenMesh& open, VehicleSpec& r) {
  const std::vector<MeshSpec> shapes = read_meshes(t, "body_mesh", open);
  if (t.choice_or("touches_by", "spheres", {"spheres", "meshes"}) == 0) return;
  if (shapes.empty()) throw InputError(t.place("touches_by"), "\"meshes\" without any", "a [[body_mesh]]");
  r.spheres.clear();
  r.meshes.insert(r.meshes.end(), shapes.begin(), shapes.end());
}

/// Makes what the file leaves out, or leaves it out.
void complete_shapes(const TomlTable& t, MissingTouch missing, VehicleSpec& r) {
  const bool makes = missing == MissingTouch::made;
  r.touch_said = t.has("touch");
  const bool none = t.choice_or("touch", makes ? "shapes" : "none", {"shapes", "none"}) == 1;
  if (none && r.touch_said) {
    r.spheres.clear();
    r.touching = TouchSource::none;
  } else if (!none && !t.has("sphere")) {
    make_touching(r);
  }
  make_looks(r);
}

}  // namespace

VehicleSpec read_vehicle(const TomlTable& t, const OpenMesh& open, MissingTouch missing) {
  VehicleSpec r;
  r.name = t.string("name");
  r.title = t.string_or("title", r.name);
  r.root = t.string("root");
  r.root_joint = read_root(t.table_or_empty("root_joint"));
  r.sources = t.string_list_or_empty("sources");
  r.assumed = t.string_list_or_empty("assumed");
  r.meshes = read_meshes(t, "mesh", open);
  r.bodies = read_list<BodySpec>(t, "body", [&](const TomlTable& b) { return read_body(b, r.meshes); });
  if (r.bodies.empty()) throw InputError(t.place("body"), "nothing", "at least one [[body]]");
  read_joints(t, r);
  r.couplings = read_list<CouplingSpec>(t, "coupling", [](const TomlTable& c) {
    return CouplingSpec{c.string("name"), c.string("dependent"), c.string("independent"),
                        c.number("ratio", any_number("-")), c.angle_deg_or("offset_deg", 0.0)};
  });
  r.loop_joints = read_list<LoopJointSpec>(t, "loop_joint", read_loop_joint);
  r.springs = read_list<SpringElementSpec>(t, "spring", read_keys<SpringElementSpec>);
  const TomlTable wheel = t.table_or_empty("wheel");
  const auto wheel_tables = t.tables("wheels");
  WheelSpec defaults;
  if (!wheel_tables.empty())
    defaults = read_wheel_properties(wheel, defaults);
  else if (t.holds("wheel"))
    throw InputError(t.place("wheel"), "[wheel] without a [[wheels]]",
                     "one [[wheels]] with `name`, `body` and `drive` for each wheel of the rover");
  for (const TomlTable& w : wheel_tables) r.wheels.push_back(read_wheel(w, defaults));
  read_spheres(t, r);
  read_pads(t, r);
  read_tools(t, r);
  read_leg_controls(t, r);
  read_struts(t, r);
  r.equipment = read_equipment(t);
  r.legs = read_legs(t);
  chain_limbs(t, r);
  r.actuators = read_actuators(t);
  r.soles = read_soles(t);
  if (!r.soles.empty()) r.chest = t.string("chest");
  read_surfaces(t, r);
  KeyReader reader(t);
  reader.table({"motor"}, [&] { visit_motor(reader, r.motor); });
  r.visuals = read_list<NamedVisual>(t, "visual", read_visual);
  choose_touching(t, open, r);
  refuse_same_names(t, "body", r.bodies);
  refuse_same_names(t, "joint", r.joints);
  check_names(t, r);
  complete_shapes(t, missing, r);
  t.finish();
  return r;
}

}  // namespace grouser
