// SPDX-License-Identifier: BSD-3-Clause
// Sorts the messages of a line into the news for the window. A new world discards the news of the run before
// it. Frames are thinned by KeptSteps, and events and tiles of the ground are bounded, so that memory stays
// bounded while the window does not fetch.
#include "common/link/link_inbox.hpp"

#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

/// Tiles that earlier states of the ground may hold (128 MB); beyond them only the newest is kept.
constexpr std::size_t kMostKeptTiles = 16'384;

/// The usual set of overloads for std::visit.
template <class... Takers>
struct Overloaded : Takers... {
  using Takers::operator()...;
};

template <class T>
/// Prepends `earlier` to `later`.
void put_before(std::vector<T>&& earlier, std::vector<T>& later) {
  earlier.insert(earlier.end(), std::make_move_iterator(later.begin()), std::make_move_iterator(later.end()));
  later = std::move(earlier);
}

}  // namespace

void LinkInbox::take(LinkMessage message, std::uint64_t run) {
  fresh_ = true;
  state_ = LinkState::live;
  text_.clear();
  std::visit(
      Overloaded{
          [](std::monostate) {},
          [](const LinkWelcome&) {},
          [&](std::shared_ptr<const World>& world) { take_world(std::move(world), run); },
          [&](std::vector<RunEvent>& events) {
            news_->events.insert(news_->events.end(), events.begin(), events.end());
            if (news_->events.size() > 2 * kMostLinkEvents)  // lines that were cut, with all events each
              news_->events.erase(news_->events.begin(), news_->events.end() - kMostLinkEvents);
          },
          [&](std::shared_ptr<const Frame>& frame) { take_frame(std::move(frame)); },
          [&](LinkGround& ground) { take_ground(std::move(ground)); },
          [&](LinkMetrics& metrics) { news_->metrics = std::move(metrics); },
          [&](LinkEnd& end) {
            news_->end = std::move(end);
            state_ = LinkState::ended;
          },
      },
      message);
}

/// Begins the news of another run.
void LinkInbox::take_world(std::shared_ptr<const World> world, std::uint64_t run) {
  news_ = std::make_unique<LinkNews>();
  kept_.emplace(world->scene.duration);
  newest_ = -1.0;
  ground_tiles_ = 0;
  run_ = run;
  world_ = world;
  news_->world = std::move(world);
}

/// Keeps a frame that is due. A line that was opened again may begin with a frame that is known.
void LinkInbox::take_frame(std::shared_ptr<const Frame> frame) {
  if (frame->time <= newest_ || !kept_->due(frame->time)) return;
  newest_ = frame->time;
  kept_->kept(frame->time);
  news_->frames.push_back(std::move(frame));
}

/// Keeps the newest ground; once earlier states hold too many tiles, it replaces them.
void LinkInbox::take_ground(LinkGround ground) {
  news_->ground_replaces = ground_tiles_ + ground.tiles > kMostKeptTiles;
  if (!news_->ground_replaces) ground_tiles_ += ground.tiles;
  news_->ground = std::move(ground);
}

bool LinkInbox::cut(const std::string& why) {
  const bool had_come = state_ == LinkState::live;
  state_ = world_ ? LinkState::cut : LinkState::connecting;
  text_ = why;
  fresh_ = true;
  return had_come;
}

void LinkInbox::refuse(const std::string& why) {
  state_ = LinkState::refused;
  text_ = why;
  fresh_ = true;
}

std::unique_ptr<LinkNews> LinkInbox::take_after(std::unique_ptr<LinkNews> missed) {
  std::unique_ptr<LinkNews> news = std::exchange(news_, std::make_unique<LinkNews>());
  fresh_ = false;
  // A new world makes the missed news void; else the missed lists come first and the newest single values
  // win.
  if (missed && !news->world) {
    news->world = std::move(missed->world);
    put_before(std::move(missed->frames), news->frames);
    put_before(std::move(missed->events), news->events);
    if (!news->ground) {
      news->ground = std::move(missed->ground);
      news->ground_replaces = missed->ground_replaces;
    }
    if (!news->metrics) news->metrics = std::move(missed->metrics);
    if (!news->end) news->end = std::move(missed->end);
  }
  if (news->events.size() > kMostLinkEvents)
    news->events.erase(news->events.begin(), news->events.end() - kMostLinkEvents);
  news->state = state_;
  news->text = text_;
  return news;
}

}  // namespace grouser
