// SPDX-License-Identifier: BSD-3-Clause
// The context menu of a part of the scene, in the view and in the list of parts.
#pragma once
#include <vector>

#include "session/document/selection.hpp"
#include "session/menu_request.hpp"
#include "session/session.hpp"
#include "view/gl/cut.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

/// Precondition: the part is, or will be, the selection: rows of the table of commands are about that.
MenuEntries part_menu(const RunView& run, const Selection& part, const std::vector<Shown>& bodies,
                      const ShownUnits& units);

}  // namespace grouser::desktop
