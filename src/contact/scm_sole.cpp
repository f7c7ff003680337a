// SPDX-License-Identifier: BSD-3-Clause
// The edge of a sole on ground of the Soil Contact Model: resistance ahead of it, and cells that it crosses.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scm_contacts.hpp"

namespace grouser {
namespace {

/// In the springs of a square metre, J/m2.
double wound_up(const ScmLaw& law, double elastic, double rim, double axle) {
  return 0.5 * law.stiffness * elastic * elastic + 0.5 * law.shear_stiffness * (rim * rim + axle * axle);
}

}  // namespace

int ScmContacts::edge_in(Part& part, const PressSurface::Point& point) const {
  const double length = std::sqrt(point.edge_x * point.edge_x + point.edge_y * point.edge_y);
  if (!(length > 1e-6 * cell_)) return -1;
  part.edges.push_back({point.edge_x, point.edge_y, length});
  return static_cast<int>(part.edges.size()) - 1;
}

// The first cell that the sole does not cover, at most two away, ahead of the edge in a node's cell.
int ScmContacts::cell_ahead(const Part& part, std::size_t node, const Edge& edge) const {
  const MemoryRect& rect = part.window;
  const int right = static_cast<int>(std::lround(edge.x / edge.length)),
            up = static_cast<int>(std::lround(edge.y / edge.length));
  int at = part.nodes.at()[node], column = at % rect.columns, row = at / rect.columns;
  for (int step = 0; step < 2; ++step) {  // beyond a corner that the sole covers too
    column += right, row += up;
    if (column < 0 || row < 0 || column >= rect.columns || row >= rect.rows) break;
    at = row * rect.columns + column;
    if (part.top[static_cast<std::size_t>(at)] == std::numeric_limits<double>::infinity()) break;
  }
  return at;
}

// A sole that moves over ground into which it has sunk presses down what stands ahead of its edge, or
// pushes it aside. The first takes w = int p dz for each square metre that it comes over, and so a force w
// for each metre of its width: Bekker's compaction resistance, R = b int p dz (Wong, Theory of Ground
// Vehicles, section 2.6); the second what a wall of soil of that height bears (passive_pressure.hpp,
// Hegedus). The smaller one happens. Beside it the edge winds up the springs of the cells it crosses.
ScmEdge ScmContacts::soil_ahead(const Part& part, std::size_t node, const Edge& edge) const {
  const FootprintNodes& nodes = part.nodes;
  const int ahead = cell_ahead(part, node, edge);
  const auto layer = [&](SoilLayer l) {
    return part.layer[static_cast<int>(l)][static_cast<std::size_t>(ahead)];
  };
  const double height = part.around.height[around_place(part, ahead)] - layer(SoilLayer::depth);
  const double wall = std::max(0.0, height - nodes.of(scm::kZ, node));
  const ScmLaw &law = part.laws[static_cast<std::size_t>(nodes.material(node))],
               &there = part.laws[part.around.material[around_place(part, ahead)]];
  const ScmPressure p = scm_pressure(
      there, ScmSoil{layer(SoilLayer::sinkage), layer(SoilLayer::loose), layer(SoilLayer::floor)}, wall);
  const double pushed = wall * (there.wall.cohesion + there.wall.weight * wall);  // N/m
  const double depth = nodes.of(scm::kDepth, node);
  const Vec3 normal = nodes.vector(scm::kNormalX, node), across = part.surface.across(normal);
  ScmEdge soil;
  soil.wound = wound_up(law, depth - nodes.of(scm::kPlastic, node), nodes.of(scm::kRim, node),
                        nodes.of(scm::kAxle, node));
  const Vec3 force = (std::min(p.mean * p.plastic, pushed) + soil.wound) * Vec3(edge.x, edge.y, 0.0);
  soil.rim = force.dot(across.cross(normal)), soil.axle = force.dot(across);
  // over the edge's length and the height of what it moves the soil is a spring of k_t up to that
  soil.spring = law.shear_stiffness * edge.length * (wall + depth);
  return soil;
}

void ScmContacts::look_ahead(std::size_t w) {
  Part& part = parts_[w];
  if (part.edges.empty()) return;
  for (std::size_t i = 0; i < part.nodes.size(); ++i) {
    if (part.nodes.edge(i) < 0) continue;
    Edge& edge = part.edges[static_cast<std::size_t>(part.nodes.edge(i))];
    edge.soil = soil_ahead(part, i, edge);
    part.nodes.of(scm::kEdgeRim, i) = edge.soil.rim;
    part.nodes.of(scm::kEdgeAxle, i) = edge.soil.axle;
    part.nodes.of(scm::kEdgeSpring, i) = edge.soil.spring;
  }
}

double ScmContacts::lost_at_edges(std::size_t w) const {
  const Part& part = parts_[w];
  double lost = 0.0;
  if (part.edges.empty()) return lost;
  for (std::size_t i = 0; i < part.nodes.size(); ++i)
    if (part.nodes.edge(i) >= 0)
      lost += lost_at_edge(part, i, part.edges[static_cast<std::size_t>(part.nodes.edge(i))]);
  return lost;
}

// Springs that come or go with the covered area are not the work of the forces that wind them up or slacken
// them in their cells. And the covered part of a cell has one depth, that at its middle: as the edge goes,
// the middle moves, and where that is up the sole's slope the soil's spring slackens.
double ScmContacts::lost_at_edge(const Part& part, std::size_t node, const Edge& edge) const {
  const FootprintNodes& nodes = part.nodes;
  const Vec3 way = nodes.vector(scm::kWayX, node), point = nodes.vector(scm::kX, node),
             normal = nodes.vector(scm::kNormalX, node);
  const double gone = -edge.soil.wound * (edge.x * way.x() + edge.y * way.y());
  const Vec2 at = middle(part, nodes.at()[node]);
  PressSurface::Point before;  // the edge stood further back in the cell
  if (!part.surface.cover(at.x() + way.x(), at.y() + way.y(), cell_, before)) return gone;
  const double risen =
      (normal.x() * (before.x - way.x() - point.x()) + normal.y() * (before.y - way.y() - point.y())) /
      normal.z();
  if (!(risen > 0.0)) return gone;
  const double elastic = nodes.of(scm::kDepth, node) - nodes.of(scm::kPlastic, node);
  return gone +
         nodes.of(scm::kArea, node) * nodes.of(scm::kStiffness, node) * (elastic + 0.5 * risen) * risen;
}

}  // namespace grouser
