// SPDX-License-Identifier: BSD-3-Clause
// Quantities that adaptive steps need of contacts of which only the present depth and its rate are known.
#pragma once
#include <span>

#include "grouser/contact/contact_element.hpp"

namespace grouser {

/// Motion of the contacts of these records, for the choice of the next step.
ContactPace pace_of(std::span<const ContactRecord> records);
/// Judges each record by the rule that it was higher before by its rate times `dt`.
void judge_records(std::span<const ContactRecord> records, double dt, DepthJudge& judge);

}  // namespace grouser
