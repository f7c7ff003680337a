// SPDX-License-Identifier: BSD-3-Clause
// Soils painted on the ground. A stroke changes a working map that the view shows at once. When it ends,
// the map is written in a thread under a name that has its checksum, and the document is set to use that
// file: so a stroke is one step of the document's history, undo brings back the same bytes, and a run reads
// its soils from files. Once a run has begun, a finished stroke goes to the simulation instead, which
// applies it before its next step (paint_run.cpp).
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "desks/paint/paint_request.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/math/types.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "grouser/terrain/surface/soil_map_edit.hpp"
#include "session/jobs/task.hpp"

namespace grouser {
class World;
}

namespace grouser::desktop {

/// Range of the brush radius, m.
inline constexpr double kLeastRadius = 0.02, kMostRadius = 500.0;

/// Name of the source of maps in messages of errors.
inline constexpr const char* kPaintPlace = "painting";

/// The destination of a stroke that has ended.
enum class StrokesGo { into_scenario, into_run, nowhere };

/// The run that is shown, as painting sees it.
struct PaintedRun {
  bool live = false, ended = false, playing = false;
  double newest = 0.0;  ///< s
};

/// The state that the panels and the view show.
struct PaintView {
  bool active = false;
  std::string why_not;  ///< nothing can be painted here; empty: it can
  std::shared_ptr<const SoilMap> map;
  std::uint64_t revision = 0;  ///< another one: the map has changed
  PaintTool tool = PaintTool::brush;
  int value = 1;          ///< class that is painted
  double radius = 0.5;    ///< m
  double hardness = 1.0;  ///< share of the radius within which every cell is painted
  StrokesGo go = StrokesGo::into_scenario;
  bool one_soil = false;        ///< the run has begun on a ground without classes
  std::size_t run_strokes = 0;  ///< painted in the run that is shown
  bool sizing = false;          ///< the pointer's distance becomes the radius, or, with `hardening`,
  bool hardening = false;       ///< its share of the radius the hardness
  bool stroking = false;
  std::optional<Vec2> cursor;  ///< under the pointer, m
  std::vector<Vec2> points;    ///< of a line or polygon that is being drawn
  bool writing = false;
};

/// A stroke that ended: the setting that makes the world have it.
struct FinishedStroke {
  Override setting;
  std::string what;  ///< "Paint sand"
};

/// The working map, the tool and the stroke in progress.
class PaintWork {
 public:
  /// `folder`: where painted maps lie until they are saved.
  explicit PaintWork(std::filesystem::path folder);

  /// Another world is shown: its map is the working one, unless it is the map just painted.
  void show(std::shared_ptr<const World> world);
  /// Another scenario is open: painting ends, and a map that is being written no longer counts.
  void leave();
  /// Another tool has the mouse, or painting is switched off: a stroke in progress ends as by its release.
  /// The map, and the soils that erasing restores, are kept.
  void put_down();
  /// `ground`: the point of the ground that the request's pointer is over, if it is over any. Throws
  /// InputError.
  void carry_out(const PaintRequest& request, const std::optional<Vec2>& ground);
  void point_at(const std::optional<Vec2>& ground);
  /// Takes the state of the run. It decides the destination of strokes, and forgets the strokes of a run
  /// that began again.
  void note_run(const PaintedRun& run);
  /// Strokes for the running simulation since the last call, in their order.
  std::vector<SoilMapOperation> take_run_strokes() { return std::exchange(run_strokes_, {}); }
  /// Takes back the last stroke of the run where no step has counted it yet, which a run at rest has not: the
  /// map is as it was, to the byte. Whoever has it is to forget it, unless it is still to be handed over.
  enum class TakenBack { nothing, here, handed_over };
  TakenBack take_back_run_stroke();
  /// The reason why undo does not take back the last stroke; empty if that is not one of the run.
  std::string undo_refusal() const;
  /// A stroke whose map has been written since the last call. Throws the writer's exception.
  std::optional<FinishedStroke> take_finished();
  const PaintView& view() const { return view_; }

  const std::filesystem::path& folder() const { return folder_; }
  /// A painted map that an earlier program left and this one uses counts as its own.
  void adopt(const std::vector<Override>& settings);
  /// Removes the maps that this program wrote.
  void clean() const;

 private:
  bool begin();
  bool carry_out_stroke(const PaintRequest& request, const std::optional<Vec2>& ground);
  bool press(const PaintRequest& request, const Vec2& ground);
  void drag(const Vec2& ground);
  void begin_stroke(bool erase, const std::optional<Vec2>& ground);
  void drag_run_stroke(const Vec2& ground);
  void begin_run_stroke(bool erase, const std::optional<Vec2>& ground);
  void end_run_stroke();
  void forget_run_strokes();
  SoilMapOperation brush(std::vector<Vec2> path) const;
  void apply(const SoilMapOperation& operation);
  void erase_along(const Vec2& from, const Vec2& to);
  void erase_flood(const Vec2& ground);
  void restore(const std::vector<CellRun>& cells);
  void end_stroke();
  void add_soil(const std::string& id);
  void take_map(SoilMap map);
  std::string class_name() const;

  std::filesystem::path folder_;
  std::shared_ptr<const World> world_;
  std::shared_ptr<SoilMap> map_;
  std::shared_ptr<const SoilMap> first_;  // the soils that erasing restores, on the cells of map_
  bool changed_ = false, erasing_ = false, into_run_ = false;
  int stroke_value_ = 1, seed_ = 0;  // of the stroke that is being painted
  std::vector<Vec2> path_;           // of it, m, where it goes into the run
  SoilMapOperation whole_;           // it, once it is all there
  std::vector<SoilMapOperation> run_strokes_;
  struct WaitingStroke {
    double at = 0.0;                        // s, of the run when it ended
    std::shared_ptr<const SoilMap> before;  // the ground it was painted on
  };
  std::vector<WaitingStroke> waiting_;     // may still be taken back
  std::shared_ptr<const SoilMap> before_;  // the stroke that is being painted
  double newest_ = 0.0;                    // s
  std::string what_;
  std::optional<Vec2> last_, size_from_;
  Task<std::filesystem::path> writing_;
  std::vector<std::filesystem::path> written_;
  PaintView view_;
};

}  // namespace grouser::desktop
