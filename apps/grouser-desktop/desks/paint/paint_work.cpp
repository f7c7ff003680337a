// SPDX-License-Identifier: BSD-3-Clause
// The map in the view is map_, which is copied for the writer. show() keeps it while a stroke is in
// progress or being written, so that the document's older map does not replace it.
#include "desks/paint/paint_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/class_colors.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "grouser/terrain/surface/soil_stroke.hpp"
#include "session/document/painted_map.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Name of a class for a soil's id, without blanks.
std::string name_of_soil(std::string id) {
  std::replace(id.begin(), id.end(), ' ', '_');
  return id;
}

/// A map of one class, with the ground's own soil.
SoilMap plain_map(const World& world, const Heightfield& field) {
  const SoilParams& soil = world.materials[static_cast<std::size_t>(world.scene.terrain->base_material())];
  SoilGrid grid = grid_of(field);
  std::vector<std::uint8_t> cells(grid.count(), 1);
  return SoilMap(std::move(grid),
                 SoilLegend({{1, name_of_soil(soil.id), soil.id, class_color(0)}}, kPaintPlace),
                 std::move(cells), kPaintPlace);
}

/// Whether the soils of `first` can be restored cell by cell in `map`: the cells lie in the same places, but
/// for the rounding of a file, and each class of the former is one of the latter.
bool can_restore(const SoilMap& first, const SoilMap& map) {
  const SoilGrid &a = first.grid(), &b = map.grid();
  constexpr double kOff = 1e-3;  // of a cell
  const auto same = [&](double x, double y) { return std::fabs(x - y) <= kOff * b.cell; };
  if (a.columns != b.columns || a.rows != b.rows || !same(a.cell * b.columns, b.cell * b.columns) ||
      !same(a.west, b.west) || !same(a.north, b.north))
    return false;
  const auto& classes = first.legend().classes();
  return std::all_of(classes.begin(), classes.end(), [&](const SoilClass& soil) {
    const SoilClass* known = map.legend().find(soil.value);
    return known && known->name == soil.name;
  });
}

}  // namespace

PaintWork::PaintWork(fs::path folder) : folder_(std::move(folder)) {}

/// Forgets the map and the strokes; the brush keeps its size and hardness.
void PaintWork::leave() {
  const double radius = view_.radius, hardness = view_.hardness;
  map_.reset();
  first_.reset();
  world_.reset();
  changed_ = false;
  last_.reset();
  run_strokes_.clear();
  waiting_.clear();
  before_.reset();
  writing_ = {};
  view_ = {};
  view_.radius = radius;
  view_.hardness = hardness;
}

void PaintWork::put_down() {
  view_.active = view_.sizing = false;
  view_.points.clear();
  if (view_.stroking) end_stroke();
}

/// Replaces the working map; the revision makes the view draw it. A map of another ground or of other
/// classes is also the one that erasing restores.
void PaintWork::take_map(SoilMap map) {
  map_ = std::make_shared<SoilMap>(std::move(map));
  if (!first_ || !can_restore(*first_, *map_)) first_ = std::make_shared<const SoilMap>(*map_);
  view_.map = map_;
  ++view_.revision;
}

void PaintWork::show(std::shared_ptr<const World> world) {
  world_ = std::move(world);
  view_.why_not.clear();
  const Heightfield* field = world_ ? world_->scene.terrain->heightfield() : nullptr;
  if (!field) {
    view_.why_not =
        "This ground is a plane without edges. Soils are painted on a terrain with heights (terrain.file).";
    // A stroke that is in progress has no ground any more.
    view_.active = view_.sizing = view_.stroking = changed_ = false;
    view_.points.clear();
    last_.reset();
    return;
  }
  if (view_.run_strokes > 0) forget_run_strokes();  // the run that had them is gone
  if (!map_ || changed_ || view_.writing) return;   // a stroke goes on: it counts
  const SoilMap* shown = world_->scene.terrain->soil_map();
  if (shown ? shown->hash() != map_->hash() : true) take_map(shown ? *shown : plain_map(*world_, *field));
}

/// Prepares painting: a map, the soils that erasing restores, and a brush of at least one cell. False where
/// nothing can be painted.
bool PaintWork::begin() {
  if (!world_ || !view_.why_not.empty()) return false;
  const Heightfield& field = *world_->scene.terrain->heightfield();
  if (!map_) {
    const SoilMap* shown = world_->scene.terrain->soil_map();
    take_map(shown ? *shown : plain_map(*world_, field));
    view_.value = map_->legend().classes().front().value;
  }
  view_.radius = std::max(view_.radius, field.spec().cell);
  return true;
}

std::string PaintWork::class_name() const {
  const SoilClass* soil = map_->legend().find(view_.value);
  return soil ? soil->name : std::to_string(view_.value);
}

/// Applies an operation to the working map; one that changes no cell leaves no trace.
void PaintWork::apply(const SoilMapOperation& operation) {
  whole_ = operation;
  const SoilMapEdit edit =
      grouser::apply(*map_, operation, world_->scene.terrain->heightfield(), kPaintPlace);
  if (edit.runs.empty()) return;
  changed_ = true;
  ++view_.revision;
}

/// Ends the stroke: nothing if no cell changed, else hands it to the run or starts to write the map.
void PaintWork::end_stroke() {
  last_.reset();
  view_.stroking = false;
  if (!std::exchange(changed_, false)) return;
  if (into_run_) return end_run_stroke();
  view_.writing = true;
  // The name is the map's checksum, so equal maps share a file.
  const fs::path path = folder_ / fmt::format("{}{:016x}.tif", kPaintedName, map_->hash());
  written_.push_back(path);
  writing_.start("Writing " + path.string(), [path, map = *map_](const Job::GoOn&) {
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    write_soil_map(path, map);
    return path;
  });
}

std::optional<FinishedStroke> PaintWork::take_finished() {
  if (!writing_.running()) return std::nullopt;
  try {
    const std::optional<fs::path> path = writing_.take();
    view_.writing = writing_.running();
    if (!path) return std::nullopt;
    return FinishedStroke{{"terrain.soil_map", toml_string(path->string())}, what_};
  } catch (...) {
    view_.writing = false;
    throw;
  }
}

void PaintWork::point_at(const std::optional<Vec2>& ground) {
  view_.cursor = ground;
  if (!view_.sizing || !ground || !size_from_) return;
  const double distance = (*ground - *size_from_).norm();
  if (view_.hardening)
    view_.hardness = std::clamp(distance / view_.radius, 0.0, 1.0);
  else
    view_.radius = std::clamp(distance, kLeastRadius, kMostRadius);
}

/// The stroke as an operation. The seed draws the cells of a soft rim.
SoilMapOperation PaintWork::brush(std::vector<Vec2> path) const {
  return {stroke_value_, {}, BrushStroke{view_.radius, std::move(path), view_.hardness, seed_}};
}

/// Takes the class and destination of a stroke that begins.
void PaintWork::begin_stroke(bool erase, const std::optional<Vec2>& ground) {
  what_ = (erase ? "Erase paint" : "Paint " + class_name());
  erasing_ = erase;
  stroke_value_ = view_.value;
  ++seed_;
  path_.clear();
  into_run_ = view_.go != StrokesGo::into_scenario;
  if (into_run_) begin_run_stroke(erase, ground);
}

/// Begins a stroke, sets a point of a line or area, or floods; false while a map is being written, and for
/// the click that ends sizing.
bool PaintWork::press(const PaintRequest& r, const Vec2& ground) {
  if (std::exchange(view_.sizing, false) || view_.writing) return false;
  if (view_.tool == PaintTool::line || view_.tool == PaintTool::polygon) {
    view_.points.push_back(ground);
    return true;
  }
  begin_stroke(r.erase, ground);
  if (view_.tool == PaintTool::flood) {
    if (erasing_)
      erase_flood(ground);
    else
      apply({stroke_value_, {}, FloodFill{ground}});
    end_stroke();
    return true;
  }
  view_.stroking = true;
  last_ = ground;
  into_run_ ? drag_run_stroke(ground) : drag(ground);
  return true;
}

/// Paints from the last point to this one.
void PaintWork::drag(const Vec2& ground) {
  if (erasing_)
    erase_along(*last_, ground);
  else
    apply(brush({*last_, ground}));
  last_ = ground;
}

void PaintWork::add_soil(const std::string& id) {
  std::vector<SoilClass> classes = map_->legend().classes();
  // A soil that is a class already is chosen, not added.
  const auto known =
      std::find_if(classes.begin(), classes.end(), [&](const SoilClass& soil) { return soil.soil == id; });
  if (known != classes.end()) {
    view_.value = known->value;
    return;
  }
  // Cells are bytes and 0 is no class, so values are 1 to 255.
  int value = 1;
  while (map_->legend().find(value)) ++value;
  constexpr int kLast = 255;
  if (value > kLast) throw InputError(kPaintPlace, "a 256th class", "at most 255");
  classes.push_back({value, name_of_soil(id), id, class_color(classes.size())});
  const auto cells = map_->cells();
  take_map(SoilMap(map_->grid(), SoilLegend(std::move(classes), kPaintPlace), {cells.begin(), cells.end()},
                   kPaintPlace));
  view_.value = value;
}

/// Strokes, lines and areas; false: the request is about something else.
bool PaintWork::carry_out_stroke(const PaintRequest& r, const std::optional<Vec2>& ground) {
  using Kind = PaintRequest::Kind;
  switch (r.kind) {
    case Kind::press:
      if (ground) (void)press(r, *ground);
      return true;
    case Kind::drag:
      if (!view_.stroking || !ground || !last_) break;
      into_run_ ? drag_run_stroke(*ground) : drag(*ground);
      return true;
    case Kind::release:
      if (view_.stroking) end_stroke();
      return true;
    case Kind::finish:
      begin_stroke(false, std::nullopt);
      if (view_.tool == PaintTool::line && !view_.points.empty()) apply(brush(view_.points));
      if (view_.tool == PaintTool::polygon && view_.points.size() > 2)
        apply({view_.value, {}, FillPolygon{{view_.points}}});
      view_.points.clear();
      end_stroke();
      return true;
    case Kind::drop_point:
      if (!view_.points.empty()) view_.points.pop_back();
      return true;
    case Kind::cancel:
      // Cancel ends the innermost thing: sizing, the points, painting with the stroke in progress.
      if (view_.sizing)
        view_.sizing = false;
      else if (!view_.points.empty())
        view_.points.clear();
      else
        put_down();
      return true;
    default:
      return false;
  }
  return true;
}

void PaintWork::carry_out(const PaintRequest& r, const std::optional<Vec2>& ground) {
  using Kind = PaintRequest::Kind;
  if (r.kind == Kind::toggle) {
    if (view_.active) return put_down();
    view_.points.clear();
    view_.active = begin();
    return;
  }
  if (!view_.active || !map_) return;
  point_at(ground);
  if (carry_out_stroke(r, ground)) return;
  switch (r.kind) {
    case Kind::tool:
      view_.tool = r.tool;
      view_.points.clear();
      break;
    case Kind::soil_class:
      if (map_->legend().find(static_cast<int>(r.value))) view_.value = static_cast<int>(r.value);
      break;
    case Kind::radius:
      view_.radius = std::clamp(r.value, kLeastRadius, kMostRadius);
      break;
    case Kind::hardness:
      view_.hardness = std::clamp(r.value, 0.0, 1.0);
      break;
    case Kind::size_mode:
    case Kind::hardness_mode:
      view_.sizing = ground.has_value();
      view_.hardening = r.kind == Kind::hardness_mode;
      size_from_ = ground;
      break;
    case Kind::fill_rule:
      begin_stroke(false, std::nullopt);
      what_ = "Paint slopes with " + class_name();
      // The rule keeps slopes in degrees in its text.
      apply(in_degrees({view_.value, {}, FillByRule{GroundQuantity::slope, r.low, r.high, 0.0}}));
      end_stroke();
      break;
    case Kind::fill_all:
      begin_stroke(false, std::nullopt);
      what_ = "Paint everything with " + class_name();
      apply({view_.value, {}, FillAll{}});
      end_stroke();
      break;
    case Kind::add_soil:
      add_soil(r.text);
      break;
    case Kind::keep:
      what_ = "Keep what was painted in the run";
      into_run_ = false;
      // The map with the run's strokes is written like a stroke of the scenario.
      changed_ = view_.run_strokes > 0;
      end_stroke();
      break;
    default:
      break;
  }
}

/// Maps in the painting folder that the settings use are removed with those of this program.
void PaintWork::adopt(const std::vector<Override>& settings) {
  for (const Override& o : settings) {
    const std::optional<fs::path> file = painted_map(o);
    if (file && file->parent_path() == folder_ &&
        std::find(written_.begin(), written_.end(), *file) == written_.end())
      written_.push_back(*file);
  }
}

/// Removes the maps and their legends.
void PaintWork::clean() const {
  std::error_code ignored;
  for (const fs::path& path : written_) {
    fs::remove(path, ignored);
    fs::remove(legend_path(path), ignored);
  }
}

}  // namespace grouser::desktop
