// SPDX-License-Identifier: BSD-3-Clause
// A run that another program serves: what comes over its live link is shown like a live run of our own, but
// nothing is sent back.
#include <fmt/format.h>

#include "grouser/simulation/step/world.hpp"
#include "session/run/replay_data.hpp"
#include "session/run/simulation_worker.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

void Session::connect(const LinkAddress& address, const std::string& token) {
  link_.reset();
  link_ = std::make_unique<LinkClient>(address, token, tell_);
  view_.link = {address.text(), LinkState::connecting, ""};
  add_log(LogLevel::info, "Connecting to " + address.text());
}

void Session::disconnect() {
  if (!link_) return;
  add_log(LogLevel::info, "Disconnected from " + view_.link.address);
  link_.reset();
  if (view_.mode != SessionMode::connected) view_.link = {};
  if (view_.link.state != LinkState::ended) view_.link.state = LinkState::refused;
  view_.link.text = "disconnected";
}

/// Leaves the run that was open, once the first scene of the served one has come.
void Session::show_linked(const std::shared_ptr<const World>& world) {
  end_worker();
  playback_.reset();
  looking_at_.reset();
  const LinkView link = view_.link;
  auto live =
      std::make_unique<LiveData>(std::shared_ptr<const Scene>(world, &world->scene), route_of(*world));
  live_ = live.get();
  data_ = std::move(live);
  world_.reset();
  path_.clear();
  overrides_.clear();
  link_end_.reset();
  view_ = {};
  view_.link = link;
  view_.mode = SessionMode::connected;
  view_.scene = data_->scene();
  view_.data = data_.get();
  view_.name = link.address;
  view_.adaptive = world->settings.adaptive.has_value();
  if (other_) {
    view_.other = other_.get();
    view_.other_name = std::filesystem::path(other_path_).filename().string();
  }
  pace_of_link_ = {};
  add_log(LogLevel::info, fmt::format("Watching {} on {}", world->scene.name, link.address));
  for (const std::string& note : view_.scene->notes) add_log(LogLevel::warning, note);
}

void Session::tell_link(const LinkNews& news) {
  const LinkState before = std::exchange(view_.link.state, news.state);
  view_.link.text = news.text;
  // Only a change of the state is worth a line in the log.
  if (before == news.state) return;
  const std::string& address = view_.link.address;
  if (news.state == LinkState::cut)
    add_log(LogLevel::notice,
            fmt::format("The line to {} was cut ({}); it is opened again by itself", address, news.text));
  if (news.state == LinkState::live && before == LinkState::cut)
    add_log(LogLevel::done, "The line to " + address + " is open again");
  if (news.state == LinkState::refused) add_log(LogLevel::error, news.text);
  if (news.state != LinkState::ended || !link_end_) return;
  const bool failed = link_end_->status == RunStatus::failed;
  add_log(
      failed ? LogLevel::error : LogLevel::info,
      fmt::format("Run ended: {}{}", to_string(link_end_->status), failed ? ": " + link_end_->message : ""));
}

bool Session::fetch_link_news() {
  if (!link_) return false;
  const std::unique_ptr<LinkNews> news = link_->take();
  if (!news) return false;
  // The scene comes first; frames, ground and events follow it.
  if (news->world) show_linked(news->world);
  if (view_.mode == SessionMode::connected) {
    for (auto& frame : news->frames) live_->append(std::move(frame));
    if (news->ground && news->ground_replaces) live_->drop_newest_ground();
    if (news->ground) live_->append_ground(news->ground->time, news->ground->ground);
    live_->add_events(news->events);
    if (news->metrics) live_->set_metrics(std::move(*news->metrics));
    if (news->end) link_end_ = std::move(news->end);
  }
  tell_link(*news);
  return news->world != nullptr;
}

/// The view follows the served run, or rests at an earlier moment; the run itself takes no commands.
void Session::refresh_link() {
  const bool failed = link_end_ && link_end_->status == RunStatus::failed;
  // The state of the served run, or a pause while an earlier moment is shown.
  view_.state = view_.link.state == LinkState::ended  ? failed ? RunState::failed : RunState::finished
                : view_.link.state == LinkState::live ? RunState::playing
                                                      : RunState::paused;
  if (looking_at_) view_.state = RunState::paused;
  // Simulated time over wall time, since it was measured last.
  constexpr double kWindow = 0.5;  // s over which the speed is measured
  const double now = now_(), passed = now - pace_of_link_.wall;
  if (passed < kWindow) return;
  view_.measured_speed = (view_.newest - pace_of_link_.simulated) / passed;
  pace_of_link_ = {now, view_.newest};
}

}  // namespace grouser::desktop
