// SPDX-License-Identifier: BSD-3-Clause
// A tool or foot of rigid faces in ground of resistive force theory (soil/laws/rft.hpp): a blade, a scoop
// made of blades, a footpad with its edge. Its surface is a list of elements, each of which feels
//   dF = m xi_n d a(n, e) dA - lambda rho v_n^2 n dA   where its real velocity leads, v_n = v . n > 0
// with d its depth below the ground (the plane that touches it at the tool), lambda = 1.1 (plates dragged
// level: Agarwal, Karsai, Goldman & Kamrin, Science Advances 7, 2021). So tilt, edges and sides need
// nothing of their own.
//
// The law knows directions of motion only, and at rest nothing. So the direction e is a state, as under a
// wheel (contact.hpp): a displacement w of the tool, linear and angular, that grows with motion and fades
// with distance covered,
//   dw/dt = (v, omega) - w V/l,   V = sqrt(v^2 + R^2 omega^2)
// with R half the tool's size. e is the direction in which w moves the element, and m = |w|/l, at most 1:
// force builds up over the length l (K of the soil, else 10 mm; assumed), damped over 20 ms (assumed), and
// a tool that stands keeps what holds it. Not modelled: ground that the tool has moved (it keeps no ruts
// and carries nothing away), and faces in each other's shadow.
#pragma once
#include <span>
#include <vector>

#include "grouser/math/types.hpp"
#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

/// Element of a tool's surface, in the tool's frame.
struct ToolElement {
  Vec3 place, normal;
  double area = 0.0;  ///< m2
};

/// Both faces of a thin plate, square to x; width along y and height along z, the origin in its middle.
std::vector<ToolElement> plate_elements(double width, double height);
/// A disc with an edge: its sole, square to z at the origin, the edge up to `height`, and its top.
std::vector<ToolElement> pad_elements(double radius, double height);

/// One tool on one soil. SI units.
struct ToolLaw {
  double xi_n = 0.0;  ///< N/m3; 0: the soil follows another law, and the tool does not feel it
  double friction = 0.0, per_lift = 0.0, extra_depth = 0.0;
  double inertia = 0.0;  ///< lambda rho, kg/m3
  double way = 0.0;      ///< l, m
  double radius = 0.0;   ///< R, m
};
/// width: of the tool, over which its lift saturates; radius: half its size, m; gravity in m/s2.
ToolLaw put_tool(const SoilParams& soil, double width, double radius, double gravity);

/// Memory of a tool: plain doubles. All zero: it has not moved in the ground.
struct ToolMemory {
  double way[6] = {};  ///< w in world axes: m, rad
};
inline constexpr int kToolMemorySize = sizeof(ToolMemory) / sizeof(double);

/// Motion of the tool's origin over the ground, world axes.
struct ToolMotion {
  Mat3 turned = Mat3::Identity();  ///< tool to world
  Vec3 normal = Vec3::UnitZ();     ///< of the ground, unit
  double height = 0.0;             ///< of the origin above the ground, along the normal, m
  Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
};

struct ToolForce {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  ///< on the tool, about its origin, world axes
  double depth = 0.0;                                ///< of the deepest element, m; 0: in the air
  double dissipation = 0.0;                          ///< W
};

/// The force at a memory.
ToolForce tool_force(const ToolLaw&, std::span<const ToolElement>, const ToolMotion&, const ToolMemory&);
/// The memory after dt.
void step_tool(const ToolLaw&, const ToolMotion&, double dt, ToolMemory&);
/// Its rates, in the order of its members.
ToolMemory tool_rates(const ToolLaw&, const ToolMotion&, const ToolMemory&);

}  // namespace grouser
