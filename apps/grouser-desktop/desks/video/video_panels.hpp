// SPDX-License-Identifier: BSD-3-Clause
// The panels of the desk of pictures and videos.
#pragma once
#include "desks/video/video_job.hpp"
#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/dialog_state.hpp"
#include "widgets/plot_view.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The dialog that asks for a video.
struct VideoForm {
  Dialog dialog;
  bool between_cursors = false;  ///< else the whole run
  VideoChoice choice;
};

/// Asks for the part of a replay that becomes a video. `cursor`: time of the plots' second cursor, s.
void video_dialog(const Ui& ui, const RunView& run, VideoForm& form, const std::optional<double>& cursor,
                  Requests& requests);
/// Progress of a video, in front of the view's lower right corner; nothing while none is made.
void video_panel(const Ui& ui, const VideoProgress& video, ImVec2 corner, Requests& requests);

}  // namespace grouser::desktop
