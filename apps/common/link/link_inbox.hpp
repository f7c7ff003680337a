// SPDX-License-Identifier: BSD-3-Clause
// Data that have come over a live link and are not handed over yet, and the state of its run, which outlives
// one connection. It belongs to the client's thread; it has no clock and no socket.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "common/kept_steps.hpp"
#include "common/link/link_client.hpp"

namespace grouser {

/// The news since the last hand-over, and the run, world and newest frame that a new line goes on from.
class LinkInbox {
 public:
  LinkInbox() { news_ = std::make_unique<LinkNews>(); }

  /// The decoder of a new line: it knows the run that came on the last one.
  LinkDecoder begin_line(const std::string& from) const { return LinkDecoder(from, run_, world_); }
  LinkJoin join() const { return {run_}; }
  /// A message of the run `run`.
  void take(LinkMessage message, std::uint64_t run);
  /// The line was cut. Returns whether anything had come on it.
  bool cut(const std::string& why);
  void refuse(const std::string& why);

  bool ended() const { return state_ == LinkState::ended; }
  bool has_news() const { return fresh_; }
  /// All news, with those before it that nobody has taken (or null).
  std::unique_ptr<LinkNews> take_after(std::unique_ptr<LinkNews> missed);

 private:
  void take_world(std::shared_ptr<const World> world, std::uint64_t run);
  void take_frame(std::shared_ptr<const Frame> frame);
  void take_ground(LinkGround ground);

  LinkState state_ = LinkState::connecting;
  std::string text_;
  bool fresh_ = true;
  std::uint64_t run_ = 0;
  std::shared_ptr<const World> world_;
  std::optional<KeptSteps> kept_;
  double newest_ = -1.0;  // s, of the newest frame
  std::size_t ground_tiles_ = 0;
  std::unique_ptr<LinkNews> news_;
};

}  // namespace grouser
