// SPDX-License-Identifier: BSD-3-Clause
#include "desks/terrain/terrain_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {

namespace fs = std::filesystem;

namespace {

/// Colours and light of a piece, from all its cells; the same before and after its cleaning.
HeightScale site_scale(const Site& site) {
  const auto source = grid_heights(site.raw(), site.columns());
  int stride = 1;
  while (std::max(site.columns(), site.rows()) / stride > 1024) stride *= 2;
  const int columns = blocks_in(site.columns(), stride), rows = blocks_in(site.rows(), stride);
  return scale_of(coarse_heights(*source, {0, 0, columns, rows}, stride), columns, stride);
}

/// Paints a thumbnail, in the job's thread.
std::vector<std::uint32_t> painted(const Thumbnail& t) {
  const auto source = grid_heights(
      std::make_shared<const std::vector<double>>(t.heights.begin(), t.heights.end()), t.columns);
  std::vector<float> grown((static_cast<std::size_t>(t.columns) + 2) * (static_cast<std::size_t>(t.rows) + 2),
                           std::numeric_limits<float>::quiet_NaN());
  for (int j = 0; j < t.rows; ++j)
    std::copy_n(t.heights.begin() + static_cast<std::ptrdiff_t>(j) * t.columns, t.columns,
                grown.begin() + static_cast<std::ptrdiff_t>(j + 1) * (t.columns + 2) + 1);
  return paint_heights({.heights = grown, .columns = t.columns, .rows = t.rows, .stride = t.stride}, t.scale);
}

}  // namespace

TerrainWork::TerrainWork(std::function<double()> now, std::function<void()> tell)
    : now_(std::move(now)), tell_(std::move(tell)) {}
TerrainWork::~TerrainWork() = default;

void TerrainWork::tell_error(const std::string& text) { messages_.push_back({LogLevel::error, text}); }
/// Ends all threads without waiting for them.
void TerrainWork::retire() {
  retire_job();
  if (survey_) {
    survey_->cancel();
    retired_jobs_.push_back(std::move(survey_));
  }
  if (!painter_) return;
  painter_->end();
  retired_painters_.push_back(std::move(painter_));
}

void TerrainWork::close() {
  retire();
  if (ahead_) ahead_->cancel();
  view_ = {};
  site_.reset();
  changes_.clear();
  path_.clear();
  // News of a map that is closed no longer counts.
  thumbnails_.reset();
  facts_.reset();
  ++generation_;
}

void TerrainWork::open_map(const std::string& path) {
  close();
  path_ = path;
  view_.name = fs::path(path).filename().string();
  thumbnails_ = std::make_shared<Mailbox<ThumbnailPicture>>();
  facts_ = std::make_shared<Mailbox<MapFacts>>();
  view_.reading = true;
  survey_ = std::make_unique<Job>(
      "Reading " + view_.name,
      [this, path, thumbnails = thumbnails_, facts = facts_, tell = tell_](const GoOn& go_on) {
        facts->put(std::make_unique<MapFacts>(describe_map(path)));
        if (tell) tell();
        auto found = std::make_shared<MapFacts>(survey_map(path, [&](const Thumbnail& t) {
          if (t.columns > 0) {
            thumbnails->put(std::make_unique<ThumbnailPicture>(ThumbnailPicture{t, painted(t)}));
            if (tell) tell();
          }
          return go_on(t.columns > 0 ? t.done : -1.0);
        }));
        return [this, found] {
          view_.map = found;
          view_.surveyed = true;
        };
      },
      now_, tell_);
}

void TerrainWork::open_recipe(const std::string& path) {
  close();
  view_.name = fs::path(path).filename().string();
  view_.recipe = path;
  view_.shown = TerrainShown::site;
  try {
    const std::string text = read_text_file(resolve_asset(path, ""));
    view_.keys = list_number_keys({{"scenario", path, text}});  // as such its keys have no prefix
  } catch (const Error& error) {
    tell_error(error.what());
  }
  make();
}

void TerrainWork::make() {
  retire_job();  // made from numbers that are gone
  run_job("Making the ground", [this, recipe = view_.recipe, changes = changes_](const GoOn& go_on) {
    auto site = std::make_shared<Site>(make_site(recipe, changes, go_on));
    return [this, site, scale = site_scale(*site)] { take_site(std::move(*site), scale); };
  });
}

void TerrainWork::change_recipe(const std::string& key, double value) {
  const auto found =
      std::find_if(view_.keys.begin(), view_.keys.end(), [&](const NumberKey& k) { return k.key == key; });
  if (found == view_.keys.end() || found->value == value) return;
  found->value = value;
  std::erase_if(changes_, [&](const Override& o) { return o.key == key; });
  changes_.push_back({key, fmt::format("{}", value), ""});
  make();
}

void TerrainWork::set_pick(const Pick& pick) {
  if (!view_.map) return;
  view_.pick = pick;
  view_.pick_cells = cells_of(*view_.map, pick);
}

void TerrainWork::pick_middle() {
  if (!view_.map || !view_.surveyed || !view_.thumbnail) return;
  const CellRect r = usual_piece(*view_.map);
  const auto whole = whole_piece(view_.thumbnail->thumbnail, r);
  if (!whole)
    messages_.push_back(
        {LogLevel::notice, "No piece of this map is without voids: cut one, then fill them by kriging."});
  else if (!(*whole == r))
    messages_.push_back(
        {LogLevel::info, "The middle of the map has voids: the piece lies where there are none."});
  Pick pick;
  pick.cells = whole.value_or(r);
  set_pick(pick);
}

void TerrainWork::run_job(std::string title, Job::Work work) {
  if (job_ && !job_->over()) return;  // one at a time; the panels show which
  finish_jobs();
  if (job_) return;  // the next of several steps has begun
  job_ = std::make_unique<Job>(std::move(title), std::move(work), now_, tell_);
}

void TerrainWork::cut() {
  if (!view_.pick || path_.empty()) return;
  run_job("Cutting the window", [this, path = path_, pick = *view_.pick](const GoOn& go_on) {
    auto site = std::make_shared<Site>(cut_site(path, pick, go_on));
    return [this, site, scale = site_scale(*site)] { take_site(std::move(*site), scale); };
  });
}

void TerrainWork::take_site(Site site, const HeightScale& scale) {
  site_.emplace(std::move(site));
  view_.site_scale = scale;
  view_.shown = TerrainShown::site;
  view_.saved_as.clear();
  view_.proposed.reset();
  saved_at_.reset();
  site_changed();
}

void TerrainWork::site_changed() {
  view_.site = &*site_;
  view_.changed = saved_at_ != site_->done();
  new_painter();
  look_ahead_again();
}

void TerrainWork::show(TerrainShown shown) {
  if (shown == view_.shown || (shown == TerrainShown::site ? !site_ : !view_.thumbnail)) return;
  view_.shown = shown;
  new_painter();
}

void TerrainWork::new_painter() {
  ++generation_;
  if (painter_) {
    painter_->end();
    retired_painters_.push_back(std::move(painter_));
  }
  if (view_.shown == TerrainShown::map) {
    painter_ =
        std::make_unique<TilePainter>(std::vector<TileLayer>{{[path = path_] { return file_heights(path); }}},
                                      view_.thumbnail->thumbnail.scale, tell_);
    return;
  }
  const auto layer = [&](const Heights& heights, Fates fates) {
    return TileLayer{[heights, columns = site_->columns()] { return grid_heights(heights, columns); },
                     std::move(fates)};
  };
  painter_ = std::make_unique<TilePainter>(
      std::vector<TileLayer>{layer(site_->heights(), {}), layer(site_->raw(), {}),
                             layer(site_->heights(), site_->fates())},
      view_.site_scale, tell_);
}

void TerrainWork::go_to_step(std::size_t done) {
  if (!site_ || job_ || done > site_->steps().size() || done == site_->done()) return;
  while (site_->done() > done) site_->undo();
  while (site_->done() < done) site_->redo();
  site_changed();
}

void TerrainWork::undo() {
  if (site_ && site_->done() > 0) go_to_step(site_->done() - 1);
}
void TerrainWork::redo() {
  if (site_) go_to_step(site_->done() + 1);
}

void TerrainWork::cancel() {
  if (job_) {
    messages_.push_back({LogLevel::info, job_->title() + ": cancelled"});
    return retire_job();
  }
  if (!survey_) return;
  messages_.push_back({LogLevel::info, survey_->title() + ": cancelled"});
  if (!site_) return close();  // half a map is none to pick from
  survey_->cancel();
  retired_jobs_.push_back(std::move(survey_));
}

std::string TerrainWork::unsaved() const {
  if (!site_ || !view_.changed) return "";
  if (!changes_.empty())
    return fmt::format("The ground of {} with the numbers of this recipe is not saved.", view_.name);
  if (site_->done() == 0) return "";  // as it was cut: the map has it
  return fmt::format("The piece of {} was cleaned in {} step{} and is not saved.", view_.name, site_->done(),
                     site_->done() == 1 ? "" : "s");
}

/// Drops the job: its result no longer counts, and its thread ends by itself.
void TerrainWork::retire_job() {
  to_clean_.clear();
  if (!job_) return;
  job_->cancel();
  retired_jobs_.push_back(std::move(job_));
}

void TerrainWork::save(const std::string& path) {
  if (!site_) return;
  run_job("Saving", [this, path, origin = site_->origin(), heights = site_->heights(),
                     done = site_->done()](const GoOn& go_on) {
    save_site(origin, heights, path, go_on);
    return [this, path, done] {
      view_.saved_as = fs::absolute(path).string();
      saved_at_ = done;
      view_.changed = false;
      messages_.push_back({LogLevel::done, "Saved " + view_.saved_as});
    };
  });
}

std::optional<TerrainStart> TerrainWork::start(SiteStart how, const std::string& rover) const {
  if (!site_ || view_.changed || view_.saved_as.empty()) return std::nullopt;
  return start_on(*site_, view_.saved_as, how, rover);
}

void TerrainWork::finish_jobs() {
  if (survey_ && survey_->over()) {
    const std::string failure = survey_->finish();
    survey_.reset();
    if (!failure.empty()) {
      tell_error(failure);
      if (!site_) close();  // a piece that was cut out of the map stays
    }
  }
  if (!job_ || !job_->over()) return;
  const std::unique_ptr<Job> done = std::move(job_);
  const std::string failure = done->finish();
  if (failure.empty()) return clean_next();
  to_clean_.clear();
  tell_error(failure);
}

void TerrainWork::update() {
  std::erase_if(retired_jobs_, [](const auto& job) { return job->over(); });
  std::erase_if(retired_painters_, [](const auto& painter) { return painter->ended(); });
  if (facts_)
    if (auto facts = facts_->take(); facts && !view_.map) view_.map = std::move(facts);
  if (thumbnails_) {
    if (auto picture = thumbnails_->take(); picture && is_open()) {
      view_.thumbnail = std::move(picture);
      view_.surveyed_part = view_.thumbnail->thumbnail.done;
      // colours of the first look serve until the last
      if (view_.shown == TerrainShown::map && (!painter_ || view_.surveyed_part >= 1.0)) new_painter();
    }
  }
  finish_jobs();
  if (ahead_)
    if (const auto answer = ahead_->take(); answer && site_ && answer->number == ahead_number_) {
      view_.outlook = answer->outlook;
      if (view_.outlook && view_.settings.proposed) view_.proposed = view_.outlook->thresholds;
      view_.looking_ahead = false;
    }
  if (painter_ && !painter_->failure().empty()) {
    tell_error(painter_->failure());
    painter_->end();
    retired_painters_.push_back(std::move(painter_));
  }
  view_.reading = reading();
  view_.job = job_ ? job_->title() : "";
  view_.progress = job_ ? job_->progress() : 0.0;
  view_.seconds_left = job_ ? job_->seconds_left() : std::nullopt;
}

bool TerrainWork::busy() const { return job_ || survey_ || view_.looking_ahead; }

void TerrainWork::want_tiles(std::vector<TileKey> keys) {
  if (painter_) painter_->want(std::move(keys));
}
std::vector<PaintedTile> TerrainWork::take_tiles() {
  return painter_ ? painter_->take() : std::vector<PaintedTile>{};
}

MapShape TerrainWork::shape() const {
  if (view_.shown == TerrainShown::site)
    return site_ ? MapShape{site_->columns(), site_->rows(), 1.0} : MapShape{};
  if (!view_.map) return {};
  const CellSize& cell = view_.map->cell;
  return {view_.map->info.columns, view_.map->info.rows, cell.east > 0.0 ? cell.north / cell.east : 1.0};
}

}  // namespace grouser::desktop
