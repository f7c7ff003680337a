// SPDX-License-Identifier: BSD-3-Clause
// The keys of scenarios for people: what `grouser scenarios --keys` and docs/reference/scenario.md say.
#pragma once
#include <vector>

#include "grouser/base/key_visitors.hpp"

namespace grouser {

/// All sections of a scenario with their keys, in the order of the table that reads them; of [terrain] those
/// that say how a ground behaves.
std::vector<ListedSection> list_scenario_keys();

}  // namespace grouser
