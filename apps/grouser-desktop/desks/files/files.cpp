// SPDX-License-Identifier: BSD-3-Clause
#include "desks/files/files.hpp"

#include <filesystem>

#include "app/kept_file.hpp"
#include "common/link/link_key.hpp"
#include "desks/files/table_kind.hpp"
#include "grouser/base/error.hpp"
#include "session/named_by_moment.hpp"
#include "session/tell_errors.hpp"

namespace grouser::desktop {

namespace {

/// A vehicle names its root body, and no scenario does; landers stand on pads.
bool is_rover(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".toml") return false;
  try {
    const TomlTable table = TomlTable::load(path);
    return table.has("root") && table.has("body") && !table.has("pad") && !table.has("root_joint");
  } catch (const Error&) {
    return false;  // who opens it next says what is wrong with it
  }
}

}  // namespace

Files::Files(Session& session, DocumentDesk& document, Saving& saving, TerrainRoom& terrain,
             StatisticsRoom& campaigns, MeasuredRoom& measured, PathRoom& path, KeptState& kept,
             PassingState& passing)
    : session_(session),
      document_(document),
      saving_(saving),
      terrain_(terrain),
      campaigns_(campaigns),
      measured_(measured),
      path_(path),
      kept_(kept),
      passing_(passing) {}

void Files::open(const std::string& path, double at) {
  if (is_rover(path))
    return document_.carry_out({.kind = DocumentRequest::Kind::use_rover, .text = path}, session_);
  if (is_table_name(path)) {
    tell_errors(session_, [&] { open_table(path); });
    return;
  }
  std::error_code ec;
  if (campaigns_.open(path)) {
    if (std::filesystem::exists(std::filesystem::path(path) / "campaign.json", ec))
      remember_recent(kept_, path);
    return;
  }
  if (!saving_.may_leave(path)) return;
  if (!terrain_.open(path)) return session_.open(path, {}, at);
  if (session_.view().state == RunState::playing) session_.play_pause();
  if (std::filesystem::exists(path, ec)) remember_recent(kept_, path);
}

/// Each kind of table has its place; of one that none knows the header is shown.
void Files::open_table(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) throw InputError(path, "no such file", "a table (.csv)");
  switch (kind_of_table(path)) {
    case TableKind::measurements:
      terrain_.close();
      campaigns_.desk().close();
      return measured_.open(path);
    case TableKind::path:
      return path_.open(path);
    case TableKind::placements:
      campaigns_.open(path);
      return;
    case TableKind::campaign:
      return open(std::filesystem::absolute(path).parent_path().string());
    case TableKind::grade_curve:
      throw InputError(path, "a curve of slip over slope",
                       "'grouser gradeability --measured', which compares with it");
    case TableKind::other:
      throw InputError(
          path, "a table with the header '" + header_of_table(path) + "'",
          "times (measurements: time_s), places (a path: x and y), or a table of placement or campaign");
  }
}

void Files::show_save_run_dialog() {
  const RunView& run = session_.view();
  if (run.run_file.empty()) return;
  passing_.record_dialog_open = passing_.record_dialog_fresh = passing_.record_dialog_saves = true;
  passing_.record_path = named_by_moment(run.scene->name, ".h5");
}

void Files::opened() {
  if (!session_.path().empty()) remember_recent(kept_, session_.path());
  terrain_.close();
  campaigns_.desk().close();
}

void Files::update() {
  for (const std::string& path : session_.take_recorded()) remember_recent(kept_, path);
}

void Files::show_open_dialog(bool compares) {
  passing_.open_dialog_compares = compares;
  if (compares && session_.view().mode == SessionMode::empty) return;
  passing_.open_dialog_open = passing_.open_dialog_fresh = true;
  passing_.open_path.clear();
  passing_.chooser_at = -1;
}

void Files::toggle_recording() {
  const RunView& run = session_.view();
  if (!run.recording_path.empty()) return session_.stop_recording();
  if (run.mode != SessionMode::live) return;
  passing_.record_dialog_open = passing_.record_dialog_fresh = true;
  passing_.record_dialog_saves = false;
  passing_.record_path = named_by_moment(run.scene->name, ".h5");
}

void Files::carry_out(const FileRequest& r) {
  using Kind = FileRequest::Kind;
  switch (r.kind) {
    case Kind::open:
      return open(r.path);
    case Kind::compare:
      return is_table_name(r.path) ? open_table(r.path) : session_.compare_with(r.path);
    case Kind::end_comparison:
      return session_.end_comparison();
    case Kind::reload:
      if (saving_.may_leave(session_.path())) session_.reload();
      return;
    case Kind::connect:
      return session_.connect(parse_link_address("Address", r.address), read_link_token(r.token_file));
    case Kind::disconnect:
      return session_.disconnect();
    case Kind::toggle_recording:
      return toggle_recording();
    case Kind::start_recording:
      return session_.start_recording(r.path);
    case Kind::show_open_dialog:
    case Kind::show_compare_dialog:
      return show_open_dialog(r.kind == Kind::show_compare_dialog);
    case Kind::show_connect_dialog:
      passing_.connect_dialog_open = passing_.connect_dialog_fresh = true;
      return;
  }
}

}  // namespace grouser::desktop
