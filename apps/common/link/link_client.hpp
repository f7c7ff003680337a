// SPDX-License-Identifier: BSD-3-Clause
// Watches a served run from afar. Its thread keeps the line, opens it again where it was cut, and leaves what
// came in a mailbox: the window never waits for it.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "common/link/address.hpp"
#include "common/mailbox.hpp"
#include "grouser/simulation/link/link_decoder.hpp"

namespace grouser {

/// State of a watched run, as the window shows it.
enum class LinkState {
  connecting,  ///< nothing has come yet
  live,
  cut,     ///< and being opened again
  ended,   ///< the run is over
  refused  ///< not to be tried again
};
const char* to_string(LinkState state);

/// News since the last ones were taken. Their size is bounded by that of a run.
struct LinkNews {
  LinkState state = LinkState::connecting;
  std::string text;  ///< why it was cut or refused
  /// The world of a run that was not known; news of the run before it no longer count.
  std::shared_ptr<const World> world;
  std::vector<std::shared_ptr<const Frame>> frames;
  std::vector<RunEvent> events;
  std::optional<LinkGround> ground;  ///< the newest
  bool ground_replaces = false;      ///< the state before it is not worth keeping
  std::optional<LinkMetrics> metrics;
  std::optional<LinkEnd> end;
};

/// One watched run. The window owns it and fetches news by take(), which never waits.
class LinkClient {
 public:
  /// Begins to connect. `tell` is called by its thread when there is news. Throws InputError where the
  /// address needs a token and there is none.
  LinkClient(const LinkAddress& address, std::string token, std::function<void()> tell = {});
  /// Closes the line.
  ~LinkClient();
  LinkClient(const LinkClient&) = delete;
  LinkClient& operator=(const LinkClient&) = delete;

  std::unique_ptr<LinkNews> take() { return mailbox_.take(); }
  const LinkAddress& address() const { return address_; }

 private:
  struct Impl;
  LinkAddress address_;
  Mailbox<LinkNews> mailbox_;
  std::unique_ptr<Impl> impl_;
  std::thread thread_;
};

}  // namespace grouser
