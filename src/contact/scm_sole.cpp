// The edge of a sole on ground of the Soil Contact Model: what stands ahead of it resists, and cells come under the sole and go sideways.
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

// The first cell that the sole does not cover, at most two away, towards which the edge in a node's cell looks.
int ScmContacts::cell_ahead(const Part& part, const Node& node, const Edge& edge) const {
  const MemoryRect& rect = part.window;
  const int right = static_cast<int>(std::lround(edge.x / edge.length)),
            up = static_cast<int>(std::lround(edge.y / edge.length));
  int column = node.at % rect.columns, row = node.at / rect.columns, at = node.at;
  for (int step = 0; step < 2; ++step) {  // beyond a corner that the sole covers too
    column += right, row += up;
    if (column < 0 || row < 0 || column >= rect.columns || row >= rect.rows) break;
    at = row * rect.columns + column;
    if (part.top[static_cast<std::size_t>(at)] == std::numeric_limits<double>::infinity()) break;
  }
  return at;
}

// A sole that moves over ground into which it has sunk presses down what stands ahead of its edge, or pushes it aside. The first takes
// w = int p dz for each square metre that it comes over, and so a force w for each metre of its width: Bekker's compaction resistance,
// R = b int p dz (Wong, Theory of Ground Vehicles, section 2.6); the second what a wall of soil of that height bears
// (passive_pressure.hpp, Hegedus). The smaller one happens. Beside it the edge winds up the springs of the cells that it comes over.
ScmEdge ScmContacts::soil_ahead(const Part& part, const Node& node, const Edge& edge, const ScmLaw& law,
                                double elastic, const Vec3& tangent, const Vec3& across) const {
  const int ahead = cell_ahead(part, node, edge);
  const auto layer = [&](SoilLayer l) {
    return part.layer[static_cast<int>(l)][static_cast<std::size_t>(ahead)];
  };
  const double height = part.around.height[around_place(part, ahead)] - layer(SoilLayer::depth);
  const double wall = std::max(0.0, height - node.point.z());
  const ScmLaw& there = part.laws[part.around.material[around_place(part, ahead)]];
  const ScmPressure p = scm_pressure(
      there, ScmSoil{layer(SoilLayer::sinkage), layer(SoilLayer::loose), layer(SoilLayer::floor)}, wall);
  const double pushed = wall * (there.wall.cohesion + there.wall.weight * wall);  // N/m
  ScmEdge soil;
  soil.wound = wound_up(law, elastic, node.shear.rim, node.shear.axle);
  const Vec3 force = (std::min(p.mean * p.plastic, pushed) + soil.wound) * Vec3(edge.x, edge.y, 0.0);
  soil.rim = force.dot(tangent), soil.axle = force.dot(across);
  // over the edge's length and the height of what it moves the soil is a spring of k_t up to that
  soil.spring = law.shear_stiffness * edge.length * (wall + node.depth);
  return soil;
}

// Springs that come or go with the covered area are not the work of the forces that wind them up or slacken them in their cells. And one
// depth stands for what is covered of a cell, that at its middle: as the edge goes, the middle moves, and where that is up the
// sole's slope the soil's spring slackens.
double ScmContacts::lost_at_edge(const Part& part, const Node& node, const Edge& edge, const ScmLaw& law,
                                 double elastic, const Vec3& way) const {
  const double gone = -edge.soil.wound * (edge.x * way.x() + edge.y * way.y());
  const MemoryRect& rect = part.window;
  const double x = (static_cast<double>(rect.west + node.at % rect.columns) + 0.5) * cell_,
               y = (static_cast<double>(rect.south + node.at / rect.columns) + 0.5) * cell_;
  PressSurface::Point before;  // the edge stood further back in the cell
  if (!part.surface.cover(x + way.x(), y + way.y(), cell_, before)) return gone;
  const double risen = (node.normal.x() * (before.x - way.x() - node.point.x()) +
                        node.normal.y() * (before.y - way.y() - node.point.y())) /
                       node.normal.z();
  if (!(risen > 0.0)) return gone;
  return gone + node.share * cell_ * cell_ * law.stiffness * (elastic + 0.5 * risen) * risen;
}

// Of a cell that a sole came over sideways, only what the sole went down since is the normal force's work; the rest is its edge's.
double ScmContacts::pressed_work(const Part& part, std::size_t w, const Node& node, const Vec3& way) const {
  const ScmPressure& p = node.pressure;
  if (part.surface.form != ScmForm::sole) return p.mean * p.plastic;
  const double down = -node.normal.dot(way) / node.normal.z() - (part.depth - start_[w].depth);
  if (down >= p.plastic) return p.mean * p.plastic;
  return p.value * std::max(0.0, down);
}

}  // namespace grouser
