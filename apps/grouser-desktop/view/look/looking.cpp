// SPDX-License-Identifier: BSD-3-Clause
// Places in the picture (u, v from -1 to 1) become rays of the camera; the ground, or the nearest part,
// that a ray meets is what is under the pointer.
#include "view/look/looking.hpp"

#include "view/bounds.hpp"

namespace grouser::desktop {
namespace {

constexpr double kReach = 5000.0;  // m that the pointer reaches into the scene

}  // namespace

std::optional<Vec3> Looking::ground_under(double u, double v) const {
  const RunView& run = at_.session.view();
  if (!run.scene || !run.scene->terrain) return std::nullopt;
  const Camera& camera = at_.camera.camera();
  return find_ground(*run.scene->terrain, camera.ray_start(u, v, at_.size.aspect()),
                     camera.ray(u, v, at_.size.aspect()), kReach);
}

std::optional<Vec2> Looking::place_under(double u, double v) const {
  const std::optional<Vec3> ground = ground_under(u, v);
  return ground ? std::optional<Vec2>(ground->head<2>()) : std::nullopt;
}

Selection Looking::part_under(double u, double v) {
  const RunView& run = at_.session.view();
  if (!run.scene || !run.frame) return {};
  picker_.show(run.scene);
  const Camera& camera = at_.camera.camera();
  return picker_.pick(*run.frame, camera.ray_start(u, v, at_.size.aspect()),
                      camera.ray(u, v, at_.size.aspect()), kReach, {at_.shown.bodies, cut_plane(camera)});
}

/// Selects the part under a place and brings the inspector to the front.
void Looking::select_at(double u, double v) {
  const RunView& run = at_.session.view();
  if (!run.scene || !run.frame) return;
  at_.document.select(part_under(u, v));
  at_.shown.wanted_tab = "inspect";
}

void Looking::carry_out(const LookRequest& r) {
  using Kind = LookRequest::Kind;
  switch (r.kind) {
    case Kind::pointer_at:
      pointer_ = {r.u, r.v};
      pointer_over_ = true;
      return;
    case Kind::select_at:
      return select_at(r.u, r.v);
    case Kind::ruler_at:
      if (const auto ground = ground_under(r.u, r.v)) ruler_.set_point(*ground);
      return;
    case Kind::toggle_ruler:
      if (at_.session.view().mode == SessionMode::empty) return;
      ruler_.toggle();
      if (ruler_.view().on) at_.left_button.take(&ruler_, [this] { end_ruler(); });
      return;
    case Kind::show_body:
      return show_next(r.body);
  }
}

/// The next of whole, cut open and hidden for a body.
void Looking::show_next(int body) {
  const RunView& run = at_.session.view();
  if (!run.scene || body < 0 || static_cast<std::size_t>(body) >= run.scene->body_names.size()) return;
  at_.shown.bodies.resize(run.scene->body_names.size());
  Shown& shown = at_.shown.bodies[static_cast<std::size_t>(body)];
  shown = shown == Shown::whole ? Shown::cut : shown == Shown::cut ? Shown::hidden : Shown::whole;
}

bool Looking::end_ruler() {
  if (!ruler_.view().on) return false;
  ruler_.toggle();
  return true;
}

void Looking::update() {
  const RunView& run = at_.session.view();
  // The pointer is reported anew in each picture in which it is over the view.
  const std::optional<Vec3> ground = pointer_over_ ? ground_under(pointer_.x(), pointer_.y()) : std::nullopt;
  pointer_over_ = false;
  ruler_.point_at(ground);
  const Terrain* painted = run.frame ? run.frame->painted.get() : nullptr;
  probed_ = ground ? probe_.read(run.scene, run.ground.get(), ground->head<2>(), painted) : std::nullopt;
}

}  // namespace grouser::desktop
