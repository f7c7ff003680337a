// SPDX-License-Identifier: BSD-3-Clause
// Cells of ground of the Soil Contact Model under a part at a given pose, with their pressures, to be
// drawn: the height of the part's surface is found by halving, without the memory of the step.
#include <algorithm>
#include <cmath>

#include "grouser/contact/footprint.hpp"
#include "grouser/soil/laws/scm_node.hpp"
#include "grouser/terrain/memory/soil_layers.hpp"
#include "press_surface.hpp"

namespace grouser {
namespace {

/// A cell below the part as it would be were its surface not pushed up.
struct CellBelow {
  PressSurface::Point on;
  double x = 0.0, y = 0.0, depth = 0.0;  // x, y: of its middle
  const ScmLaw* law = nullptr;
  ScmSoil soil{};
};

/// All cells that the part covers and would press on.
std::vector<CellBelow> cells_below(const PressFootprint& part, const PressSurface& surface,
                                   const Terrain& terrain, const GroundMemory& ground) {
  const double cell = ground.cell();
  const MemoryRect rect = surface.cells(cell);
  TileHint hint;
  const auto read = [&](SoilLayer layer) {
    std::vector<double> values(static_cast<std::size_t>(rect.columns) * rect.rows);
    ground.read(static_cast<int>(layer), rect, values, hint);
    return values;
  };
  const std::vector<double> depth = read(SoilLayer::depth), sinkage = read(SoilLayer::sinkage),
                            loose = read(SoilLayer::loose), floor = read(SoilLayer::floor);
  std::vector<CellBelow> found;
  for (int row = 0; row < rect.rows; ++row)
    for (int column = 0; column < rect.columns; ++column) {
      const std::size_t k = static_cast<std::size_t>(row) * rect.columns + column;
      CellBelow below;
      const double x = (static_cast<double>(rect.west + column) + 0.5) * cell;
      const double y = (static_cast<double>(rect.south + row) + 0.5) * cell;
      HeightSample undisturbed;
      if (!surface.cover(x, y, cell, below.on) || !terrain.height(x, y, undisturbed)) continue;
      below.x = x, below.y = y;
      below.depth = undisturbed.z - depth[k] - below.on.height;
      if (!(below.depth > 0.0)) continue;
      below.law = &part.laws[static_cast<std::size_t>(terrain.material_at(x, y))];
      below.soil = {sinkage[k], loose[k], floor[k]};
      found.push_back(below);
    }
  return found;
}

/// The part with b of what lies deeper than its surface was pushed up.
PressFootprint with_width(PressFootprint part, const PressSurface& surface,
                          const std::vector<CellBelow>& cells, double up, double cell) {
  FootprintReach reach(surface);
  for (const CellBelow& below : cells)
    if (below.depth > up) {
      ScmSoil soil = below.soil;
      soil.press(below.depth - up);
      reach.add(below.x, below.y, soil.sinkage);
    }
  for (ScmLaw& law : part.laws)
    if (law.width == ScmWidth::footprint) law.curve = virgin_curve(law.moduli, reach.width(cell));
  return part;
}

/// Displacement by which the surface is pushed up, m: the root d of K d = sum(p(depth - d) A), whose left
/// side rises and whose right side falls (scm_rim.cpp).
double pushed_up(const std::vector<CellBelow>& cells, double spring, double area) {
  double low = 0.0, high = 0.0;
  for (const CellBelow& cell : cells) high = std::max(high, cell.depth);
  constexpr int kHalvings = 40;
  for (int i = 0; i < kHalvings; ++i) {
    const double d = 0.5 * (low + high);
    double excess = spring * d;
    for (const CellBelow& cell : cells)
      excess -= cell.on.share * area * scm_pressure(*cell.law, cell.soil, cell.depth - d).value;
    (excess < 0.0 ? low : high) = d;
  }
  return 0.5 * (low + high);
}

}  // namespace

void add_pressed_cells(const PressFootprint& part, const RigidTransform& pose, const Terrain& terrain,
                       const GroundMemory& ground, std::vector<PressedCell>& cells) {
  if (ground.layers() < kSoilLayers) return;
  const PressSurface surface(part, pose);
  const double area = ground.cell() * ground.cell();
  const double spring = part.rim.stiffness * surface.level;
  std::vector<CellBelow> below = cells_below(part, surface, terrain, ground);
  double up = pushed_up(below, spring, area);
  const PressFootprint known = with_width(part, surface, below, up, ground.cell());
  if (std::any_of(known.laws.begin(), known.laws.end(),
                  [](const ScmLaw& law) { return law.width == ScmWidth::footprint; })) {
    below = cells_below(known, surface, terrain, ground);
    up = pushed_up(below, spring, area);
  }
  for (const CellBelow& cell : below)
    if (cell.depth > up)
      cells.push_back({Vec3(cell.on.x, cell.on.y, cell.on.height + up), cell.on.normal, cell.on.share * area,
                       scm_pressure(*cell.law, cell.soil, cell.depth - up).value});
}

}  // namespace grouser
