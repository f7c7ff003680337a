// SPDX-License-Identifier: BSD-3-Clause
// The dialogs keep their entries in form_. A typed file stays in the open dialog until the session has
// loaded it (opened()) or refused it (update()).
#include "desks/files/files.hpp"

#include <filesystem>

#include "common/link/link_key.hpp"
#include "grouser/base/error.hpp"
#include "session/named_by_moment.hpp"
#include "session/table_kind.hpp"

namespace grouser::desktop {

void FilesDesk::register_requests(RequestTable& table) {
  table.on<FileRequest>([this](const FileRequest& r) { carry_out(r); });
}

bool FilesDesk::open(const std::string& path, double at) {
  // No desk before this one took the table, so it is refused with the reason.
  if (is_table_name(path)) {
    if (!std::filesystem::is_regular_file(path)) throw InputError(path, "no such file", "a table (.csv)");
    if (kind_of_table(path) == TableKind::grade_curve)
      throw InputError(path, "a curve of slip over slope",
                       "'grouser gradeability --measured', which compares with it");
    throw InputError(
        path, "a table with the header '" + header_of_table(path) + "'",
        "times (measurements: time_s), places (a path: x and y), or a table of placement or campaign");
  }
  if (shared_.saving.may_leave(path)) shared_.session.open(path, {}, at);
  return true;
}

/// The dialog stays open with what was typed until the file is shown.
void FilesDesk::open_typed(const std::string& path) {
  // Refusals of the desk that opens it are shown in the dialog, not as a message.
  form_.refusal.clear();
  try {
    shared_.open(path);
  } catch (const Error& error) {
    form_.refusal = error.what();
    return;
  }
  form_.opening = shared_.session.loading();
  if (!form_.opening) form_.open.open = false;
}

void FilesDesk::opened() {
  form_.open.open = form_.opening = false;
  if (!shared_.session.path().empty()) remember_recent(shared_.kept, shared_.session.path());
}

void FilesDesk::update(double, Requests&) {
  pictures_.begin_picture();
  if (const auto failure = shared_.session.take_load_failure(); form_.opening && failure) {
    form_.refusal = *failure;
    form_.opening = false;
  }
  if (form_.opening && !shared_.session.loading()) form_.open.open = form_.opening = false;
  for (const std::string& path : shared_.session.take_recorded()) remember_recent(shared_.kept, path);
}

void FilesDesk::show_open_dialog(bool compares) {
  form_.compares = compares;
  if (compares && shared_.session.view().mode == SessionMode::empty) return;
  form_.open.show();
  form_.open_path.clear();
  form_.refusal.clear();
  form_.opening = false;
  form_.chooser.at = -1;
}

/// Asks under which name the run that is open is saved.
void FilesDesk::show_save_run_dialog() {
  const RunView& run = shared_.session.view();
  if (run.run_file.empty()) return;
  form_.record.show();
  form_.record_saves = true;
  form_.record_path = named_by_moment(run.scene->name, ".h5");
}

void FilesDesk::toggle_recording() {
  const RunView& run = shared_.session.view();
  if (!run.recording_path.empty()) return shared_.session.stop_recording();
  if (run.mode != SessionMode::live) return;
  form_.record.show();
  form_.record_saves = false;
  form_.record_path = named_by_moment(run.scene->name, ".h5");
}

void FilesDesk::carry_out(const FileRequest& r) {
  using Kind = FileRequest::Kind;
  switch (r.kind) {
    case Kind::open:
      return shared_.open(r.path);
    case Kind::open_typed:
      return open_typed(r.path);
    case Kind::compare:
      // A table is taken by the desk of measurements.
      return is_table_name(r.path) ? shared_.open(r.path) : shared_.session.compare_with(r.path);
    case Kind::end_comparison:
      return shared_.session.end_comparison();
    case Kind::reload:
      if (shared_.saving.may_leave(shared_.session.path())) shared_.session.reload();
      return;
    case Kind::cancel_opening:
      return shared_.session.give_up_loading();
    case Kind::connect:
      return shared_.session.connect(parse_link_address("Address", r.address), read_link_token(r.token_file));
    case Kind::disconnect:
      return shared_.session.disconnect();
    case Kind::toggle_recording:
      return toggle_recording();
    case Kind::start_recording:
      return shared_.session.start_recording(r.path);
    case Kind::show_open_dialog:
    case Kind::show_compare_dialog:
      return show_open_dialog(r.kind == Kind::show_compare_dialog);
    case Kind::show_save_run_dialog:
      return show_save_run_dialog();
    case Kind::show_connect_dialog:
      form_.connect.show();
      return;
  }
}

bool FilesDesk::press_first(const KeyPress& key, Cover cover, Requests&) {
  // Arrows belong to the chooser of the dialog or of the start page.
  const bool start_page = shared_.session.view().mode == SessionMode::empty && cover == Cover::none;
  if (!form_.open.open && !start_page) return false;
  if (key.key != Keys::kDown && key.key != Keys::kUp) return false;
  form_.chooser.moves += key.key == Keys::kDown ? 1 : -1;
  return true;
}

PictureOf FilesDesk::picture_of() {
  return [this](const std::string& id) { return pictures_.of(id); };
}

void FilesDesk::draw_start(const Ui& ui, Requests& requests) {
  start_panel(ui, shared_.session.view(), scenarios_, form_.chooser, picture_of(), requests);
}

void FilesDesk::draw_front(const Ui& ui, const UiRect&, Requests& requests) {
  open_dialog(ui, scenarios_, form_, picture_of(), requests);
  record_dialog(ui, shared_.session.view(), form_, requests);
  connect_dialog(ui, form_, requests);
}

void FilesDesk::recall(const KeptPart& part) {
  if (const auto address = part.find("address"); address != part.end()) form_.address = address->second;
  if (const auto token = part.find("token_file"); token != part.end()) form_.token_file = token->second;
}

void FilesDesk::keep(KeptPart& part) const {
  part["address"] = form_.address;
  part["token_file"] = form_.token_file;
}

const char* FilesDesk::dialog() const {
  return form_.record.open ? "record" : form_.connect.open ? "connect" : form_.open.open ? "open" : nullptr;
}

void FilesDesk::note(Activity& activity) const { activity.busy = activity.busy || shared_.session.loading(); }

}  // namespace grouser::desktop
