// SPDX-License-Identifier: BSD-3-Clause
// Serves a run to viewers while it runs. The run's thread hands over what is new and never waits: neither for
// a viewer nor for the server's own thread.
#pragma once
#include <atomic>
#include <memory>
#include <thread>

#include "common/link/address.hpp"
#include "common/link/link_key.hpp"
#include "common/link/run_audience.hpp"
#include "common/mailbox.hpp"

namespace grouser {

inline constexpr std::size_t kMostViewers = 128;  ///< more are turned away

class LinkServer final : public RunAudience {
 public:
  /// Listens at once. `scene`: of encode_scene(). Throws InputError where it cannot listen at the address.
  LinkServer(const LinkAddress& address, const LinkKey& key, LinkBytes scene);
  /// Cuts all lines.
  ~LinkServer() override;
  LinkServer(const LinkServer&) = delete;
  LinkServer& operator=(const LinkServer&) = delete;

  /// The address at which the server listens; its port is the one that was found if 0 was asked for.
  const LinkAddress& address() const { return address_; }
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

}  // namespace grouser
