// SPDX-License-Identifier: BSD-3-Clause
// `grouser servo`: its subcommands.
#pragma once
#include "shared/command.hpp"

namespace grouser::cli {

void declare_servo_device(Command&);
void declare_servo_push(Command&);
void declare_servo_pull(Command&);
void declare_servo_request(Command&);

inline constexpr CommandEntry kServoCommands[] = {
    {"device", "Stand in for a robot: a simulated walker behind a pseudo-terminal", declare_servo_device},
    {"push", "Send a robot one command", declare_servo_push},
    {"pull", "Wait for what a robot says next", declare_servo_pull},
    {"request", "Send a robot one command and wait for its reply", declare_servo_request},
};

}  // namespace grouser::cli
