// SPDX-License-Identifier: BSD-3-Clause
// The time axis of a run file as science tools look for it: an HDF5 dimension scale (HDF5 Dimension Scale
// Specification 1.0), which netCDF-4 takes for a coordinate, with the attribute names of the Climate and
// Forecast conventions (CF 1.8).
#pragma once
#include <vector>

#include "grouser/recording/run_file/channel.hpp"
#include "hdf5.hpp"

namespace grouser {

/// Makes `/time` of a new file the scale of every dataset that has one row per frame, gives each of those
/// `units` and `long_name`, and puts a hard link `time` into every folder of channels, so that a reader of
/// one group finds the axis there. A channel of that name keeps its place, and a run of more than 3,000
/// channels has no axis. Called before single-writer mode, in which HDF5 adds nothing. Throws hdf5::Failure.
void write_time_axis(hid_t file, const std::vector<ChannelSpec>& channels);

}  // namespace grouser
