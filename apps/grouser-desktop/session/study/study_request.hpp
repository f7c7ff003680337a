// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels to the study desk.
#pragma once
#include <cstddef>

#include "session/study/study_settings.hpp"

namespace grouser::desktop {

struct StudyRequest {
  enum class Kind {
    edit,  ///< settings
    start,
    cancel,
    open_row,  ///< row: of the table, to be opened live
    save_csv,  ///< into the working folder
  };
  Kind kind = Kind::edit;
  StudySettings settings = {};
  std::size_t row = 0;
};

/// The rows of the open study as cases of the statistics desk, in the middle of the window.
struct ShowStudyCasesRequest {};

}  // namespace grouser::desktop
