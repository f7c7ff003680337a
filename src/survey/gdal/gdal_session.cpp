// SPDX-License-Identifier: BSD-3-Clause
// Prepares GDAL once per process: few drivers, gates for its files, a bounded cache. A session collects the
// first message of a failure in its thread.
#include "gdal_session.hpp"

#include <cpl_conv.h>
#include <gdal_frmts.h>
#include <gdal_priv.h>

#include <algorithm>
#include <mutex>

#include "file_gate.hpp"

namespace grouser::terrain {
namespace {

// GDAL's block cache counts as our memory. By default it takes 5 % of the computer's memory.
constexpr GIntBig kCacheBytes = 96 << 20;

void register_once() {
  static std::once_flag once;
  std::call_once(once, [] {
    // Many of GDAL's two hundred drivers fetch what their files name: other files, servers, databases.
    for (const auto register_driver :
         {GDALRegister_GTiff, GDALRegister_PDS, GDALRegister_PDS4, GDALRegister_ISIS2, GDALRegister_ISIS3,
          GDALRegister_VICAR, GDALRegister_ENVI, GDALRegister_JP2OpenJPEG})
      register_driver();
    // A whole folder is not read to find files beside a raster.
    CPLSetConfigOption("GDAL_DISABLE_READDIR_ON_OPEN", "TRUE");
    install_file_gates();
    if (!CPLGetConfigOption("GDAL_CACHEMAX", nullptr)) GDALSetCacheMax64(kCacheBytes);
  });
}

}  // namespace

const char* const* raster_drivers() {
  static constexpr const char* kNames[] = {"GTiff", "PDS",  "PDS4",        "ISIS2", "ISIS3",
                                           "VICAR", "ENVI", "JP2OpenJPEG", nullptr};
  return kNames;
}

GdalSession::GdalSession() {
  register_once();
  CPLPushErrorHandlerEx(&GdalSession::collect, this);
}

GdalSession::~GdalSession() { CPLPopErrorHandler(); }

void CPL_STDCALL GdalSession::collect(CPLErr severity, CPLErrorNum, const char* text) {
  auto* self = static_cast<GdalSession*>(CPLGetErrorHandlerUserData());
  // The first failure is the cause; warnings and later messages are left out.
  if (severity < CE_Failure || !self->message_.empty()) return;
  self->message_ = text;
  std::replace(self->message_.begin(), self->message_.end(), '\n', ' ');
}

NoSideFiles::NoSideFiles() { CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "NO"); }
NoSideFiles::~NoSideFiles() { CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", nullptr); }

}  // namespace grouser::terrain
