// SPDX-License-Identifier: BSD-3-Clause
// Memory that a run leaves behind.
#pragma once

namespace grouser::desktop {

/// Gives freed memory back to the system. A run's frames come from the simulation's thread and its columns
/// from the window's, tens of thousands of pieces of many sizes; left alone, the C library keeps their pages,
/// and the next run fills the holes so badly that the window grows for hours.
void give_spare_memory_back();

}  // namespace grouser::desktop
