// SPDX-License-Identifier: BSD-3-Clause
// The points of a tilt bed as a table and as curves.
#pragma once
#include <vector>

#include "grouser/mission/gradeability/grade_comparison.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {

/// Beginning of the first row of the table.
inline constexpr const char* kGradeCsvBegin = "tilt_deg [deg],slip [-],settled,";

/// Tilt of a point as it was requested, deg: 15, not 14.999999999999998.
double tilt_deg(const GradePoint&);
/// Points that did not settle have empty cells and their reason.
Table make_grade_table(const GradeabilitySpec&, const std::vector<GradePoint>&);
/// Mean slip, sinkage and load of each wheel, and the drawbar margin against tilt. Points that did not settle
/// are left out and named in the second title; a dashed line leads to the first that stalled.
/// `measured` may be empty.
std::vector<Chart> make_grade_plots(const GradeabilitySpec&, const std::vector<GradePoint>&,
                                    const std::vector<MeasuredGrade>& measured);

}  // namespace grouser
