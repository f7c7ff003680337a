#include "files/files.hpp"

#include <filesystem>

#include "app/kept_file.hpp"
#include "app/named_by_moment.hpp"
#include "common/link/link_key.hpp"
#include "grouser/base/error.hpp"

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
             StatisticsRoom& campaigns, MeasuredRoom& measured, KeptState& kept, PassingState& passing)
    : session_(session),
      document_(document),
      saving_(saving),
      terrain_(terrain),
      campaigns_(campaigns),
      measured_(measured),
      kept_(kept),
      passing_(passing) {}

void Files::open(const std::string& path, double at) {
  if (is_rover(path))
    return document_.carry_out({.kind = DocumentRequest::Kind::use_rover, .text = path}, session_);
  std::error_code ec;
  if (campaigns_.open(path)) {
    if (std::filesystem::exists(std::filesystem::path(path) / "campaign.json", ec))
      remember_recent(kept_, path);
    return;
  }
  if (measured_.open(path) || !saving_.may_leave(path)) return;
  if (!terrain_.open(path)) return session_.open(path, {}, at);
  if (session_.view().state == RunState::playing) session_.play_pause();
  if (std::filesystem::exists(path, ec)) remember_recent(kept_, path);
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
  passing_.record_path = named_by_moment(run.scene->name, ".h5");
}

void Files::carry_out(const FileRequest& r) {
  using Kind = FileRequest::Kind;
  switch (r.kind) {
    case Kind::open:
      return open(r.path);
    case Kind::compare:
      if (!measured_.open(r.path)) session_.compare_with(r.path);
      return;
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
