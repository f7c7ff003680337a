// SPDX-License-Identifier: BSD-3-Clause
// Opens a raster behind its gate. Private.
#pragma once
#include <gdal_priv.h>

#include <memory>
#include <string>
#include <vector>

#include "file_gate.hpp"
#include "gdal_session.hpp"

namespace grouser::terrain {

/// GDAL's messages, and the file that the gate refused.
std::string reason(const GdalSession&, const FileGate&);

/// An open raster and its gate, which must outlive it.
struct OpenRaster {
  std::unique_ptr<FileGate> gate;  // outlives the data
  GDALDatasetUniquePtr data;
  std::string name;  ///< of the file that was opened: the label, where the data of one were named
};

/// `name`: as GDAL gets it. `shown`: as errors name it. If the file is the data of a label beside it, the
/// label is opened. Throws InputError.
OpenRaster open_raster(const std::string& name, const std::string& shown);

/// Throws InputError where a text beside the raster was not read because of its length. GDAL reads some of
/// them late.
void check_too_long(const FileGate&, const std::string& shown);

/// Throws InputError: more cells than a raster of a planet has, or blocks too large to be held, of a level,
/// its mask or its alpha band.
void check_size(GDALDataset&, const std::vector<GDALRasterBand*>& bands, const std::string& shown);

}  // namespace grouser::terrain
