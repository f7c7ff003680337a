// SPDX-License-Identifier: BSD-3-Clause
// Bodies on the graphics card: each visual shape, contact mesh and carried box is one item with its mesh
// and pose; a picture only sets matrices. Shapes of the ground that never move are gathered by RigidGround.
// Positions are floats relative to the view's local origin.
#include "view/gl/body_layer.hpp"

#include <algorithm>
#include <utility>

#include "view/bounds.hpp"
#include "view/gl/scene_meshes.hpp"

namespace grouser::desktop {
namespace {

constexpr int kPainted = 0, kPanel = 1, kGround = 2, kArrow = 3;  // u_kind of the shader
const glm::vec3 kGhostColor(0.10f, 0.38f, 0.90f);

/// The pose as a matrix, relative to `origin`, which is subtracted in double precision.
glm::mat4 to_matrix4(const RigidTransform& X, const Vec3& origin) {
  const Vec3 p = X.p - origin;
  glm::mat4 m(1.0f);
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) m[column][row] = static_cast<float>(X.R(row, column));
  }
  m[3] = glm::vec4(p.x(), p.y(), p.z(), 1.0f);
  return m;
}

glm::vec3 to_color(const std::array<double, 3>& c) { return {c[0], c[1], c[2]}; }

}  // namespace

void BodyLayer::show(std::shared_ptr<const Scene> scene) {
  if (scene == scene_) return;
  scene_ = std::move(scene);
  items_.clear();
  still_.reset();
  selected_ = -1;
  if (!scene_) return;
  // Visual shapes of vehicles; a mesh of a file has one level of detail.
  for (const VisualShape& shape : scene_->visuals) {
    const bool by_file = shape.kind == VisualKind::mesh;
    Item item{std::make_unique<GlMesh>(make_visual_mesh(shape)),
              by_file ? nullptr : std::make_unique<GlMesh>(make_visual_mesh(shape, Detail::coarse)),
              shape.body,
              -1,
              shape.pose,
              to_color(shape.colour),
              glm::vec3(shape.size.x(), shape.size.y(), shape.size.z()),
              shape.kind == VisualKind::panel ? kPanel : kPainted,
              false};
    items_.push_back(std::move(item));
  }
  add_meshes();
  if (!scene_->terrain) return;
  // Boxes that bodies carry; `number` counts all shapes of the terrain, as selections do.
  int number = -1;
  for (const RigidShape& box : scene_->terrain->shapes()) {
    ++number;
    const int body = body_index(*scene_, box.owner);
    if (body < 0) continue;
    const Vec3 size = 2.0 * box.half;
    Item item{std::make_unique<GlMesh>(make_rigid_mesh(box, Detail::fine)),
              std::make_unique<GlMesh>(make_rigid_mesh(box, Detail::coarse)),
              body,
              number,
              box.pose,
              glm::vec3(1.0f),
              glm::vec3(size.x(), size.y(), size.z()),
              kGround};
    items_.push_back(std::move(item));
  }
}

/// Adds the meshes of hard contact that are to be seen.
void BodyLayer::add_meshes() {
  constexpr Tint kMachined{255, 255, 255, 120};
  for (const MeshPart& part : scene_->mesh.parts) {
    if (!is_drawn(*scene_, part)) continue;
    Item item{std::make_unique<GlMesh>(make_shaded_mesh(part.spec.form->mesh, kMachined)),
              nullptr,
              part.body.index,
              -1,
              part.spec.pose,
              to_color(part.spec.colour),
              glm::vec3(1.0f),
              kPainted};
    items_.push_back(std::move(item));
  }
}

bool BodyLayer::has_cut() const {
  return std::find(shown_.begin(), shown_.end(), Shown::cut) != shown_.end();
}

/// Whether a pass draws this body.
bool BodyLayer::is_in(BodyPass pass, int body) const {
  if (pass == BodyPass::ghost) return true;
  return shown_of(shown_, body) == (pass == BodyPass::cut ? Shown::cut : Shown::whole);
}

int BodyLayer::draw(GlProgram& program, const Frame& frame, const glm::mat4& to_clip, const ViewPoint& from,
                    BodyPass pass, Detail detail) {
  int triangles = 0;
  for (const Item& item : items_) {
    // Items of the world are no part of a second run.
    const bool carried = item.body >= 0;
    if (!carried && pass == BodyPass::ghost) continue;
    if (carried && static_cast<std::size_t>(item.body) >= frame.body_poses.size()) continue;
    if (!is_in(pass, item.body)) continue;
    const RigidTransform X =
        carried ? frame.body_poses[static_cast<std::size_t>(item.body)] * item.pose : item.pose;
    program.set("u_model", to_matrix4(X, from.origin));
    // The shadow pass has a program without colours.
    if (pass != BodyPass::shadow) {
      program.set("u_color", pass == BodyPass::ghost ? kGhostColor : item.color);
      program.set("u_kind", pass == BodyPass::ghost ? kPainted : item.kind);
      program.set("u_size", item.size);
      if (pass == BodyPass::cut) program.set("u_solid", item.solid ? 1.0f : 0.0f);
    }
    const GlMesh& mesh = detail == Detail::fine || !item.coarse ? *item.fine : *item.coarse;
    mesh.draw();
    triangles += mesh.triangles();
  }
  // The shapes of the ground, whose meshes are made when they are first drawn.
  if (pass == BodyPass::ghost || pass == BodyPass::cut || !scene_ || !scene_->terrain) return triangles;
  if (!still_) still_ = std::make_unique<RigidGround>(*scene_);
  return triangles + still_->draw(program, to_clip, from, detail);
}

int BodyLayer::draw_selected(GlProgram& program, const Frame& frame, const Vec3& origin,
                             const Selection& selection) {
  int triangles = 0;
  // Items of the selected body, or the selected shape if a body carries it.
  const bool shape = selection.kind == SelectionKind::shape;
  const auto draw_at = [&](const GlMesh& mesh, const RigidTransform& X) {
    program.set("u_model", to_matrix4(X, origin));
    mesh.draw();
    triangles += mesh.triangles();
  };
  for (const Item& item : items_) {
    const bool selected =
        shape ? item.shape == selection.index
              : selection.kind == SelectionKind::body && item.shape < 0 && item.body == selection.index;
    const auto body = static_cast<std::size_t>(item.body);
    if (shown_of(shown_, item.body) == Shown::hidden) continue;
    if (!selected || (item.body >= 0 && body >= frame.body_poses.size())) continue;
    draw_at(*item.fine, item.body >= 0 ? frame.body_poses[body] * item.pose : item.pose);
  }
  if (!shape || !scene_ || !scene_->terrain) return triangles;
  // A selected shape of the ground gets a mesh of its own, which is kept until another one is selected.
  const auto& boxes = scene_->terrain->shapes();
  if (selection.index < 0 || static_cast<std::size_t>(selection.index) >= boxes.size()) return triangles;
  const RigidShape& box = boxes[static_cast<std::size_t>(selection.index)];
  if (body_index(*scene_, box.owner) >= 0) return triangles;
  if (std::exchange(selected_, selection.index) != selection.index)
    selected_mesh_ = std::make_unique<GlMesh>(make_rigid_mesh(box, Detail::fine));
  draw_at(*selected_mesh_, box.pose);
  return triangles;
}

int BodyLayer::draw_arrows(GlProgram& program, const Frame& frame, const Vec3& origin,
                           double newtons_per_metre) {
  if (!arrow_) {
    arrow_ = std::make_unique<GlMesh>(make_arrow(0.028));
    knob_ = std::make_unique<GlMesh>(make_sphere(0.016));
  }
  int triangles = 0;
  program.set("u_kind", kArrow);
  program.set("u_color", glm::vec3(0.10f, 0.78f, 0.62f));
  for (const ForceArrow& force : frame.contact_forces) {
    const double length = force.force.norm() / newtons_per_metre;
    if (length < 0.005) continue;
    const Mat3 R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), force.force).toRotationMatrix();
    // Long arrows keep a slim shaft: the width grows with the square root of the length.
    const double width = std::sqrt(std::min(length, 1.0));
    const Mat3 scaled = R * Vec3(width, width, length).asDiagonal();
    program.set("u_model", to_matrix4({scaled, force.point}, origin));
    arrow_->draw();
    program.set("u_model", to_matrix4({Mat3::Identity(), force.point}, origin));
    knob_->draw();
    triangles += arrow_->triangles() + knob_->triangles();
  }
  return triangles;
}

}  // namespace grouser::desktop
