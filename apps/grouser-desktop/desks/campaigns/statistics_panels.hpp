// SPDX-License-Identifier: BSD-3-Clause
// The panels of the statistics desk.
#pragma once
#include <string>
#include <vector>

#include "desks/campaigns/charts.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "desks/campaigns/statistics_work.hpp"
#include "session/request.hpp"
#include "widgets/ui.hpp"
#include "widgets/xy_plot.hpp"

namespace grouser {
struct Chart;
}

namespace grouser::desktop {

using StatisticsRequests = std::vector<StatisticsRequest>;

/// State that only the panels use.
struct StatisticsUi {
  std::string path;    ///< typed for a ground or a result file
  std::string filter;  ///< of a list
  std::vector<std::string> scenarios, recipes, landers, rovers, soils;  ///< to choose from
};

/// The bar with the choice of the view, the work in progress and the button that closes the desk.
void statistics_bar(const Ui& ui, StatisticsUi& state, const StatisticsWorkView& view,
                    StatisticsRequests& requests);
/// The settings of a run, and its results in numbers.
void placements_panel(const Ui& ui, StatisticsUi& state, const StatisticsWorkView& view,
                      StatisticsRequests& requests);
void grades_panel(const Ui& ui, StatisticsUi& state, const StatisticsWorkView& view,
                  StatisticsRequests& requests);
void study_numbers_panel(const Ui& ui, const StatisticsWorkView& view, StatisticsRequests& requests);
/// A campaign's folder: its content, its progress, and the case that is pointed out.
void campaign_folder_panel(const Ui& ui, StatisticsUi& state, const StatisticsWorkView& view,
                           StatisticsRequests& requests);
/// Outcomes, reasons and statistics of a board's cases.
void board_numbers(const Ui& ui, const BoardView& board, StatisticsRequests& requests);
/// Spread, sensitivities or envelope of a campaign, as its view says.
void campaign_chart(const Ui& ui, const StatisticsWorkView& view, StatisticsRequests& requests);
/// Map, tornado or a campaign's chart, list of cases, histogram and scatter plot. `texture`: the ground's
/// picture.
void cases_panel(const Ui& ui, const StatisticsWorkView& view, std::uintptr_t texture,
                 StatisticsRequests& requests);
/// The curves of a tilt bed, as `grouser gradeability --plot` draws them.
void grade_curves_panel(const Ui& ui, const StatisticsWorkView& view);

/// The same with the wheels' names as they are said here.
Chart with_wheels(Chart chart);
/// "430 of 1000, 12 s left".
std::string progress_text(const StatisticsWorkView& view);
}  // namespace grouser::desktop
