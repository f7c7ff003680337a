// SPDX-License-Identifier: BSD-3-Clause
// Serves a run by Foxglove's WebSocket protocol while it runs. The run's thread hands over what is new and
// never waits: neither for a client nor for the server's own thread.
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "common/link/address.hpp"
#include "common/link/run_audience.hpp"
#include "common/mailbox.hpp"

namespace grouser::cli {

inline constexpr std::size_t kMostFoxgloveClients = 128;  ///< more are turned away

class FoxgloveServer final : public RunAudience {
 public:
  /// Listens at once. `token`: that clients must have; empty: none. Throws InputError where it cannot listen.
  FoxgloveServer(const LinkAddress& address, std::string token, std::shared_ptr<const World> world);
  /// Cuts all lines.
  ~FoxgloveServer() override;
  FoxgloveServer(const FoxgloveServer&) = delete;
  FoxgloveServer& operator=(const FoxgloveServer&) = delete;

  /// The address at which it listens; its port is the one that was found if 0 was asked for.
  const LinkAddress& address() const { return address_; }
  /// Clients that have subscribed to something.
  std::size_t viewers() const override { return viewers_.load(std::memory_order_relaxed); }
  bool publish(LinkUpdate update) override { return updates_.push(std::move(update)); }
  void finish(LinkUpdate last, const LinkEnd& end, double linger) override;

 private:
  struct Impl;
  LinkAddress address_;
  std::atomic<std::size_t> viewers_{0};
  CommandQueue<LinkUpdate, 256> updates_;
  std::unique_ptr<Impl> impl_;
  std::thread thread_;
};

}  // namespace grouser::cli
