#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "grouser/shape/check/mesh_check.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"

namespace grouser {
namespace {

constexpr double kWeld = 1e-7;  // of the mesh's size: STL has single precision

/// Vertices in order of x; each takes the first one that is close enough as itself.
int weld(TriangleMesh& mesh) {
  const MeshBox box = box_of(mesh);
  const double near = kWeld * (box.high - box.low).norm();
  std::vector<int> order(mesh.vertices.size()), same(mesh.vertices.size(), -1);
  std::iota(order.begin(), order.end(), 0);
  const auto x = [&](int v) { return mesh.vertices[static_cast<std::size_t>(v)].x(); };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return x(a) != x(b) ? x(a) < x(b) : a < b; });
  int welded = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto v = static_cast<std::size_t>(order[i]);
    if (same[v] >= 0) continue;
    same[v] = order[i];
    for (std::size_t j = i + 1; j < order.size() && x(order[j]) - x(order[i]) <= near; ++j) {
      const auto w = static_cast<std::size_t>(order[j]);
      if (same[w] >= 0 || (mesh.vertices[w] - mesh.vertices[v]).norm() > near) continue;
      same[w] = order[i];
      ++welded;
    }
  }
  for (auto& face : mesh.faces)
    for (int& v : face) v = same[static_cast<std::size_t>(v)];
  return welded;
}

/// Vertices that no face has are taken away.
void drop_unused(TriangleMesh& mesh) {
  std::vector<int> place(mesh.vertices.size(), -1);
  std::vector<Vec3> used;
  for (auto& face : mesh.faces)
    for (int& v : face) {
      int& at = place[static_cast<std::size_t>(v)];
      if (at < 0) {
        at = static_cast<int>(used.size());
        used.push_back(mesh.vertices[static_cast<std::size_t>(v)]);
      }
      v = at;
    }
  mesh.vertices = std::move(used);
}

/// Winds the faces of each connected piece alike, and outward by the sign of its volume. Edges of other than two faces part
/// pieces.
int wind_outward(TriangleMesh& mesh) {
  std::map<std::pair<int, int>, std::vector<int>> faces;
  const auto edge = [&](int face, int k) {
    const auto& f = mesh.faces[static_cast<std::size_t>(face)];
    return std::pair(f[static_cast<std::size_t>(k)], f[static_cast<std::size_t>((k + 1) % 3)]);
  };
  const auto count = static_cast<int>(mesh.faces.size());
  for (int f = 0; f < count; ++f)
    for (int k = 0; k < 3; ++k) faces[std::minmax(edge(f, k).first, edge(f, k).second)].push_back(f);
  std::vector<bool> seen(mesh.faces.size());
  std::vector<bool> turned(mesh.faces.size());
  const auto turn = [&](int f) {
    std::swap(mesh.faces[static_cast<std::size_t>(f)][1], mesh.faces[static_cast<std::size_t>(f)][2]);
    turned[static_cast<std::size_t>(f)] = !turned[static_cast<std::size_t>(f)];
  };
  for (int start = 0; start < count; ++start) {
    if (seen[static_cast<std::size_t>(start)]) continue;
    std::vector<int> piece{start};
    seen[static_cast<std::size_t>(start)] = true;
    for (std::size_t i = 0; i < piece.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        const auto [v, w] = edge(piece[i], k);
        const std::vector<int>& beside = faces[std::minmax(v, w)];
        if (beside.size() != 2) continue;
        const int other = beside[0] == piece[i] ? beside[1] : beside[0];
        if (seen[static_cast<std::size_t>(other)]) continue;
        for (int l = 0; l < 3; ++l)
          if (edge(other, l) == std::pair(v, w)) {
            turn(other);
            break;
          }
        seen[static_cast<std::size_t>(other)] = true;
        piece.push_back(other);
      }
    TriangleMesh alone{mesh.vertices, {}};
    for (const int f : piece) alone.faces.push_back(mesh.faces[static_cast<std::size_t>(f)]);
    if (mass_of(alone, 1.0).volume < 0.0) std::for_each(piece.begin(), piece.end(), turn);
  }
  return static_cast<int>(std::count(turned.begin(), turned.end(), true));
}

}  // namespace

MeshMending mend(TriangleMesh& mesh) {
  MeshMending done;
  const auto count = static_cast<int>(mesh.vertices.size());
  const auto wrong = [&](const std::array<int, 3>& f) {
    return std::any_of(f.begin(), f.end(), [&](int v) {
      return v < 0 || v >= count || !mesh.vertices[static_cast<std::size_t>(v)].allFinite();
    });
  };
  if (std::any_of(mesh.faces.begin(), mesh.faces.end(), wrong)) return done;  // the check says what
  done.welded = weld(mesh);
  done.removed = static_cast<int>(
      std::erase_if(mesh.faces, [](const auto& f) { return f[0] == f[1] || f[1] == f[2] || f[2] == f[0]; }));
  std::set<std::array<int, 3>> known;
  done.undoubled = static_cast<int>(std::erase_if(mesh.faces, [&](auto f) {
    std::sort(f.begin(), f.end());
    return !known.insert(f).second;
  }));
  done.turned = wind_outward(mesh);
  drop_unused(mesh);
  return done;
}

}  // namespace grouser
