// SPDX-License-Identifier: BSD-3-Clause
// Pace of contacts that have one record each: whether they touch, and how fast they come nearer.
#include "record_pace.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {

ContactPace pace_of(std::span<const ContactRecord> records) {
  ContactPace pace;
  for (const ContactRecord& record : records) {
    if (!(record.depth > 0.0)) continue;
    pace.touching = true;
    pace.approach = std::max(pace.approach, std::fabs(record.approach));
  }
  return pace;
}

void judge_records(std::span<const ContactRecord> records, double dt, DepthJudge& judge) {
  for (const ContactRecord& record : records)
    if (record.depth > 0.0)
      judge.judge(std::max(0.0, record.depth - std::fabs(record.approach) * dt), record.depth,
                  record.approach);
}

}  // namespace grouser
