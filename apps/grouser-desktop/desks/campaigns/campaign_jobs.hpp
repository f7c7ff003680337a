// SPDX-License-Identifier: BSD-3-Clause
// Campaigns in threads of their own: they read, run, keep a journal, and hand over what they have so far.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "desks/campaigns/case_board.hpp"
#include "grouser/mission/gradeability/gradeability.hpp"
#include "grouser/mission/placement/placement_campaign.hpp"
#include "session/jobs/job.hpp"

namespace grouser::desktop {

/// The ground from above, heights as colours, north up.
struct GroundPicture {
  int columns = 0, rows = 0;
  double west = 0.0, south = 0.0, east = 0.0, north = 0.0;  ///< m
  double low = 0.0, high = 0.0;                             ///< m, at the ends of the colours
  std::vector<std::uint32_t> pixels;
};
GroundPicture paint_ground(const PlacementGround& ground);

/// Handed over while a campaign runs; whoever takes it gets the newest of each.
struct CampaignNews {
  std::shared_ptr<const CaseSet> cases;             ///< placements so far; null: none yet
  std::shared_ptr<const GroundPicture> picture;     ///< null: not yet
  std::shared_ptr<const PlacementSetting> setting;  ///< null: not yet
  std::vector<GradePoint> points;                   ///< of a tilt bed, in the order of their tilts
  std::size_t done = 0, total = 0, kept = 0;        ///< cases; kept: that came from the journal
};
class CampaignPost {
 public:
  /// What `change` writes is part of the next news.
  void put(const std::function<void(CampaignNews&)>& change);
  /// The news so far, if there are new ones.
  bool take(CampaignNews& news);

 private:
  std::mutex mutex_;
  CampaignNews news_;
  bool fresh_ = false;
};

struct CampaignTools {
  std::shared_ptr<CampaignPost> post;
  std::filesystem::path journals;  ///< folder
  int threads = 1;
  std::function<double()> now;  ///< seconds of a steady clock
};

/// Where a campaign of this identity keeps its journal.
std::filesystem::path journal_file(const std::filesystem::path& folder, const std::string& what,
                                   const std::string& identity);

/// Sets down what the journal lacks. What it has so far is handed over about twice a second.
Job::Work place_work(PlacementCampaign campaign, CampaignTools tools);
/// Tilts: rad, rising.
Job::Work grade_work(GradeabilitySpec spec, std::vector<double> tilts, CampaignTools tools);
/// Reads placements.csv, and, where a ground is named, paints it.
Job::Work read_work(std::string path, PlacementCampaign ground, CampaignTools tools);
/// Writes cases as placements.csv.
Job::Work save_work(std::shared_ptr<const CaseSet> cases, std::filesystem::path file);
/// Writes the scenario in which the lander falls from just above where the case has it to rest; `file` is
/// made.
Job::Work drop_work(std::shared_ptr<const PlacementSetting> setting, PlacementSpot spot,
                    std::filesystem::path file);

}  // namespace grouser::desktop
