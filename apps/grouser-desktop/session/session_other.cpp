// SPDX-License-Identifier: BSD-3-Clause
// Another recording beside the one that is shown, and the files that are kept of live runs.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

#include "session/run/replay_data.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

void Session::show_other(std::unique_ptr<ReplayData> other, const std::string& path) {
  other_ = std::move(other);
  other_path_ = path;
  view_.other = other_.get();
  view_.other_name = std::filesystem::path(path).filename().string();
  view_.other_frame.reset();
  add_log(LogLevel::info, fmt::format("Comparing with {}: {} frames, {:.4g} s", path, other_->frame_count(),
                                      other_->times().back()));
}

void Session::compare_with(const std::string& path) {
  if (loading_other_.running()) return;
  loading_other_path_ = path;  // the one that is shown keeps its path until this one is there
  loading_other_.start("Opening " + path,
                       [path](const Job::GoOn&) { return std::make_unique<ReplayData>(path); });
}

void Session::compare_at_once(const std::string& path) {
  show_other(std::make_unique<ReplayData>(path), path);
  refresh_view();
}

void Session::end_comparison() {
  view_.other = nullptr;
  view_.other_frame.reset();
  view_.other_name.clear();
  other_.reset();
}

/// "live_PID_COUNT.h5", so that programs side by side do not meet, and what a killed one left is known.
std::string Session::next_kept_path() {
  static int count = 0;
  if (keep_folder_.empty()) return "";
  return (keep_folder_ / fmt::format("live_{}_{}.h5", getpid(), ++count)).string();
}

void Session::keep_runs_in(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    add_log(LogLevel::notice, folder.string() + ": " + error.message() +
                                  ". Live runs are not kept there: record what is to be saved.");
    return;
  }
  keep_folder_ = folder;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    // Only names of this form, and only of processes that no longer exist.
    int process = 0, end = 0;
    if (std::sscanf(name.c_str(), "live_%d_%*d.h5%n", &process, &end) != 1 || process <= 0 ||
        static_cast<std::size_t>(end) != name.size())
      continue;
    if (kill(process, 0) == 0 || errno != ESRCH) continue;
    std::error_code ignored;
    std::filesystem::remove(entry.path(), ignored);
  }
}

void Session::note_saved(const std::string& path) {
  recorded_.push_back(path);
  if (view_.ended) view_.recorded_path = path;
}

void Session::finish_loading_other() {
  try {
    if (auto other = loading_other_.take()) show_other(*std::move(other), loading_other_path_);
  } catch (const std::exception& error) {
    add_log(LogLevel::error, error.what());
  }
}

}  // namespace grouser::desktop
