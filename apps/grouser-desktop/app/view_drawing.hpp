// SPDX-License-Identifier: BSD-3-Clause
// The 3D view in the window: its content, and the time at which it is drawn anew. It is coarser in motion
// if pictures come slowly, at its best once nothing moves, and not drawn at all while nothing changes.
#pragma once
#include <memory>
#include <utility>

#include "app/quality.hpp"
#include "view/renderer.hpp"
#include "view/shared.hpp"

namespace grouser::desktop {

/// Content of the view at one moment, with all that it refers to.
struct KeptView {
  ViewInput input;
  std::shared_ptr<const Frame> frame, ghost;
  std::vector<Vec2> route;
};

class ViewDrawing {
 public:
  ViewDrawing(Renderer& renderer, const Shared& shared);

  /// Must be called once per picture; measures how long the last one took.
  void update(double now);
  void render();
  /// The view's present content, to be drawn at its best.
  KeptView kept_view(bool transparent) const;
  /// The view alone at this size and at its best.
  void render_alone(int width, int height, bool transparent);
  /// Notes that no picture was drawn because nothing was new, so the time since the last one is no
  /// measurement.
  void rested() { rested_ = true; }
  /// Whether the view has yet to be drawn at its best.
  bool unfinished() const;
  int triangles() const { return triangles_; }
  Quality& quality() { return quality_; }
  const Quality& quality() const { return quality_; }

 private:
  /// Content of the last picture.
  struct Drawn {
    std::shared_ptr<const Frame> frame, ghost;
    std::shared_ptr<const GroundMemory> ground;
    Vec3 eye = Vec3::Zero(), forward = Vec3::Zero();
    bool parallel = false;
    Selection selection;
    std::vector<Shown> bodies;
    std::shared_ptr<const GroundTint> tint;
    bool forces = false, grid = false, patterns = false, route = false, best = false;
    int overlay = 0;
    double width = 0.0, height = 0.0;
    bool shows_same(const Drawn& other) const;
  };
  Drawn shown_now() const;
  ViewInput shown() const;

  Renderer& renderer_;
  const Shared& from_;
  std::shared_ptr<const Scene> backdrop_;  // bare ground behind the start panel
  Quality quality_;
  Drawn drawn_;
  double last_now_ = 0.0, changed_at_ = 0.0;  // s
  int triangles_ = 0;
  bool rested_ = false;
};

}  // namespace grouser::desktop
