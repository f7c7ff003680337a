// SPDX-License-Identifier: BSD-3-Clause
// The keys of a kind of file, as `--keys` of the commands that list such files prints them.
#pragma once
#include <vector>

#include "grouser/base/key_visitors.hpp"

namespace grouser::cli {

enum class KeyFormat { text, json };
/// Returns kExitOk.
int print_keys(const std::vector<ListedSection>& sections, KeyFormat format);

}  // namespace grouser::cli
