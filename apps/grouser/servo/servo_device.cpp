// SPDX-License-Identifier: BSD-3-Clause
// Each byte gets the time at which it has arrived on a line of 115200 baud, and a frame is answered once its
// last byte has arrived. A frame whose client has left is still carried out, but its reply is dropped.
#include "servo_device.hpp"

#include <algorithm>

namespace grouser::cli {
namespace {

// A client that has opened the port may still set it up and drop the bytes that have come by then.
constexpr double kGreetingDelay = 0.05;  // s
constexpr double kAway = 0.004;          // s without a look at the line: silence counts anew
constexpr double kMostAhead = 0.1;       // s of bytes on the line: more wait with their sender

}  // namespace

ServoDevice::ServoDevice(PseudoTerminal& terminal, ServoRobot& robot, std::function<double()> now,
                         double seconds_of_byte)
    : terminal_(terminal), robot_(robot), now_(std::move(now)), pace_(seconds_of_byte) {}

void ServoDevice::send(const Json& reply) {
  terminal_.send(reply.dump(-1, ' ', false, Json::error_handler_t::replace) + "\r\n");
}

void ServoDevice::greet() {
  greet_at_.reset();
  send(robot_.greeting());
}

/// Begins a new conversation if a client has come: a half frame and unread replies of the one before are
/// dropped.
void ServoDevice::look_for_clients() {
  if (!terminal_.take_opening()) return;
  ++client_;
  reader_.forget();
  terminal_.drop_unread();
  greet_at_ = now_() + kGreetingDelay;
}

/// Reports each frame that the reader has dropped since `before`.
void ServoDevice::note_dropped(std::uint64_t before) {
  for (; before < reader_.dropped(); ++before) send(ServoRobot::dropped_reply());
}

/// Reads bytes. Those that a client sent before it left are read before the next client is noticed.
void ServoDevice::read_bytes() {
  std::array<std::uint8_t, 4096> room{};
  const double now = now_();
  if (pace_.ahead(now) > kMostAhead) return;
  const std::uint64_t dropped = reader_.dropped();
  const std::size_t size = terminal_.read(room);
  if (size == 0) reader_.expire(now);
  for (std::size_t k = 0; k < size; ++k) {
    const double at = pace_.arrival(now);
    if (auto frame = reader_.take(room[k], at)) due_.push_back({std::move(*frame), at, client_});
  }
  note_dropped(dropped);
  looked_at_ = now;
}

/// Carries out a frame, which may take long, and replies if its client is still there.
void ServoDevice::answer(const DueFrame& due) {
  const Json reply = robot_.answer(due.frame);
  look_for_clients();  // this may have taken long
  if (due.client != client_) return;
  if (greet_at_) greet();
  send(reply);
}

void ServoDevice::serve() {
  // Time in which nobody looked at the line is not the client's silence.
  if (const double now = now_(); now - looked_at_ > kAway) reader_.look_again(now);
  terminal_.send_rest();
  read_bytes();
  look_for_clients();
  while (!due_.empty() && due_.front().at <= now_() && !robot_.said_bye()) {
    const DueFrame due = std::move(due_.front());
    due_.pop_front();
    answer(due);
  }
  if (greet_at_ && now_() >= *greet_at_) greet();
}

void ServoDevice::wait(double seconds) {
  const double now = now_();
  // The wait ends at the first of: a frame that is due, the greeting, the end of patience with a half frame.
  if (!due_.empty()) seconds = std::min(seconds, due_.front().at - now);
  if (greet_at_) seconds = std::min(seconds, *greet_at_ - now);
  if (reader_.within_frame()) seconds = std::min(seconds, reader_.patience_ends() - now);
  const double ahead = pace_.ahead(now);
  const bool full = ahead > kMostAhead;
  // A full line accepts no bytes until its backlog is short enough.
  if (full) seconds = std::min(seconds, ahead - kMostAhead);
  terminal_.wait(full ? PseudoTerminal::WaitFor::client : PseudoTerminal::WaitFor::client_and_bytes, seconds);
  looked_at_ = now_();
}

}  // namespace grouser::cli
