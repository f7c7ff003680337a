// SPDX-License-Identifier: BSD-3-Clause
// OpenGL framebuffers: a multisampled one that is drawn to, and one with a texture that receives the
// average of its samples. Colours are sRGB-coded in 8 bits, so that the driver averages in linear light.
#include "hal/framebuffer.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

/// Throws RunError if the bound framebuffer cannot be drawn to.
void check_complete(const char* what) {
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw RunError(std::string("the graphics driver refuses the ") + what);
  }
}

/// Reverses the order of rows of `row` bytes, because OpenGL's first row is the lowest one.
void lowest_row_last(std::vector<std::uint8_t>& bytes, std::size_t row) {
  for (std::size_t low = 0, high = bytes.size(); low + row < high; low += row) {
    high -= row;
    std::swap_ranges(bytes.begin() + static_cast<long>(low), bytes.begin() + static_cast<long>(low + row),
                     bytes.begin() + static_cast<long>(high));
  }
}

// The curve of sRGB (IEC 61966-2-1), 0 to 1.
double linear_of(double coded) {
  return coded <= 0.04045 ? coded / 12.92 : std::pow((coded + 0.055) / 1.055, 2.4);
}
double coded_of(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

/// Divides each colour by its alpha, in linear light. An edge that is drawn over nothing is darkened by its
/// samples' share; the colours of a file are not.
void divide_by_alpha(Image& image) {
  constexpr double kFull = 255.0;
  for (std::size_t k = 0; k < image.alpha.size(); ++k) {
    // Nothing to divide, or nothing to change.
    if (image.alpha[k] == 0 || image.alpha[k] == 255) continue;
    for (std::size_t c = 3 * k; c < 3 * k + 3; ++c) {
      const double whole = linear_of(image.rgb[c] / kFull) * kFull / image.alpha[k];
      image.rgb[c] = static_cast<std::uint8_t>(std::lround(kFull * coded_of(std::min(whole, 1.0))));
    }
  }
}

}  // namespace

Framebuffer::~Framebuffer() {
  release();
  glDeleteTextures(1, &texture_);
}

void Framebuffer::release() {
  if (draw_ == 0) return;
  glDeleteFramebuffers(1, &draw_);
  glDeleteFramebuffers(1, &resolved_);
  glDeleteRenderbuffers(1, &color_);
  glDeleteRenderbuffers(1, &depth_);
  draw_ = resolved_ = color_ = depth_ = 0;
}

void Framebuffer::resize(int width, int height, int samples) {
  if (width == width_ && height == height_ && samples == samples_) return;
  release();
  width_ = width;
  height_ = height;
  samples_ = samples;
  // The driver's limit on samples.
  GLint most = 1;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  const int used =
      samples > 1 ? std::min(samples, most) : 0;  // 1 would be rounded up to the least kind of multisampling

  // The surface that is drawn to: colour and depth.
  glGenFramebuffers(1, &draw_);
  glGenRenderbuffers(1, &color_);
  glGenRenderbuffers(1, &depth_);
  glBindFramebuffer(GL_FRAMEBUFFER, draw_);
  glBindRenderbuffer(GL_RENDERBUFFER, color_);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, used, GL_SRGB8_ALPHA8, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
  glBindRenderbuffer(GL_RENDERBUFFER, depth_);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, used, GL_DEPTH_COMPONENT32F, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
  check_complete("multisampled picture");

  // The surface that receives the average. The texture keeps its name, because ImGui's lists refer to it.
  glGenFramebuffers(1, &resolved_);
  if (texture_ == 0) glGenTextures(1, &texture_);
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  // ImGui is drawn without conversion to sRGB, so the texture must not be decoded when it is sampled.
  if (epoxy_has_gl_extension("GL_EXT_texture_sRGB_decode")) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT);
  }
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
  check_complete("picture");
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, draw_);
  glViewport(0, 0, width_, height_);
}

void Framebuffer::resolve() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, draw_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

Image Framebuffer::read(bool with_alpha) const {
  // Rows are packed without padding.
  const auto pixels = static_cast<std::size_t>(width_) * height_;
  Image image{width_, height_, std::vector<std::uint8_t>(pixels * 3)};
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  lowest_row_last(image.rgb, 3 * static_cast<std::size_t>(width_));
  if (with_alpha) {
    std::vector<std::uint8_t> rgba(pixels * 4);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    lowest_row_last(rgba, 4 * static_cast<std::size_t>(width_));
    image.alpha.resize(pixels);
    for (std::size_t k = 0; k < pixels; ++k) image.alpha[k] = rgba[4 * k + 3];
    divide_by_alpha(image);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

DepthMap::DepthMap(int size) : size_(size) {
  glGenFramebuffers(1, &framebuffer_);
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  // Outside the map everything is lit.
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
  const float lit[] = {1, 1, 1, 1};
  glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, lit);
  // Sampling compares with a depth and filters the results: soft edges of the shadow.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture_, 0);
  glDrawBuffer(GL_NONE);
  glReadBuffer(GL_NONE);
  check_complete("shadow map");
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

DepthMap::~DepthMap() {
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteTextures(1, &texture_);
}

void DepthMap::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, size_, size_);
}

}  // namespace grouser::desktop
