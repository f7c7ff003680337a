// SPDX-License-Identifier: BSD-3-Clause
// Mass of a body of one density from its closed mesh: integrals over the volume as sums over the faces by the
// divergence theorem (Mirtich 1996, "Fast and accurate computation of polyhedral mass properties", J.
// Graphics Tools 1(2); the closed forms per triangle are Eberly's, "Polyhedral mass properties (revisited)",
// 2002). Exact but for rounding.
#pragma once
#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

/// Mass, centre and inertia of a body.
struct MeshMass {
  double area = 0.0;            ///< m2
  double volume = 0.0;          ///< m3, negative where the mesh is inside out
  double mass = 0.0;            ///< kg
  Vec3 center = Vec3::Zero();   ///< of mass, body frame, m
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, axes of the body frame, kg m2
};

/// The mass of a body of this density (kg/m3) that fills the mesh.
MeshMass mass_of(const TriangleMesh& mesh, double density);

}  // namespace grouser
