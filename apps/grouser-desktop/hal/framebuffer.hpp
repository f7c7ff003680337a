// SPDX-License-Identifier: BSD-3-Clause
// Off-screen drawing surfaces: multisampled colour and depth, resolved to a texture that a picture or the
// user interface shows; and a depth-only one for the sun's shadow.
#pragma once
#include "hal/image.hpp"

namespace grouser::desktop {

/// Colour is stored as sRGB and averaged in linear light when the samples are resolved.
class Framebuffer {
 public:
  Framebuffer() = default;
  ~Framebuffer();
  Framebuffer(const Framebuffer&) = delete;
  Framebuffer& operator=(const Framebuffer&) = delete;

  /// Gives the surface this size in pixels; does nothing if it has it already.
  void resize(int width, int height, int samples);
  void bind() const;
  /// Averages the samples into texture().
  void resolve() const;
  /// Sampling it returns the sRGB-coded values unchanged, which is what an 8-bit screen wants.
  /// The name stays the same when the size changes.
  unsigned texture() const { return texture_; }
  int width() const { return width_; }
  int height() const { return height_; }
  /// `with_alpha`: with how far each pixel is covered; what was drawn is then taken as multiplied by it.
  Image read(bool with_alpha = false) const;

 private:
  void release();
  int width_ = 0, height_ = 0, samples_ = 0;
  unsigned draw_ = 0, color_ = 0, depth_ = 0, resolved_ = 0, texture_ = 0;
};

class DepthMap {
 public:
  explicit DepthMap(int size);
  ~DepthMap();
  DepthMap(const DepthMap&) = delete;
  DepthMap& operator=(const DepthMap&) = delete;
  void bind() const;
  unsigned texture() const { return texture_; }
  int size() const { return size_; }

 private:
  int size_;
  unsigned framebuffer_ = 0, texture_ = 0;
};

}  // namespace grouser::desktop
