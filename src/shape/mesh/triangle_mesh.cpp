// SPDX-License-Identifier: BSD-3-Clause
// The box of a mesh, and its refinement until no edge is too long.
#include "grouser/shape/mesh/triangle_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace grouser {

MeshBox box_of(const TriangleMesh& mesh) {
  MeshBox box;
  for (const Vec3& p : mesh.vertices) {
    box.low = box.low.cwiseMin(p);
    box.high = box.high.cwiseMax(p);
  }
  return box;
}

// Rivara 1984 halves each face at its longest edge, together with its neighbour, through the same middle.
// Here all edges that are too long get a middle first, and a face is divided by as many of them as it has,
// which leaves no gap.
TriangleMesh with_short_edges(const TriangleMesh& mesh, double most) {
  TriangleMesh fine = mesh;
  constexpr int kMostPasses = 24;  // each halves what is too long
  for (int pass = 0; pass < kMostPasses; ++pass) {
    std::map<std::pair<int, int>, int> middles;
    // The new vertex at the middle of an edge, the same one for both of its faces; -1 if the edge is short
    // enough.
    const auto middle_of = [&](int a, int b) {
      const Vec3 p = fine.vertices[static_cast<std::size_t>(a)],
                 q = fine.vertices[static_cast<std::size_t>(b)];
      if (!((q - p).norm() > most)) return -1;
      const auto [at, is_new] =
          middles.try_emplace(std::minmax(a, b), static_cast<int>(fine.vertices.size()));
      if (is_new) fine.vertices.push_back(0.5 * (p + q));
      return at->second;
    };
    std::vector<std::array<int, 3>> faces;
    faces.reserve(2 * fine.faces.size());
    for (std::array<int, 3> f : std::exchange(fine.faces, {})) {
      std::array<int, 3> m{middle_of(f[0], f[1]), middle_of(f[1], f[2]), middle_of(f[2], f[0])};
      const auto parted = std::count_if(m.begin(), m.end(), [](int v) { return v >= 0; });
      if (parted == 0) {
        faces.push_back(f);
        continue;
      }
      // Turn the face so that its first edge is divided, and with two divided ones the last is whole.
      while (m[0] < 0 || (parted == 2 && m[1] < 0)) {
        std::rotate(f.begin(), f.begin() + 1, f.end());
        std::rotate(m.begin(), m.begin() + 1, m.end());
      }
      if (parted == 1) {
        faces.insert(faces.end(), {{f[0], m[0], f[2]}, {m[0], f[1], f[2]}});
      } else if (parted == 2) {
        faces.insert(faces.end(), {{m[0], f[1], m[1]}, {f[0], m[0], m[1]}, {f[0], m[1], f[2]}});
      } else {
        faces.insert(faces.end(),
                     {{f[0], m[0], m[2]}, {m[0], f[1], m[1]}, {m[2], m[1], f[2]}, {m[0], m[1], m[2]}});
      }
    }
    fine.faces = std::move(faces);
    if (middles.empty()) break;
  }
  return fine;
}

}  // namespace grouser
