// SPDX-License-Identifier: BSD-3-Clause
// A coordinate reference system as text. Private.
#pragma once
#include <cpl_conv.h>
#include <ogr_spatialref.h>

#include <string>

namespace grouser::terrain {

/// WKT, or "" without one.
inline std::string crs_text(const OGRSpatialReference* crs) {
  if (!crs) return {};
  char* text = nullptr;
  crs->exportToWkt(&text);
  std::string out = text ? text : "";
  CPLFree(text);
  return out;
}

}  // namespace grouser::terrain
