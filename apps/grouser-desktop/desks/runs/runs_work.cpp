// SPDX-License-Identifier: BSD-3-Clause
// The folder is looked at again when a run is opened, a job ends or a person asks. A second wish during a
// look is kept (look_again_) and done after it.
#include "desks/runs/runs_work.hpp"

#include <fmt/format.h>

#include <utility>

namespace grouser::desktop {

namespace fs = std::filesystem;

void RunsWork::opened(const Session& session) {
  view_.open = session.view().mode == SessionMode::replay ? session.path() : std::string();
  form_ = {};
  look();
}

void RunsWork::look() {
  // A task that runs may have passed files that have changed since.
  if (looking_.running()) {
    look_again_ = true;
    return;
  }
  if (view_.open.empty()) {
    family_ = {};
    return;
  }
  looking_.start("Looking at run files", [open = view_.open](const Job::GoOn& go_on) {
    return read_family(open, [&] { return !go_on(-1.0); });
  });
}

/// Shows the form of a branch, with a free name beside the run.
void RunsWork::show_form(const Session& session) {
  if (session.view().mode != SessionMode::replay || job_) return;
  const fs::path parent = session.path();
  std::error_code ignored;
  for (int k = 1; k < 1000; ++k) {
    form_.path = (parent.parent_path() / fmt::format("{}_branch_{}.h5", parent.stem().string(), k)).string();
    if (!fs::exists(form_.path, ignored)) break;
  }
  form_.changes = {{"", ""}};
  form_.open = form_.fresh = true;
}

void RunsWork::carry_out(const RunsRequest& request, Session& session) {
  using Kind = RunsRequest::Kind;
  const bool replay = session.view().mode == SessionMode::replay;
  const std::string name = fs::path(session.path()).filename().string();
  const auto keep = [this](const RunJobOutcome& outcome) { outcome_ = outcome; };
  switch (request.kind) {
    case Kind::show_branch_form:
      show_form(session);
      break;
    case Kind::branch:
      if (!replay || job_) break;
      branch_of_ = session.path();
      start("Branch of " + name,
            branch_work(session.path(), session.view().time, request.changes, request.path, now_, keep));
      break;
    case Kind::rerun:
      if (replay && !job_) start("Rerun of " + name, rerun_work(session.path(), now_, keep));
      break;
    case Kind::cancel:
      if (job_) job_->cancel();
      break;
    case Kind::open:
      session.open(request.path);
      break;
    case Kind::look_again:
      look();
      break;
  }
}

/// Starts the job; the caller has checked that none runs.
void RunsWork::start(std::string title, Job::Work work) {
  job_ = std::make_unique<Job>(std::move(title), std::move(work), now_);
}

/// Tells the outcome; a branch is then opened, unless another file is open by now.
void RunsWork::take(const RunJobOutcome& outcome, Session& session) {
  session.add_log(outcome.good ? LogLevel::done : LogLevel::error, outcome.text);
  if (outcome.run_file.empty()) return;
  look();
  // The branch is opened beside its parent, unless something else has been opened meanwhile.
  if (session.path() != branch_of_) return;
  branch_ = outcome.run_file;
  session.open(branch_);
}

void RunsWork::update(Session& session) {
  if (job_ && job_->over()) {
    const std::string failure = job_->finish();
    if (job_->cancelled())
      session.add_log(LogLevel::notice, job_->title() + ": stopped");
    else if (!failure.empty())
      session.add_log(LogLevel::error, failure);
    job_.reset();
    // outcome_ is set by the job's closure, which finish() calls.
    if (const auto outcome = std::exchange(outcome_, std::nullopt)) take(*outcome, session);
    look();
  }
  // The parent is shown beside the branch once that is loaded.
  if (!branch_.empty() && session.path() == branch_ && !session.loading()) {
    session.compare_with(branch_of_);
    branch_.clear();
  }
  if (auto found = looking_.take()) {
    family_ = *std::move(found);
    if (std::exchange(look_again_, false)) look();
  }
  view_.family = &family_;
  view_.looking = looking_.running();
  view_.job = job_.get();
}

}  // namespace grouser::desktop
