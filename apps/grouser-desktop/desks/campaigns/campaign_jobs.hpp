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
/// Mailbox of a campaign's thread, safe from any thread.
class CampaignPost {
 public:
  /// Adds to the next news what `change` writes.
  void put(const std::function<void(CampaignNews&)>& change);
  /// Takes the news so far into `news`; false if there are none since the last call.
  bool take(CampaignNews& news);

 private:
  std::mutex mutex_;
  CampaignNews news_;
  bool fresh_ = false;
};

/// Means that a campaign's job gets from the desk.
struct CampaignTools {
  std::shared_ptr<CampaignPost> post;
  std::filesystem::path journals;  ///< folder
  int threads = 1;
  std::function<double()> now;  ///< seconds of a steady clock
};

/// Path of the journal of a campaign with this identity.
std::filesystem::path journal_file(const std::filesystem::path& folder, const std::string& what,
                                   const std::string& identity);

/// Sets landers down in the cases that the journal lacks. Posts the cases so far about twice a second.
Job::Work place_work(PlacementCampaign campaign, CampaignTools tools);
/// Runs a tilt bed at these tilts, rad, in rising order.
Job::Work grade_work(GradeabilitySpec spec, std::vector<double> tilts, CampaignTools tools);
/// Reads placements.csv and, if `ground` names a ground, paints it.
Job::Work read_work(std::string path, PlacementCampaign ground, CampaignTools tools);
/// Writes cases as placements.csv.
Job::Work save_work(std::shared_ptr<const CaseSet> cases, std::filesystem::path file);
/// Writes to `file` the scenario in which the lander falls from just above its place of rest in this case.
Job::Work drop_work(std::shared_ptr<const PlacementSetting> setting, PlacementSpot spot,
                    std::filesystem::path file);

}  // namespace grouser::desktop
