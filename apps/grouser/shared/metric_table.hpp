// The metrics of a run for people: those that say how it went first, and what the largest ones are the
// largest of. For programs they stay sorted by name.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "console.hpp"

namespace grouser::cli {

struct ShownMetric {
  std::string name;
  double value;
  std::string unit;
};

/// Place of a headline metric; the others come after all of them, as they stand.
std::size_t headline_rank(const std::string& metric);
/// Whether a metric is one of them.
bool is_headline(const std::string& metric);

template <class Named>
void headlines_first(std::vector<Named>& metrics) {
  std::stable_sort(metrics.begin(), metrics.end(), [](const Named& a, const Named& b) {
    return headline_rank(a.name) < headline_rank(b.name);
  });
}

/// name, value, unit and, where the name leaves it open, what it is.
void add_metric_rows(TextTable& table, std::vector<ShownMetric> metrics);

}  // namespace grouser::cli
