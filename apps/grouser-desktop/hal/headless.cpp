// SPDX-License-Identifier: BSD-3-Clause
// EGL without a display. Mesa's surfaceless platform comes first, then the first EGL device, which other
// drivers offer. The context has no surface of its own: all is drawn to framebuffers.
#include "hal/headless.hpp"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

/// A display that is initialised, or EGL_NO_DISPLAY.
EGLDisplay open_display() {
  EGLDisplay display = EGL_NO_DISPLAY;
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  }
  if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
  // Drivers without the surfaceless platform offer their devices instead.
  EGLDeviceEXT device = nullptr;
  EGLint count = 0;
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration") &&
      epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") &&
      eglQueryDevicesEXT(1, &device, &count) && count > 0) {
    display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
  }
  return EGL_NO_DISPLAY;
}

}  // namespace

HeadlessContext::HeadlessContext() {
  EGLDisplay display = open_display();
  if (display == EGL_NO_DISPLAY)
    throw RunError("no EGL display: install libegl1 and a driver (Mesa's llvmpipe will do)");
  display_ = display;
  // If no configuration matches, the context is made without one (EGL_KHR_no_config_context).
  const EGLint config_attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                      EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  eglBindAPI(EGL_OPENGL_API);
  eglChooseConfig(display, config_attributes, &config, 1, &count);
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                               3,
                               EGL_CONTEXT_MINOR_VERSION,
                               3,
                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                               EGL_NONE};
  EGLContext context =
      eglCreateContext(display, count > 0 ? config : EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
    eglTerminate(display);
    throw RunError("EGL here gives no OpenGL 3.3 core context");
  }
  context_ = context;
}

HeadlessContext::~HeadlessContext() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context_) eglDestroyContext(display_, context_);
  eglTerminate(display_);
}

bool HeadlessContext::available() {
  try {
    const HeadlessContext context;
    return true;
  } catch (const RunError&) {
    return false;
  }
}

}  // namespace grouser::desktop
