// SPDX-License-Identifier: BSD-3-Clause
// Each audience (the live link, Foxglove) has its own server and feed. --real-time sleeps between steps in
// short pieces, so that Ctrl+C is seen.
#include "served_run.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include "common/link/link_server.hpp"
#include "foxglove/foxglove_server.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "shared/interrupt.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

constexpr double kLinger = 2.0;                         // s that viewers have after the run to take the rest
constexpr double kLongestSleep = 0.05;                  // s between two looks for Ctrl+C
constexpr double kWorthSleeping = 0.002;                // s
constexpr std::chrono::milliseconds kBetweenLooks{20};  // for a viewer

/// The token of those who may watch at an address; empty: any program of this machine may.
std::string token_for(const char* option, const ServeArguments& arguments, const LinkAddress& address) {
  const std::string token = read_link_token(arguments.token_file);
  check_link_token(option, address, token);
  return token;
}

}  // namespace

void add_serve_options(Command& command, ServeArguments& a) {
  Command group = command.group("Live link");
  group.option("--serve HOST:PORT", a.address,
               "Let viewers watch (grouser-desktop --connect); port 0: any free one");
  group.option("--serve-foxglove HOST:PORT", a.foxglove,
               "Let Foxglove, Lichtblick or PlotJuggler watch (docs/exchange_logs.md); port 8765 is theirs");
  group.option("--token-file FILE", a.token_file,
               std::string("Secret that viewers must have too (or in ") + kLinkTokenVariable + ")");
  group.flag("--wait-for-viewer", a.wait_for_viewer, "Begin when the first viewer is there");
  group.flag("--real-time", a.real_time, "Run no faster than the clock on the wall");
}

ServedRun::ServedRun(const ServeArguments& arguments, const World& world)
    : wait_for_viewer_(arguments.wait_for_viewer), real_time_(arguments.real_time) {
  if (!arguments.address.empty()) serve_viewers(arguments, world);
  if (!arguments.foxglove.empty()) serve_foxglove(arguments, world);
}

void ServedRun::serve_viewers(const ServeArguments& arguments, const World& world) {
  const LinkAddress address = parse_link_address("--serve", arguments.address);
  const LinkKey key = make_link_key(token_for("--serve", arguments, address));
  auto server = std::make_unique<LinkServer>(address, key, encode_scene(world));
  std::cerr << "grouser: serving on " << server->address().text() << "\n";
  audiences_.push_back(std::move(server));
}

void ServedRun::serve_foxglove(const ServeArguments& arguments, const World& world) {
  const LinkAddress address = parse_link_address("--serve-foxglove", arguments.foxglove);
  auto server = std::make_unique<FoxgloveServer>(address, token_for("--serve-foxglove", arguments, address),
                                                 world.shared_from_this());
  std::cerr << "grouser: serving Foxglove on ws://" << server->address().text() << "\n";
  audiences_.push_back(std::move(server));
}

bool ServedRun::is_watched() const {
  return std::ranges::any_of(audiences_, [](const auto& audience) { return audience->viewers() > 0; });
}

void ServedRun::begin(const Simulation& simulation) {
  for (const auto& audience : audiences_) feeds_.push_back(std::make_unique<RunFeed>(*audience, simulation));
  // Waits before the clock starts, so that real time counts from the first step.
  while (wait_for_viewer_ && !is_watched() && !interrupted()) std::this_thread::sleep_for(kBetweenLooks);
  if (wait_for_viewer_ && interrupted()) throw Interrupted("before a viewer came: the run had not begun");
  started_ = steady_seconds();
  from_ = simulation.time();
}

void ServedRun::observe(const Simulation& simulation, const MetricsTracker& metrics) {
  for (const auto& feed : feeds_) feed->observe(simulation, metrics);
  while (real_time_ && !interrupted()) {
    const double ahead = simulation.time() - from_ - (steady_seconds() - started_);
    if (ahead < kWorthSleeping) break;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(ahead, kLongestSleep)));
  }
}

void ServedRun::finish(const Simulation& simulation, const RunSummary& summary) {
  for (const auto& feed : feeds_) feed->finish(simulation, summary, kLinger);
}

std::unique_ptr<ServedRun> serve_if_asked(const ServeArguments& a, const World& world) {
  if (!a.address.empty() || !a.foxglove.empty()) return std::make_unique<ServedRun>(a, world);
  const char* const alone = a.wait_for_viewer       ? "--wait-for-viewer"
                            : a.real_time           ? "--real-time"
                            : !a.token_file.empty() ? "--token-file"
                                                    : nullptr;
  if (alone) throw InputError(alone, "no --serve", "it beside --serve or --serve-foxglove HOST:PORT");
  return nullptr;
}

}  // namespace grouser::cli
