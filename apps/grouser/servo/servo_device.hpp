// SPDX-License-Identifier: BSD-3-Clause
// The device's end of the servo link: carries frames from a pseudo-terminal to a simulated robot and its
// replies back. Clocks are handed in.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>

#include "pseudo_terminal.hpp"
#include "serial_pace.hpp"
#include "servo_robot.hpp"

namespace grouser::cli {

class ServoDevice {
 public:
  /// now: seconds of a steady clock. seconds_of_byte: on the line to the robot; 0: none.
  ServoDevice(PseudoTerminal& terminal, ServoRobot& robot, std::function<double()> now,
              double seconds_of_byte);

  /// Takes received bytes, and answers the frames whose last byte is there by now.
  void serve();
  /// Waits until there may be something to serve, at most so many seconds.
  void wait(double seconds);

  /// Waits until the last replies are read, at most so many seconds.
  void end(double seconds) { terminal_.wait_until_read(seconds); }

  std::uint64_t dropped() const { return reader_.dropped(); }
  std::uint64_t clients() const { return client_; }

 private:
  struct DueFrame {
    ServoFrame frame;
    double at;             // s
    std::uint64_t client;  // that sent it
  };
  void read_bytes();
  void look_for_clients();
  void answer(const DueFrame& due);
  void greet();
  void send(const Json& reply);
  void note_dropped(std::uint64_t before);

  PseudoTerminal& terminal_;
  ServoRobot& robot_;
  std::function<double()> now_;
  SerialPace pace_;
  ServoFrameReader reader_;
  std::deque<DueFrame> due_;
  double looked_at_ = 0.0;          // s: last look at the line
  std::uint64_t client_ = 0;        // how many have come
  std::optional<double> greet_at_;  // s: a client waits for the greeting
};

}  // namespace grouser::cli
