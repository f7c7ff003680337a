// SPDX-License-Identifier: BSD-3-Clause
// Checks of a mesh in the order from cheap to expensive: numbers, flat faces, doubled faces, edges, volume,
// crossings. Each returns the first fault that it finds. Edges and faces are compared by sorting.
#include "grouser/shape/check/mesh_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <iterator>
#include <utility>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/shape/check/mesh_crossing.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"

namespace grouser {
namespace {

std::string plural(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// A face's edge from one corner to the next, in the order of corners first.
struct Edge {
  int from, to, face;
  auto operator<=>(const Edge&) const = default;
};

/// Edge k of a face, from corner k to the next one.
Edge edge_of(const TriangleMesh& mesh, std::size_t face, int k) {
  const auto& f = mesh.faces[face];
  return {f[static_cast<std::size_t>(k)], f[static_cast<std::size_t>((k + 1) % 3)], static_cast<int>(face)};
}

/// All edges, sorted: those with the same corners follow one another, the lowest face first.
std::vector<Edge> sorted_edges(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.faces.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    for (int k = 0; k < 3; ++k) edges.push_back(edge_of(mesh, f, k));
  std::sort(edges.begin(), edges.end());
  return edges;
}

/// The face's corners in rising order, by which faces compare whatever their winding.
std::array<int, 3> sorted(std::array<int, 3> face) {
  std::sort(face.begin(), face.end());
  return face;
}

/// Too few or too many triangles, a vertex that does not exist, or a coordinate that is NaN or infinite.
std::optional<MeshFault> find_number_fault(const TriangleMesh& mesh) {
  if (mesh.faces.size() < 4)
    return MeshFault{-1, plural(static_cast<int>(mesh.faces.size()), "triangle", "triangles"),
                     "at least 4, which close a body"};
  if (mesh.faces.size() > kMostMeshFaces)
    return MeshFault{-1, fmt::format("{} triangles", mesh.faces.size()),
                     fmt::format("at most {}", kMostMeshFaces)};
  const auto count = static_cast<int>(mesh.vertices.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    for (const int v : mesh.faces[f]) {
      if (v < 0 || v >= count)
        return MeshFault{static_cast<int>(f), fmt::format("vertex {}", v), fmt::format("one of {}", count)};
      if (!mesh.vertices[static_cast<std::size_t>(v)].allFinite())
        return MeshFault{static_cast<int>(f), "a coordinate that is not a finite number",
                         "finite coordinates"};
    }
  return std::nullopt;
}

/// The first face whose corners are in line.
std::optional<MeshFault> find_flat_face(const TriangleMesh& mesh) {
  // Against the longest edge, so that needles of any size count: below this the normal is rounding.
  constexpr double kFlat = 1e-12;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    double longest = 0.0;
    for (int k = 0; k < 3; ++k)
      longest = std::max(longest, (mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k)).squaredNorm());
    if (!(mesh.doubled_area(f).norm() > kFlat * longest))
      return MeshFault{static_cast<int>(f), "no area", "three corners that are not in line"};
  }
  return std::nullopt;
}

/// The first face that has the corners of another one, in any order.
std::optional<MeshFault> find_face_twice(const TriangleMesh& mesh) {
  std::vector<std::pair<std::array<int, 3>, int>> faces(mesh.faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f) faces[f] = {sorted(mesh.faces[f]), static_cast<int>(f)};
  std::sort(faces.begin(), faces.end());
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  const auto at = std::adjacent_find(faces.begin(), faces.end(), same);
  if (at == faces.end()) return std::nullopt;
  return MeshFault{std::next(at)->second, fmt::format("the corners of triangle {} again", at->second + 1),
                   "each triangle once"};
}

/// An edge that two faces have in the same direction, or that no other face has in the opposite one.
std::optional<MeshFault> find_edge_fault(const TriangleMesh& mesh) {
  const std::vector<Edge> edges = sorted_edges(mesh);
  const auto same = [](const Edge& a, const Edge& b) { return a.from == b.from && a.to == b.to; };
  // Two faces with the same edge in the same direction: wound against each other, or three faces at one edge.
  if (const auto at = std::adjacent_find(edges.begin(), edges.end(), same); at != edges.end())
    return MeshFault{std::next(at)->face,
                     fmt::format("an edge that triangle {} has in the same direction", at->face + 1),
                     "neighbours wound alike, two at each edge"};
  // Each edge needs its reverse in another face.
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    for (int k = 0; k < 3; ++k) {
      const Edge edge = edge_of(mesh, f, k);
      const auto back = std::lower_bound(edges.begin(), edges.end(), Edge{edge.to, edge.from, 0});
      if (back != edges.end() && back->from == edge.to && back->to == edge.from) continue;
      const Vec3 middle = 0.5 * (mesh.corner(f, k) + mesh.corner(f, (k + 1) % 3));
      return MeshFault{
          static_cast<int>(f),
          fmt::format("an open edge at ({:.4g}, {:.4g}, {:.4g}) m", middle.x(), middle.y(), middle.z()),
          "a closed surface"};
    }
  return std::nullopt;
}

/// The first two faces that cross or cover each other, in words.
std::optional<MeshFault> find_crossing_fault(const TriangleMesh& mesh) {
  const FacePair met = find_crossing(mesh);
  switch (met.how) {
    case FaceMeeting::none:
      break;
    case FaceMeeting::crossing:
      return MeshFault{met.a, fmt::format("triangle {} across it", met.b + 1),
                       "a surface that does not cross itself"};
    case FaceMeeting::folded:
      return MeshFault{met.a, fmt::format("triangle {} folded onto it, in one plane", met.b + 1),
                       "a surface that covers each place once"};
    case FaceMeeting::undecided:
      return MeshFault{-1, "triangles so long that too many of them lie beside each other to be compared",
                       "shorter ones: let another program mesh the surface anew"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<MeshFault> find_fault(const TriangleMesh& mesh) {
  for (const auto find : {find_number_fault, find_flat_face, find_face_twice, find_edge_fault})
    if (auto fault = find(mesh)) return fault;
  // A closed surface that is inside out has a negative volume.
  if (const double volume = mass_of(mesh, 1.0).volume; !(volume > 0.0))
    return MeshFault{-1, fmt::format("a volume of {:.3g} m3", volume), "triangles that face outward"};
  return find_crossing_fault(mesh);
}

void check_mesh(const TriangleMesh& mesh, const std::string& place) {
  if (const auto fault = find_fault(mesh))
    throw InputError(fault->face < 0 ? place : fmt::format("{}: triangle {}", place, fault->face + 1),
                     fault->found, fault->expected);
}

std::string size_hint(const TriangleMesh& mesh) {
  constexpr double kLarge = 50.0, kSmall = 1e-3;  // m
  const MeshBox box = box_of(mesh);
  const double size = (box.high - box.low).maxCoeff();
  if (size > kLarge) return fmt::format("{:.4g} m long: are its numbers millimetres (scale = 0.001)?", size);
  if (size < kSmall)
    return fmt::format("{:.4g} mm long: are its numbers metres of another scale?", 1e3 * size);
  return {};
}

std::string MeshMending::text() const {
  std::string all;
  const auto add = [&](int count, const char* did, const char* one, const char* many) {
    if (count > 0) all += (all.empty() ? "" : ", ") + std::string(did) + " " + plural(count, one, many);
  };
  add(welded, "welded", "vertex", "vertices");
  add(removed, "removed", "triangle without area", "triangles without area");
  add(undoubled, "removed", "doubled triangle", "doubled triangles");
  add(turned, "turned", "triangle", "triangles");
  return all;
}

}  // namespace grouser
