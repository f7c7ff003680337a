// SPDX-License-Identifier: BSD-3-Clause
// The tables [rare] and [envelope] of a campaign's file. Private.
#pragma once
#include <optional>

#include "grouser/base/toml_input.hpp"
#include "grouser/mission/campaign/estimate_spec.hpp"

namespace grouser {

/// Nothing where the file has no such table. Throws InputError.
std::optional<RareSpec> read_rare(const TomlTable& root);
std::optional<EnvelopeSpec> read_envelope(const TomlTable& root);

}  // namespace grouser
