// Reading the view: what is under the pointer, distances, soils by their colours.
#include "app/app.hpp"

namespace grouser::desktop {

bool App::carry_out_look(const Request& r) {
  switch (r.kind) {
    case RequestKind::toggle_ruler:
      if (session_.view().mode != SessionMode::empty) ruler_.toggle();
      return true;
    case RequestKind::ruler_at:
      if (const auto ground = ground_under(r.x, r.y)) ruler_.set_point(*ground);
      return true;
    case RequestKind::pointer_at:
      pointer_ = {r.x, r.y};
      pointer_over_ = true;
      return true;
    default:
      return false;
  }
}

void App::update_look() {
  const RunView& run = session_.view();
  const std::optional<Vec3> ground = pointer_over_ ? ground_under(pointer_.x(), pointer_.y()) : std::nullopt;
  pointer_over_ = false;
  ruler_.point_at(ground);
  const auto reading = ground ? probe_.read(run.scene, run.ground.get(), ground->head<2>(),
                                            run.frame ? run.frame->painted.get() : nullptr)
                              : std::nullopt;
  probed_ = reading ? probe_text(*reading) : "";
}

}  // namespace grouser::desktop
