// SPDX-License-Identifier: BSD-3-Clause
// A file that GDAL writes, under observation: newer versions of GDAL lose track of a write that was cut short
// (by a full disk or a limit on the size of files) and report success. Private.
#pragma once
#include <cpl_vsi_virtual.h>

#include <string>

namespace grouser::terrain {

/// The same file; a write that was cut short, and a file that is shorter after closing than what was written
/// to it, become an error of GDAL's. Takes `file` over; null stays null.
VSIVirtualHandle* counted_writes(VSIVirtualHandle* file, const std::string& name);

}  // namespace grouser::terrain
