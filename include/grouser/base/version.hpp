// SPDX-License-Identifier: BSD-3-Clause
#pragma once
namespace grouser {
/// "0.1.0"
const char* version();
}  // namespace grouser
