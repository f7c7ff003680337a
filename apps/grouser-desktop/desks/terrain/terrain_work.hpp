// SPDX-License-Identifier: BSD-3-Clause
// The terrain workbench without its panels: a map of any size, a window that is picked, the piece cut out of
// it (or made by a recipe) and its cleaning, until it is saved and driven on. Belongs to the window's thread;
// reading, cleaning, making and painting happen in threads of its own.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "desks/terrain/site_jobs.hpp"
#include "desks/terrain/site_start.hpp"
#include "desks/terrain/tile_painter.hpp"
#include "session/jobs/job.hpp"
#include "session/jobs/latest_job.hpp"
#include "session/number_keys.hpp"
#include "session/session.hpp"
#include "view/maps/map_camera.hpp"

namespace grouser::desktop {

/// The one of its two maps that the desk shows.
enum class TerrainShown { map, site };

/// The thumbnail as the window shows it.
struct ThumbnailPicture {
  Thumbnail thumbnail;
  std::vector<std::uint32_t> pixels;
};

/// The state that the panels show.
struct TerrainView {
  std::string name;                                   ///< of the file or recipe; empty: nothing is open
  std::shared_ptr<const MapFacts> map;                ///< null for a recipe, and until the map is described
  std::shared_ptr<const ThumbnailPicture> thumbnail;  ///< null until there is one
  bool reading = false;                               ///< the map is being read for the first time
  bool surveyed = false;                              ///< every strip of the map was read
  double surveyed_part = 0.0;
  std::optional<Pick> pick;
  std::optional<CellRect> pick_cells;
  const Site* site = nullptr;
  HeightScale site_scale;
  TerrainShown shown = TerrainShown::map;
  CleanSettings settings;
  std::string recipe;                           ///< path; empty: no recipe
  std::vector<NumberKey> keys;                  ///< its numbers as they are now
  std::shared_ptr<const CleanOutlook> outlook;  ///< of the site and the settings as they are; null: not yet
  std::optional<CleanThresholds> proposed;      ///< of the piece, as far as it was looked at
  bool looking_ahead = false;                   ///< it is being found
  std::string job;                              ///< name of the work in progress; empty: none
  double progress = 0.0;
  std::optional<double> seconds_left;
  bool changed = false;  ///< the site is not saved as it is
  std::string saved_as;  ///< where it was saved last
};

/// The question for the effects of a cleaning, with its number and its answer.
struct AheadQuestion {
  int number = 0;
  SiteOrigin origin;
  Heights heights;
  CleanSettings settings;
};
/// Answer to a question for the effects of a cleaning.
struct AheadAnswer {
  int number = 0;
  std::shared_ptr<const CleanOutlook> outlook;  ///< null: it could not be found
};
using AheadJob = LatestJob<AheadQuestion, AheadAnswer>;

/// Owns the map's survey, the piece with its steps, the painter of tiles and one job at a time.
class TerrainWork {
 public:
  /// `now`: seconds of a steady clock, called by jobs too. `tell`: called by other threads when update()
  /// would find news.
  explicit TerrainWork(std::function<double()> now, std::function<void()> tell = {});
  ~TerrainWork();
  TerrainWork(const TerrainWork&) = delete;
  TerrainWork& operator=(const TerrainWork&) = delete;

  void open_map(const std::string& path);
  void open_recipe(const std::string& path);
  void close();
  bool is_open() const { return !view_.name.empty(); }

  void set_pick(const Pick& pick);
  void cut();
  void show(TerrainShown shown);
  void set_settings(const CleanSettings& settings);
  /// A window of about 200 m without voids, in the middle or as near to it as there is one.
  void pick_middle();
  /// One step, or all three in a row. A step that has nothing to do is skipped with a sentence in the
  /// messages.
  void clean(CleanKind kind) { clean(std::vector<CleanKind>{kind}); }
  void clean_all() { clean({CleanKind::outliers, CleanKind::kriging, CleanKind::seams}); }
  /// Restores the state after the first `done` steps.
  void go_to_step(std::size_t done);
  void undo();
  void redo();
  /// A number of the recipe; the ground is made anew.
  void change_recipe(const std::string& key, double value);
  /// Cancels the work in progress. Its thread ends soon after and leaves no file behind.
  void cancel();
  /// Threads that were given up and have not ended yet.
  std::size_t ending() const { return retired_jobs_.size() + retired_painters_.size(); }
  /// A sentence that names the work which would be lost by closing now; empty if there is none.
  std::string unsaved() const;
  void save(const std::string& path);
  /// The start in the middle of the saved terrain; nothing while the terrain is not saved.
  std::optional<TerrainStart> start(SiteStart how, const std::string& rover) const;

  /// Fetches the threads' results.
  void update();
  const TerrainView& view() const { return view_; }
  /// Whether work is in progress that brings news.
  bool busy() const;
  /// The map is still being read for the first time.
  bool reading() const { return survey_ != nullptr; }
  std::vector<LogLine> take_messages() { return std::exchange(messages_, {}); }

  /// Pieces of the shown map; layers: see ShownLayer.
  void want_tiles(std::vector<TileKey> keys);
  std::vector<PaintedTile> take_tiles();
  /// Another number when pieces painted so far show something else.
  int generation() const { return generation_; }
  MapShape shape() const;
  /// There is something to paint.
  bool paints() const { return painter_ != nullptr; }

 private:
  void retire();
  void retire_job();
  void clean(std::vector<CleanKind> kinds);
  void clean_next();
  void cleaned(CleanStep step);
  void look_ahead_again();
  void run_job(std::string title, Job::Work work);
  void finish_jobs();
  void take_site(Site site, const HeightScale& scale);
  void make();
  void site_changed();
  void new_painter();
  void tell_error(const std::string& text);

  std::function<double()> now_;
  std::function<void()> tell_;
  std::string path_;  // of the map
  TerrainView view_;
  std::optional<Site> site_;
  std::vector<Override> changes_;  // of the recipe
  std::unique_ptr<Job> survey_, job_;
  std::shared_ptr<Mailbox<ThumbnailPicture>> thumbnails_;
  std::shared_ptr<Mailbox<MapFacts>> facts_;
  std::unique_ptr<TilePainter> painter_;
  std::vector<std::unique_ptr<Job>> retired_jobs_;  // cancelled, until their threads are through
  std::vector<std::unique_ptr<TilePainter>> retired_painters_;
  std::vector<LogLine> messages_;
  std::vector<CleanKind> to_clean_;      // steps that follow the one in progress
  std::optional<std::size_t> saved_at_;  // steps done when it was saved
  int generation_ = 0;
  std::unique_ptr<AheadJob> ahead_;
  int ahead_number_ = 0;  // of the newest question
};

/// Layers of a site's painter; a map has only the first.
enum ShownLayer { kAsItIs = 0, kBefore = 1, kWithMask = 2 };

}  // namespace grouser::desktop
