// SPDX-License-Identifier: BSD-3-Clause
// An OpenGL 3.3 core context without a display: EGL on Mesa's surfaceless platform, or on the first EGL
// device.
#pragma once

namespace grouser::desktop {

class HeadlessContext {
 public:
  /// Makes a context and makes it current. Throws RunError where the machine has no EGL that can.
  HeadlessContext();
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  /// Whether such a context can be made here (tests skip themselves where not).
  static bool available();

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace grouser::desktop
