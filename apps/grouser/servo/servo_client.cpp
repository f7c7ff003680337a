// SPDX-License-Identifier: BSD-3-Clause
// A request is a frame, and its reply the next line of JSON. Every wait has the same patience.
#include "servo_client.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"
#include "servo_replies.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {

ServoClient::ServoClient(const std::string& path, double patience)
    : path_(path), patience_(patience), port_(path) {
  // Lines before the identifier belong to another client's conversation.
  const double deadline = steady_seconds() + patience;
  while (const auto line = port_.read_line(deadline)) {
    Json json;
    try {
      json = read_servo_reply(path, *line);
    } catch (const RunError&) {
      continue;  // some other text on this line
    }
    if (!json.contains("device_id") || !json["device_id"].is_string()) continue;
    id_ = json["device_id"].get<std::string>();
    return;
  }
  throw RunError(fmt::format("{}: no identifier came within {:g} s, expected {{\"device_id\":\"NAME\"}}",
                             path, patience));
}

void ServoClient::push(const ServoFrame& frame) {
  port_.send(encode_servo_frame(frame), steady_seconds() + patience_);
}

Json ServoClient::pull() {
  const auto line = port_.read_line(steady_seconds() + patience_);
  if (!line)
    throw RunError(fmt::format("{}: {} says nothing for {:g} s; --timeout waits longer", path_,
                               shown_line(id_), patience_));
  return read_servo_reply(path_, *line);
}

Json ServoClient::request(const ServoFrame& frame) {
  push(frame);
  return pull();
}

}  // namespace grouser::cli
