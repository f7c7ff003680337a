// SPDX-License-Identifier: BSD-3-Clause
// What the window itself shows: its panels, channels, messages; whose steps are taken back; whether it fills the screen.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "app/window_request.hpp"
#include "desks/campaigns/statistics_room.hpp"
#include "desks/log/toasts.hpp"
#include "desks/paint/paint_room.hpp"
#include "desks/study/study_desk.hpp"
#include "session/document/saving.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

class WindowDesk {
 public:
  WindowDesk(Session& session, DocumentDesk& document, PaintRoom& paint, StudyDesk& study,
             StatisticsRoom& campaigns, Saving& saving, KeptState& kept, PassingState& passing);

  void carry_out(const WindowRequest& request);
  /// What the log has got since is shown for a while.
  void update(double now);
  /// Names of the channels that are plotted.
  std::vector<std::string> plotted() const;
  /// Plots those of these channels that there are.
  void plot(const std::vector<std::string>& channels);
  /// The window's thread worked so long, s, on one picture without drawing it: too long is logged.
  void worked(double seconds);
  void note(std::map<std::string, std::string>& report) const;
  const Toasts& toasts() const { return toasts_; }
  /// False: no message was shown.
  bool dismiss_toasts() { return toasts_.dismiss(); }
  bool take_fullscreen() { return std::exchange(fullscreen_, false); }

 private:
  void undo_or_redo(bool undo);

  Session& session_;
  DocumentDesk& document_;
  PaintRoom& paint_;
  StudyDesk& study_;
  StatisticsRoom& campaigns_;
  Saving& saving_;
  KeptState& kept_;
  PassingState& passing_;
  Toasts toasts_;
  std::size_t log_read_ = 0;
  int pictures_ = 0;
  int slow_pictures_ = 0;  // that kept the window's thread too long
  bool fullscreen_ = false;
};

}  // namespace grouser::desktop
