// SPDX-License-Identifier: BSD-3-Clause
// Rovers and rigid shapes on the graphics card: one mesh each, uploaded once; a picture only changes their
// poses.
#pragma once
#include <memory>
#include <vector>

#include "grouser/simulation/step/frame.hpp"
#include "session/document/selection.hpp"
#include "view/gl/cut.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/ground/rigid_ground.hpp"

namespace grouser::desktop {

/// ghost: bodies and the shapes that they carry, in one colour. cut: only the bodies that are cut open,
/// which the passes of picture and shadow leave out.
enum class BodyPass { picture, shadow, ghost, cut };

class BodyLayer {
 public:
  /// Makes the meshes of another scene.
  void show(std::shared_ptr<const Scene> scene);
  /// Sets how much of each body the next pictures draw; see shown_of().
  void show_parts(std::vector<Shown> bodies) { shown_ = std::move(bodies); }
  /// Whether some body is cut open.
  bool has_cut() const;
  /// Draws every shape that `to_clip` shows with the program in use.
  int draw(GlProgram& program, const Frame& frame, const glm::mat4& to_clip, const ViewPoint& from,
           BodyPass pass, Detail detail);
  /// The shapes of a body, or a rigid shape, with the program in use.
  int draw_selected(GlProgram& program, const Frame& frame, const Vec3& origin, const Selection& selection);
  /// Arrows of the contact forces; `newtons_per_metre` sets their length.
  int draw_arrows(GlProgram& program, const Frame& frame, const Vec3& origin, double newtons_per_metre);

 private:
  struct Item {
    std::unique_ptr<GlMesh> fine, coarse;  // none that is coarse: the fine one
    int body = -1;                         // -1: the world
    int shape = -1;                        // of the terrain, carried by a body; -1: part of a body
    RigidTransform pose;
    glm::vec3 color{1.0f}, size{1.0f};
    int kind = 0;
    bool solid = true;  // else a housing
  };
  std::shared_ptr<const Scene> scene_;
  bool is_in(BodyPass pass, int body) const;
  void add_meshes();
  std::vector<Item> items_;
  std::vector<Shown> shown_;
  std::unique_ptr<RigidGround> still_;
  int selected_ = -1;  // the still shape that selected_mesh_ is of
  std::unique_ptr<GlMesh> selected_mesh_;
  std::unique_ptr<GlMesh> arrow_, knob_;
};

}  // namespace grouser::desktop
