// SPDX-License-Identifier: BSD-3-Clause
// Commands to servos as texts of events, in parts that fit an event, and their reader, which joins the
// parts.
#include "grouser/vehicle/legs/servo_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr std::size_t kPartTextBytes = 150;  // of an event's 160, with the part's number before it
constexpr double kRealRounding = 2e-7;       // rad: what a real of four bytes loses of an angle below pi

constexpr const char* kMotorNames[] = {"roll", "hip", "knee"};

/// The next word of a text as a number, which is taken from it.
template <class Number>
std::optional<Number> take_number(std::string_view& text, char end) {
  const std::size_t length = std::min(text.find(end), text.size());
  const std::string_view word = text.substr(0, length);
  Number value{};
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || stop != word.data() + word.size()) return std::nullopt;
  text.remove_prefix(std::min(length + 1, text.size()));
  return value;
}

/// The angles of a part; false for a text that has others.
bool read_part_angles(std::string_view text, std::vector<double>& angles) {
  while (!text.empty()) {
    const std::optional<double> angle = take_number<double>(text, ' ');
    if (!angle || !std::isfinite(*angle) || angles.size() == kMostServoAngles) return false;
    angles.push_back(*angle);
  }
  return true;
}

}  // namespace

std::string angles_refusal(std::span<const double> angles, std::span<const AngleRange> limits,
                           std::size_t first) {
  for (std::size_t k = 0; k < angles.size(); ++k) {
    const AngleRange& limit = limits[first + k];
    // not a number is beyond both
    if (angles[k] >= limit.lowest - kRealRounding && angles[k] <= limit.highest + kRealRounding) continue;
    return fmt::format("angle {} (leg {}, {}): {:.6g} rad, expected {:.6g} to {:.6g}", first + k,
                       (first + k) / 3, kMotorNames[(first + k) % 3], angles[k], limit.lowest, limit.highest);
  }
  return "";
}

std::vector<std::string> servo_command_texts(std::span<const double> angles) {
  std::vector<std::string> parts(1);
  for (const double angle : angles) {
    const std::string word = fmt::format("{}", angle);
    if (parts.back().size() + word.size() >= kPartTextBytes) parts.emplace_back();
    if (!parts.back().empty()) parts.back() += ' ';
    parts.back() += word;
  }
  for (std::size_t k = 0; k < parts.size(); ++k)
    parts[k] = fmt::format("{}/{} {}", k + 1, parts.size(), parts[k]);
  return parts;
}

void ServoCommandReader::take(double time, std::string_view text) {
  std::string_view rest = text;
  const auto part = take_number<std::size_t>(rest, '/');
  const auto parts = part ? take_number<std::size_t>(rest, ' ') : std::nullopt;
  // Parts follow one another, at one time.
  const bool begins = part == 1u;  // a part that a killed program left unfinished is dropped
  if (begins) begun_ = {.time = time};
  if (!parts || *part > *parts || (!begins && (*part != part_ + 1 || time != begun_.time)) ||
      !read_part_angles(rest, begun_.angles) || !(time >= kServoTimes.min && time <= kServoTimes.max))
    throw InputError(place_, fmt::format("'{}' commanded to servos at {} s", text, time),
                     fmt::format("part {} of a command, such as '1/1 0.1 -0.9 0.2'", begins ? 1 : part_ + 1));
  part_ = *part;
  if (*part < *parts) return;
  commands_.push_back(std::move(begun_));
  begun_ = {};
  part_ = 0;
}

}  // namespace grouser
