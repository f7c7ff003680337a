// SPDX-License-Identifier: BSD-3-Clause
// A campaign's folder that is looked at while it fills: a thread reads what comes in and hands over all rows
// so far.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "desks/campaigns/case_board.hpp"
#include "session/jobs/job.hpp"

namespace grouser::desktop {

/// A full grid of an envelope: whether each node was upright, row by row from the least vertical speed.
struct EnvelopePlane {
  int columns = 0, rows = 0;                      ///< nodes
  double x0 = 0.0, x1 = 0.0, y0 = 0.0, y1 = 0.0;  ///< m/s, of the outer nodes
  std::vector<bool> upright, run;
};

/// Present state of a campaign's folder.
struct CampaignNow {
  std::filesystem::path folder;  ///< empty: none is open
  std::string scenario, plan;    ///< as its file says
  std::size_t done = 0, total = 0;
  bool loading = false;                      ///< for the first time
  double part = 0.0;                         ///< of loading
  bool at_work = false;                      ///< rows are being written
  std::optional<double> rate, seconds_left;  ///< rows a second while they come
  std::vector<std::string> notes;
  std::string failure;  ///< why it cannot be read (any more)
  std::shared_ptr<const EnvelopePlane> envelope;
};

/// Follows one folder at a time; its thread writes into a Post that update() empties.
class CampaignFollow {
 public:
  explicit CampaignFollow(std::function<double()> now) : now_(std::move(now)) {}
  /// Begins anew with this folder.
  void open(const std::filesystem::path& folder);
  void close();
  /// Takes new rows. Returns the cases if there are others than before.
  std::shared_ptr<const CaseSet> update();
  const CampaignNow& now() const { return shown_; }

 private:
  // The mailbox between the thread and the window; shared, so that a cancelled thread may still write into
  // its own.
  struct Post {
    std::mutex mutex;
    CampaignNow now;
    std::shared_ptr<const CaseSet> cases;
    bool fresh = false;
  };
  static void follow(const std::filesystem::path& folder, Post& post, const std::function<double()>& now,
                     const Job::GoOn& go_on);
  std::function<double()> now_;
  CampaignNow shown_;
  std::shared_ptr<Post> post_;
  std::unique_ptr<Job> job_;
  std::vector<std::unique_ptr<Job>> ended_;  // cancelled, until their threads are through
};

}  // namespace grouser::desktop
