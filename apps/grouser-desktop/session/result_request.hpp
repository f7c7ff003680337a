// SPDX-License-Identifier: BSD-3-Clause
// Requests to the desk of results: its card, and files written about a run.
#pragma once
#include <string>

namespace grouser::desktop {

struct ResultRequest {
  enum class Kind {
    close,       ///< not to be shown again for this run
    report,      ///< on the run that is open
    export_csv,  ///< its channels and events as tables
    save,        ///< path: of the run file
  };
  Kind kind = Kind::close;
  std::string path = {};
};

}  // namespace grouser::desktop
