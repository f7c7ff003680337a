// SPDX-License-Identifier: BSD-3-Clause
// The rank of a headline is its place in one table, which also holds its remark.
#include "common/headline_metrics.hpp"

#include <iterator>

namespace grouser {
namespace {

/// A metric's name, and the remark on what the name leaves open; "" if it says all.
struct Headline {
  const char *name, *meaning;
};
constexpr Headline kHeadlines[] = {
    {"distance", "along the path, horizontal"},
    {"displacement", ""},
    {"climb", ""},
    {"mean_slip", ""},
    {"max_sinkage", "of all wheels, any step"},
    {"max_tilt", ""},
    {"min_tip_over_margin", ""},
    {"settled_load_sum", "mean over the end of the run"},
    {"weight", ""},
    {"drawbar_pull", "mean over the end of the run"},
    {"peak_wheel_force",
     "whole force on one wheel, any step; a channel's `load` is its normal part, at frames"},
    {"motor_work", ""},
    {"energy_ledger_error", "what the energy book does not explain"},
};

}  // namespace

std::size_t headline_rank(const std::string& metric) {
  const auto found = std::find_if(std::begin(kHeadlines), std::end(kHeadlines),
                                  [&](const Headline& h) { return metric == h.name; });
  return static_cast<std::size_t>(found - std::begin(kHeadlines));
}

bool is_headline(const std::string& metric) { return headline_rank(metric) < std::size(kHeadlines); }

const char* headline_meaning(const std::string& metric) {
  return is_headline(metric) ? kHeadlines[headline_rank(metric)].meaning : "";
}

}  // namespace grouser
