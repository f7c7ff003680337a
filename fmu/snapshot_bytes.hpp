// SPDX-License-Identifier: BSD-3-Clause
// Saved states as bytes and back.
#pragma once
#include "instance.hpp"

namespace grouser::fmu {

std::vector<std::uint8_t> snapshot_bytes(const Snapshot& snapshot);

/// `world`: makes the world of these settings. Throws InputError for spoiled bytes.
Snapshot snapshot_from_bytes(std::span<const std::uint8_t> bytes,
                             const std::function<std::shared_ptr<const World>(const Settings&)>& world);

}  // namespace grouser::fmu
