// SPDX-License-Identifier: BSD-3-Clause
// next() sends in a fixed order: serverInfo, advertise, replies, topics of state (description, terrain,
// soils, ruts, events), then the time and the messages of a frame. Text messages are JSON; data are a head of
// little-endian numbers and the topic's CDR bytes. Frames are encoded when they are sent, once per
// subscription.
#include "foxglove/foxglove_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/base/version.hpp"
#include "grouser/exchange/mcap/ros_definitions.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::cli {
namespace {

using nlohmann::json;

constexpr std::size_t kMostFrameBytes = 32u << 20;  // kept for clients that lag
constexpr std::size_t kMostFrames = 20'000;
constexpr std::uint64_t kLagAFrame = 256;  // frames behind for which one more is left out at a time
constexpr std::uint64_t kRutsEvery = 64;   // frames between two grids of ruts
constexpr std::size_t kMostSubscriptions = 4096, kMostReplies = 64;

enum class StatusLevel { info = 0, warning = 1, error = 2 };  // the protocol, Status

/// The protocol's Status message as JSON.
std::string status_text(StatusLevel level, const std::string& message) {
  return json{{"op", "status"}, {"level", static_cast<int>(level)}, {"message", message}}.dump(
      -1, ' ', false, json::error_handler_t::replace);
}

FoxgloveMessage text_message(const std::string& text) { return {true, {text.begin(), text.end()}}; }

/// Bytes of a frame that is kept, roughly.
std::size_t size_of(const Frame& frame) {
  return sizeof(Frame) + frame.channels.size() * sizeof(double) +
         frame.body_poses.size() * sizeof(RigidTransform) + frame.contact_forces.size() * sizeof(ForceArrow);
}

/// A number of the protocol in 32 bits, or nothing.
std::optional<std::uint32_t> number_in(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto value = found->get<std::uint64_t>();
  if (value > 0xFFFFFFFFu) return std::nullopt;
  return static_cast<std::uint32_t>(value);
}

/// The pairs (id, channelId) of a subscribe message. A missing or wrong number is empty, and a message
/// without a list gives one pair that is empty, so that the client is warned.
std::vector<std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>> subscriptions_in(
    const json& message) {
  const auto wanted = message.find("subscriptions");
  if (wanted == message.end() || !wanted->is_array()) return {{std::nullopt, std::nullopt}};
  std::vector<std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>> found;
  for (const json& one : *wanted) {
    if (one.is_object())
      found.emplace_back(number_in(one, "id"), number_in(one, "channelId"));
    else
      found.emplace_back();
  }
  return found;
}

/// Removes the subscriptions that a message names; numbers that are not known are ignored.
void unsubscribe(const json& message, FoxgloveCursor& cursor) {
  const auto ids = message.find("subscriptionIds");
  if (ids == message.end() || !ids->is_array())
    return cursor.replies.push_back(status_text(StatusLevel::warning, "unsubscribe without subscriptionIds"));
  for (const json& id : *ids)
    if (id.is_number_unsigned() && id.get<std::uint64_t>() <= 0xFFFFFFFFu)
      cursor.subscriptions.erase(id.get<std::uint32_t>());
}

}  // namespace

FoxgloveStream::FoxgloveStream(std::shared_ptr<const World> world, std::string session)
    : world_(std::move(world)), session_(std::move(session)), topics_(world_, world_->scene.channels) {}

void FoxgloveStream::add(LinkUpdate update) {
  if (update.frame) {
    frame_bytes_ += size_of(*update.frame);
    time_ = update.frame->time;
    frames_.push_back(std::move(update.frame));
  }
  while (frames_.size() > 1 && (frame_bytes_ > kMostFrameBytes || frames_.size() > kMostFrames)) {
    frame_bytes_ -= size_of(*frames_.front());
    frames_.pop_front();
    ++first_frame_;
  }
  if (update.ground) {
    ground_ = std::move(update.ground);
    ++ground_version_;
  }
  for (RunEvent& event : update.events)
    if (events_.size() < kMostLinkEvents) events_.push_back(std::move(event));
}

void FoxgloveStream::end(const LinkEnd& end) { end_ = end; }

/// The protocol's serverInfo: name, capabilities, and the session of this run.
std::string FoxgloveStream::server_info() const {
  const json info{{"op", "serverInfo"},
                  {"name", "Grouser " + std::string(version()) + ": " + world_->scene.name},
                  {"capabilities", {"time"}},
                  {"supportedEncodings", json::array()},
                  {"metadata", {{"scenario", world_->scene.name}}},
                  {"sessionId", session_}};
  return info.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// The protocol's advertise: one channel per topic, with its ROS 2 message definition.
std::string FoxgloveStream::advertisement() const {
  json channels = json::array();
  for (std::size_t k = 0; k < topics_.topics().size(); ++k) {
    const RunTopic& topic = topics_.topics()[k];
    channels.push_back({{"id", k},
                        {"topic", topic.name},
                        {"encoding", "cdr"},
                        {"schemaName", ros_schema_name(topic.type)},
                        {"schema", topic.definition},
                        {"schemaEncoding", "ros2msg"}});
  }
  return json{{"op", "advertise"}, {"channels", channels}}.dump(-1, ' ', false,
                                                                json::error_handler_t::replace);
}

bool FoxgloveStream::hear(std::string_view message, bool text, FoxgloveCursor& cursor) const {
  if (cursor.replies.size() >= kMostReplies) return false;
  const auto warn = [&](const std::string& what) {
    cursor.replies.push_back(status_text(StatusLevel::warning, what));
  };
  if (!text) return warn("this run takes no messages of clients"), true;
  try {
    const auto said = parse_json<json>(message, "client");
    const auto op = said.is_object() ? said.find("op") : said.end();
    if (!said.is_object() || op == said.end() || !op->is_string())
      warn("a message that is no JSON object with \"op\"");
    else if (*op == "subscribe")
      for (const auto& [id, channel] : subscriptions_in(said)) subscribe(id, channel, cursor);
    else if (*op == "unsubscribe")
      unsubscribe(said, cursor);
    else
      warn("this run does not offer \"" + shown_line(clipped(op->get<std::string>(), 40)) + "\"");
  } catch (const InputError& error) {
    warn(error.what());
  }
  return true;
}

/// Adds a subscription, or puts a warning into the replies.
void FoxgloveStream::subscribe(std::optional<std::uint32_t> id, std::optional<std::uint32_t> channel,
                               FoxgloveCursor& cursor) const {
  const auto warn = [&](const std::string& what) {
    if (cursor.replies.size() < kMostReplies)
      cursor.replies.push_back(status_text(StatusLevel::warning, what));
  };
  if (!id || !channel)
    warn("a subscription without id or channelId");
  else if (*channel >= topics_.topics().size())
    warn(fmt::format("no channel {}", *channel));
  else if (cursor.subscriptions.contains(*id))
    warn(fmt::format("subscription {} is there already", *id));
  else if (cursor.subscriptions.size() >= kMostSubscriptions)
    warn(fmt::format("more than {} subscriptions", kMostSubscriptions));
  else
    cursor.subscriptions[*id].topic = *channel;
}

/// MessageData of the bytes in out_: opcode 1, subscription (4 bytes), time (8 bytes, ns), content.
FoxgloveMessage FoxgloveStream::data(std::uint32_t subscription, double time) const {
  constexpr std::size_t kHead = 1 + sizeof(std::uint32_t) + sizeof(std::uint64_t);
  const std::uint64_t stamp = log_nanoseconds(time);
  const std::span<const std::uint8_t> content = out_.bytes();
  FoxgloveMessage message{false, std::vector<std::uint8_t>(kHead + content.size())};
  message.content[0] = 0x01;
  std::memcpy(message.content.data() + 1, &subscription, sizeof subscription);
  std::memcpy(message.content.data() + 1 + sizeof subscription, &stamp, sizeof stamp);
  std::memcpy(message.content.data() + kHead, content.data(), content.size());
  return message;
}

std::optional<FoxgloveMessage> FoxgloveStream::next(FoxgloveCursor& cursor) {
  if (!std::exchange(cursor.greeted, true)) {
    cursor.next_frame = frames_.empty() ? first_frame_ : newest();
    return text_message(server_info());
  }
  if (!std::exchange(cursor.advertised, true)) return text_message(advertisement());
  if (!cursor.replies.empty()) {
    const std::string reply = std::move(cursor.replies.front());
    cursor.replies.pop_front();
    return text_message(reply);
  }
  if (auto message = next_state(cursor)) return message;
  if (auto message = next_of_frame(cursor)) return message;
  if (!end_ || cursor.ended) return std::nullopt;
  cursor.ended = true;
  const bool failed = end_->status == RunStatus::failed;
  return text_message(status_text(failed ? StatusLevel::error : StatusLevel::info,
                                  fmt::format("the run has ended: {}{}{}", to_string(end_->status),
                                              end_->message.empty() ? "" : ": ", end_->message)));
}

/// Version of the newest message of a topic other than frames; 0: none yet.
std::uint64_t FoxgloveStream::version_of(std::size_t topic, const FoxgloveCursor& cursor) const {
  if (topic == topics_.events()) return events_.size();
  if (topic != topics_.ruts()) return 1;
  const bool due = end_ || frames_.empty() || newest() >= cursor.ruts_after;
  return due ? ground_version_ : 0;
}

/// Encodes a topic that is not a frame into out_; of the events, the one with the number `version`. Returns
/// its time, s.
double FoxgloveStream::encode_state(std::size_t topic, std::uint64_t version) {
  if (topic == topics_.events()) {
    topics_.encode_event(events_[version], out_);
    return events_[version].time;
  }
  if (topic == topics_.description()) topics_.encode_description(out_);
  if (topic == topics_.terrain()) topics_.encode_terrain(time_, out_);
  if (topic == topics_.soils()) topics_.encode_soils(time_, out_);
  if (topic == topics_.ruts()) topics_.encode_ruts(time_, *ground_, out_);
  return time_;
}

/// The next message of a topic that is not a frame, or nothing. Events are sent one by one; of the other
/// topics only the newest version is sent.
std::optional<FoxgloveMessage> FoxgloveStream::next_state(FoxgloveCursor& cursor) {
  for (auto& [id, subscription] : cursor.subscriptions) {
    if (subscription.topic < topics_.frame_topics()) continue;
    const std::uint64_t version = version_of(subscription.topic, cursor);
    if (version <= subscription.version) continue;
    if (subscription.topic == topics_.ruts()) cursor.ruts_after = newest() + kRutsEvery;
    const bool events = subscription.topic == topics_.events();
    const double time = encode_state(subscription.topic, events ? subscription.version : version);
    subscription.version = events ? subscription.version + 1 : version;
    return data(id, time);
  }
  return std::nullopt;
}

/// The Time message of the next frame (opcode 2), then that frame's message for each subscription. A client
/// skips one frame more for each 256 that it lags behind.
std::optional<FoxgloveMessage> FoxgloveStream::next_of_frame(FoxgloveCursor& cursor) {
  while (!cursor.rest.empty()) {
    const std::uint32_t id = cursor.rest.front();
    cursor.rest.pop_front();
    const auto wanted = cursor.subscriptions.find(id);
    if (wanted == cursor.subscriptions.end()) continue;  // no longer
    topics_.encode_frame(wanted->second.topic, cursor.frame->time, cursor.frame->channels, out_);
    return data(id, cursor.frame->time);
  }
  cursor.frame.reset();
  if (frames_.empty() || cursor.next_frame > newest()) return std::nullopt;
  std::uint64_t chosen = std::max(cursor.next_frame, first_frame_);
  chosen = std::min(newest(), chosen + (newest() - chosen) / kLagAFrame);
  cursor.next_frame = chosen + 1;
  cursor.frame = frames_[chosen - first_frame_];
  for (const auto& [id, subscription] : cursor.subscriptions)
    if (subscription.topic < topics_.frame_topics()) cursor.rest.push_back(id);
  FoxgloveMessage time{false, std::vector<std::uint8_t>(1 + sizeof(std::uint64_t))};
  const std::uint64_t stamp = log_nanoseconds(cursor.frame->time);
  time.content[0] = 0x02;
  std::memcpy(time.content.data() + 1, &stamp, sizeof stamp);
  return time;
}

}  // namespace grouser::cli
