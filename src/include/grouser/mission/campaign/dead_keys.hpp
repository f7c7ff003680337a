// SPDX-License-Identifier: BSD-3-Clause
// Keys of a study that change nothing, such as a rover's motor where the scenario has one of its own. They
// are found before the rows are run: a row is run again with another value of one key alone, and both runs
// are compared as they go on. Most keys change the first state, so both end there; only a key that changes
// nothing costs two whole runs.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "grouser/mission/campaign/campaign.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"

namespace grouser {

/// A key with which a row is the same for all values that were tried: in every state that was compared, in
/// its end, its metrics and its verdict.
struct DeadKey {
  std::string key;                      ///< as the study names it
  std::string place;                    ///< its place in the file, for messages
  std::vector<std::string> values;      ///< that were tried, as TOML
  std::uint64_t state_hash = 0;         ///< of the last state
  std::vector<std::string> other_keys;  ///< that the scenario has under the same last names
};

/// The keys of [draw] and [cross] that change nothing in up to three rows of the plan: the first, the last
/// and one between. A key of which the plan has one value only is not judged, nor are those behind the
/// hundredth. Throws Interrupted.
std::vector<DeadKey> find_dead_keys(const Campaign& campaign, const JobOptions& options);

/// Throws InputError that names such keys, unless the campaign's file allows them.
void refuse_dead_keys(const Campaign& campaign, const JobOptions& options);

}  // namespace grouser
