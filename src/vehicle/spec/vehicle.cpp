// SPDX-License-Identifier: BSD-3-Clause
// Keys of a vehicle's file, and the checks across its tables: bodies, wheels, joints and drives must name
// each other rightly.
#include "grouser/vehicle/spec/vehicle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"
#include "grouser/vehicle/spec/made_shapes.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "vehicle_parts.hpp"

namespace grouser {
namespace {

/// Mass, its centre and inertia from the body's meshes, each of this density, kg/m3.
void fill_in_mass(const KeyVisitor& v, const std::vector<MeshSpec>& meshes, double density, BodySpec& body) {
  body.mass = 0.0;
  Mat3 about_origin = Mat3::Zero();
  const auto shifted = [](double mass, const Vec3& c) -> Mat3 {
    return mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  };
  // Sums about the body's origin, then back to the centre of mass.
  for (const MeshSpec& mesh : meshes) {
    if (mesh.body != body.name) continue;
    const MeshMass part = mass_of(mesh.form->mesh, density);
    const Vec3 center = mesh.pose * part.center;
    body.mass += part.mass;
    body.com += part.mass * center;
    about_origin += mesh.pose.R * part.inertia * mesh.pose.R.transpose() + shifted(part.mass, center);
  }
  if (!(body.mass > 0.0))
    v.refuse("density", "a body '" + body.name + "' without meshes",
             "a [[mesh]] of this body, or mass and inertia");
  body.com /= body.mass;
  body.inertia = about_origin - shifted(body.mass, body.com);
}

void visit_mass(KeyVisitor& v, BodySpec& body) {
  v.number({"mass", "of the body", Need::yes}, body.mass, positive("kg"));
  v.vector({"com", "centre of mass"}, body.com, any_number("m"));
  Mat3& m = body.inertia;
  std::array<double, 6> i{m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2)};
  v.numbers({"inertia", "about the centre of mass: xx, yy, zz, and xy, xz, yz", Need::yes}, i,
            any_number("kg m2"), 3);
  m = Vec3(i[0], i[1], i[2]).asDiagonal();
  m(0, 1) = m(1, 0) = i[3];
  m(0, 2) = m(2, 0) = i[4];
  m(1, 2) = m(2, 1) = i[5];
}

void visit_body(KeyVisitor& v, const std::vector<MeshSpec>& meshes, BodySpec& body) {
  v.text({"name", "of joints, channels and --set keys", Need::yes}, body.name);
  const bool dense = v.has({"density"}, false);
  if (const auto own = v.when(dense, "in place of mass, com and inertia")) {
    double density = 0.0;
    v.number({"density", "of its meshes, which give its mass", Need::yes}, density, positive("kg/m3"));
    for (const char* key : {"mass", "com", "inertia"})
      if (v.reads() && v.has({key}, false)) v.refuse(key, "a number beside a density", "one or the other");
    if (v.reads()) fill_in_mass(v, meshes, density, body);
  }
  if (const auto own = v.when(!dense, "no density")) visit_mass(v, body);
}

/// Refuses wheel sizes that are impossible, or outside the validity of the arc's laws.
void check_wheel_shape(const KeyVisitor& v, const WheelSpec& w) {
  constexpr double kTallest = 0.5, kNarrowest = 0.01, kWidest = 10.0;  // of the radius
  // m: blades closer than this are no blades
  constexpr double kPitch = 1e-3;
  constexpr double kCircumference = 6.283185307179586;  // of the radius
  const WheelGeometry& g = w.geometry;
  const auto refuse = [&](const char* key, double found, const char* unit, const std::string& expected) {
    v.refuse(key, fmt::format("{:g}{} on a wheel of radius {:g} m", found, unit, g.radius), expected);
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

/// The table that gives the numbers: [wheel], or a [[wheels]] that replaces some of them.
enum class WheelKeys { common, own };

void visit_wheel_numbers(KeyVisitor& v, WheelKeys keys, WheelSpec& w) {
  auto& g = w.geometry;
  const auto number = [&](const char* name, const char* help, double& value, NumberRange range) {
    if (keys == WheelKeys::common || v.has({name}, false)) v.number({name, help, Need::yes}, value, range);
  };
  number("radius", "of the rim", g.radius, {1e-3, 10.0, false, "m"});
  number("width", "of the rim", g.width, {1e-3, 10.0, false, "m"});
  number("stiffness", "of the wheel along its radius", w.stiffness, positive("N/m"));
  number("damping", "of the wheel along its radius", w.damping, non_negative("N s/m"));
  number("tangential_stiffness", "of the wheel along the ground", w.tangential_stiffness, positive("N/m"));
  int grousers = static_cast<int>(g.grouser_count);
  v.number({"grouser_height", "of its grousers, at most half the radius"}, g.grouser_height,
           {0.0, 1.0, false, "m"});
  v.whole({"grouser_count", "grousers around the rim"}, grousers, 0, 1000);
  g.grouser_count = grousers;
  v.number({"bristle_damping_ratio", "share of critical damping along the ground"}, w.bristle_damping_ratio,
           {0.0, 10.0, false, "-"});
  v.whole({"slices", "discs across the width that look for the ground"}, w.slices, 1, 15);
  v.whole({"stencil_points", "of the difference in time of the depth"}, w.stencil_points, 2, 6);
  v.whole({"arc_points", "of the sums on each side of the arc in soft soil: 8, 12 or 24"}, w.arc_points, 8,
          24);
  if (w.arc_points != 8 && w.arc_points != 12 && w.arc_points != 24)
    v.refuse("arc_points", std::to_string(w.arc_points), "8, 12 or 24");
  if (v.has({"slip_radius"}, w.slip_radius > 0.0))
    v.number({"slip_radius", "to which slip and commanded speed refer; left out: the rim's", Need::yes},
             w.slip_radius, {1e-3, 10.0, false, "m"});
  check_wheel_shape(v, w);
}

void visit_wheels(KeyVisitor& v, std::vector<WheelSpec>& wheels) {
  WheelSpec common;
  if (v.has({"wheels"}, !wheels.empty()))
    v.table({"wheel", "what all wheels have, where a [[wheels]] says nothing itself"},
            [&] { visit_wheel_numbers(v, WheelKeys::common, common); });
  else if (v.has({"wheel"}, false))
    v.refuse("wheel", "[wheel] without a [[wheels]]",
             "one [[wheels]] with `name`, `body` and `drive` for each wheel of the rover");
  visit_parts(v, {"wheels", "a wheel, its frame at the hub, y along the axle"}, wheels, [&](WheelSpec& w) {
    if (v.reads()) w = common;
    visit_wheel_numbers(v, WheelKeys::own, w);
    visit_name_and_body(v, w);
    v.text({"drive", "prescribed revolute joint about y", Need::yes}, w.drive_joint);
    v.text({"steer", "prescribed revolute joint about z; left out: it is not steered"}, w.steer_joint);
  });
}

/// The triangles of a visual of kind "mesh".
void visit_look_file(KeyVisitor& v, const OpenMesh& open, VisualShape& shape) {
  v.text({"file", "of the triangles, beside the vehicle's file (.stl, .obj, .ply, .glb)", Need::yes},
         shape.file);
  v.number({"scale", "by which the file's numbers are multiplied"}, shape.scale,
           positive("m per unit of the file"));
  if (!v.reads()) return;
  if (!open) v.refuse("file", "\"" + shape.file + "\"", "another kind: files of meshes are not read here");
  TriangleMesh mesh = open(shape.file, v.place("file"));
  if (mesh.faces.size() > kMostLookTriangles)
    v.refuse("file", fmt::format("{} triangles in '{}'", mesh.faces.size(), shape.file),
             fmt::format("at most {}: simplify the mesh (Blender: Decimate)", kMostLookTriangles));
  for (Vec3& p : mesh.vertices) p *= shape.scale;
  shape.mesh = std::make_shared<const TriangleMesh>(std::move(mesh));
}

void visit_keys(KeyVisitor& v, NamedVisual& visual, const OpenMesh& open) {
  constexpr const char* kKinds[] = {"box", "cylinder", "tube", "sphere", "wheel", "panel", "ramp", "mesh"};
  VisualShape& shape = visual.shape;
  v.text({"body", "that it shows", Need::yes}, visual.body);
  v.choice({"kind", "of the shape", Need::yes}, shape.kind, kKinds);
  visit_pose(v, shape.pose);
  const bool by_file = shape.kind == VisualKind::mesh;
  if (const auto file = v.when(by_file, "kind = \"mesh\"")) visit_look_file(v, open, shape);
  if (const auto made = v.when(!by_file, "any other kind")) {
    v.vector({"size", "lengths along x, y and z; of round shapes radius and length", Need::yes}, shape.size,
             any_number("m"));
    v.vector({"end", "of a tube"}, shape.end, any_number("m"));
    v.whole({"count", "grousers of a wheel"}, shape.count, 0, 500);
  }
  v.vector({"colour", "red, green and blue"}, shape.colour, any_number("-"));
}

void visit_keys(KeyVisitor& v, CouplingSpec& c) {
  v.text({"name", "of channels and --set keys", Need::yes}, c.name);
  v.text({"dependent", "joint that follows", Need::yes}, c.dependent);
  v.text({"independent", "joint that leads", Need::yes}, c.independent);
  v.number({"ratio", "of the dependent coordinate to the independent one", Need::yes}, c.ratio,
           any_number("-"));
  v.angle({"offset_deg", "of the dependent coordinate"}, c.offset);
}

void check_wheel_joint(const std::string& file, const VehicleSpec& r, const WheelSpec& w,
                       const std::string& name, const Vec3& axis, const char* direction) {
  const std::string place = file + ": wheels '" + w.name + "'";
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
void check_driver(const std::string& file, const VehicleSpec& r, const MeshSpec& mesh) {
  if (mesh.driver.empty()) return;
  const auto named = [&](const JointSpec& joint) {
    return joint.name == mesh.driver && joint.kind().nv == 1;
  };
  const auto drives = [&](const WheelSpec& wheel) { return wheel.drive_joint == mesh.driver; };
  const std::string place = file + ": mesh '" + mesh.name + "': driver";
  if (std::none_of(r.joints.begin(), r.joints.end(), named))
    throw InputError(place, "no revolute or prismatic joint '" + mesh.driver + "'",
                     "the name of such a [[joint]]");
  if (std::any_of(r.wheels.begin(), r.wheels.end(), drives))
    throw InputError(place, "joint '" + mesh.driver + "', which drives a wheel",
                     "a joint that drives no wheel");
}

void check_names(const std::string& file, const VehicleSpec& r) {
  const auto known_body = [&](const std::string& name, const char* who) {
    const bool found =
        std::any_of(r.bodies.begin(), r.bodies.end(), [&](const BodySpec& b) { return b.name == name; });
    if (!found) throw InputError(file + ": " + who, "no body '" + name + "'", "the name of a [[body]]");
  };
  known_body(r.root, "root");
  for (std::size_t i = 0; i < r.wheels.size(); ++i) {
    const WheelSpec& w = r.wheels[i];
    known_body(w.body, ("wheels '" + w.name + "'").c_str());
    for (std::size_t k = 0; k < i; ++k)
      if (r.wheels[k].name == w.name)
        throw InputError(file + ": wheels", "two wheels '" + w.name + "'", "a name of its own for each");
    check_wheel_joint(file, r, w, w.drive_joint, Vec3::UnitY(), "along y (the axle)");
    if (!w.steer_joint.empty()) check_wheel_joint(file, r, w, w.steer_joint, Vec3::UnitZ(), "along z");
  }
  for (const auto& s : r.spheres) known_body(s.body, "sphere");
  for (const auto& strut : r.struts)
    for (const std::string& body : {strut.body_a, strut.body_b})
      known_body(body, ("strut '" + strut.name + "'").c_str());
  for (const auto& p : r.pads) known_body(p.body, ("pad '" + p.name + "'").c_str());
  for (const auto& tool : r.tools) known_body(tool.body, ("tool '" + tool.name + "'").c_str());
  for (const auto& mesh : r.meshes) {
    known_body(mesh.body, ("mesh '" + mesh.name + "'").c_str());
    check_driver(file, r, mesh);
  }
  for (const auto& s : r.surfaces) known_body(s.owner, ("surface '" + s.name + "'").c_str());
  for (const auto& v : r.visuals) known_body(v.body, "visual");
}

/// Replaces the spheres that represent bodies by the bodies' true shapes, if the file wants that.
void visit_true_shapes(KeyVisitor& v, const PolygonLaw& layer, const OpenMesh& open, VehicleSpec& r) {
  constexpr const char* kTouchesBy[] = {"spheres", "meshes"};
  std::vector<MeshSpec> shapes;
  visit_meshes(v, {"body_mesh", "the true shape of a body, in place of its spheres"}, shapes, layer, open);
  bool by_meshes = false;
  v.choice({"touches_by", "whether bodies touch by [[sphere]] or by [[body_mesh]]"}, by_meshes, kTouchesBy);
  if (!by_meshes) return;
  if (shapes.empty()) v.refuse("touches_by", "\"meshes\" without any", "a [[body_mesh]]");
  r.spheres.clear();
  r.meshes.insert(r.meshes.end(), shapes.begin(), shapes.end());
}

/// `touch`: what the file leaves out is made, or left out.
void visit_touch(KeyVisitor& v, MissingTouch missing, VehicleSpec& r) {
  constexpr const char* kTouches[] = {"shapes", "none"};
  bool none = missing == MissingTouch::none;
  r.touch_said = v.has({"touch"}, r.touch_said);
  v.choice({"touch",
            "what touches: the [[sphere]] of the file or else shapes made for its bodies, or nothing of it"},
           none, kTouches);
  if (!v.reads()) return;
  if (none && r.touch_said) {
    r.spheres.clear();
    r.touching = TouchSource::none;
  } else if (!none && !v.has({"sphere"}, false)) {
    make_touching(r);
  }
  make_looks(r);
}

/// All keys of a vehicle, in the order in which one is read.
void visit_vehicle(KeyVisitor& v, const OpenMesh& open, VehicleSpec& r) {
  v.text({"name", "of runs and channels", Need::yes}, r.name);
  if (v.reads()) r.title = r.name;
  v.text({"title", "for people; left out: the name"}, r.title);
  v.text({"root", "the body that others refer to: the chassis", Need::yes}, r.root);
  v.table({"root_joint", "how the root is connected to the world"}, [&] { visit_root(v, r.root_joint); });
  v.texts({"sources", "of its numbers"}, r.sources);
  v.texts({"assumed", "numbers that no source gives"}, r.assumed);
  PolygonLaw layer;
  visit_mesh_contact(v, layer);
  visit_meshes(v, {"mesh", "a closed mesh on a body, which touches"}, r.meshes, layer, open);
  visit_parts(v, {"body", "a rigid body"}, r.bodies, [&](BodySpec& body) { visit_body(v, r.meshes, body); });
  if (r.bodies.empty()) v.refuse("body", "nothing", "at least one [[body]]");
  refuse_twins(v, "body", "[[body]] with the name", r.bodies);
  visit_joints(v, r);
  refuse_twins(v, "joint", "[[joint]] with the name", r.joints);
  visit_parts(v, {"coupling", "a ratio of two joints"}, r.couplings,
              [&](CouplingSpec& c) { visit_keys(v, c); });
  visit_parts(v, {"loop_joint", "a joint that closes a loop"}, r.loop_joints);
  visit_parts(v, {"spring", "a spring, damper or rope between two points"}, r.springs);
  visit_wheels(v, r.wheels);
  visit_spheres(v, r.spheres);
  visit_pads(v, r.pads);
  visit_parts(v, {"tool", "a blade or a foot of rigid faces in ground of grains"}, r.tools);
  refuse_twins(v, "tool", "tools", r.tools);
  visit_parts(v, {"leg_control", "changes springs and dampers of legs while feet touch"}, r.leg_controls);
  visit_parts(v, {"strut", "a landing-gear strut"}, r.struts);
  refuse_twins(v, "strut", "struts", r.struts);
  visit_keys(v, r.equipment);
  visit_legs(v, r.legs);
  visit_parts(v, {"actuator", "what moves joints of a walker"}, r.actuators);
  visit_soles(v, r.soles);
  if (const auto balanced = v.when(!r.soles.empty(), "[[sole]] given"))
    v.text({"chest", "body whose attitude is kept beside the root's", Need::yes}, r.chest);
  visit_surfaces(v, r);
  v.table({"motor", "of each wheel's drive"}, [&] { visit_motor(v, r.motor); });
  visit_parts(v, {"visual", "a shape that is drawn"}, r.visuals,
              [&](NamedVisual& visual) { visit_keys(v, visual, open); });
  visit_true_shapes(v, layer, open, r);
}

}  // namespace

VehicleSpec read_vehicle(const TomlTable& t, const OpenMesh& open, MissingTouch missing) {
  VehicleSpec r;
  KeyReader reader(t);
  visit_vehicle(reader, open, r);
  chain_limbs(t.file(), r);
  check_names(t.file(), r);
  visit_touch(reader, missing, r);
  t.finish();
  return r;
}

std::vector<ListedSection> list_vehicle_keys() {
  VehicleSpec vehicle;
  KeyLister lister;
  visit_vehicle(lister, {}, vehicle);
  visit_touch(lister, MissingTouch::made, vehicle);
  return lister.sections();
}

}  // namespace grouser
