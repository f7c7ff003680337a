// What the panels and keys ask for is done here.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/app.hpp"
#include "app/named_by_moment.hpp"
#include "common/link/link_key.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {
void App::change_speed(int direction) { session_.set_speed(next_speed(session_.view().speed, direction)); }

/// Who drives, and how a replay runs.
bool App::carry_out_shuttle(const Request& r) {
  switch (r.kind) {
    case RequestKind::toggle_hand:
      session_.toggle_hand();
      return true;
    case RequestKind::hand_faster:
      session_.hand().change_gear(+1);
      return true;
    case RequestKind::hand_slower:
      session_.hand().change_gear(-1);
      return true;
    case RequestKind::hand_stick:
      session_.hand().set_stick(r.x, r.y);
      return true;
    case RequestKind::shuttle_back:
      session_.shuttle(-1);
      return true;
    case RequestKind::pause:
      session_.pause();
      return true;
    case RequestKind::shuttle_forward:
      session_.shuttle(+1);
      return true;
    case RequestKind::loop_begin:
      session_.set_loop_begin();
      return true;
    case RequestKind::loop_end:
      session_.set_loop_end();
      return true;
    case RequestKind::loop_clear:
      session_.clear_loop();
      return true;
    default:
      return false;
  }
}

bool App::carry_out_run(const Request& r) {
  switch (r.kind) {
    case RequestKind::play_pause:
      session_.play_pause();
      return true;
    case RequestKind::single_step:
      session_.single_step();
      return true;
    case RequestKind::step_back:
      session_.step_back();
      return true;
    case RequestKind::reset:
      session_.reset();
      return true;
    case RequestKind::faster:
      change_speed(+1);
      return true;
    case RequestKind::slower:
      change_speed(-1);
      return true;
    case RequestKind::set_speed:
      session_.set_speed(r.value);
      return true;
    case RequestKind::seek:
      session_.seek(r.value);
      return true;
    case RequestKind::to_begin:
      session_.seek(0.0);
      return true;
    case RequestKind::to_end:
      session_.seek(session_.view().newest);
      return true;
    case RequestKind::next_event:
      session_.seek_event(+1);
      return true;
    case RequestKind::previous_event:
      session_.seek_event(-1);
      return true;
    default:
      return false;
  }
}

bool App::carry_out_file(const Request& r) {
  switch (r.kind) {
    case RequestKind::open_file:
      open(r.text);
      return true;
    case RequestKind::reload:
      if (may_leave(session_.path())) session_.reload();
      return true;
    case RequestKind::compare_file:
      session_.compare_with(r.text);
      return true;
    case RequestKind::end_comparison:
      session_.end_comparison();
      return true;
    case RequestKind::toggle_recording:
      toggle_recording();
      return true;
    case RequestKind::start_recording:
      session_.start_recording(r.text);
      return true;
    case RequestKind::show_open_dialog:
    case RequestKind::show_compare_dialog:
    case RequestKind::show_connect_dialog:
      show_dialog(r.kind);
      return true;
    case RequestKind::connect:
      connect(r.text, r.token_file);
      return true;
    case RequestKind::disconnect:
      session_.disconnect();
      return true;
    default:
      return false;
  }
}

void App::connect(const std::string& address, const std::string& token_file) {
  try {
    session_.connect(parse_link_address("Address", address), read_link_token(token_file));
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
  }
}

void App::show_dialog(RequestKind kind) {
  if (kind == RequestKind::show_connect_dialog) {
    passing_.connect_dialog_open = passing_.connect_dialog_fresh = true;
    return;
  }
  passing_.open_dialog_compares = kind == RequestKind::show_compare_dialog;
  if (passing_.open_dialog_compares && session_.view().mode == SessionMode::empty) return;
  passing_.open_dialog_open = passing_.open_dialog_fresh = true;
  passing_.open_path.clear();
  passing_.chooser_at = -1;
}

bool App::carry_out_study(const Request& r) {
  switch (r.kind) {
    case RequestKind::study_edit:
      if (r.study) study_.edit(*r.study);
      return true;
    case RequestKind::study_start:
      study_.start();
      return true;
    case RequestKind::study_cancel:
      study_.cancel();
      return true;
    case RequestKind::study_open_row:
      session_.open(session_.path(), study_.overrides(static_cast<std::size_t>(r.value)));
      return true;
    case RequestKind::study_export:
      export_study();
      return true;
    case RequestKind::study_undo:
      study_.undo();
      return true;
    case RequestKind::study_redo:
      study_.redo();
      return true;
    case RequestKind::show_study:
      kept_.show_bottom = true;
      passing_.wanted_tab = "study";
      campaigns_.desk().close();
      return true;
    default:
      return false;
  }
}

/// In the working folder, under a name that is not taken.
void App::export_study() {
  std::string name = named_by_moment(study_.view().scenario_name + "_study", ".csv");
  try {
    study_.write_csv(name);
    session_.add_log(LogLevel::done, "Saved " + std::filesystem::absolute(name).string());
    passing_.study_note = "Saved " + name;
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
  }
}

void App::toggle_recording() {
  const RunView& run = session_.view();
  if (!run.recording_path.empty()) return session_.stop_recording();
  if (run.mode != SessionMode::live) return;
  passing_.record_dialog_open = passing_.record_dialog_fresh = true;
  passing_.record_path = named_by_moment(run.scene->name, ".h5");
}

bool App::carry_out_view(const Request& r) {
  if (r.kind != RequestKind::view || !r.view) return false;
  if (const auto said = camera_.carry_out(*r.view, session_.view(), document_.view().selection, aspect()))
    session_.add_log(LogLevel::notice, *said);
  return true;
}

void App::carry_out(const Request& r) {
  if (r.kind == RequestKind::runs && r.runs) {
    if (r.runs->kind == RunsRequest::Kind::show_branch_form) passing_.wanted_tab = "runs";
    return runs_.carry_out(*r.runs, session_);
  }
  if (carry_out_path(r) || carry_out_measured(r) || carry_out_statistics(r) || carry_out_run(r) ||
      carry_out_shuttle(r) || carry_out_file(r) || carry_out_study(r) || carry_out_document(r) ||
      carry_out_ground(r) || carry_out_soils(r) || carry_out_look(r) || carry_out_view(r) ||
      carry_out_pictures(r))
    return;
  const auto flip = [](bool& value) { value = !value; };
  switch (r.kind) {
    case RequestKind::toggle_forces:
      flip(kept_.forces);
      break;
    case RequestKind::toggle_grid:
      flip(kept_.grid);
      break;
    case RequestKind::set_overlay:
      kept_.overlay = std::clamp(static_cast<int>(std::lround(r.value)), 0, kOverlays - 1);
      break;
    case RequestKind::toggle_help:
      flip(passing_.help_open);
      break;
    case RequestKind::toggle_left:
      flip(kept_.show_left);
      break;
    case RequestKind::toggle_right:
      flip(kept_.show_right);
      break;
    case RequestKind::toggle_bottom:
      flip(kept_.show_bottom);
      break;
    case RequestKind::clear_channels:
      passing_.channels.clear();
      break;
    case RequestKind::toggle_channel: {
      const int k = static_cast<int>(std::lround(r.value));
      if (std::erase(passing_.channels, k) == 0) passing_.channels.push_back(k);
      break;
    }
    case RequestKind::fullscreen:
      fullscreen_ = true;
      break;
    case RequestKind::quit:
      quit_ = true;
      break;
    default:
      break;
  }
}

}  // namespace grouser::desktop
