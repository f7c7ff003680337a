// SPDX-License-Identifier: BSD-3-Clause
// Spoiled frames and lines against both ends of the servo link: nothing but a whole frame with good angles moves the robot.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/servos.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "servo/servo_chance.hpp"
#include "servo/servo_replies.hpp"
#include "servo/servo_robot.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::uint64_t mutations() {
  const char* told = std::getenv("GROUSER_SERVO_MUTATIONS");
  return told ? std::strtoull(told, nullptr, 10) : 10'000;
}

constexpr std::uint8_t code(ServoCode value) { return static_cast<std::uint8_t>(value); }

/// A frame as a client may send it, with angles that the robot has room for.
ServoFrame good_frame(const std::vector<AngleRange>& limits, Chance& chance) {
  const auto angle = [&](std::size_t k) {
    const double share = static_cast<double>(chance.below(1001)) / 1000.0;
    return static_cast<float>(limits[k].lowest + share * (limits[k].highest - limits[k].lowest));
  };
  ServoFrame frame{.code = std::uint8_t(kServoCodes[chance.below(std::size(kServoCodes))].code)};
  if (frame.code == code(ServoCode::angles))
    for (std::size_t k = 0; k < limits.size(); ++k) frame.reals.push_back(angle(k));
  if (frame.code == code(ServoCode::leg)) {
    const std::size_t leg = chance.below(limits.size() / 3);
    frame.reals = {static_cast<float>(leg), angle(3 * leg), angle(3 * leg + 1), angle(3 * leg + 2)};
  }
  if (frame.code == code(ServoCode::advance)) frame.reals = {0.5f};
  return frame;
}

/// One to three changes: a bit, a byte, a real that is telling, a cut, more bytes.
Bytes spoil(Bytes bytes, Chance& chance) {
  static constexpr float kTelling[] = {0.0f,
                                       -0.0f,
                                       1e30f,
                                       -1e30f,
                                       1e-40f,
                                       std::numeric_limits<float>::quiet_NaN(),
                                       std::numeric_limits<float>::infinity(),
                                       -std::numeric_limits<float>::infinity()};
  for (std::uint64_t k = 1 + chance.below(3); k > 0; --k) {
    switch (bytes.size() < 6 ? chance.below(2) : chance.below(5)) {
      case 0:
        bytes.push_back(static_cast<std::uint8_t>(chance.below(256)));
        break;
      case 1:
        if (!bytes.empty())
          bytes[chance.below(bytes.size())] ^= static_cast<std::uint8_t>(1u << chance.below(8));
        break;
      case 2: {
        const auto bits = std::bit_cast<std::uint32_t>(kTelling[chance.below(std::size(kTelling))]);
        const std::size_t at = 2 + 4 * chance.below((bytes.size() - 2) / 4);
        for (unsigned b = 0; b < 4 && at + b < bytes.size(); ++b)
          bytes[at + b] = static_cast<std::uint8_t>(bits >> 8 * b);
        break;
      }
      case 3:
        bytes.resize(chance.below(bytes.size()));
        break;
      default:
        bytes[chance.below(bytes.size())] = static_cast<std::uint8_t>(chance.below(256));
    }
  }
  return bytes;
}

/// What a frame may do to the angles told, found without the code that is tested.
void follow(const ServoFrame& frame, const std::vector<AngleRange>& limits, std::vector<double>& told) {
  const bool one = frame.code == 210, all = frame.code == 208;
  if ((!one || frame.reals.size() != 4) && (!all || frame.reals.size() != limits.size())) return;
  std::size_t first = 0;
  if (one) {
    const float leg = frame.reals[0];
    if (!(leg == 0.0f || leg == 1.0f || leg == 2.0f || leg == 3.0f)) return;
    first = 3 * static_cast<std::size_t>(leg);
  }
  const auto angles = std::vector<float>(frame.reals.begin() + (one ? 1 : 0), frame.reals.end());
  for (std::size_t k = 0; k < angles.size(); ++k)
    if (!(angles[k] >= static_cast<float>(limits[first + k].lowest) - 3e-7f) ||
        !(angles[k] <= static_cast<float>(limits[first + k].highest) + 3e-7f))
      return;
  for (std::size_t k = 0; k < angles.size(); ++k) told[first + k] = static_cast<double>(angles[k]);
}

double widest(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::fabs(a[k] - b[k]));
  return most;
}

}  // namespace

TEST_CASE("servo mutations: no bad frame moves the robot", "[mutations]") {
  Simulation simulation = start_simulation(load_world("walker_stand"));
  const Walker& walker = *main_walker(simulation.world());
  const auto limits = servo_limits(walker);
  cli::ServoRobot robot(simulation, "quad", ServoTime::lockstep, [] { return false; });
  ServoFrameReader reader;
  std::vector<double> expected = told_angles(walker, simulation.state());
  const SimulationState start = simulation.state();
  std::uint64_t refused = 0, told = 0;
  double time = 0.0;
  bool stopped = false;  // servos that were under way hold another angle than told
  for (std::uint64_t k = 0; k < mutations(); ++k) {
    INFO("mutation " << k);
    Chance chance(k);
    const bool whole = chance.below(4) == 0;
    const Bytes bytes = encode_servo_frame(good_frame(limits, chance));
    for (const std::uint8_t byte : whole ? bytes : spoil(bytes, chance)) {
      const auto frame = reader.take(byte, time);
      if (!frame) continue;
      const cli::Json reply = robot.answer(*frame);
      REQUIRE(reply.is_object());
      REQUIRE(reply.dump().find('\n') == std::string::npos);
      if (reply.contains("error")) {
        ++refused;
        continue;
      }
      told += frame->code == 208 || frame->code == 210 ? 1 : 0;
      stopped = stopped || frame->code == 207;
      follow(*frame, limits, expected);
    }
    // one in two follows at once, so that a cut shifts what comes after it
    time += chance.below(2) == 0 ? 0.02 : 0.001;
    if (k % 8 != 0) continue;
    REQUIRE(simulation.step() == StepStatus::ok);
    // a real of four bytes is off by its rounding
    if (std::exchange(stopped, false)) expected = told_angles(walker, simulation.state());
    if (widest(told_angles(walker, simulation.state()), expected) > 1e-6) FAIL("moved, told " << told);
    if (k % 512 == 0) {
      simulation.restore(start);  // the robot stands again; it is told what it was told before
      simulation.tell_servos(expected);
    }
  }
  CHECK(refused > mutations() / 20);
  CHECK(told > mutations() / 50);
  CHECK(reader.dropped() > mutations() / 50);
}

TEST_CASE("servo mutations: a client takes or refuses every spoiled line", "[mutations]") {
  Simulation simulation = start_simulation(load_world("walker_stand"));
  cli::ServoRobot robot(simulation, "quad", ServoTime::lockstep, [] { return false; });
  std::vector<std::string> lines;
  for (const ServoCodeEntry& entry : kServoCodes)
    lines.push_back(robot.answer({.code = std::uint8_t(entry.code)}).dump() + "\r\n");
  ServoLineReader reader;
  std::uint64_t taken = 0, refused = 0;
  for (std::uint64_t k = 0; k < mutations(); ++k) {
    Chance chance(k);
    const std::string& line = lines[chance.below(lines.size())];
    const Bytes bytes = spoil(Bytes(line.begin(), line.end()), chance);
    for (const std::uint8_t byte : bytes) {
      const auto found = reader.take(static_cast<char>(byte));
      if (!found) continue;
      try {
        const cli::Json reply = cli::read_servo_reply("port", *found);
        if (!reply.is_object()) FAIL("no object: " << *found);
        ++taken;
      } catch (const RunError&) {
        ++refused;
      }
    }
  }
  CHECK(taken > mutations() / 50);
  CHECK(refused > mutations() / 50);
}
