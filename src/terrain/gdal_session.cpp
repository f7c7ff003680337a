#include "gdal_session.hpp"

#include <cpl_conv.h>
#include <gdal.h>

#include <algorithm>
#include <mutex>

namespace grouser::terrain {
namespace {

// GDAL's own cache of blocks is ours too. By default it takes 5 % of the machine's memory.
constexpr GIntBig kCacheBytes = 96 << 20;

void register_once() {
  static std::once_flag once;
  std::call_once(once, [] {
    GDALAllRegister();
    if (!CPLGetConfigOption("GDAL_CACHEMAX", nullptr)) GDALSetCacheMax64(kCacheBytes);
  });
}

}  // namespace

GdalSession::GdalSession() {
  register_once();
  CPLPushErrorHandlerEx(&GdalSession::collect, this);
}

GdalSession::~GdalSession() { CPLPopErrorHandler(); }

void CPL_STDCALL GdalSession::collect(CPLErr severity, CPLErrorNum, const char* text) {
  auto* self = static_cast<GdalSession*>(CPLGetErrorHandlerUserData());
  if (severity < CE_Failure || !self->message_.empty()) return;
  self->message_ = text;
  std::replace(self->message_.begin(), self->message_.end(), '\n', ' ');
}

NoSideFiles::NoSideFiles() { CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "NO"); }
NoSideFiles::~NoSideFiles() { CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", nullptr); }

}  // namespace grouser::terrain
