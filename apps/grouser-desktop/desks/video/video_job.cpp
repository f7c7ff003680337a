// SPDX-License-Identifier: BSD-3-Clause
// The child prints a line "done total" per picture. It is ended by SIGINT, so that it removes its
// unfinished file itself.
#include "desks/video/video_job.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <filesystem>

#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"
#include "shared/interrupt.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Path of this program, by Linux's link. Throws RunError.
std::string own_program() {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/exe", error);
  if (error) throw RunError("the program does not find itself: " + error.message());
  return path.string();
}

}  // namespace

std::vector<std::string> video_command(const std::string& program, const VideoChoice& choice,
                                       const VideoScene& scene) {
  const VideoSize& size = kVideoSizes[choice.size];
  std::vector<std::string> command{program,
                                   "--video=" + choice.path,
                                   "--report-frames",
                                   fmt::format("--fps={}", choice.timing.fps),
                                   fmt::format("--speed={:.10g}", choice.timing.speed),
                                   fmt::format("--size={}x{}", size.width, size.height),
                                   "--view=" + scene.view};
  if (choice.timing.from) command.push_back(fmt::format("--from={:.17g}", *choice.timing.from));
  if (choice.timing.to) command.push_back(fmt::format("--to={:.17g}", *choice.timing.to));
  if (!choice.with_panels) command.emplace_back("--no-ui");
  if (scene.forces) command.emplace_back("--forces");
  if (!scene.compare.empty()) command.push_back("--compare=" + scene.compare);
  command.emplace_back("--");  // a file's name is not read as an option
  command.push_back(scene.run_file);
  return command;
}

void VideoJob::start(const VideoChoice& choice, const VideoScene& scene) {
  if (process_) return;
  const std::string program = own_program();
  process_ = ChildProcess::start(video_command(program, choice, scene), ChildPipe::output);
  if (!process_) throw RunError(program + " is not there any more");
  unread_.clear();
  progress_ = {VideoState::running, choice.path, 0, 0, {}};
}

/// Asks the process to end; the job goes on until it has.
void VideoJob::cancel() {
  if (!process_ || progress_.state != VideoState::running) return;
  process_->send_signal(SIGINT);
  progress_.state = VideoState::stopping;
}

void VideoJob::read_lines() {
  unread_ += process_->read();
  // Only whole lines are read; the rest waits for the next call.
  for (std::size_t end; (end = unread_.find('\n')) != std::string::npos; unread_.erase(0, end + 1)) {
    std::size_t done = 0, total = 0;
    if (std::sscanf(unread_.c_str(), "%zu %zu", &done, &total) != 2) continue;
    if (progress_.done == 0) begun_ = now_();
    progress_.done = done;
    progress_.total = total;
    // The first picture includes opening the run, so the pace is taken from those after it.
    if (done > 1)
      progress_.left = (now_() - begun_) / static_cast<double>(done - 1) *
                       static_cast<double>(total - std::min(done, total));
  }
}

VideoOutcome VideoJob::outcome(int code) const {
  // The last line of the errors is the outcome; those before are other notes.
  std::string said = process_->errors();
  while (!said.empty() && said.back() == '\n') said.pop_back();
  said = said.substr(said.rfind('\n') + 1);
  const std::string own = "grouser-desktop: ";
  const bool ours = said.starts_with(own);
  if (ours) said = said.substr(own.size());
  if (code == 0) return {true, ours ? said : "Saved " + fs::absolute(progress_.path).string()};
  if (code == cli::kExitInterrupted || progress_.state == VideoState::stopping)
    return {false, "The video was stopped, no file was written"};
  return {false, "No video: " + (ours ? said : fmt::format("it ended with exit code {}", code))};
}

std::optional<VideoOutcome> VideoJob::update() {
  if (!process_) return std::nullopt;
  const std::optional<int> code = process_->exit_code();
  read_lines();
  if (!code) return std::nullopt;
  const VideoOutcome result = outcome(*code);
  process_.reset();
  progress_ = {};
  return result;
}

}  // namespace grouser::desktop
