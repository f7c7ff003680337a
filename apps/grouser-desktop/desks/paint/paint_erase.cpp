// SPDX-License-Identifier: BSD-3-Clause
// Erasing in the scenario: cells under a brush or a flood get the classes back that first_ has for them. The
// brush and the flood find the cells by painting a scratch copy.
#include <algorithm>
#include <vector>

#include "desks/paint/paint_work.hpp"
#include "grouser/terrain/surface/soil_stroke.hpp"

namespace grouser::desktop {

/// Gives cells along a line the class that they had at first. The line is painted on a scratch copy with
/// two classes, one after the other, because a cell that has a class already is not in the list of changes:
/// both lists together have every cell under the brush.
void PaintWork::erase_along(const Vec2& from, const Vec2& to) {
  const auto& classes = map_->legend().classes();
  SoilMap scratch = *map_;
  std::vector<CellRun> runs;
  for (std::size_t k = 0; k < std::min<std::size_t>(2, classes.size()); ++k) {
    const SoilMapEdit edit = grouser::apply(
        scratch, {classes[k].value, {}, BrushStroke{view_.radius, {from, to}}}, nullptr, kPaintPlace);
    runs.insert(runs.end(), edit.runs.begin(), edit.runs.end());
  }
  restore(runs);
}

/// Gives the connected cells of the class that lies at a point the classes that they had at first. They are
/// found by a flood of another class on a scratch copy.
void PaintWork::erase_flood(const Vec2& ground) {
  const auto& classes = map_->legend().classes();
  const int here = map_->class_at(ground.x(), ground.y());
  const auto other =
      std::find_if(classes.begin(), classes.end(), [&](const SoilClass& soil) { return soil.value != here; });
  if (other == classes.end()) return;  // a map of one class is as it was at first
  SoilMap scratch = *map_;
  restore(grouser::apply(scratch, {other->value, {}, FloodFill{ground}}, nullptr, kPaintPlace).runs);
}

/// Gives cells the class that they had at first.
void PaintWork::restore(const std::vector<CellRun>& cells) {
  for (const CellRun& run : cells)
    for (std::size_t cell = run.first; cell < run.first + run.count; ++cell) {
      if (map_->cells()[cell] == first_->cells()[cell]) continue;
      map_->set(cell, first_->cells()[cell]);
      changed_ = true;
    }
  ++view_.revision;
}

}  // namespace grouser::desktop
