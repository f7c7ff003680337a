// SPDX-License-Identifier: BSD-3-Clause
// Mends a mesh in this order: vertices closer than 1e-7 of its size become one, faces with two equal corners
// and doubled faces go, the rest is wound alike and outward, and unused vertices go.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "grouser/shape/check/mesh_check.hpp"

namespace grouser {
namespace {

constexpr double kWeld = 1e-7;  // of the mesh's size: STL has single precision

/// Welded vertices by the cell of a grid that they lie in. Cells are four times as wide as the welding
/// distance, so that most vertices have one cell within reach, and only a bounded number of welded vertices
/// fit into one.
class StayingVertices {
 public:
  StayingVertices(const std::vector<Vec3>& vertices, double near)
      : vertices_(vertices), near_(near), next_(vertices.size(), -1) {
    for (const Vec3& p : vertices) cells_.push_back(cell_of(p));
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
    last_.assign(cells_.size(), -1);
  }

  /// Adds a vertex to the chain of its cell.
  void add(int v) {
    int& last = last_[index_of(cell_of(at(v)))];
    next_[static_cast<std::size_t>(v)] = std::exchange(last, v);
  }

  /// The vertex within reach that comes first by `order`; -1 if there is none.
  template <class Order>
  int find(int v, const Order& order) const {
    const Cell low = cell_of(at(v) - Vec3::Constant(near_)), high = cell_of(at(v) + Vec3::Constant(near_));
    int found = -1;
    for (std::int64_t x = low[0]; x <= high[0]; ++x)
      for (std::int64_t y = low[1]; y <= high[1]; ++y)
        for (std::int64_t z = low[2]; z <= high[2]; ++z) {
          const std::size_t cell = index_of({x, y, z});
          for (int w = cell < last_.size() ? last_[cell] : -1; w >= 0; w = next_[static_cast<std::size_t>(w)])
            if ((at(w) - at(v)).norm() <= near_ && (found < 0 || order(w, found))) found = w;
        }
    return found;
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  const Vec3& at(int v) const { return vertices_[static_cast<std::size_t>(v)]; }
  /// Cell of a place by whole numbers along each axis.
  Cell cell_of(const Vec3& p) const {
    Cell cell{};
    for (std::size_t k = 0; k < 3; ++k)
      cell[k] = static_cast<std::int64_t>(std::floor(p[static_cast<int>(k)] / (4.0 * near_)));
    return cell;
  }
  /// Place of a cell among those that hold vertices; their number if it holds none.
  std::size_t index_of(const Cell& cell) const {
    const auto found = std::lower_bound(cells_.begin(), cells_.end(), cell);
    return found != cells_.end() && *found == cell ? static_cast<std::size_t>(found - cells_.begin())
                                                   : cells_.size();
  }

  const std::vector<Vec3>& vertices_;
  double near_;
  std::vector<Cell> cells_;       // sorted
  std::vector<int> last_, next_;  // a chain of vertices for each cell
};

/// Visits vertices in order of x. Each stays, or is replaced by the first one that stays and is near enough;
/// returns how many are replaced.
int weld(TriangleMesh& mesh) {
  const MeshBox box = box_of(mesh);
  const Vec3 middle = 0.5 * (box.low + box.high);
  const double near = kWeld * (box.high - box.low).norm();
  if (!(near > 0.0)) return 0;
  std::vector<Vec3> moved;  // to the middle, so that the grid's numbers stay exact
  for (const Vec3& p : mesh.vertices) moved.push_back(p - middle);
  std::vector<int> order(mesh.vertices.size()), same(mesh.vertices.size(), -1);
  std::iota(order.begin(), order.end(), 0);
  const auto x = [&](int v) { return mesh.vertices[static_cast<std::size_t>(v)].x(); };
  const auto earlier = [&](int a, int b) { return x(a) != x(b) ? x(a) < x(b) : a < b; };
  std::sort(order.begin(), order.end(), earlier);
  StayingVertices staying(moved, near);
  int welded = 0;
  for (const int v : order) {
    const int other = staying.find(v, earlier);
    same[static_cast<std::size_t>(v)] = other >= 0 ? other : v;
    if (other < 0) staying.add(v);
    welded += other >= 0 ? 1 : 0;
  }
  for (auto& face : mesh.faces)
    for (int& v : face) v = same[static_cast<std::size_t>(v)];
  return welded;
}

/// Removes vertices that no face has, and numbers the others anew.
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

/// Volume below a piece's faces, m3, measured from one of its corners, so that little cancels.
double volume_of(const TriangleMesh& mesh, const std::vector<int>& piece) {
  const Vec3 origin = mesh.corner(static_cast<std::size_t>(piece.front()), 0);
  double volume = 0.0;
  for (const int face : piece) {
    const auto f = static_cast<std::size_t>(face);
    volume +=
        (mesh.corner(f, 0) - origin).dot((mesh.corner(f, 1) - origin).cross(mesh.corner(f, 2) - origin)) /
        6.0;
  }
  return volume;
}

/// Winds the faces of each connected piece alike, and outward by the sign of its volume; returns how many
/// were turned. Edges of other than two faces separate pieces.
int wind_outward(TriangleMesh& mesh) {
  // Faces at each edge, by its two vertices in rising order.
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
  // Walk from face to face over their common edges. A neighbour that has the edge in the same direction is
  // wound against this face.
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
    if (volume_of(mesh, piece) < 0.0) std::for_each(piece.begin(), piece.end(), turn);
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
  // Welding needs valid numbers; check_mesh() names the fault.
  if (std::any_of(mesh.faces.begin(), mesh.faces.end(), wrong)) return done;
  done.welded = weld(mesh);
  // Welding may leave faces with two equal corners.
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
