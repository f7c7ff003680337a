// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels to the desk of recorded runs.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser::desktop {

struct RunsRequest {
  enum class Kind {
    show_branch_form,
    branch,  ///< changes, path: the new run file; from the moment that is shown
    rerun,   ///< the open run file, and compare
    cancel,
    open,        ///< path
    look_again,  ///< at what run files there are
  };
  Kind kind = Kind::look_again;
  std::string path = {};
  std::vector<Override> changes = {};
};

}  // namespace grouser::desktop
