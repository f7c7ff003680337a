// SPDX-License-Identifier: BSD-3-Clause
// Each function returns a closure for Job that reads its inputs, posts news while it runs and ends with
// nothing more to do in the window. Journals make a cancelled campaign go on where it ended.
#include "desks/campaigns/campaign_jobs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/mission/gradeability/gradeability_campaign.hpp"
#include "grouser/mission/placement/lander_drop.hpp"
#include "grouser/mission/placement/placement_table.hpp"
#include "grouser/simulation/step/world.hpp"
#include "view/maps/height_picture.hpp"

namespace grouser::desktop {
namespace {

constexpr int kPictureSamples = 480;   // along the longer side of the ground
constexpr double kNewsInterval = 0.5;  // s
constexpr double kNewsShare = 0.1;     // of the time, at most, goes into handing over

/// The placements so far, as they come in from any thread, and when to hand them over.
class PlacementsSoFar {
 public:
  PlacementsSoFar(std::shared_ptr<const PlacementSetting> setting, const CampaignTools& tools)
      : setting_(std::move(setting)), tools_(tools), placements_(setting_->spots.size()) {
    for (std::size_t k = 0; k < placements_.size(); ++k) placements_[k].spot = setting_->spots[k];
  }

  /// Records a placement; posts all of them when the interval is over, which grows with the time that a
  /// post takes.
  void add(std::size_t sample, const Placement& placement) {
    placements_[sample] = placement;
    done_.push_back(sample);
    const double now = tools_.now();
    if (now < next_) return;
    hand_over();
    next_ = now + std::max(kNewsInterval, (tools_.now() - now) / kNewsShare);
  }
  void set_kept(std::size_t kept) { kept_ = kept; }
  /// Posts the placements so far as cases, in the order of their samples.
  void hand_over() {
    // Placements finish in any order; the table needs them sorted, with their sample numbers.
    std::sort(done_.begin(), done_.end());
    std::vector<Placement> known;
    known.reserve(done_.size());
    for (const std::size_t sample : done_) known.push_back(placements_[sample]);
    Table table = make_placement_table(setting_->ground, setting_->form, known, setting_->campaign.seed);
    auto& samples = std::get<std::vector<double>>(table.columns.front().cells);
    for (std::size_t k = 0; k < done_.size(); ++k) samples[k] = static_cast<double>(done_[k]);
    std::shared_ptr<const CaseSet> cases = placement_cases(std::move(table));
    tools_.post->put([&](CampaignNews& news) {
      news.cases = cases;
      news.done = done_.size();
      news.total = placements_.size();
      news.kept = kept_;
    });
  }

 private:
  std::shared_ptr<const PlacementSetting> setting_;
  const CampaignTools& tools_;
  std::vector<Placement> placements_;
  std::vector<std::size_t> done_;
  std::size_t kept_ = 0;
  double next_ = 0.0;  // s
};

const auto kNothingMore = [] {};

}  // namespace

GroundPicture paint_ground(const PlacementGround& ground) {
  const MapGround map = map_ground(ground, kPictureSamples);
  // paint_heights() wants one more value on each side, and begins in the north
  const int wide = map.columns + 2;
  std::vector<float> heights(static_cast<std::size_t>(wide) * (map.rows + 2),
                             std::numeric_limits<float>::quiet_NaN());
  std::vector<float> inner;
  for (int row = 0; row < map.rows; ++row)
    for (int column = 0; column < map.columns; ++column) {
      const auto z = static_cast<float>(
          map.heights[static_cast<std::size_t>(map.rows - 1 - row) * map.columns + column]);
      heights[static_cast<std::size_t>(row + 1) * wide + column + 1] = z;
      inner.push_back(z);
    }
  const HeightScale scale = scale_of(inner, map.columns, 1);
  // The samples are cell centres, so the picture reaches half a cell beyond them.
  const double half = 0.5 * map.cell;
  return {.columns = map.columns,
          .rows = map.rows,
          .west = map.west - half,
          .south = map.south - half,
          .east = map.west + (map.columns - 0.5) * map.cell,
          .north = map.south + (map.rows - 0.5) * map.cell,
          .low = scale.low,
          .high = scale.high,
          .pixels = paint_heights({heights, map.columns, map.rows, 1}, scale)};
}

void CampaignPost::put(const std::function<void(CampaignNews&)>& change) {
  const std::lock_guard held(mutex_);
  change(news_);
  fresh_ = true;
}

/// Takes nothing while a thread writes: the window does not wait for the mutex.
bool CampaignPost::take(CampaignNews& news) {
  const std::unique_lock held(mutex_, std::try_to_lock);
  if (!held || !std::exchange(fresh_, false)) return false;
  news = news_;
  return true;
}

std::filesystem::path journal_file(const std::filesystem::path& folder, const std::string& what,
                                   const std::string& identity) {
  Hasher hasher;
  hasher.add(identity);
  return folder / (what + "_" + hash_text(hasher.value()) + ".jsonl");
}

Job::Work place_work(PlacementCampaign campaign, CampaignTools tools) {
  return [campaign = std::move(campaign), tools = std::move(tools)](const Job::GoOn& go_on) {
    // The ground and the drawn spots come first, so that the map is shown before the first placement.
    auto setting = std::make_shared<const PlacementSetting>(read_placement_campaign(campaign));
    auto picture = std::make_shared<const GroundPicture>(paint_ground(setting->ground));
    tools.post->put([&](CampaignNews& news) {
      news.picture = picture;
      news.setting = setting;
      news.total = setting->spots.size();
    });
    std::filesystem::create_directories(tools.journals);
    // Placements of the journal are added first; their number is known when the run returns.
    PlacementsSoFar so_far(setting, tools);
    const PlacementRun run{tools.threads, [&](double done, double total) { go_on(done / total); },
                           [&] { return !go_on(-1.0); }};
    const std::size_t kept = run_placement_campaign(
        *setting, journal_file(tools.journals, "placements", setting->identity), run,
        [&](std::size_t sample, const Placement& placement) { so_far.add(sample, placement); });
    so_far.set_kept(kept);
    so_far.hand_over();
    return kNothingMore;
  };
}

Job::Work grade_work(GradeabilitySpec spec, std::vector<double> tilts, CampaignTools tools) {
  return [spec = std::move(spec), tilts = std::move(tilts),
          tools = std::move(tools)](const Job::GoOn& go_on) {
    std::filesystem::create_directories(tools.journals);
    tools.post->put([&](CampaignNews& news) { news.total = tilts.size(); });
    const JobOptions options{tools.threads, [&] { return !go_on(-1.0); },
                             [&](double done, double total) { go_on(done / total); }};
    // Points arrive in any order and are inserted by their tilt.
    run_gradeability(spec, tilts, journal_file(tools.journals, "gradeability", gradeability_identity(spec)),
                     options, [&](const GradePoint& point) {
                       tools.post->put([&](CampaignNews& news) {
                         const auto place = std::lower_bound(
                             news.points.begin(), news.points.end(), point,
                             [](const GradePoint& a, const GradePoint& b) { return a.tilt < b.tilt; });
                         news.points.insert(place, point);
                         news.done = news.points.size();
                       });
                     });
    return kNothingMore;
  };
}

Job::Work read_work(std::string path, PlacementCampaign ground, CampaignTools tools) {
  return
      [path = std::move(path), ground = std::move(ground), tools = std::move(tools)](const Job::GoOn& go_on) {
        std::shared_ptr<const CaseSet> cases = placement_cases(read_placement_table(path));
        tools.post->put([&](CampaignNews& news) {
          news.cases = cases;
          news.done = news.total = cases->table.row_count();
        });
        // Without a ground there is no map to paint.
        if (ground.terrain.empty() || !go_on(0.5)) return kNothingMore;
        // The setting is read with a single sample, because only its ground is needed.
        PlacementCampaign one = ground;
        one.samples = 1;
        auto setting = std::make_shared<const PlacementSetting>(read_placement_campaign(one));
        auto picture = std::make_shared<const GroundPicture>(paint_ground(setting->ground));
        tools.post->put([&](CampaignNews& news) {
          news.picture = picture;
          news.setting = setting;
        });
        return kNothingMore;
      };
}

Job::Work save_work(std::shared_ptr<const CaseSet> cases, std::filesystem::path file) {
  return [cases = std::move(cases), file = std::move(file)](const Job::GoOn&) {
    write_table_csv(file, cases->table);
    return kNothingMore;
  };
}

Job::Work drop_work(std::shared_ptr<const PlacementSetting> setting, PlacementSpot spot,
                    std::filesystem::path file) {
  return [setting = std::move(setting), spot, file = std::move(file)](const Job::GoOn&) {
    // The drop is made as a world; of its documents the scenario is written.
    const LanderDrop drop(setting->campaign.lander, setting->ground, setting->form);
    const std::shared_ptr<const World> world = drop.world(spot);
    for (const InputDocument& document : world->documents) {
      if (document.kind != "scenario") continue;
      std::filesystem::create_directories(file.parent_path());
      write_file_atomically(file, document.text);
    }
    return kNothingMore;
  };
}

}  // namespace grouser::desktop
