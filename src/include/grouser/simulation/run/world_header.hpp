// SPDX-License-Identifier: BSD-3-Clause
// Data from which a world is built again: the head of its run file, and the scene of the live link.
#pragma once
#include "grouser/recording/run_file/run_header.hpp"

namespace grouser {

class World;

/// Documents, settings and ground of a world; the state's layout and the parent are left to the recorder.
/// Throws InputError for a world without documents.
RunHeader header_of(const World& world);

}  // namespace grouser
