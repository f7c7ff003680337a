// SPDX-License-Identifier: BSD-3-Clause
// The view is drawn only when it differs from the last picture (Drawn::shows_same). In motion it has the
// quality that the machine keeps up with; after a short rest it is drawn once more at its best.
#include "app/view_drawing.hpp"

#include "session/session.hpp"

namespace grouser::desktop {

ViewDrawing::ViewDrawing(Renderer& renderer, const Shared& shared) : renderer_(renderer), from_(shared) {
  auto plain = std::make_shared<Scene>();
  plain->terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
  backdrop_ = std::move(plain);
}

/// Reports the time between two pictures, unless the window has rested meanwhile; only one that drew the
/// view anew counts as motion.
void ViewDrawing::update(double now) {
  if (last_now_ > 0.0 && !std::exchange(rested_, false))
    quality_.picture_took(now - last_now_, changed_at_ == last_now_ ? Motion::moving : Motion::still);
  last_now_ = now;
}

bool ViewDrawing::unfinished() const {
  return from_.size.visible() && !(drawn_.best && shown_now().shows_same(drawn_));
}

ViewInput ViewDrawing::shown() const {
  const RunView& run = from_.session.view();
  // The run, or bare ground while nothing is open.
  ViewInput input;
  input.scene = run.scene ? run.scene : backdrop_;
  input.frame = run.frame.get();
  input.ground = run.ground;
  if (run.data && !from_.shown.draws_path) input.route = run.data->route();
  // The ghost is the vehicle that is being placed, else the run that is compared with.
  if (const PlacingView& placing = *from_.document.view().placing; placing.active) {
    input.ghost_scene = run.scene;
    input.ghost = placing.frame.get();
  } else if (run.other && run.other_frame) {
    input.ghost_scene = run.other->scene();
    input.ghost = run.other_frame.get();
  }
  // Camera, switches and quality.
  input.camera = from_.camera.camera();
  input.tint = from_.shown.tint;
  input.selection = from_.document.view().selection;
  input.bodies = from_.shown.bodies;
  input.options.forces = from_.kept.forces;
  input.options.grid = from_.kept.grid;
  input.options.patterns = from_.kept.patterns;
  input.options.overlay = static_cast<Overlay>(from_.kept.overlay);
  input.options.samples = quality_.samples();
  input.options.detail = quality_.detail();
  return input;
}

bool ViewDrawing::Drawn::shows_same(const Drawn& o) const {
  return frame == o.frame && ghost == o.ghost && ground == o.ground && eye == o.eye && forward == o.forward &&
         parallel == o.parallel && selection.same_as(o.selection) && bodies == o.bodies && tint == o.tint &&
         forces == o.forces && grid == o.grid && patterns == o.patterns && route == o.route &&
         overlay == o.overlay && width == o.width && height == o.height;
}

ViewDrawing::Drawn ViewDrawing::shown_now() const {
  const RunView& run = from_.session.view();
  return {run.frame,
          from_.document.view().placing->active ? from_.document.view().placing->frame : run.other_frame,
          run.ground,
          from_.camera.camera().eye(),
          from_.camera.camera().forward(),
          from_.camera.camera().parallel,
          from_.document.view().selection,
          from_.shown.bodies,
          from_.shown.tint,
          from_.kept.forces,
          from_.kept.grid,
          from_.kept.patterns,
          !from_.shown.draws_path,
          quality_.at_best(),
          from_.kept.overlay,
          from_.size.width,
          from_.size.height};
}

void ViewDrawing::render() {
  if (!from_.size.visible()) return;
  constexpr double kStill = 0.3;  // s without a change after which the best picture is drawn
  // Nothing is drawn while the last picture shows the same, until it is time for the best one.
  Drawn now = shown_now();
  const bool same = now.shows_same(drawn_);
  if (!same) changed_at_ = last_now_;
  if (same && (drawn_.best || last_now_ - changed_at_ < kStill)) return;
  now.best = now.best || same;
  ViewInput input = this->shown();
  if (now.best) {
    input.options.samples = Quality::kBestSamples;
    input.options.detail = Detail::fine;
  }
  const double scale = now.best ? 1.0 : quality_.scale();
  renderer_.draw(input, static_cast<int>(scale * from_.size.width),
                 static_cast<int>(scale * from_.size.height));
  triangles_ = renderer_.triangles();
  drawn_ = std::move(now);
}

KeptView ViewDrawing::kept_view(bool transparent) const {
  // The pointers keep frames and route alive as long as the picture needs them.
  KeptView kept;
  const Drawn now = shown_now();
  kept.input = shown();
  kept.frame = now.frame;
  kept.ghost = now.ghost;
  kept.route.assign(kept.input.route.begin(), kept.input.route.end());
  kept.input.route = kept.route;
  kept.input.options.samples = Quality::kBestSamples;
  kept.input.options.detail = Detail::fine;
  kept.input.options.transparent = transparent;
  return kept;
}

void ViewDrawing::render_alone(int width, int height, bool transparent) {
  renderer_.draw(kept_view(transparent).input, width, height);
  drawn_ = {};  // what the window shows is drawn anew
}

}  // namespace grouser::desktop
