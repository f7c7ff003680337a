// Many cases of one campaign as a person looks at them: a histogram of one number, two numbers over each other, their
// places on a map, and those of a bar that was chosen. Bars and points are found once a change, never for a picture.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/mission/statistics/sample_statistics.hpp"
#include "grouser/mission/statistics/thin_points.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser::desktop {

/// What became of a case; colours go by it.
enum class CaseTone : std::uint8_t { good, caution, bad, unknown };
inline constexpr int kCaseTones = 4;

/// Cases that do not change any more; made by the thread that ran them.
struct CaseSet {
  Table table;                          ///< one row a case
  std::vector<std::string> outcomes;    ///< one a case: "resting"
  std::vector<std::uint8_t> tones;      ///< one a case, CaseTone
  std::vector<std::size_t> quantities;  ///< columns that are numbers to look at
  int column_x = -1, column_y = -1;     ///< of the places on the map; -1: there are none
  const std::vector<double>& numbers(std::size_t column) const {
    return std::get<std::vector<double>>(table.columns[column].cells);
  }
};
/// Of placements.csv, or of the same table in memory.
std::shared_ptr<const CaseSet> placement_cases(Table table);

/// Points of a plot or a map, thinned: all cases, and those of the chosen bar.
struct CasePoints {
  PointGrid grid;
  std::vector<ThinPoint> all, chosen;
};

struct OutcomeCount {
  std::string outcome;
  CaseTone tone = CaseTone::unknown;
  std::size_t count = 0;
};

struct BoardView {
  std::shared_ptr<const CaseSet> cases;         ///< null: none
  std::size_t bars_of = 0, x_of = 0, y_of = 0;  ///< columns
  std::vector<OutcomeCount> outcomes;           ///< in the order of first occurrence
  std::vector<HistogramBin> bins;
  SampleSummary summary;
  CasePoints scatter, map;
  std::optional<std::size_t> bar;    ///< that was chosen
  std::vector<std::size_t> chosen;   ///< rows of its cases
  std::optional<std::size_t> focus;  ///< row of the case that is pointed out
  int changes = 0;                   ///< how often bars or points were found anew
};

class CaseBoard {
 public:
  /// Other cases; what is looked at stays where they have columns of the same names, the bar where it is the same bar.
  void show(std::shared_ptr<const CaseSet> cases);
  void clear() { view_ = {}; }
  void choose_bars(std::size_t column);
  void choose_axes(std::size_t x, std::size_t y);
  /// Once more the same, or nothing: none.
  void choose_bar(std::optional<std::size_t> bar);
  void focus(std::optional<std::size_t> row) { view_.focus = row; }
  const BoardView& view() const { return view_; }

 private:
  void count_outcomes();
  void find_bars();
  void find_points();
  void find_chosen();
  CasePoints points_of(std::size_t x, std::size_t y) const;
  void thin_chosen(CasePoints& points, std::size_t x, std::size_t y) const;
  BoardView view_;
};

}  // namespace grouser::desktop
