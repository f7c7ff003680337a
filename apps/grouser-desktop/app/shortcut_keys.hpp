// SPDX-License-Identifier: BSD-3-Clause
// Which key asks for what.
#pragma once
#include "hal/window.hpp"
#include "session/request.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// The request of a key press, added to `requests`; nothing if the key means nothing.
void requests_of_key(const KeyPress& key, const RunView& run, Requests& requests);

}  // namespace grouser::desktop
