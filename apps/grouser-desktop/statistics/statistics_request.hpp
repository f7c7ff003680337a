// What panels ask of the statistics desk.
#pragma once
#include <cstddef>
#include <memory>
#include <string>

namespace grouser::desktop {

struct PlacementSettings;
struct GradeSettings;

/// What the desk is about.
enum class StatisticsView { placements, gradeability, study };

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
    open_result,  ///< text: path of a placements.csv
    save_result,  ///< writes one into the working folder
    bars_of,      ///< row: column of the histogram
    axes,         ///< row, other: columns of the scatter plot
    bar,          ///< row: that is chosen; once more: none
    focus,        ///< row: case that is pointed out
    open_case,    ///< row: case to be opened in 3D
  };
  Kind kind = Kind::show;
  StatisticsView view = StatisticsView::placements;
  std::size_t row = 0, other = 0;
  std::string text = {};
  std::shared_ptr<const PlacementSettings> placements = {};
  std::shared_ptr<const GradeSettings> grades = {};
};

}  // namespace grouser::desktop
