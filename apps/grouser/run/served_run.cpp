// SPDX-License-Identifier: BSD-3-Clause
#include "served_run.hpp"

#include <chrono>
#include <iostream>
#include <thread>

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

/// The key of those who may watch at an address.
LinkKey key_for(const ServeArguments& arguments, const LinkAddress& address) {
  const std::string token = read_link_token(arguments.token_file);
  check_link_token("--serve", address, token);
  return make_link_key(token);
}

}  // namespace

void add_serve_options(Command& command, ServeArguments& a) {
  Command group = command.group("Live link");
  group.option("--serve HOST:PORT", a.address,
               "Let viewers watch (grouser-desktop --connect); port 0: any free one");
  group.option("--token-file FILE", a.token_file,
               std::string("Secret that viewers must have too (or in ") + kLinkTokenVariable + ")");
  group.flag("--wait-for-viewer", a.wait_for_viewer, "Begin when the first viewer is there");
  group.flag("--real-time", a.real_time, "Run no faster than the clock on the wall");
}

ServedRun::ServedRun(const ServeArguments& arguments, const World& world)
    : wait_for_viewer_(arguments.wait_for_viewer), real_time_(arguments.real_time) {
  const LinkAddress address = parse_link_address("--serve", arguments.address);
  const LinkKey key = key_for(arguments, address);
  server_ = std::make_unique<LinkServer>(address, key, encode_scene(world));
  std::cerr << "grouser: serving on " << server_->address().text() << "\n";
}

void ServedRun::begin(const Simulation& simulation) {
  feed_.emplace(*server_, simulation);
  while (wait_for_viewer_ && server_->viewers() == 0 && !interrupted())
    std::this_thread::sleep_for(kBetweenLooks);
  if (wait_for_viewer_ && interrupted()) throw Interrupted("before a viewer came: the run had not begun");
  started_ = steady_seconds();
  from_ = simulation.time();
}

void ServedRun::observe(const Simulation& simulation, const MetricsTracker& metrics) {
  feed_->observe(simulation, metrics);
  while (real_time_ && !interrupted()) {
    const double ahead = simulation.time() - from_ - (steady_seconds() - started_);
    if (ahead < kWorthSleeping) break;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(ahead, kLongestSleep)));
  }
}

void ServedRun::finish(const Simulation& simulation, const RunSummary& summary) {
  feed_->finish(simulation, summary, kLinger);
}

std::unique_ptr<ServedRun> serve_if_asked(const ServeArguments& a, const World& world) {
  if (!a.address.empty()) return std::make_unique<ServedRun>(a, world);
  const char* const alone = a.wait_for_viewer       ? "--wait-for-viewer"
                            : a.real_time           ? "--real-time"
                            : !a.token_file.empty() ? "--token-file"
                                                    : nullptr;
  if (alone) throw InputError(alone, "no --serve", "it beside --serve HOST:PORT");
  return nullptr;
}

}  // namespace grouser::cli
