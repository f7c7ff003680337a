// SPDX-License-Identifier: BSD-3-Clause
// Reads the mesh of a vehicle's file: a primitive (box, ball, cylinder, cone, capsule, ring, section turned
// about z, convex hull) made with triangles of a given edge, or a file of triangles. Also the courses of
// sections that change with a driver.
#include "grouser/shape/file/mesh_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "grouser/base/derived_key.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/shape/check/mesh_check.hpp"
#include "grouser/shape/distance/section_distance.hpp"
#include "grouser/shape/mesh/hull_mesh.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"

namespace grouser {
namespace {

constexpr NumberRange kMeshLength{1e-5, 1e3, false, "m"};
constexpr double kMostTriangles = 500'000.0;  // of a primitive: a finer one is a mistyped edge
constexpr double kEdgesAcross = 16.0;         // of a primitive whose edge is not given
constexpr double kDiagonal = 1.5;             // of a nearly square facet, by its side

/// Reads the longest edge of the triangles, m; by default a sixteenth of the shape's size. area: of its
/// surface, about, m2, from which the number of triangles is bounded.
double visit_edge(KeyVisitor& v, double size, double area) {
  double edge = size / kEdgesAcross;
  visit_derived(v, {"edge", "longest edge of its triangles; left out: a sixteenth of its size"}, edge,
                kMeshLength);
  if (const double triangles = 2.0 * area / (edge * edge); triangles > kMostTriangles)
    v.refuse("edge", fmt::format("{:g} m, about {:.2g} triangles", edge, triangles),
             fmt::format("at most {:g} triangles", kMostTriangles));
  return edge;
}

/// Reads a length, m.
double visit_length(KeyVisitor& v, const Key& key) {
  double length = 0.1;
  v.number(key, length, kMeshLength);
  return length;
}
constexpr Key kRadius{"radius", "of the form", Need::yes}, kLength{"length", "along z", Need::yes};

/// Distance of two points of a section, m.
double way(const SectionPoint& a, const SectionPoint& b) {
  return Vec2(b.z - a.z, b.radius - a.radius).norm();
}

/// Sectors of a circle whose chords are about as long as the edge; at least eight.
int sectors_of(double radius, double edge) {
  return std::max(8, static_cast<int>(std::ceil(2.0 * std::numbers::pi * radius / edge)));
}

/// The section with its lines divided until none is longer than the edge.
std::vector<SectionPoint> with_short_lines(const std::vector<SectionPoint>& section, double edge) {
  std::vector<SectionPoint> out{section.front()};
  for (std::size_t k = 1; k < section.size(); ++k) {
    const SectionPoint &a = section[k - 1], &b = section[k];
    const int parts = std::max(1, static_cast<int>(std::ceil(way(a, b) / edge)));
    for (int i = 1; i <= parts; ++i) {
      const double share = static_cast<double>(i) / parts;
      out.push_back(
          i == parts ? b : SectionPoint{a.z + share * (b.z - a.z), a.radius + share * (b.radius - a.radius)});
    }
  }
  return out;
}

/// The surface that a section makes about z, wound outward in whichever order the section runs.
MeshForm turn(std::vector<SectionPoint> section, double edge) {
  double radius = 0.0;
  for (const SectionPoint& p : section) radius = std::max(radius, p.radius);
  const auto mesh_of = [&] { return turned_mesh(with_short_lines(section, edge), sectors_of(radius, edge)); };
  MeshForm form{mesh_of(), section};
  // A negative volume shows that the section runs the other direction.
  if (mass_of(form.mesh, 1.0).volume < 0.0) {
    std::reverse(section.begin(), section.end());
    form = {mesh_of(), section};
  }
  form.mesh = with_short_edges(form.mesh, kDiagonal * edge);
  return form;
}

MeshForm visit_box_form(KeyVisitor& v) {
  Vec3 s = Vec3::Ones();
  v.vector({"size", "along x, y and z", Need::yes}, s, kMeshLength);
  const double edge = visit_edge(v, s.maxCoeff(), 2.0 * (s.x() * s.y() + s.y() * s.z() + s.z() * s.x()));
  return {with_short_edges(box_mesh(s), edge), {}};
}

MeshForm visit_ball_form(KeyVisitor& v) {
  const double radius = visit_length(v, kRadius);
  // 4 pi r^2 of surface. Each level halves the edges of an octahedron.
  const double edge = visit_edge(v, radius, 12.6 * radius * radius);
  const double first = std::numbers::sqrt2 * radius;  // edge of the octahedron
  int levels = 1;
  for (double halved = 0.5 * first; halved > edge; halved *= 0.5) ++levels;
  return {ball_mesh(radius, levels), {}};
}

MeshForm visit_rod_form(KeyVisitor& v) {
  const double radius = visit_length(v, kRadius), half = 0.5 * visit_length(v, kLength);
  return turn({{-half, 0.0}, {-half, radius}, {half, radius}, {half, 0.0}},
              visit_edge(v, 2.0 * std::max(radius, half), 6.3 * radius * (radius + 2.0 * half)));
}

MeshForm visit_cone_form(KeyVisitor& v) {
  const double radius = visit_length(v, kRadius), half = 0.5 * visit_length(v, kLength);
  return turn({{-half, 0.0}, {-half, radius}, {half, 0.0}},
              visit_edge(v, 2.0 * std::max(radius, half), 6.3 * radius * (radius + half)));
}

MeshForm visit_capsule_form(KeyVisitor& v) {
  const double radius = visit_length(v, kRadius), length = visit_length(v, kLength);
  const double edge = visit_edge(v, radius, 6.3 * radius * (2.0 * radius + length));
  return {with_short_edges(capsule_mesh(radius, length, std::max(12, sectors_of(radius, edge))),
                           kDiagonal * edge),
          {}};
}

MeshForm visit_ring_form(KeyVisitor& v) {
  double radius = visit_length(v, kRadius), tube = visit_length(v, {"tube", "radius of its tube", Need::yes});
  if (v.reads() && !(tube < radius))
    v.refuse("tube", fmt::format("{:g} m", tube), "less than the radius of the ring");
  // A document that is only listed may have any numbers: keep the ring valid.
  if (!v.reads()) radius = 2.0 * tube;
  const double edge = visit_edge(v, tube, 40.0 * radius * tube);
  std::vector<SectionPoint> section;
  const int around = sectors_of(tube, edge);
  for (int k = 0; k <= around; ++k) {
    const double angle = 2.0 * std::numbers::pi * (k % around) / around;
    section.push_back({tube * math::sin(angle), radius + tube * math::cos(angle)});
  }
  return turn(std::move(section), edge);
}

/// Reads [z, radius] of each point of `section`; throws InputError unless two or more points, not all on the
/// axis.
std::vector<SectionPoint> visit_section(KeyVisitor& v) {
  constexpr std::size_t kMostPoints = 2000;
  std::vector<std::array<double, 2>> rows;
  v.rows({"section", "[z, radius] of each point of the line that is turned about z", Need::yes}, rows,
         {-1e3, 1e3, false, "m"}, kMostPoints);
  std::vector<SectionPoint> section;
  double radius = 0.0;
  for (const auto& row : rows) {
    if (row[1] < 0.0)
      v.refuse("section", fmt::format("a radius of {:g} m", row[1]), "rows of [z, radius], radius >= 0 m");
    section.push_back({row[0], row[1]});
    radius = std::max(radius, row[1]);
  }
  if (section.size() < 2 || !(radius > 0.0))
    v.refuse("section", fmt::format("{} points, largest radius {:g} m", section.size(), radius),
             "two points or more, [z, radius], of which one is off the axis");
  return section;
}

/// The form of a section, with the edge that `v` reads; empty if `v` reads nothing.
MeshForm turn_section(KeyVisitor& v, const std::vector<SectionPoint>& section) {
  double low = 1e300, high = -1e300, radius = 0.0, length = 0.0;
  for (std::size_t k = 0; k < section.size(); ++k) {
    const SectionPoint& p = section[k];
    if (k > 0) length += way(section[k - 1], p);
    low = std::min(low, p.z), high = std::max(high, p.z), radius = std::max(radius, p.radius);
  }
  const double edge = visit_edge(v, std::max(high - low, 2.0 * radius), 6.3 * radius * length);
  return v.reads() ? turn(section, edge) : MeshForm{};
}

/// Checks that `now` can replace `before`: as many points, the same points on the axis, and both rings or
/// neither.
void check_alike(const std::vector<SectionPoint>& before, const std::vector<SectionPoint>& now,
                 const std::string& place) {
  if (now.size() != before.size())
    throw InputError(place, fmt::format("{} points", now.size()),
                     fmt::format("{}, as in the first section", before.size()));
  if (is_ring(now) != is_ring(before))
    throw InputError(place, "a ring and a section that is none", "rings alone, or none");
  for (std::size_t i = 0; i < now.size(); ++i)
    if ((now[i].radius == 0.0) != (before[i].radius == 0.0))
      throw InputError(place, fmt::format("point {} with a radius of {:g} m", i + 1, now[i].radius),
                       "points that are on the axis in all sections or in none");
}

/// Refuses a course that somewhere has no valid section, as far as samples between its sections show.
void check_course(const SectionCourse& course, const std::string& place) {
  // Sections are linear between keys, and 16 samples of each interval are checked.
  constexpr int kLooks = 16;
  std::vector<SectionPoint> section;
  for (std::size_t k = 1; k < course.keys().size(); ++k)
    for (int i = 0; i <= kLooks; ++i) {
      const double from = course.keys()[k - 1].at, to = course.keys()[k].at;
      const double at = from + (to - from) * i / kLooks;
      course.find(at, section);
      SectionDistance::check(section, fmt::format("{}: at = {:g}", place, at));
    }
}

/// A form whose section changes: its keys with rising `at`, and the course between them.
MeshForm visit_changing_form(KeyVisitor& v) {
  constexpr std::size_t kMostSections = 50;
  std::vector<SectionKey> keys;
  std::size_t count = 0;
  v.tables({"sections", "sections that the form has one after the other, in place of `section`"}, keys,
           [&](SectionKey& key) {
             v.number({"at", "coordinate of the driver, or the time", Need::yes}, key.at,
                      {-1e9, 1e9, false, "m, rad or s"});
             key.section = visit_section(v);
             // Each section is compared with the first one and follows the one before.
             if (count++ == 0) return;
             const double before = keys[count - 2].at;
             if (!(key.at > before))
               v.refuse("at", fmt::format("{:g} after {:g}", key.at, before), "rising values");
             check_alike(keys.front().section, key.section, v.place("section"));
           });
  if (keys.size() < 2 || keys.size() > kMostSections)
    v.refuse("sections", fmt::format("{} of them", keys.size()),
             fmt::format("two or more, at most {}", kMostSections));
  MeshForm form = turn_section(v, keys.front().section);
  if (!v.reads()) return form;
  // turn() may have reversed the first section; the others follow it.
  const auto same = [](const SectionPoint& a, const SectionPoint& b) {
    return a.z == b.z && a.radius == b.radius;
  };
  if (!std::equal(form.section.begin(), form.section.end(), keys.front().section.begin(), same))
    for (SectionKey& key : keys) std::reverse(key.section.begin(), key.section.end());
  form.course = SectionCourse(std::move(keys));
  check_course(form.course, v.place("sections"));
  return form;
}

/// A section turned about z: one, or several that follow each other with a driver.
MeshForm visit_turned_form(KeyVisitor& v) {
  const bool changes = v.has({"sections"}, true);
  if (changes && v.reads() && v.has({"section"}, false))
    v.refuse("sections", "`section` too", "one of the two");
  if (const auto turned = v.when(!changes, "no [[sections]]")) {
    const std::vector<SectionPoint> section = visit_section(v);
    if (v.reads()) return turn_section(v, section);
  }
  return visit_changing_form(v);
}

MeshForm visit_hull_form(KeyVisitor& v) {
  constexpr std::size_t kMostPoints = 1000;
  std::vector<Vec3> points;
  v.rows({"points", "of which it is the convex hull", Need::yes}, points, {-1e3, 1e3, false, "m"},
         kMostPoints);
  if (!v.reads()) return visit_edge(v, 1.0, 1.0), MeshForm{};
  TriangleMesh mesh = mesh_of(hull_of(points, v.place("points")));
  const MeshBox box = box_of(mesh);
  return {with_short_edges(mesh, visit_edge(v, (box.high - box.low).maxCoeff(), mass_of(mesh, 1.0).area)),
          {}};
}

/// Triangles from a file, scaled, mended if asked for, and checked. Without `open` no file is read.
MeshForm visit_file_form(KeyVisitor& v, const OpenMesh& open) {
  std::string file;
  double scale = 1.0;
  bool mends = false;
  v.text({"file", "of the triangles, beside the vehicle's file (.stl, .obj, .ply, .glb)", Need::yes}, file);
  if (v.reads() && !open)
    v.refuse("file", "\"" + file + "\"", "a primitive: files of meshes are not read here");
  v.number({"scale", "by which the file's numbers are multiplied"}, scale,
           positive("m per unit of the file"));
  v.flag({"mend", "whether gaps and double points are mended"}, mends);
  if (!v.reads()) return visit_edge(v, 1.0, 1.0), MeshForm{};
  MeshForm form{open(file, v.place("file")), {}};
  for (Vec3& p : form.mesh.vertices) p *= scale;
  if (mends) mend(form.mesh);
  check_mesh(form.mesh, v.place("file") + " '" + file + "'");
  if (v.has({"edge"}, false)) {
    const MeshBox box = box_of(form.mesh);
    const double size = (box.high - box.low).maxCoeff();
    form.mesh = with_short_edges(form.mesh, visit_edge(v, size, mass_of(form.mesh, 1.0).area));
  }
  return form;
}

}  // namespace

void visit_mesh_form(KeyVisitor& v, MeshForm& form, const OpenMesh& open) {
  // Checked: its numbers can make facets flat or crossing. The others are convex because of how they are
  // made.
  struct Form {
    MeshForm (*visit)(KeyVisitor&);
    bool checked;
    const char* when;
  };
  constexpr Form kForms[] = {
      {visit_box_form, false, "shape = \"box\""},         {visit_ball_form, false, "shape = \"ball\""},
      {visit_rod_form, false, "shape = \"cylinder\""},    {visit_cone_form, false, "shape = \"cone\""},
      {visit_capsule_form, false, "shape = \"capsule\""}, {visit_ring_form, true, "shape = \"ring\""},
      {visit_turned_form, true, "shape = \"turned\""},    {visit_hull_form, true, "shape = \"hull\""}};
  constexpr const char* kShapes[] = {"box",  "ball",   "cylinder", "cone", "capsule",
                                     "ring", "turned", "hull",     "file"};
  std::size_t kind = 0;
  // Each shape reads its own keys; a lister visits all of them.
  v.choice({"shape", "a primitive, or a file of triangles", Need::yes}, kind, kShapes);
  for (std::size_t k = 0; k < std::size(kForms); ++k)
    if (const auto own = v.when(kind == k, kForms[k].when)) {
      form = kForms[k].visit(v);
      if (v.reads() && kForms[k].checked) check_mesh(form.mesh, v.place("shape"));
    }
  if (const auto file = v.when(kind == std::size(kForms), "shape = \"file\""))
    form = visit_file_form(v, open);
}

MeshForm read_mesh_form(const TomlTable& t, const OpenMesh& open) {
  MeshForm form;
  KeyReader reader(t);
  visit_mesh_form(reader, form, open);
  return form;
}

}  // namespace grouser
