// SPDX-License-Identifier: BSD-3-Clause
// The recorded runs around the open one: their tree, branches from the moment that is shown, and reruns.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "desks/runs/run_family.hpp"
#include "desks/runs/run_job.hpp"
#include "desks/runs/runs_request.hpp"
#include "session/jobs/task.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// State that the panels show.
struct RunsView {
  const RunFamily* family = nullptr;
  std::string open;  ///< the run file that is shown; empty: none
  bool looking = false;
  const Job* job = nullptr;  ///< null: none runs
};

/// The dialog that asks for a branch; lasts while it is open.
struct BranchForm {
  bool open = false, fresh = false;
  std::string path;
  std::vector<Override> changes;
};

/// Looks at the folder in a task, and runs at most one branch or rerun in a job.
class RunsWork {
 public:
  /// `now`: seconds of a steady clock.
  explicit RunsWork(std::function<double()> now) : now_(std::move(now)) {}
  RunsWork(const RunsWork&) = delete;
  RunsWork& operator=(const RunsWork&) = delete;

  /// Another run file is shown, or none.
  void opened(const Session& session);
  void carry_out(const RunsRequest& request, Session& session);
  void update(Session& session);
  const RunsView& view() const { return view_; }
  BranchForm& form() { return form_; }

 private:
  void look();
  void start(std::string title, Job::Work work);
  void show_form(const Session& session);
  void take(const RunJobOutcome& outcome, Session& session);
  std::function<double()> now_;
  RunFamily family_;
  Task<RunFamily> looking_;
  bool look_again_ = false;
  std::string branch_of_, branch_;  // shown beside each other once the branch is open
  RunsView view_;
  BranchForm form_;
  std::optional<RunJobOutcome> outcome_;
  std::unique_ptr<Job> job_;  // last: ends first
};

}  // namespace grouser::desktop
