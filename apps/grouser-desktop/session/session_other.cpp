// Another recording beside the one that is shown.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <utility>

#include "session/replay_data.hpp"
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
  if (loading_other_.valid()) return;
  other_path_ = path;
  loading_other_ = std::async(std::launch::async, [path] { return std::make_unique<ReplayData>(path); });
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

void Session::finish_loading_other() {
  if (!loading_other_.valid() ||
      loading_other_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    return;
  try {
    show_other(loading_other_.get(), other_path_);
  } catch (const std::exception& error) {
    add_log(LogLevel::error, error.what());
  }
}

}  // namespace grouser::desktop
