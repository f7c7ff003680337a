// SPDX-License-Identifier: BSD-3-Clause
// What adaptive steps ask of contacts of which only the present depth and its rate are known.
#pragma once
#include <span>

#include "grouser/contact/contact_element.hpp"

namespace grouser {

/// How the contacts of these records move.
ContactPace pace_of(std::span<const ContactRecord> records);
/// Each was at least that much higher before, as its rate says.
void judge_records(std::span<const ContactRecord> records, double dt, DepthJudge& judge);

}  // namespace grouser
