// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels to the statistics desk.
#pragma once
#include <cstddef>
#include <memory>
#include <string>

namespace grouser::desktop {

struct PlacementSettings;
struct GradeSettings;
struct CaseChoice;

/// The chart above the histogram of a campaign.
enum class CampaignChart { spread, moved_by, plane };

/// Subject of the desk.
enum class StatisticsView { placements, gradeability, study, campaign };

/// One request; each kind uses the fields that are named beside it.
struct StatisticsRequest {
  enum class Kind {
    show,             ///< the desk takes the middle of the window; view: which part of it
    close,            ///< back to what is open
    edit_placements,  ///< placements
    edit_grades,      ///< grades
    undo,             ///< of the settings
    redo,
    start,  ///< what the view is about
    cancel,
    open_result,  ///< text: path of a placements.csv or of a campaign's folder
    save_result,  ///< writes one into the working folder
    bars_of,      ///< row: column of the histogram
    axes,         ///< row, other: columns of the scatter plot
    bar,          ///< row: that is chosen; once more: none
    choose,       ///< choice; once more the same, or nothing: none
    show_chart,   ///< row: of a campaign, CampaignChart
    focus,        ///< row: case that is pointed out
    open_case,    ///< row: case to be opened in 3D
    keep_case,    ///< row: of a campaign, to open another one beside it; once more: none
    open_pair,    ///< row: of a campaign, to be opened beside the one that is kept
  };
  Kind kind = Kind::show;
  StatisticsView view = StatisticsView::placements;
  std::size_t row = 0, other = 0;
  std::string text = {};
  std::shared_ptr<const PlacementSettings> placements = {};
  std::shared_ptr<const GradeSettings> grades = {};
  std::shared_ptr<const CaseChoice> choice = {};
};

}  // namespace grouser::desktop
