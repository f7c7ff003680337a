// SPDX-License-Identifier: BSD-3-Clause
// Deflated pieces of datasets, written by HDF5 and decompressed here: HDF5's own filter would expand a forged
// piece to a thousand times its bytes before its size could be checked.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "hdf5.hpp"

namespace grouser::hdf5 {

/// Shuffles and deflates the pieces of a dataset that is to be made.
void set_deflate(hid_t creation, const std::string& place);

/// The numbers of the piece that begins at `offset`; as many bytes as `numbers` has. Throws Failure.
void read_deflated_chunk(hid_t dataset, const hsize_t* offset, std::size_t number_bytes,
                         const std::string& place, std::span<unsigned char> numbers);

/// Rows of a dataset whose pieces are whole rows. Throws Failure, also where the dataset states more numbers
/// than its bytes expand to.
void read_deflated_rows(hid_t dataset, hsize_t first, hsize_t rows, const std::string& place, void* numbers);

}  // namespace grouser::hdf5
