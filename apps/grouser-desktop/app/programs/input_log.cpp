// SPDX-License-Identifier: BSD-3-Clause
// The record of input as JSON lines: a head, one event per line, and a last line with their count, which
// shows that the record is whole. Files may come from anywhere: every value is checked for kind and range,
// and lines and files are bounded in size.
#include "app/programs/input_log.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/kept_file.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"

namespace grouser::desktop {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
// Ranges that a record must keep. kLastKey is GLFW's last key code, kLastCharacter Unicode's last code
// point.
constexpr double kLatestInput = 1e6, kFarthest = 1e5;  // s, pixels
constexpr int kLastButton = 7, kLastKey = 348, kLastCharacter = 0x10FFFF;
constexpr int kLeastSize = 64, kGreatestSize = 8192;  // pixels
constexpr std::size_t kMostBytes = 256u << 20, kLongestLine = 1u << 16;

/// One line of a record. Its values are read by name; errors name the line.
class Line {
 public:
  Line(std::string_view text, const std::string& name, std::size_t number)
      : place_(fmt::format("{}, line {}", name, number)) {
    if (text.size() > kLongestLine)
      throw InputError(place_, fmt::format("{} bytes", text.size()), "at most 65536 bytes in a line");
    json_ = parse_json<json>(text, place_);
    if (!json_.is_object()) refuse(std::string(text.substr(0, 40)), "a JSON object");
  }

  bool has(const char* key) const { return json_.contains(key); }
  const json& object() const { return json_; }

  /// A number within the range; a missing one is refused as well.
  double number(const char* key, double least, double greatest) const {
    return checked(key, json_.contains(key) ? json_[key] : json(), least, greatest);
  }
  int integer(const char* key, int least, int greatest) const {
    const double value = number(key, least, greatest);
    if (value != std::floor(value)) refuse(fmt::format("{} {}", key, value), "a whole number");
    return static_cast<int>(value);
  }
  /// Two numbers in a list.
  std::pair<double, double> pair(const char* key, double least, double greatest) const {
    const json value = json_.contains(key) ? json_[key] : json();
    if (!value.is_array() || value.size() != 2) refuse(shown(key), "a list of two numbers");
    return {checked(key, value[0], least, greatest), checked(key, value[1], least, greatest)};
  }
  /// False where the key is missing.
  bool flag(const char* key) const {
    if (!json_.contains(key)) return false;
    if (!json_[key].is_boolean()) refuse(shown(key), "true or false");
    return json_[key].get<bool>();
  }
  std::string text(const char* key) const {
    if (!json_.contains(key) || !json_[key].is_string()) refuse(shown(key), "a text");
    return json_[key].get<std::string>();
  }
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
    throw InputError(place_, found, expected);
  }

 private:
  /// Words for a value that is missing or of another kind.
  std::string shown(const char* key) const {
    return json_.contains(key) ? std::string("another \"") + key + "\"" : std::string("no \"") + key + "\"";
  }
  double checked(const char* key, const json& value, double least, double greatest) const {
    const std::string expected = fmt::format("a number from {:g} to {:g}", least, greatest);
    if (!value.is_number()) refuse(shown(key), expected);
    const auto number = value.get<double>();
    if (!(number >= least && number <= greatest)) refuse(fmt::format("{} {:g}", key, number), expected);
    return number;
  }

  std::string place_;
  json json_;
};

/// The first line: version, size of the window in pixels, scale of text and controls, kept state.
InputHead read_head(const Line& line) {
  if (!line.has("grouser_input")) line.refuse("no \"grouser_input\"", "a record of --record-input");
  line.integer("grouser_input", kVersion, kVersion);
  InputHead head;
  const auto [width, height] = line.pair("size", kLeastSize, kGreatestSize);
  head.width = static_cast<int>(width), head.height = static_cast<int>(height);
  head.scale = static_cast<float>(line.number("scale", 0.5, 4.0));
  if (line.has("kept")) head.kept = kept_state_of(line.object()["kept"].dump());
  return head;
}

/// One event; its kind follows from the key that the line has.
InputEvent read_event(const Line& line) {
  InputEvent e;
  // Time and state of the program, which every kind of event has.
  e.time = line.number("t", 0.0, kLatestInput);
  e.busy = line.flag("busy");
  if (line.has("step")) e.step = line.integer("step", 0, 2000000000);
  e.down = line.flag("down");
  const auto two = [&](InputKind kind, const char* key, double least, double greatest) {
    e.kind = kind;
    std::tie(e.x, e.y) = line.pair(key, least, greatest);
  };
  const auto coded = [&](InputKind kind, const char* key, int least, int greatest) {
    e.kind = kind;
    e.code = line.integer(key, least, greatest);
  };
  // The value of the event's own key.
  if (line.has("move")) {
    two(InputKind::move, "move", -kFarthest, kFarthest);
  } else if (line.has("wheel")) {
    two(InputKind::wheel, "wheel", -1000.0, 1000.0);
  } else if (line.has("size")) {
    two(InputKind::size, "size", kLeastSize, kGreatestSize);
  } else if (line.has("button")) {
    coded(InputKind::button, "button", 0, kLastButton);
  } else if (line.has("key")) {
    coded(InputKind::key, "key", -1, kLastKey);
    e.control = line.flag("control"), e.shift = line.flag("shift");
  } else if (line.has("text")) {
    coded(InputKind::text, "text", 1, kLastCharacter);
  } else if (line.has("drop")) {
    e.kind = InputKind::drop;
    e.path = line.text("drop");
  } else {
    line.refuse("no such event", "move, button, wheel, key, text, size or drop");
  }
  return e;
}

/// The reverse of read_event(); times are rounded to 0.1 ms, and flags that are false are left out.
json event_json(const InputEvent& e) {
  json j = {{"t", std::round(e.time * 1e4) / 1e4}};
  switch (e.kind) {
    case InputKind::move:
      j["move"] = {e.x, e.y};
      return j;  // movements of the pointer wait for nothing
    case InputKind::wheel:
      j["wheel"] = {e.x, e.y};
      break;
    case InputKind::size:
      j["size"] = {e.x, e.y};
      break;
    case InputKind::button:
      j["button"] = e.code;
      break;
    case InputKind::key:
      j["key"] = e.code;
      break;
    case InputKind::text:
      j["text"] = e.code;
      break;
    case InputKind::drop:
      j["drop"] = e.path;
      break;
  }
  const auto flag = [&](const char* name, bool value) {
    if (value) j[name] = true;
  };
  flag("down", e.down);
  flag("control", e.control);
  flag("shift", e.shift);
  flag("busy", e.busy);
  if (e.step > 0) j["step"] = e.step;
  return j;
}

/// One line of the file; invalid UTF-8 is replaced.
std::string line_of(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string input_log_text(const InputLog& log) {
  // The first key stays first, so that the file is known by how it begins.
  std::string text =
      fmt::format(R"({{"grouser_input":{},"size":[{},{}],"scale":{},"kept":{}}})", kVersion, log.head.width,
                  log.head.height, log.head.scale, kept_state_text(log.head.kept, -1)) +
      "\n";
  for (const InputEvent& event : log.events) text += line_of(event_json(event));
  return text + line_of({{"end", log.events.size()}});
}

InputLog parse_input_log(std::string_view text, const std::string& name) {
  InputLog log;
  std::size_t number = 0, at = 0;
  bool ended = false;
  for (; at < text.size(); ++number) {
    // One line, with or without a line break behind it.
    const std::size_t stop = std::min(text.find('\n', at), text.size());
    const Line line(text.substr(at, stop - at), name, number + 1);
    at = stop + 1;
    if (ended) line.refuse("more after the end", "nothing");
    if (number == 0) {
      log.head = read_head(line);
    } else if (line.has("end")) {
      ended = true;
      // Another count shows lines that are lost or added.
      if (line.number("end", 0.0, 1e9) != static_cast<double>(log.events.size()))
        line.refuse("another count of events", std::to_string(log.events.size()));
    } else {
      log.events.push_back(read_event(line));
      if (log.events.size() > 1 && log.events.back().time < log.events[log.events.size() - 2].time)
        line.refuse(fmt::format("t {:g}", log.events.back().time), "times that grow");
    }
  }
  if (!ended)
    throw InputError(name, fmt::format("{} lines without an end", number),
                     "a record of --record-input with its last line, {\"end\": COUNT}");
  return log;
}

InputLog read_input_log(const std::filesystem::path& path) {
  return parse_input_log(read_text_file(path, kMostBytes), path.string());
}

}  // namespace grouser::desktop
