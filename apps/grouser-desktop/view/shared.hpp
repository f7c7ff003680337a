// SPDX-License-Identifier: BSD-3-Clause
// Everything that all desks may read and change: the open run, its edits, the camera, what is shown.
// A desk reaches another one only through this.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "session/document/saving.hpp"
#include "session/held.hpp"
#include "session/study/study_work.hpp"
#include "view/camera/camera_work.hpp"
#include "view/look/looking.hpp"
#include "view/shown_state.hpp"

namespace grouser::desktop {

struct Shared {
  /// `state_folder`: where unsaved changes, painted maps and live runs are kept meanwhile; empty: nowhere.
  Shared(Session& session, KeptState& kept, std::filesystem::path state_folder = {});
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  Session& session;
  KeptState& kept;
  std::filesystem::path state_folder;
  ViewSize size;
  ShownState shown;
  Held left_button;  ///< of the mouse in the view
  Held middle;       ///< of the window
  /// Opens a file with the desk that takes it. Throws InputError.
  std::function<void(const std::string&)> open;
  CameraWork camera;
  StudyWork study;
  DocumentWork document;
  Saving saving;
  Looking looking;
};

}  // namespace grouser::desktop
