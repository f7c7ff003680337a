// SPDX-License-Identifier: BSD-3-Clause
// grouser servo push, pull, request: a client of the servo link.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/vehicle/legs/servo_order.hpp"
#include "servo_client.hpp"
#include "servo_commands.hpp"
#include "servo_replies.hpp"
#include "shared/interrupt.hpp"
#include "shared/number_range.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

struct ClientArguments {
  std::string port, code;
  std::vector<std::string> reals;
  double timeout = 10.0;
  bool json = false;
};

/// A code by its name or as a number of 0 to 255. Throws InputError with the nearest name.
std::uint8_t parse_code(const std::string& text) {
  if (const ServoCodeEntry* entry = find_servo_code(std::string_view(text)))
    return static_cast<std::uint8_t>(entry->code);
  const bool digits = !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (digits && text.size() <= 3 && std::stoi(text) <= 255) return static_cast<std::uint8_t>(std::stoi(text));
  std::vector<std::string> names;
  for (const ServoCodeEntry& entry : kServoCodes) names.emplace_back(entry.name);
  throw InputError("CODE", "'" + text + "'" + did_you_mean(text, names),
                   "0 to 255, or one of: " + word_list(names));
}

/// The frame that CODE and ARG make; its numbers are rounded to four bytes.
ServoFrame parse_frame(const ClientArguments& a) {
  ServoFrame frame{.code = parse_code(a.code)};
  const NumberRange range{-3.4e38, 3.4e38, false, "reals of four bytes"};
  for (const std::string& text : a.reals)
    frame.reals.push_back(static_cast<float>(parse_number("ARG", text, range)));
  if (frame.reals.size() > kMostServoReals)
    throw InputError("ARG", fmt::format("{} numbers", frame.reals.size()),
                     fmt::format("at most {}", kMostServoReals));
  return frame;
}

double checked_timeout(const ClientArguments& a) {
  if (a.timeout >= 0.0 && a.timeout <= 1e6) return a.timeout;
  throw InputError("--timeout", fmt::format("{}", a.timeout), "0 to 1e6 s");
}

/// Sends a frame without waiting for the reply.
int push(const ClientArguments& a) {
  const ServoFrame frame = parse_frame(a);
  catch_interrupts();
  ServoClient client(a.port, checked_timeout(a));
  client.push(frame);
  const std::size_t bytes = encode_servo_frame(frame).size();
  if (a.json)
    print_json({{"device_id", client.device_id()}, {"code", frame.code}, {"bytes", bytes}});
  else
    std::cout << fmt::format("{} to {}\n", count_text(bytes, "byte"), shown_line(client.device_id()));
  return kExitOk;
}

/// Prints the next line of the device, which is the greeting on a port that was just opened.
int pull(const ClientArguments& a) {
  catch_interrupts();
  const double timeout = checked_timeout(a);
  SerialPort port(a.port);
  const auto line = port.read_line(steady_seconds() + timeout);
  if (!line) throw RunError(fmt::format("{}: nothing came within {:g} s", a.port, timeout));
  const Json message = read_servo_reply(a.port, *line);
  if (a.json)
    print_json(message);
  else
    std::cout << message.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
  return kExitOk;
}

/// Sends a frame and prints its reply; kExitFailed if that is an error.
int request(const ClientArguments& a) {
  const ServoFrame frame = parse_frame(a);
  catch_interrupts();
  ServoClient client(a.port, checked_timeout(a));
  const double start = steady_seconds();
  const Json reply = client.request(frame);
  const double seconds = steady_seconds() - start;
  if (a.json)
    print_json({{"device_id", client.device_id()}, {"round_trip_s", seconds}, {"reply", reply}});
  else
    std::cout << reply.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
  return reply.contains("error") ? kExitFailed : kExitOk;
}

ClientArguments& declare_client(Command& command, int (*job)(const ClientArguments&)) {
  auto& a = command.runs(job);
  command.argument("PORT", a.port, "A serial port (115200 baud, 8N1), or that of 'grouser servo device'");
  return a;
}

void declare_rest(Command& command, ClientArguments& a) {
  command.option("--timeout SECONDS", a.timeout, "How long to wait for the device, each time");
  command.flag("--json", a.json, "Report as one JSON object on standard output");
}

void declare_frame(Command& command, ClientArguments& a) {
  command.argument("CODE", a.code,
                   "0 to 255, or its name: state, feet, power, angles, ... (docs/servo_link.md)");
  command.list("ARG", a.reals, "What comes with it: up to 255 numbers");
}

}  // namespace

void declare_servo_push(Command& command) {
  ClientArguments& a = declare_client(command, push);
  declare_frame(command, a);
  declare_rest(command, a);
  command.footer(
      "Example: grouser servo push robot leg 0 0.1 -0.9 0.2\n"
      "         grouser servo push /dev/ttyACM0 209 3.9223e-17     (sends D1 01 B1 E2 34 24)\n"
      "Exit code 0: sent; 1: the device does not say who it is, or takes nothing; 2: bad input.");
}

void declare_servo_pull(Command& command) {
  ClientArguments& a = declare_client(command, pull);
  declare_rest(command, a);
  command.footer(
      "Example: grouser servo pull robot\n"
      "Whoever opens a port hears first who is there; a robot that says more by itself is heard by a client "
      "that stays.");
}

void declare_servo_request(Command& command) {
  ClientArguments& a = declare_client(command, request);
  declare_frame(command, a);
  declare_rest(command, a);
  command.footer(
      "Example: grouser servo request robot state\n"
      "         grouser servo request robot advance 0.5 --json\n"
      "Exit code 0: the reply is there; 1: it is {\"error\": ...}, or none came; 2: bad input.");
}

}  // namespace grouser::cli
