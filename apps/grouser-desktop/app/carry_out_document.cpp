// Editing, saving and leaving what is open.
#include <cmath>

#include "app/app.hpp"
#include "grouser/base/error.hpp"
#include "view/bounds.hpp"

namespace grouser::desktop {
namespace {

constexpr double kReach = 5000.0;  // m that the pointer reaches into the scene

}  // namespace
void App::undo_or_redo(bool undo) {
  if (passing_.study_has_keyboard)
    undo ? study_.undo() : study_.redo();
  else if (const std::string why = paint_.undo_refusal(); undo && !why.empty()) {
    session_.add_log(LogLevel::notice, why);
    return;
  }
  document_.carry_out({.kind = undo ? DocumentRequest::Kind::undo : DocumentRequest::Kind::redo}, session_);
}

/// The point of the ground (no shapes, no bodies) under a place in the picture.
std::optional<Vec3> App::ground_under(double u, double v) const {
  const RunView& run = session_.view();
  if (!run.scene || !run.scene->terrain) return std::nullopt;
  const Camera& camera = camera_.camera();
  return find_ground(*run.scene->terrain, camera.ray_start(u, v, aspect()), camera.ray(u, v, aspect()),
                     kReach);
}

void App::select_at(double u, double v) {
  const RunView& run = session_.view();
  if (!run.scene || !run.frame) return;
  picker_.show(run.scene);
  const Camera& camera = camera_.camera();
  document_.select(
      picker_.pick(*run.frame, camera.ray_start(u, v, aspect()), camera.ray(u, v, aspect()), kReach));
  passing_.show_inspector = true;
}

/// To its file, or asks for one.
void App::save_document() {
  if (!document_.view().document->is_open()) return;
  if (document_.has_file()) {
    document_.carry_out({.kind = DocumentRequest::Kind::save, .text = document_.view().file}, session_);
    return;
  }
  passing_.save_dialog_open = passing_.save_dialog_fresh = true;
  passing_.save_path = document_.suggested_file();
}

bool App::may_leave(const std::string& path, const std::vector<Override>& overrides) {
  if (!document_.unsaved()) return true;
  leaving_to_ = path;
  leaving_with_ = overrides;
  passing_.leave_dialog_open = passing_.leave_dialog_fresh = true;
  return false;
}

bool App::may_close() {
  if (closing_ || !document_.unsaved()) {
    document_.end();
    paint_.clean();
    return true;
  }
  quit_ = false;
  if (!passing_.leave_dialog_open && !passing_.save_dialog_open) may_leave("");
  return false;
}

void App::answer_leaving(const Request& r) {
  leave_after_save_ = r.kind == RequestKind::leave_saving;
  if (leave_after_save_) save_document();
  if (r.kind != RequestKind::leave_discarding && !(leave_after_save_ && !document_.unsaved())) return;
  leave_after_save_ = false;
  if (leaving_to_.empty())
    quit_ = closing_ = true;
  else
    session_.open(leaving_to_, leaving_with_);
}

bool App::carry_out_document(const Request& r) {
  switch (r.kind) {
    case RequestKind::document:
      try {
        if (r.document) document_.carry_out(*r.document, session_);
      } catch (const Error& error) {
        session_.add_log(LogLevel::error, error.what());
      }
      if (leave_after_save_ && !document_.unsaved()) answer_leaving({RequestKind::leave_discarding});
      return true;
    case RequestKind::undo:
    case RequestKind::redo:
      undo_or_redo(r.kind == RequestKind::undo);
      return true;
    case RequestKind::save:
      save_document();
      return true;
    case RequestKind::show_save_dialog:
      if (!document_.view().document->is_open()) return true;
      passing_.save_dialog_open = passing_.save_dialog_fresh = true;
      passing_.save_path = document_.suggested_file();
      return true;
    case RequestKind::leave_not:
    case RequestKind::leave_discarding:
    case RequestKind::leave_saving:
      answer_leaving(r);
      return true;
    case RequestKind::place_begin:
      document_.begin_placing(static_cast<PlacingMode>(std::lround(r.value)), session_);
      return true;
    case RequestKind::place_at:
      if (const auto ground = ground_under(r.x, r.y))
        document_.placing().point_at(*ground, static_cast<PlacingGrip>(std::lround(r.value)));
      return true;
    case RequestKind::place_lift:
      document_.placing().lift(r.x, static_cast<PlacingGrip>(std::lround(r.value)));
      return true;
    case RequestKind::place_set_down:
      if (document_.placing().view().active) document_.set_down();
      return true;
    case RequestKind::place_cancel:
      document_.placing().cancel();
      return true;
    case RequestKind::select_at:
      select_at(r.x, r.y);
      return true;
    default:
      return false;
  }
}

}  // namespace grouser::desktop
