// SPDX-License-Identifier: BSD-3-Clause
// A grid of floats in deflated chunks (deflated_chunks.hpp).
#pragma once
#include <string>
#include <vector>

#include "hdf5.hpp"

namespace grouser {

/// A two-dimensional dataset of float32 in chunks of 256 x 256 (or the grid's size where that is smaller).
hdf5::Handle write_deflated_grid(hid_t group, const std::string& name, const hsize_t size[2],
                                 const float* values);

/// All numbers, row by row, of a dataset that open_dataset(Storage::deflated) opened and whose size the
/// caller has bounded. Throws hdf5::Failure.
std::vector<float> read_deflated_grid(hid_t dataset, const hsize_t size[2], const std::string& name);

}  // namespace grouser
