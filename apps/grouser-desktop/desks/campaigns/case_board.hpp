// SPDX-License-Identifier: BSD-3-Clause
// Many cases of one campaign as a person looks at them: a histogram of one number, its spread by groups,
// two numbers over each other, their places on a map, and the cases chosen in any of these. Bars and points
// are found once per change, not per picture.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desks/campaigns/case_labels.hpp"
#include "grouser/mission/statistics/sample_statistics.hpp"
#include "grouser/mission/statistics/thin_points.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser::desktop {

/// Outcome of a case, which sets its colour.
enum class CaseTone : std::uint8_t { good, caution, bad, unknown };
inline constexpr int kCaseTones = 4;

/// Cases in their final form, made by the thread that ran them.
struct CaseSet {
  Table table;                               ///< one row per case; the first column is the case's number
  CaseLabels outcomes;                       ///< one per case: "resting"
  CaseLabels groups;                         ///< one per case: "ice, rigid"; or empty
  CaseLabels reasons;                        ///< one per case, why it has no result; "": it has one; or empty
  std::vector<std::uint8_t> tones;           ///< one per case, CaseTone
  std::vector<std::size_t> quantities;       ///< columns that are numbers to look at
  int column_x = -1, column_y = -1;          ///< of the places on the map; -1: there are none
  std::size_t drawn_from = 0, drawn_to = 0;  ///< columns of drawn quantities; none if equal
  std::size_t count() const { return outcomes.size(); }
  const std::vector<double>& numbers(std::size_t column) const {
    return std::get<std::vector<double>>(table.columns[column].cells);
  }
};
/// The cases of placements.csv, or of the same table in memory.
std::shared_ptr<const CaseSet> placement_cases(Table table);

/// Points of a plot or a map, thinned: all cases, and those that are chosen.
struct CasePoints {
  PointGrid grid;
  std::vector<ThinPoint> all, chosen;
};

/// Number of cases with one label, such as an outcome or a reason.
struct LabelCount {
  std::string text;
  std::uint32_t code = 0;
  CaseTone tone = CaseTone::unknown;
  std::size_t count = 0;
};

/// Numbers of one group, as a box plot shows them.
struct CaseSpread {
  std::string group;
  std::uint32_t code = 0;
  std::size_t count = 0;
  double low = 0.0, quarter = 0.0, median = 0.0, three_quarters = 0.0, high = 0.0;  ///< low, high: 5 and 95 %
};

/// Values from `low` on, below `high`.
struct CaseRange {
  std::size_t column = 0;
  double low = 0.0, high = 0.0;
  bool operator==(const CaseRange&) const = default;
};
/// Conditions of the chosen cases, all of which must hold.
struct CaseChoice {
  std::vector<CaseRange> ranges;                        ///< a bar is one, a box two
  std::optional<std::uint32_t> outcome, reason, group;  ///< codes of the labels
  bool operator==(const CaseChoice&) const = default;
};

/// State that the charts and lists draw; found anew by each function that changes it.
struct BoardView {
  std::shared_ptr<const CaseSet> cases;         ///< null: none
  std::size_t bars_of = 0, x_of = 0, y_of = 0;  ///< columns
  std::vector<LabelCount> outcomes,
      reasons;  ///< outcomes as they first occur, reasons with the most cases first
  std::vector<HistogramBin> bins;
  std::vector<int> chosen_in_bins;  ///< one per bin; empty: nothing is chosen
  SampleSummary summary;
  std::vector<CaseSpread> spreads;  ///< of the groups, or of the outcomes where there is one group at most
  bool spreads_by_group = false;
  CasePoints scatter, map;
  std::optional<CaseChoice> choice;
  std::vector<std::size_t> chosen;   ///< rows of the chosen cases
  std::optional<std::size_t> focus;  ///< row of the case that is pointed out
  int changes = 0;                   ///< how often bars or points were found anew
  /// The cases that a bar counts.
  CaseChoice bar_choice(std::size_t bar) const;
};

/// Holds the cases, the columns that are looked at and the choice. Not safe from several threads:
/// BoardThread works on copies.
class CaseBoard {
 public:
  /// Other cases; what is looked at, and what is chosen, stay where they have columns of the same names.
  void show(std::shared_ptr<const CaseSet> cases);
  void clear() { view_ = {}; }
  void choose_bars(std::size_t column);
  void choose_axes(std::size_t x, std::size_t y);
  /// Chooses cases; the present choice once more, or nothing, chooses none.
  void choose(std::optional<CaseChoice> choice);
  void focus(std::optional<std::size_t> row) { view_.focus = row; }
  const BoardView& view() const { return view_; }

 private:
  void count_labels();
  void find_bars();
  void find_spreads();
  void find_points();
  void find_chosen();
  CasePoints points_of(std::size_t x, std::size_t y) const;
  void thin_chosen(CasePoints& points, std::size_t x, std::size_t y) const;
  BoardView view_;
  HistogramScale scale_;
};

}  // namespace grouser::desktop
