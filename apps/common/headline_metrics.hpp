// SPDX-License-Identifier: BSD-3-Clause
// The headline metrics of a run, which summarise its outcome, in the order in which people are shown them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace grouser {

/// Place of a headline metric in their order; all other metrics share the place behind the last one.
std::size_t headline_rank(const std::string& metric);
/// Whether a metric is one of them.
bool is_headline(const std::string& metric);
/// A remark on what the metric's name leaves open; "" if the name says all, or if the metric is no headline.
const char* headline_meaning(const std::string& metric);

/// Sorts metrics, of a type with a `name`, so that the headlines come first.
template <class Named>
void headlines_first(std::vector<Named>& metrics) {
  std::stable_sort(metrics.begin(), metrics.end(), [](const Named& a, const Named& b) {
    return headline_rank(a.name) < headline_rank(b.name);
  });
}

}  // namespace grouser
