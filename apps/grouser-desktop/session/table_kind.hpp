// SPDX-License-Identifier: BSD-3-Clause
// The kind of table that a .csv file holds, by its header and the folder that it lies in.
#pragma once
#include <string>

namespace grouser::desktop {

enum class TableKind {
  measurements,  ///< a column of times, shown beside a run
  path,          ///< places x and y, in their order
  placements,    ///< samples of `grouser placement`
  campaign,      ///< of a folder of `grouser campaign`
  grade_curve,   ///< slip over slope
  bed,           ///< of a wheel bed, a plate or a shear box, which can be fitted
  other,
};

/// Whether a file is a table by its name: ".csv" or ".mcap" (a log, which counts as measurements) in any
/// case.
bool is_table_name(const std::string& path);

/// Looks at the first line that is no remark, after a byte order mark, with commas, semicolons or tabs. A
/// file that cannot be read is `other`.
TableKind kind_of_table(const std::string& path);

/// Whether it is a file with the name of a table and of this kind.
bool is_table_of(const std::string& path, TableKind kind);

/// The header of the table, cut to a sentence's length; for errors.
std::string header_of_table(const std::string& path);

}  // namespace grouser::desktop
