// SPDX-License-Identifier: BSD-3-Clause
// Spoiled messages against both ends of an external drive's line: each is taken or refused with its place,
// what was found and what was expected, and nothing but a whole order with good values reaches the drive.
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "catch.hpp"
#include "grouser/simulation/link/external_message.hpp"
#include "servo/servo_chance.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

std::uint64_t external_mutations() {
  const char* told = std::getenv("GROUSER_EXTERNAL_MUTATIONS");
  return told ? std::strtoull(told, nullptr, 10) : 10'000;
}

ExternalDrive small_drive() {
  ExternalDrive drive{.vehicle = 0, .vehicle_name = "rover", .columns = {}, .commands = {}};
  for (int wheel = 0; wheel < 2; ++wheel)
    for (const ExternalKind kind : {ExternalKind::wheel_speed, ExternalKind::wheel_torque}) {
      ExternalColumn& column = drive.columns.emplace_back();
      column.name = std::string(to_string(kind)) + (wheel == 0 ? "/left" : "/right");
      column.unit = kind == ExternalKind::wheel_speed ? "rad/s" : "N m";
      column.kind = kind;
      column.wheel = wheel;
      column.highest = kind == ExternalKind::wheel_speed ? 1.0 : 5.0;
      column.lowest = -column.highest;
    }
  return drive;
}

/// A message as one of both ends may send it.
ExternalBytes good_message(const ExternalDrive& drive, Chance& chance) {
  switch (chance.below(6)) {
    case 0:
      return encode(ExternalJoin{chance.below(2) == 1, {"chassis/yaw", "chassis/position_x"}});
    case 1:
      return encode(
          ExternalWelcome{"0.2.0", "drive", 0.003, 60.0, drive.columns, {{"chassis/yaw", "rad", ""}}});
    case 2:
      return encode(ExternalState{0.5, 167, 12345, false, {0.25, -0.125, 1e9}});
    case 3:
      return chance.below(2) ? encode(InputFault{"a", "b", "c"}) : encode(ExternalEnd{"completed", ""});
    default:
      return encode(ExternalOrder{0.03, {{chance.below(4), 0.5}, {chance.below(4), -0.25}}});
  }
}

/// One to three changes: a bit, a byte, a number that is telling, a cut, more bytes.
ExternalBytes spoiled(ExternalBytes bytes, Chance& chance) {
  static constexpr double kTelling[] = {-0.0,
                                        1e300,
                                        -1e300,
                                        5e-324,
                                        std::numeric_limits<double>::quiet_NaN(),
                                        std::numeric_limits<double>::infinity(),
                                        3601.0,
                                        -1e-9};
  for (std::uint64_t k = 1 + chance.below(3); k > 0 && !bytes.empty(); --k) {
    const std::size_t at = chance.below(bytes.size());
    switch (chance.below(6)) {
      case 0:
        bytes.push_back(static_cast<std::uint8_t>(chance.below(256)));
        break;
      case 1:
        bytes[at] ^= static_cast<std::uint8_t>(1u << chance.below(8));
        break;
      case 2:
        if (at + sizeof(double) <= bytes.size())
          std::memcpy(bytes.data() + at, &kTelling[chance.below(std::size(kTelling))], sizeof(double));
        break;
      case 3:
        bytes.resize(at);
        break;
      case 4:
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                     static_cast<std::uint8_t>(chance.below(256)));
        break;
      default:
        bytes[at] = static_cast<std::uint8_t>(chance.below(256));
    }
  }
  return bytes;
}

struct Outcome {
  std::uint64_t taken = 0, refused = 0;
};

/// Calls what reads a message; a refusal must say where, and what was found or expected.
template <class Read>
void try_read(const Read& read, Outcome& outcome) {
  try {
    read();
    ++outcome.taken;
  } catch (const InputError& error) {
    ++outcome.refused;
    if (error.fault().place.empty() || error.fault().found.empty() || error.fault().expected.empty())
      FAIL_CHECK("a refusal without its parts: " << error.what());
  } catch (const RunError&) {
    ++outcome.taken;  // an end
  }
}

}  // namespace

TEST_CASE("external mutations: spoiled messages are taken or refused with their place", "[mutations]") {
  const ExternalDrive drive = small_drive();
  Chance chance(2026);
  Outcome outcome;
  ExternalInbox line;
  for (std::uint64_t k = 0; k < external_mutations(); ++k) {
    const ExternalBytes bytes = spoiled(good_message(drive, chance), chance);
    const std::span<const std::uint8_t> all(bytes);
    const auto message = all.subspan(std::min<std::size_t>(4, all.size()));
    try_read([&] { decode_external_join(message); }, outcome);
    try_read([&] { decode_external_welcome(message); }, outcome);
    try_read(
        [&] {
          const ExternalOrder order = decode_external_order(message);
          drive.check(ExternalCommand{order.values});
          for (const auto& [column, value] : order.values)
            if (!(column < drive.columns.size() && value >= -5.0 && value <= 5.0))
              FAIL("a bad value was taken");
        },
        outcome);
    if (message.empty() || message.front() != static_cast<std::uint8_t>(ExternalMessage::refusal))
      try_read([&] { decode_external_answer(message); }, outcome);
    // the same bytes on a line that goes on: what follows a wrong length is lost with the line
    try_read(
        [&] {
          line.take(bytes);
          while (line.next()) continue;
        },
        outcome);
    if (chance.below(8) == 0) line.clear();
  }
  CHECK(outcome.taken > external_mutations() / 20);
  CHECK(outcome.refused > external_mutations());
}

TEST_CASE("messages of an external drive read back as they were written", "[external]") {
  const ExternalDrive drive = small_drive();
  const auto body = [](const ExternalBytes& bytes) {
    return std::span<const std::uint8_t>(bytes).subspan(4);
  };
  const ExternalBytes order = encode(ExternalOrder{0.01, {{3, -0.5}}});
  // the bytes of docs/external_drive.md
  const ExternalBytes expected = {25, 0, 0, 0, 9, 0x7b, 0x14, 0xae, 0x47, 0xe1, 0x7a, 0x84, 0x3f, 1,   0,
                                  0,  0, 3, 0, 0, 0,    0,    0,    0,    0,    0,    0,    0xe0, 0xbf};
  CHECK(order == expected);
  CHECK(decode_external_order(body(order)).advance == 0.01);
  CHECK(decode_external_order(body(order)).values[0].column == 3);
  const ExternalJoin join = decode_external_join(body(encode(ExternalJoin{true, {"chassis/yaw"}})));
  CHECK(join.state_hash);
  CHECK(join.channels == std::vector<std::string>{"chassis/yaw"});
  const ExternalWelcome welcome = decode_external_welcome(body(
      encode(ExternalWelcome{"0.2.0", "drive", 0.003, 60.0, drive.columns, {{"chassis/yaw", "rad", ""}}})));
  CHECK(welcome.columns[1].name == "wheel_torque/left");
  CHECK(welcome.columns[1].highest == 5.0);
  CHECK(welcome.channels[0].unit == "rad");
  const ExternalState state =
      decode_external_answer(body(encode(ExternalState{0.5, 167, 12345, true, {0.25}})));
  CHECK(state.step == 167);
  CHECK(state.finished);
  CHECK(state.channels == std::vector<double>{0.25});
  CHECK_THROWS_AS(decode_external_answer(body(encode(ExternalEnd{"failed", "why"}))), RunError);
  ExternalBytes long_one(4, 0xff);
  ExternalInbox line;
  line.take(long_one);
  CHECK_THROWS_AS(line.next(), InputError);
}
