// SPDX-License-Identifier: BSD-3-Clause
// A fit as text for people.
#pragma once
#include <string>

#include "grouser/mission/fit/fit.hpp"

namespace grouser::cli {

std::string fit_text(const FitResult& result);

}  // namespace grouser::cli
