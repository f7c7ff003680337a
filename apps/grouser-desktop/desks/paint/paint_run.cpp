// SPDX-License-Identifier: BSD-3-Clause
// Painting while a run has begun. The stroke changes the map in the view at once; when it ends it is handed
// over as one operation with its path, which the simulation applies before its next step. Undo brings back
// a copy of the map, as long as no step has counted the stroke.
#include <fmt/format.h>

#include <cmath>

#include "desks/paint/paint_work.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/terrain/surface/soil_stroke.hpp"

namespace grouser::desktop {
namespace {

/// The point rounded to the millimetre, so that a stroke's text in the run file is short.
Vec2 snapped(const Vec2& p) {
  constexpr double kPerMetre = 1000.0;
  return {std::round(p.x() * kPerMetre) / kPerMetre, std::round(p.y() * kPerMetre) / kPerMetre};
}

}  // namespace

/// Called on each update. Strokes can be taken back only until the run's newest time changes or it plays; a
/// time that falls means that the run began again without them.
void PaintWork::note_run(const PaintedRun& run) {
  const bool again = run.newest < newest_, begun = run.live && run.newest > 0.0;
  if (run.newest != newest_ || run.playing) waiting_.clear();
  newest_ = run.newest;
  if ((again || !begun) && view_.run_strokes > 0) forget_run_strokes();
  const bool classes = world_ && world_->scene.terrain->soil_map();
  // A ground without classes cannot get them while it runs, so its strokes change the scenario.
  view_.one_soil = begun && !classes;
  view_.go = !begun || !classes ? StrokesGo::into_scenario
             : run.ended        ? StrokesGo::nowhere
                                : StrokesGo::into_run;
}

/// Drops the strokes of a run that is gone, and shows the world's map unless a stroke of the scenario is in
/// progress.
void PaintWork::forget_run_strokes() {
  view_.run_strokes = 0;
  run_strokes_.clear();
  waiting_.clear();
  if (view_.stroking && into_run_) {
    view_.stroking = changed_ = false;
    last_.reset();
  }
  const SoilMap* shown = world_ ? world_->scene.terrain->soil_map() : nullptr;
  if (map_ && shown && !changed_ && !view_.writing) take_map(*shown);
}

/// Checks that the run can take a stroke of the class. Throws RunError where it cannot.
void PaintWork::begin_run_stroke(bool erase, const std::optional<Vec2>& ground) {
  if (view_.go == StrokesGo::nowhere)
    throw RunError("The run has ended, so no stroke can change it. Backspace starts it again at 0 s.");
  // A copy of the map for undo.
  before_ = std::make_shared<const SoilMap>(*map_);
  if (erase && ground) {  // what lay at first where the stroke begins; cell by cell is no stroke
    const int first = first_->class_at(ground->x(), ground->y());
    stroke_value_ = first >= 0 ? first : stroke_value_;
    erasing_ = false;
  }
  // The simulation's legend is fixed at its start.
  const SoilLegend& known = world_->scene.terrain->soil_map()->legend();
  if (known.find(stroke_value_)) return;
  throw RunError(
      fmt::format("The running simulation has no class {}: it knows {}. Backspace starts again at 0 s; "
                  "then a stroke takes the new soil in.",
                  class_name(), known.list()));
}

/// Adds a point to the stroke's path, without repeating the last one; a path of the greatest length ends
/// the stroke.
void PaintWork::drag_run_stroke(const Vec2& ground) {
  const Vec2 at = snapped(ground);
  if (!path_.empty() && at == path_.back()) return;
  path_.push_back(at);
  drag(at);
  if (path_.size() >= kMostStrokePoints) end_stroke();
}

/// Queues the stroke for the simulation with all its points.
void PaintWork::end_run_stroke() {
  if (!path_.empty()) whole_ = brush(path_);
  path_.clear();
  run_strokes_.push_back(whole_);
  waiting_.push_back({newest_, before_});
  ++view_.run_strokes;
}

PaintWork::TakenBack PaintWork::take_back_run_stroke() {
  if (waiting_.empty() || view_.stroking || view_.writing) return TakenBack::nothing;
  map_ = std::make_shared<SoilMap>(*waiting_.back().before);
  waiting_.pop_back();
  view_.map = map_;
  ++view_.revision;
  --view_.run_strokes;
  // The newest stroke is taken out of the queue, or the session has it already.
  if (run_strokes_.empty()) return TakenBack::handed_over;
  run_strokes_.pop_back();
  return TakenBack::here;
}

std::string PaintWork::undo_refusal() const {
  if (view_.run_strokes == 0) return {};
  return "The run has gone on since the stroke, and what has happened on it is not undone: paint the former "
         "soil over "
         "it, or start again with Backspace, which leaves out what was painted in the run.";
}

}  // namespace grouser::desktop
