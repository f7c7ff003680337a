// SPDX-License-Identifier: BSD-3-Clause
// The statistics desk: campaigns of placements and on the tilt bed, results read from a file, and the rows of
// the open study, as one set of cases that is looked at.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desks/campaigns/board_thread.hpp"
#include "desks/campaigns/campaign_jobs.hpp"
#include "desks/campaigns/campaign_work.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/mission/statistics/tornado.hpp"
#include "session/edit_history.hpp"
#include "session/session.hpp"
#include "session/study/study_work.hpp"

namespace grouser {
class World;
}

namespace grouser::desktop {

/// Settings of a campaign of placements.
struct PlacementSettings {
  std::string terrain;  ///< scenario (path or id), recipe or raster of heights; empty: none
  std::string lander = "exomars_platform";
  int samples = 1000;
  double seed = 1.0;  ///< a whole number
};

/// A tilt bed.
struct GradeSettings {
  std::string rover = "exomars_lvm", soil = "wong_LETE_sand";
  double from = 0.0, to = 25.0, step = 2.5;  ///< deg
  double speed = 0.011;                      ///< m/s
  double gravity = 3.71;                     ///< m/s2
};
/// All that is set on the desk, for undo.
struct CampaignSettings {
  PlacementSettings placements;
  GradeSettings grades;
};
/// The tilts from the first to the last that the step reaches, rad.
std::vector<double> grade_tilts(const GradeSettings& settings);
/// Greatest number of tilts of one campaign.
inline constexpr int kMostTilts = 200;

/// The open scenario, with the parts from which campaigns begin.
struct OpenScenario {
  std::string path, name;  ///< empty: none
  std::vector<Override> settings;
  std::string rover = {}, lander = {};  ///< as the scenario names them; empty: none
  std::string soil = {};
  double gravity = 3.71;  ///< m/s2
};
/// The session's scenario; empty while none is loaded.
OpenScenario open_scenario(const Session& session);

/// State of the desk that its panels show.
struct StatisticsWorkView {
  bool open = false;
  StatisticsView shown = StatisticsView::placements;
  PlacementSettings placements;
  GradeSettings grades;
  OpenScenario scenario;
  const BoardView* board = nullptr;  ///< of placements, of the study, or of the campaign
  const CampaignWorkView* campaign = nullptr;
  bool sorting = false;  ///< the board is to change soon
  std::shared_ptr<const GroundPicture> picture;
  std::vector<GradePoint> points;
  GradeSettings points_of;  ///< that the points were run with
  std::string source;       ///< source of the placements: a ground, or a file
  Tornado tornado;          ///< of the study, of the number that the histogram shows
  std::string job;          ///< name of the work in progress; empty: none
  StatisticsView job_view = StatisticsView::placements;
  bool cancelling = false, stopped = false;  ///< stopped: the last campaign was cancelled, and can go on
  std::size_t done = 0, total = 0, kept = 0;
  double progress = 0.0;
  std::optional<double> seconds_left;
};

/// Whether a file may be a result of a campaign, by its ending, or a folder of one.
bool is_result_name(const std::string& path);

/// Owns the boards, the campaigns' jobs and the settings with their history. Runs in the window's thread;
/// at most one job of its own at a time.
class StatisticsWork {
 public:
  /// `state_folder`: journals lie in its folder "campaigns".
  StatisticsWork(const std::filesystem::path& state_folder, std::function<double()> now);

  void carry_out(const StatisticsRequest& request);
  /// Offers the open scenario as the ground of placements, if the person has chosen none.
  void offer(OpenScenario scenario);
  void close() { view_.open = false; }
  void update(const StudyView& study);

  bool busy() const { return job_ != nullptr || campaign_.busy(); }
  /// Whether the view changes by itself.
  bool moving() const {
    return busy() || placement_board_.busy() || study_board_.busy() ||
           (view_.open && view_.shown == StatisticsView::campaign && campaign_.moving());
  }
  const StatisticsWorkView& view() const { return view_; }
  std::vector<LogLine> take_messages() { return std::exchange(messages_, {}); }
  std::optional<CaseStart> take_start() { return std::exchange(start_, std::nullopt); }
  /// Row of the study that is to be opened.
  std::optional<std::size_t> take_study_row() { return std::exchange(study_row_, std::nullopt); }

 private:
  /// Kind of the job in progress.
  enum class Work { none, placements, grades, reading, saving, dropping };
  PlacementCampaign campaign() const;
  CampaignTools tools();
  void edit(const CampaignSettings& settings);
  void take_settings();
  void open_result(const std::string& path);
  void tell(LogLevel level, const std::string& text) { messages_.push_back({level, text}); }
  void begin(Work work, std::string title, Job::Work what);
  void start();
  void open_case(std::size_t row);
  void save_result();
  void take_news();
  void take_study(const StudyView& study);
  void finish_job();
  void refresh_view();
  BoardThread& board();

  EditHistory<CampaignSettings> settings_;
  std::filesystem::path folder_;
  std::function<double()> now_;
  BoardThread placement_board_, study_board_;
  CampaignWork campaign_;
  std::shared_ptr<CampaignPost> post_;
  std::shared_ptr<const PlacementSetting> setting_;
  std::filesystem::path written_;  // by the last job that wrote a file
  std::size_t study_rows_over_ = 0;
  const void* study_rows_ = nullptr;
  double study_next_ = 0.0;  // s: when the study's rows are looked at again
  std::size_t tornado_of_ = 0;
  Work work_ = Work::none;
  std::vector<LogLine> messages_;
  std::optional<CaseStart> start_;
  std::optional<std::size_t> study_row_;
  StatisticsWorkView view_;
  std::unique_ptr<Job> job_;                 // last: its thread ends before what it hands to
  std::vector<std::unique_ptr<Job>> ended_;  // cancelled, until their threads are through
};

/// The rows of a study that are over, as cases.
std::shared_ptr<const CaseSet> study_cases(const StudyView& study);

}  // namespace grouser::desktop
