// SPDX-License-Identifier: BSD-3-Clause
// Saved states as bytes and back.
#pragma once
#include "instance.hpp"

namespace grouser::fmu {

/// The saved state as bytes that the same unit can read, in any process.
std::vector<std::uint8_t> snapshot_bytes(const Snapshot& snapshot);

/// Reads them back. `world`: makes the world of these settings. Throws InputError for bytes that were
/// changed or are not of this unit.
Snapshot snapshot_from_bytes(std::span<const std::uint8_t> bytes,
                             const std::function<std::shared_ptr<const World>(const Settings&)>& world);

}  // namespace grouser::fmu
