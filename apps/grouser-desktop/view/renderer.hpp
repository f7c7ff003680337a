// SPDX-License-Identifier: BSD-3-Clause
// Interface of the renderer of the 3D view: the real one uses OpenGL, the null one draws nothing (panel
// tests).
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "grouser/simulation/step/frame.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "hal/image.hpp"
#include "session/document/selection.hpp"
#include "view/camera/camera.hpp"
#include "view/gl/cut.hpp"
#include "view/gl/mesh.hpp"
#include "view/overlay.hpp"

namespace grouser::desktop {

struct GroundTint;

struct ViewOptions {
  bool forces = false;  ///< arrows at the wheels
  bool grid = true;     ///< lines each metre
  bool shadows = true;
  Overlay overlay = Overlay::none;  ///< quantity that colours the ground
  bool patterns = false;            ///< a tint's classes are hatched besides their colours
  int samples = 4;                  ///< of antialiasing
  bool transparent = false;         ///< no sky and no haze: read() tells where the picture is empty
  Detail detail = Detail::fine;
};

/// All that one picture shows. `scene` may be null (nothing open), `ground` too (no ruts).
struct ViewInput {
  std::shared_ptr<const Scene> scene;
  const Frame* frame = nullptr;
  std::shared_ptr<const GroundMemory> ground;
  std::shared_ptr<const Scene> ghost_scene;  ///< of a second run, drawn translucent; may be null
  const Frame* ghost = nullptr;
  std::span<const Vec2> route;             ///< waypoints to follow, world, m; may be empty
  std::shared_ptr<const GroundTint> tint;  ///< on the ground; may be null
  Selection selection;                     ///< drawn with an outline
  std::vector<Shown> bodies;               ///< how much of each is drawn; empty: all of it
  Camera camera;
  ViewOptions options;
};

inline constexpr double kMeanArrow =
    0.45;  ///< m: length of the arrow of the mean contact force, when first drawn

class Renderer {
 public:
  virtual ~Renderer() = default;
  /// Draws into an off-screen picture of this size in pixels.
  virtual void draw(const ViewInput& input, int width, int height) = 0;
  /// The picture as a texture for the user interface; 0 if there is none.
  virtual std::uintptr_t texture() const = 0;
  /// The picture's bytes.
  virtual Image read() const = 0;
  /// Draws rows `first` to `last` (from below) of a picture that is kept, beside the one that the window
  /// shows: one that takes long is drawn in parts, between which the window goes on. All parts are given the
  /// same input and size.
  virtual void draw_rows(const ViewInput& input, int width, int height, int first, int last) = 0;
  /// The kept picture as a texture, once all its rows are drawn.
  virtual std::uintptr_t kept_texture() const = 0;
  virtual Image read_kept() const = 0;
  /// Gives its memory back.
  virtual void drop_kept() = 0;
  virtual int triangles() const { return 0; }
  /// Scale of the force arrows drawn last, N/m; 0 while none was drawn.
  virtual double newtons_per_metre() const { return 0.0; }
  /// Highest pressure between meshes in the picture drawn last, Pa; 0: none touch there, or it was not asked
  /// for.
  virtual double mesh_pressure() const { return 0.0; }
};

class NullRenderer final : public Renderer {
 public:
  void draw(const ViewInput&, int width, int height) override {
    width_ = width;
    height_ = height;
  }
  std::uintptr_t texture() const override { return 0; }
  void draw_rows(const ViewInput& input, int width, int height, int, int) override {
    draw(input, width, height);
  }
  std::uintptr_t kept_texture() const override { return 0; }
  Image read_kept() const override { return read(); }
  void drop_kept() override {}
  Image read() const override { return {width_, height_, std::vector<std::uint8_t>(3u * width_ * height_)}; }

 private:
  int width_ = 0, height_ = 0;
};

/// Needs a current OpenGL 3.3 context for its whole life.
std::unique_ptr<Renderer> make_gl_renderer();

}  // namespace grouser::desktop
