// SPDX-License-Identifier: BSD-3-Clause
// The thread looks for new rows in a loop, less often while nobody writes, and posts a full copy of the
// cases. The window takes a post only when the mutex is free, so it never waits.
#include "desks/campaigns/campaign_follow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <thread>
#include <utility>

#include "desks/campaigns/campaign_cases.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/campaign_file.hpp"
#include "grouser/mission/campaign/campaign_reader.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

constexpr double kLookInterval = 0.5, kIdleInterval = 2.0;  // s
constexpr double kLookShare = 0.1;    // of the time, at most, goes into reading and handing over
constexpr double kRateWindow = 15.0;  // s that a rate is taken over

/// Rows a second over the last while.
class RowRate {
 public:
  void add(double time, std::size_t rows) {
    seen_.emplace_back(time, rows);
    while (seen_.size() > 2 && seen_.front().first < time - kRateWindow) seen_.pop_front();
  }
  /// Rows per second; empty for less than a second of data, and while no row comes in.
  std::optional<double> rate() const {
    if (seen_.size() < 2 || seen_.back().first - seen_.front().first < 1.0) return std::nullopt;
    const double rows = static_cast<double>(seen_.back().second) - static_cast<double>(seen_.front().second);
    return rows > 0.0 ? std::optional(rows / (seen_.back().first - seen_.front().first)) : std::nullopt;
  }

 private:
  std::deque<std::pair<double, std::size_t>> seen_;  // s, rows
};

/// envelope.csv as `grouser campaign envelope` writes it; nothing where there is none, or another file.
std::shared_ptr<const EnvelopePlane> read_plane(const fs::path& folder) {
  const fs::path path = folder / "envelope.csv";
  std::error_code ec;
  if (!fs::exists(path, ec)) return nullptr;
  try {
    const Table table = read_table_csv(path);
    // The file must be a full square grid of four columns of numbers: speeds x and y in m/s, upright, run.
    std::vector<const std::vector<double>*> numbers;
    for (const TableColumn& column : table.columns)
      numbers.push_back(std::get_if<std::vector<double>>(&column.cells));
    const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(table.row_count()))));
    if (numbers.size() != 4 || std::count(numbers.begin(), numbers.end(), nullptr) || side < 2 ||
        static_cast<std::size_t>(side) * side != table.row_count())
      return nullptr;
    auto plane = std::make_shared<EnvelopePlane>();
    plane->columns = plane->rows = side;
    plane->x0 = numbers[0]->front(), plane->x1 = numbers[0]->back();
    plane->y0 = numbers[1]->front(), plane->y1 = numbers[1]->back();
    for (std::size_t k = 0; k < table.row_count(); ++k) {
      plane->upright.push_back((*numbers[2])[k] > 0.5);
      plane->run.push_back((*numbers[3])[k] > 0.5);
    }
    return plane;
  } catch (const InputError&) {
    return nullptr;
  }
}

/// The campaign's own words; nothing where its file cannot be read by this version.
void describe(const CampaignManifest& manifest, CampaignNow& now) {
  try {
    const CampaignFile file = read_campaign(manifest.file_text, "campaign.json", manifest.beside);
    now.scenario = file.scenario;
    now.plan = file.rare ? "rare" : file.envelope ? "envelope" : to_string(file.plan);
  } catch (const InputError&) {
  }
}

/// Waits in steps of 20 ms; false as soon as the job is cancelled.
bool wait(double seconds, const Job::GoOn& go_on) {
  constexpr double kStep = 0.02;  // s
  for (double waited = 0.0; waited < seconds; waited += kStep) {
    if (!go_on(-1.0)) return false;
    std::this_thread::sleep_for(std::chrono::duration<double>(kStep));
  }
  return go_on(-1.0);
}

}  // namespace

void CampaignFollow::follow(const fs::path& folder, Post& post, const std::function<double()>& now,
                            const Job::GoOn& go_on) {
  CampaignReader reader(folder);
  CampaignCases cases(reader.manifest());
  RowRate rate;
  const auto tell = [&](const std::function<void(CampaignNow&)>& change, std::shared_ptr<const CaseSet> set) {
    const std::lock_guard held(post.mutex);
    change(post.now);
    if (set) post.cases = std::move(set);
    post.fresh = true;
  };
  tell([&](CampaignNow& is) { describe(reader.manifest(), is), is.total = reader.manifest().rows; }, nullptr);
  // The first look reads all shards and reports its progress; later ones read what has changed.
  for (bool first = true;; first = false) {
    const double began = now();
    bool dropped = false;
    const bool news = reader.look([&](CampaignReader::Rows&& found, std::size_t read, std::size_t files) {
      // The first rows of a look replace the rows of open shards, which come again.
      if (!std::exchange(dropped, true)) cases.drop_open();
      cases.add(found.rows, found.whole);
      if (first)
        tell([&](CampaignNow& is) { is.part = static_cast<double>(read) / static_cast<double>(files); },
             nullptr);
      return go_on(-1.0);
    });
    if (!go_on(-1.0)) return;
    // A look may bring only the end of open shards, without rows.
    if (news && !dropped) cases.drop_open();
    const bool at_work = reader.at_work();
    rate.add(now(), cases.count());
    const std::shared_ptr<const EnvelopePlane> plane = news ? read_plane(folder) : nullptr;
    tell(
        [&](CampaignNow& is) {
          is.loading = false;
          is.done = cases.count();
          // an estimate asks for rows until it knows enough
          const bool open_end = is.plan == "rare" || is.plan == "envelope";
          is.total = open_end ? is.done : std::max<std::size_t>(reader.manifest().rows, is.done);
          is.at_work = at_work;
          is.rate = at_work ? rate.rate() : std::nullopt;
          is.seconds_left = std::nullopt;
          if (is.rate && !open_end) is.seconds_left = static_cast<double>(is.total - is.done) / *is.rate;
          is.notes = reader.notes();
          if (plane) is.envelope = plane;
        },
        news ? cases.cases() : nullptr);
    // The pause grows with the time that a look takes, so reading stays below kLookShare.
    const double took = now() - began;
    if (!wait(std::max(at_work ? kLookInterval : kIdleInterval, took / kLookShare), go_on)) return;
  }
}

void CampaignFollow::open(const fs::path& folder) {
  close();
  shown_.folder = folder;
  shown_.loading = true;
  post_ = std::make_shared<Post>();
  post_->now = shown_;
  job_ = std::make_unique<Job>(
      "Following",
      [folder, post = post_, now = now_](const Job::GoOn& go_on) -> std::function<void()> {
        try {
          follow(folder, *post, now, go_on);
          // The reader throws where the folder is not a campaign or becomes unreadable: the view shows the
          // reason.
        } catch (const std::exception& error) {
          const std::lock_guard held(post->mutex);
          post->now.failure = error.what();
          post->now.loading = post->now.at_work = false;
          post->now.rate = post->now.seconds_left = std::nullopt;
          post->fresh = true;
        }
        return [] {};
      },
      now_);
}

/// Cancels without waiting; the thread ends later and is removed by update().
void CampaignFollow::close() {
  if (job_) {
    job_->cancel();
    ended_.push_back(std::move(job_));
  }
  post_.reset();
  shown_ = {};
}

/// Returns null while the thread holds the mutex; the post is taken at a later call.
std::shared_ptr<const CaseSet> CampaignFollow::update() {
  std::erase_if(ended_, [](const std::unique_ptr<Job>& job) { return job->over(); });
  if (!post_) return nullptr;
  const std::unique_lock held(post_->mutex, std::try_to_lock);
  if (!held || !std::exchange(post_->fresh, false)) return nullptr;
  shown_ = post_->now;
  return std::exchange(post_->cases, nullptr);
}

}  // namespace grouser::desktop
