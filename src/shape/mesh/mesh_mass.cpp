// SPDX-License-Identifier: BSD-3-Clause
// Volume, mean and second moments as sums over tetrahedra from one vertex to each face (Mirtich 1996); then
// the inertia about the centre of mass by the parallel-axis theorem. All zero if the mesh has no volume.
#include "grouser/shape/mesh/mesh_mass.hpp"

#include <cmath>

namespace grouser {

MeshMass mass_of(const TriangleMesh& mesh, double density) {
  MeshMass all;
  if (mesh.vertices.empty()) return all;
  const Vec3 origin = mesh.vertices.front();  // near by, so that little cancels
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();  // integral of x x^T
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const Vec3 a = mesh.corner(f, 0) - origin, b = mesh.corner(f, 1) - origin, c = mesh.corner(f, 2) - origin;
    all.area += 0.5 * mesh.doubled_area(f).norm();
    // The tetrahedron over the face: volume d/6, mean of x is s/4,
    // mean of x x^T is (s s^T + a a^T + b b^T + c c^T)/20.
    const double sixth = a.dot(b.cross(c)) / 6.0;
    const Vec3 s = a + b + c;
    all.volume += sixth;
    first += sixth * 0.25 * s;
    second += sixth / 20.0 * (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  if (all.volume == 0.0) return all;
  // Second moments about the mean, and from them the inertia: trace(S) 1 - S.
  const Vec3 mean = first / all.volume;
  second -= all.volume * mean * mean.transpose();
  all.mass = density * all.volume;
  all.center = origin + mean;
  all.inertia = density * (second.trace() * Mat3::Identity() - second);
  return all;
}

}  // namespace grouser
