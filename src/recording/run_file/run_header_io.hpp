// SPDX-License-Identifier: BSD-3-Clause
// A run file's header as groups, datasets and attributes.
#pragma once
#include <vector>

#include "grouser/recording/run_file/channel.hpp"
#include "grouser/recording/run_file/run_header.hpp"
#include "hdf5.hpp"

namespace grouser {

/// Writes attributes of the root, /header and /rasters, and a hash over all of it.
void write_header(hid_t file, const RunHeader& header, const std::vector<ChannelSpec>& channels);

struct StoredHeader {
  RunHeader header;
  std::vector<ChannelSpec> channels;
};
/// Throws hdf5::Failure saying what is missing, or that the header differs from its hash.
StoredHeader read_header(hid_t file);

}  // namespace grouser
