// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/shape/file/mesh_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/base/error.hpp"
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

/// The edge that a table asks for, or a fraction of the shape's size. area: of its surface, about, m2.
double read_edge(const TomlTable& t, double size, double area) {
  const double edge = t.number_or("edge", size / kEdgesAcross, kMeshLength);
  if (const double triangles = 2.0 * area / (edge * edge); triangles > kMostTriangles)
    throw InputError(t.place("edge"), fmt::format("{:g} m, about {:.2g} triangles", edge, triangles),
                     fmt::format("at most {:g} triangles", kMostTriangles));
  return edge;
}

double way(const SectionPoint& a, const SectionPoint& b) {
  return Vec2(b.z - a.z, b.radius - a.radius).norm();
}

int sectors_of(double radius, double edge) {
  return std::max(8, static_cast<int>(std::ceil(2.0 * std::numbers::pi * radius / edge)));
}

/// The section with its lines parted until none is longer than the edge.
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

/// The surface that a section makes about z, wound outward whichever way the section runs.
MeshForm turn(std::vector<SectionPoint> section, double edge) {
  double radius = 0.0;
  for (const SectionPoint& p : section) radius = std::max(radius, p.radius);
  const auto mesh_of = [&] { return turned_mesh(with_short_lines(section, edge), sectors_of(radius, edge)); };
  MeshForm form{mesh_of(), section};
  if (mass_of(form.mesh, 1.0).volume < 0.0) {
    std::reverse(section.begin(), section.end());
    form = {mesh_of(), section};
  }
  form.mesh = with_short_edges(form.mesh, kDiagonal * edge);
  return form;
}

MeshForm read_box_form(const TomlTable& t) {
  const auto size = t.numbers("size", 3, kMeshLength);
  const Vec3 s(size[0], size[1], size[2]);
  const double edge = read_edge(t, s.maxCoeff(), 2.0 * (s.x() * s.y() + s.y() * s.z() + s.z() * s.x()));
  return {with_short_edges(box_mesh(s), edge), {}};
}

MeshForm read_ball_form(const TomlTable& t) {
  const double radius = t.number("radius", kMeshLength);
  const double edge = read_edge(t, radius, 12.6 * radius * radius);
  const double first = std::numbers::sqrt2 * radius;  // edge of the octahedron
  int levels = 1;
  for (double halved = 0.5 * first; halved > edge; halved *= 0.5) ++levels;
  return {ball_mesh(radius, levels), {}};
}

MeshForm read_rod_form(const TomlTable& t) {
  const double radius = t.number("radius", kMeshLength), half = 0.5 * t.number("length", kMeshLength);
  return turn({{-half, 0.0}, {-half, radius}, {half, radius}, {half, 0.0}},
              read_edge(t, 2.0 * std::max(radius, half), 6.3 * radius * (radius + 2.0 * half)));
}

MeshForm read_cone_form(const TomlTable& t) {
  const double radius = t.number("radius", kMeshLength), half = 0.5 * t.number("length", kMeshLength);
  return turn({{-half, 0.0}, {-half, radius}, {half, 0.0}},
              read_edge(t, 2.0 * std::max(radius, half), 6.3 * radius * (radius + half)));
}

MeshForm read_capsule_form(const TomlTable& t) {
  const double radius = t.number("radius", kMeshLength), length = t.number("length", kMeshLength);
  const double edge = read_edge(t, radius, 6.3 * radius * (2.0 * radius + length));
  return {with_short_edges(capsule_mesh(radius, length, std::max(12, sectors_of(radius, edge))),
                           kDiagonal * edge),
          {}};
}

MeshForm read_ring_form(const TomlTable& t) {
  const double radius = t.number("radius", kMeshLength), tube = t.number("tube", kMeshLength);
  if (!(tube < radius))
    throw InputError(t.place("tube"), fmt::format("{:g} m", tube), "less than the radius of the ring");
  const double edge = read_edge(t, tube, 40.0 * radius * tube);
  std::vector<SectionPoint> section;
  const int around = sectors_of(tube, edge);
  for (int k = 0; k <= around; ++k) {
    const double angle = 2.0 * std::numbers::pi * (k % around) / around;
    section.push_back({tube * math::sin(angle), radius + tube * math::cos(angle)});
  }
  return turn(std::move(section), edge);
}

/// [z, radius] of each point of `section`.
std::vector<SectionPoint> read_section(const TomlTable& t) {
  constexpr std::size_t kMostPoints = 2000;
  std::vector<SectionPoint> section;
  double radius = 0.0;
  for (const auto& row : t.number_rows("section", 2, {-1e3, 1e3, false, "m"}, kMostPoints)) {
    if (row[1] < 0.0)
      throw InputError(t.place("section"), fmt::format("a radius of {:g} m", row[1]),
                       "rows of [z, radius], radius >= 0 m");
    section.push_back({row[0], row[1]});
    radius = std::max(radius, row[1]);
  }
  if (section.size() < 2 || !(radius > 0.0))
    throw InputError(t.place("section"),
                     fmt::format("{} points, largest radius {:g} m", section.size(), radius),
                     "two points or more, [z, radius], of which one is off the axis");
  return section;
}

/// t: of `edge`.
MeshForm turn_section(const TomlTable& t, const std::vector<SectionPoint>& section) {
  double low = 1e300, high = -1e300, radius = 0.0, length = 0.0;
  for (std::size_t k = 0; k < section.size(); ++k) {
    const SectionPoint& p = section[k];
    if (k > 0) length += way(section[k - 1], p);
    low = std::min(low, p.z), high = std::max(high, p.z), radius = std::max(radius, p.radius);
  }
  return turn(section, read_edge(t, std::max(high - low, 2.0 * radius), 6.3 * radius * length));
}

/// What can be in the place of `before`: as many points, and what lies on the axis or closes a ring still does.
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

/// Refuses a course that is no section somewhere on its way, as far as looks between its sections tell.
void check_course(const SectionCourse& course, const TomlTable& t) {
  constexpr int kLooks = 16;
  std::vector<SectionPoint> section;
  for (std::size_t k = 1; k < course.keys().size(); ++k)
    for (int i = 0; i <= kLooks; ++i) {
      const double from = course.keys()[k - 1].at, to = course.keys()[k].at;
      const double at = from + (to - from) * i / kLooks;
      course.find(at, section);
      SectionDistance::check(section, fmt::format("{}: at = {:g}", t.place("sections"), at));
    }
}

MeshForm read_changing_form(const TomlTable& t) {
  constexpr std::size_t kMostSections = 50;
  if (t.has("section")) throw InputError(t.place("sections"), "`section` too", "one of the two");
  std::vector<SectionKey> keys;
  for (const TomlTable& row : t.tables("sections")) {
    SectionKey key{row.number("at", {-1e9, 1e9, false, "m, rad or s"}), read_section(row)};
    if (!keys.empty() && !(key.at > keys.back().at))
      throw InputError(row.place("at"), fmt::format("{:g} after {:g}", key.at, keys.back().at),
                       "rising values");
    if (!keys.empty()) check_alike(keys.front().section, key.section, row.place("section"));
    keys.push_back(std::move(key));
  }
  if (keys.size() < 2 || keys.size() > kMostSections)
    throw InputError(t.place("sections"), fmt::format("{} of them", keys.size()),
                     fmt::format("two or more, at most {}", kMostSections));
  MeshForm form = turn_section(t, keys.front().section);
  const auto same = [](const SectionPoint& a, const SectionPoint& b) {
    return a.z == b.z && a.radius == b.radius;
  };
  if (!std::equal(form.section.begin(), form.section.end(), keys.front().section.begin(), same))
    for (SectionKey& key : keys) std::reverse(key.section.begin(), key.section.end());
  form.course = SectionCourse(std::move(keys));
  check_course(form.course, t);
  return form;
}

MeshForm read_turned_form(const TomlTable& t) {
  return t.has("sections") ? read_changing_form(t) : turn_section(t, read_section(t));
}

MeshForm read_hull_form(const TomlTable& t) {
  constexpr std::size_t kMostPoints = 1000;
  std::vector<Vec3> points;
  for (const auto& row : t.number_rows("points", 3, {-1e3, 1e3, false, "m"}, kMostPoints))
    points.emplace_back(row[0], row[1], row[2]);
  TriangleMesh mesh = mesh_of(hull_of(points, t.place("points")));
  const MeshBox box = box_of(mesh);
  return {with_short_edges(mesh, read_edge(t, (box.high - box.low).maxCoeff(), mass_of(mesh, 1.0).area)), {}};
}

MeshForm read_file_form(const TomlTable& t, const OpenMesh& open) {
  const std::string file = t.string("file");
  if (!open)
    throw InputError(t.place("file"), "\"" + file + "\"", "a primitive: files of meshes are not read here");
  const double scale = t.number_or("scale", 1.0, positive("m per unit of the file"));
  MeshForm form{open(file, t.place("file")), {}};
  for (Vec3& p : form.mesh.vertices) p *= scale;
  if (t.boolean_or("mend", false)) mend(form.mesh);
  check_mesh(form.mesh, t.place("file") + " '" + file + "'");
  if (t.has("edge")) {
    const MeshBox box = box_of(form.mesh);
    const double size = (box.high - box.low).maxCoeff();
    form.mesh = with_short_edges(form.mesh, read_edge(t, size, mass_of(form.mesh, 1.0).area));
  }
  return form;
}

}  // namespace

MeshForm read_mesh_form(const TomlTable& t, const OpenMesh& open) {
  // Checked: its numbers can make facets flat or crossing. The others are convex by the way they are made.
  struct Reader {
    MeshForm (*read)(const TomlTable&);
    bool checked;
  };
  constexpr Reader kReaders[] = {{read_box_form, false},   {read_ball_form, false},    {read_rod_form, false},
                                 {read_cone_form, false},  {read_capsule_form, false}, {read_ring_form, true},
                                 {read_turned_form, true}, {read_hull_form, true}};
  const int kind =
      t.choice("shape", {"box", "ball", "cylinder", "cone", "capsule", "ring", "turned", "hull", "file"});
  if (kind == static_cast<int>(std::size(kReaders))) return read_file_form(t, open);
  const Reader& reader = kReaders[kind];
  MeshForm form = reader.read(t);
  if (reader.checked) check_mesh(form.mesh, t.place("shape"));
  return form;
}

}  // namespace grouser
