// SPDX-License-Identifier: BSD-3-Clause
// A run in the open WebSocket protocol of Foxglove (https://github.com/foxglove/ws-protocol, docs/spec.md,
// "foxglove.websocket.v1"; "foxglove.sdk.v1" has the same messages for what is used here): what the server
// keeps of a run, what it hears from a client, and what a client gets next. Topics are those of an MCAP
// export (run_topics.hpp). It belongs to one thread, has neither clock nor socket, and does not grow beyond
// its limits.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/link/run_stream.hpp"
#include "grouser/exchange/mcap/run_topics.hpp"

namespace grouser::cli {

inline constexpr std::size_t kMostFoxgloveBytes = 65'536;  ///< of a message of a client

/// A message of the WebSocket.
struct FoxgloveMessage {
  bool text = false;  ///< JSON, or else bytes
  std::vector<std::uint8_t> content;
};

/// A channel that a client wants, by the number that it chose.
struct FoxgloveSubscription {
  std::size_t topic = 0;
  std::uint64_t version = 0;  ///< of the topic's last message that was sent; topics that are no frames
};

/// Progress of one client.
struct FoxgloveCursor {
  bool greeted = false, advertised = false, ended = false;
  std::map<std::uint32_t, FoxgloveSubscription> subscriptions;
  std::deque<std::string> replies;  ///< that wait to be sent
  std::uint64_t next_frame = 0;     ///< number of the next frame; the run's first is 1
  std::uint64_t ruts_after = 0;     ///< ruts wait for that frame
  std::deque<std::uint32_t> rest;   ///< subscriptions that lack the frame below
  std::shared_ptr<const Frame> frame;
};

class FoxgloveStream {
 public:
  /// `session`: differs from run to run.
  FoxgloveStream(std::shared_ptr<const World> world, std::string session);
  void add(LinkUpdate update);
  /// Nothing may be added afterwards.
  void end(const LinkEnd& end);

  /// Takes a message of a client. What is wrong with it is said by a status message. Returns false for a
  /// client that sends more wrong messages than it reads answers to: its line is to be cut.
  bool hear(std::string_view message, bool text, FoxgloveCursor& cursor) const;
  /// The next message for a client, or nothing where it has all there is. A client that comes late begins at
  /// the newest frame; one that is slow gets every second, third ... frame.
  std::optional<FoxgloveMessage> next(FoxgloveCursor& cursor);

 private:
  std::string server_info() const;
  std::string advertisement() const;
  void subscribe(std::optional<std::uint32_t> id, std::optional<std::uint32_t> channel,
                 FoxgloveCursor& cursor) const;
  std::optional<FoxgloveMessage> next_state(FoxgloveCursor& cursor);
  std::optional<FoxgloveMessage> next_of_frame(FoxgloveCursor& cursor);
  std::uint64_t version_of(std::size_t topic, const FoxgloveCursor& cursor) const;
  double encode_state(std::size_t topic, std::uint64_t version);
  FoxgloveMessage data(std::uint32_t subscription, double time) const;
  std::uint64_t newest() const { return first_frame_ + frames_.size() - 1; }

  std::shared_ptr<const World> world_;
  std::string session_;
  RunTopics topics_;
  CdrWriter out_;
  std::vector<RunEvent> events_;
  std::uint64_t first_frame_ = 1;  // number of the first that is kept
  std::deque<std::shared_ptr<const Frame>> frames_;
  std::size_t frame_bytes_ = 0;
  double time_ = 0.0;  // s, of the newest frame
  std::shared_ptr<const GroundMemory> ground_;
  std::uint64_t ground_version_ = 0;
  std::optional<LinkEnd> end_;
};

}  // namespace grouser::cli
