// SPDX-License-Identifier: BSD-3-Clause
// A coordinate reference system as text. Private.
#pragma once
#include <cpl_conv.h>
#include <ogr_spatialref.h>

#include <cmath>
#include <string>

#include "grouser/math/units.hpp"

namespace grouser::terrain {

/// WKT, or "" without one. WKT 1 would read the prime meridian back in the units of the angles, so that
/// systems with other units than degrees are written as WKT 2.
inline std::string crs_text(const OGRSpatialReference* crs) {
  if (!crs) return {};
  char* text = nullptr;
  const bool degrees = std::fabs(crs->GetAngularUnits() / kDegree - 1.0) < 1e-9;
  const char* const newer[] = {"FORMAT=WKT2_2019", nullptr};
  crs->exportToWkt(&text, degrees ? nullptr : newer);
  std::string out = text ? text : "";
  CPLFree(text);
  return out;
}

}  // namespace grouser::terrain
