// SPDX-License-Identifier: BSD-3-Clause
// Session that every use of GDAL here shares: drivers registered once, a bounded cache, and messages that are
// collected instead of printed. Private.
#pragma once
#include <cpl_error.h>

#include <string>

namespace grouser::terrain {

/// The drivers used to read rasters: GeoTIFF and the formats of planetary archives. For GDAL's open().
const char* const* raster_drivers();

/// Collects GDAL's messages in this thread as long as it lives. Sessions nest.
class GdalSession {
 public:
  GdalSession();
  ~GdalSession();
  GdalSession(const GdalSession&) = delete;
  GdalSession& operator=(const GdalSession&) = delete;

  bool complained() const { return !message_.empty(); }
  std::string said() const { return message_.empty() ? "GDAL gave no reason" : message_; }

 private:
  static void CPL_STDCALL collect(CPLErr severity, CPLErrorNum, const char* text);
  std::string message_;
};

/// As long as it lives, GDAL writes no .aux.xml files in this thread.
class NoSideFiles {
 public:
  NoSideFiles();
  ~NoSideFiles();
  NoSideFiles(const NoSideFiles&) = delete;
  NoSideFiles& operator=(const NoSideFiles&) = delete;
};

}  // namespace grouser::terrain
