// SPDX-License-Identifier: BSD-3-Clause
// Draws a value over two others, each of which has a few dozen values, as a PNG picture: coloured fields with their numbers.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace grouser {

struct TablePanel {
  std::string title, x_label, y_label, value_label;
  std::vector<double> x, y;    ///< rising
  std::vector<double> values;  ///< x by x for the first y, then the next; NaN: none
};

/// Panels one under the other. The file appears only when complete. Throws InputError (sizes that do not match) or RunError.
void write_table_plot(const std::filesystem::path& path, const std::vector<TablePanel>& panels);

}  // namespace grouser
