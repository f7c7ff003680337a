// SPDX-License-Identifier: BSD-3-Clause
// Sizes of files that GDAL would read whole, or that cannot be those of the raster they describe. Private.
#pragma once
#include <gdal_priv.h>

#include <filesystem>
#include <string>

namespace grouser::terrain {

/// Labels, headers, georeferences and metadata are text that GDAL reads whole, into twenty times their size.
inline constexpr long long kMostTextBytes = 4 << 20;

/// Whether a file is one of those by its name: .lbl, .xml, .hdr, .prj, .tfw, ...
bool is_text_file(const std::filesystem::path&);
/// "a file of 120.0 MB".
std::string size_words(double bytes);
/// Call before GDAL opens a raster. `name` is as GDAL gets it, `shown` as errors name it. Throws InputError
/// for a text file, a label at the head of its data, or a sidecar in an archive that is too long.
void check_text_sizes(const std::string& name, const std::string& shown);
/// Throws InputError where the data file of a format without compression is shorter than its header says.
void check_data_size(GDALDataset&, const std::string& driver, const std::string& shown);

}  // namespace grouser::terrain
