// SPDX-License-Identifier: BSD-3-Clause
// Headlines first, an empty row, then the other metrics in the order in which they came.
#include "metric_table.hpp"

namespace grouser::cli {

void add_metric_rows(TextTable& table, std::vector<ShownMetric> metrics) {
  headlines_first(metrics);
  bool others = false;
  for (const ShownMetric& metric : metrics) {
    const bool headline = is_headline(metric.name);
    if (!headline && !others) table.add_row({""});
    others = !headline;
    table.add_row({metric.name, number_text(metric.value), metric.unit, headline_meaning(metric.name)});
  }
}

}  // namespace grouser::cli
