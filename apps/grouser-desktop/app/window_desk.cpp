// SPDX-License-Identifier: BSD-3-Clause
#include "app/window_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "desks/panels.hpp"

namespace grouser::desktop {

WindowDesk::WindowDesk(Session& session, DocumentDesk& document, PaintRoom& paint, StudyDesk& study,
                       StatisticsRoom& campaigns, Saving& saving, KeptState& kept, PassingState& passing)
    : session_(session),
      document_(document),
      paint_(paint),
      study_(study),
      campaigns_(campaigns),
      saving_(saving),
      kept_(kept),
      passing_(passing) {}

void WindowDesk::undo_or_redo(bool undo) {
  using Kind = DocumentRequest::Kind;
  if (passing_.study_has_keyboard) return undo ? study_.undo() : study_.redo();
  if (undo && paint_.take_back_run_stroke()) return;
  const std::string why_not = undo ? paint_.undo_refusal() : "";
  if (!why_not.empty())
    session_.add_log(LogLevel::notice, why_not);
  else
    document_.carry_out({.kind = undo ? Kind::undo : Kind::redo}, session_);
}

void WindowDesk::carry_out(const WindowRequest& r) {
  using Kind = WindowRequest::Kind;
  const auto flip = [](bool& value) { value = !value; };
  switch (r.kind) {
    case Kind::toggle_forces:
      return flip(kept_.forces);
    case Kind::toggle_grid:
      return flip(kept_.grid);
    case Kind::toggle_patterns:
      return flip(kept_.patterns);
    case Kind::set_overlay:
      kept_.overlay = static_cast<int>(r.overlay);
      return;
    case Kind::set_units:
      kept_.units = r.units;
      return;
    case Kind::set_text_size:
      kept_.text_size = std::clamp(r.text_size, kLeastText, kMostText);
      return;
    case Kind::larger_text:
      return carry_out({.kind = Kind::set_text_size, .text_size = std::floor(kept_.text_size) + 1.0f});
    case Kind::smaller_text:
      return carry_out({.kind = Kind::set_text_size, .text_size = std::ceil(kept_.text_size) - 1.0f});
    case Kind::toggle_help:
      return flip(passing_.help_open);
    case Kind::toggle_left:
      return flip(kept_.show_left);
    case Kind::toggle_right:
      return flip(kept_.show_right);
    case Kind::toggle_bottom:
      return flip(kept_.show_bottom);
    case Kind::toggle_channel:
      if (std::erase(passing_.channels, r.channel) == 0) passing_.channels.push_back(r.channel);
      return;
    case Kind::clear_channels:
      return passing_.channels.clear();
    case Kind::show_study:
      kept_.show_bottom = true;
      passing_.wanted_tab = "study";
      return campaigns_.desk().close();
    case Kind::show_tab:
      kept_.show_bottom = true;
      passing_.wanted_tab = r.tab;
      return campaigns_.desk().close();
    case Kind::show_palette:
      passing_.palette = PaletteForm{.open = true, .fresh = true};
      return;
    case Kind::fullscreen:
      fullscreen_ = true;
      return;
    case Kind::undo:
    case Kind::redo:
      return undo_or_redo(r.kind == Kind::undo);
    case Kind::quit:
      return saving_.quit();
  }
}

void WindowDesk::update(double now) {
  const auto& log = session_.log();
  for (; log_read_ < log.size(); ++log_read_) {
    const LogLine& line = log[log_read_];
    if (line.level == LogLevel::error) toasts_.add(ToastKind::error, line.text, now);
    if (line.level == LogLevel::notice) toasts_.add(ToastKind::warning, line.text, now);
    if (line.level == LogLevel::done) toasts_.add(ToastKind::done, line.text, now);
  }
  toasts_.expire(now);
}

std::vector<std::string> WindowDesk::plotted() const {
  std::vector<std::string> names;
  const RunView& run = session_.view();
  for (const int k : passing_.channels)
    if (run.scene && static_cast<std::size_t>(k) < run.scene->channels.size())
      names.push_back(run.scene->channels[static_cast<std::size_t>(k)].name);
  return names;
}

void WindowDesk::plot(const std::vector<std::string>& channels) {
  passing_.channels.clear();
  for (const std::string& name : channels) {
    const int k = find_channel(*session_.view().scene, name);
    if (k >= 0) passing_.channels.push_back(k);
  }
}

void WindowDesk::worked(double seconds) {
  constexpr double kTooLong = 0.1;  // s: a person feels it
  ++pictures_;
  if (seconds <= kTooLong) return;
  ++slow_pictures_;
  session_.add_log(LogLevel::info, fmt::format("The window was busy for {:.0f} ms.", 1e3 * seconds));
}

void WindowDesk::note(std::map<std::string, std::string>& report) const {
  report["pictures"] = std::to_string(pictures_);
  report["slow_pictures"] = std::to_string(slow_pictures_);
}

}  // namespace grouser::desktop
