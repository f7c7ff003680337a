// SPDX-License-Identifier: BSD-3-Clause
// Facts of a PDS3 or PDS4 label about heights and their place, where GDAL does not read it or
// reads it otherwise. Private.
#pragma once
#include <gdal_priv.h>

#include <optional>
#include <string>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"
#include "odl_label.hpp"
#include "sample_code.hpp"

namespace grouser::terrain {

/// Facts that a label states; what it does not state is left to GDAL.
struct LabelFacts {
  std::optional<std::string> unit;      ///< of heights, as written
  std::optional<double> scale, offset;  ///< height = raw scale + offset, in that unit
  std::vector<double> voids;            ///< raw values without a height
  SampleCode code;
  std::optional<GeoTransform> transform;  ///< in place of GDAL's
  std::optional<std::string> crs;         ///< WKT in place of GDAL's
  std::vector<std::string> notes;
};

/// The extent that a label states, degrees to the east and north; how exactly it is written, degrees.
struct LabelExtent {
  double west = 0.0, east = 0.0, south = 0.0, north = 0.0;
  double written = 0.0;
};

/// Reads the label of a raster that GDAL opened as PDS3 or PDS4; empty for other formats. `name`: as GDAL
/// gets it. `shown`: as errors name it. Throws InputError: a field that is not understood.
LabelFacts read_label(GDALDataset&, GDALRasterBand&, const std::string& name, const std::string& shown);

/// Heights of a PDS3 image: unit, scale, constants, encoding. `facts.code`: as GDAL takes the samples, and
/// corrected here.
void read_pds3_heights(const OdlLabel&, LabelFacts& facts);
/// Its place: scale, radii, meridian, projection offsets.
void read_pds3_place(const OdlLabel&, GDALDataset&, LabelFacts&);
/// Reads the text of a PDS4 label.
void read_pds4(const std::string& xml, GDALDataset&, const std::string& shown, LabelFacts&);

}  // namespace grouser::terrain
