// SPDX-License-Identifier: BSD-3-Clause
// Frames as orders to servos: how many reals each code takes, and why a frame is refused. Angles are read
// as the shortest decimal that gives the same real, so that a recorded command repeats it.
#include "grouser/vehicle/legs/servo_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace grouser {
namespace {

constexpr std::size_t kLegReals = 4, kMotors = 3;

/// Reals that a code takes; `angles`: the number of all servos.
std::size_t reals_of(ServoCode code, std::size_t angles) {
  switch (code) {
    case ServoCode::angles:
      return angles;
    case ServoCode::leg:
      return kLegReals;
    case ServoCode::advance:
      return 1;
    default:
      return 0;
  }
}

/// Angles of a frame, rad; the first real of an order to one leg is the leg's number.
std::vector<double> angles_of(const ServoFrame& frame) {
  const std::size_t from = frame.code == static_cast<std::uint8_t>(ServoCode::leg) ? 1 : 0;
  std::vector<double> angles;
  for (std::size_t k = from; k < frame.reals.size(); ++k) angles.push_back(shortest_number(frame.reals[k]));
  return angles;
}

std::string leg_refusal(const ServoFrame& frame, std::span<const AngleRange> limits) {
  const std::size_t legs = limits.size() / kMotors;
  const float leg = frame.reals[0];
  if (!(leg >= 0.0f && leg < static_cast<float>(legs)) || leg != std::floor(leg))
    return fmt::format("leg {}, expected a whole number from 0 to {}", leg, legs - 1);
  return angles_refusal(angles_of(frame), limits, kMotors * static_cast<std::size_t>(leg));
}

std::string advance_refusal(float seconds, ServoTime time) {
  if (time == ServoTime::wall_clock)
    return "advance, expected none: the robot runs in real time (--lockstep lets it advance)";
  if (seconds >= 0.0f && seconds <= static_cast<float>(kLongestAdvance)) return "";
  return fmt::format("advance by {} s, expected 0 to {:g} s", seconds, kLongestAdvance);
}

}  // namespace

const ServoCodeEntry* find_servo_code(std::uint8_t code) {
  for (const ServoCodeEntry& entry : kServoCodes)
    if (static_cast<std::uint8_t>(entry.code) == code) return &entry;
  return nullptr;
}

const ServoCodeEntry* find_servo_code(std::string_view name) {
  for (const ServoCodeEntry& entry : kServoCodes)
    if (entry.name == name) return &entry;
  return nullptr;
}

std::string frame_refusal(const ServoFrame& frame, std::span<const AngleRange> limits, ServoTime time) {
  const ServoCodeEntry* entry = find_servo_code(frame.code);
  if (!entry) return fmt::format("code {}, expected one of 200 to 203 and 207 to 211", frame.code);
  const std::size_t count = reals_of(entry->code, limits.size());
  if (frame.reals.size() != count)
    return fmt::format("{} with {} reals, expected {}", entry->name, frame.reals.size(), count);
  for (std::size_t k = 0; k < count; ++k)
    if (!std::isfinite(frame.reals[k]))
      return fmt::format("{}: real {} is {}, expected a finite number", entry->name, k, frame.reals[k]);
  switch (entry->code) {
    case ServoCode::angles:
      return angles_refusal(angles_of(frame), limits);
    case ServoCode::leg:
      return leg_refusal(frame, limits);
    case ServoCode::advance:
      return advance_refusal(frame.reals[0], time);
    default:
      return "";
  }
}

double shortest_number(float real) {
  char text[32];
  const auto [end, error] = std::to_chars(std::begin(text), std::end(text), real);
  double number = 0.0;
  std::from_chars(text, end, number);
  return number;
}

void put_angles(const ServoFrame& frame, std::span<double> told) {
  const bool leg = frame.code == static_cast<std::uint8_t>(ServoCode::leg);
  const std::size_t first = leg ? kMotors * static_cast<std::size_t>(frame.reals[0]) : 0;
  std::ranges::copy(angles_of(frame), told.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace grouser
