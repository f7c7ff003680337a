// SPDX-License-Identifier: BSD-3-Clause
// Reads a rover of another program's file beside the window: what was taken from it and guessed, and how the
// rover stands.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/exchange/rovers/convert_rover.hpp"
#include "session/jobs/latest_job.hpp"

namespace grouser::desktop {

/// A file with the choices for it; with `save_as` it is also written.
struct RoverQuestion {
  std::filesystem::path source;  ///< .urdf, .xacro or .sdf
  ConvertOptions options;
  std::filesystem::path save_as = {};  ///< file to write; empty: the rover is looked at
};

/// The report on a file, and how its rover stands.
struct RoverAnswer {
  RoverImportReport report;
  std::vector<std::string> stance;      ///< lines: mass, loads of wheels, clearance, slopes
  std::string refusal;                  ///< why the file cannot be taken, or not be written; empty: it can
  std::filesystem::path saved_as = {};  ///< the file that was written; empty: none was asked for, or refused
};

/// Converts, and sets the rover down on a plate. Never throws: what is wrong is in the answer.
RoverAnswer look_at_rover(const RoverQuestion& question);

/// Writes the rover as TOML with its meshes beside it, replacing a file of ours alone. Never throws.
RoverAnswer save_rover(const RoverQuestion& question);

/// The text that begins files of save_rover().
inline constexpr const char* kImportedRoverBegin = "# Made by grouser convert";

/// Looks at the newest question in a thread of its own.
class RoverWork {
 public:
  void ask(RoverQuestion question) { job_.ask(std::move(question)); }
  void cancel() { job_.cancel(); }
  bool working() const { return job_.working(); }
  std::shared_ptr<RoverAnswer> take() { return job_.take(); }

 private:
  using Looks = LatestJob<RoverQuestion, RoverAnswer>;
  Looks job_{[](const RoverQuestion& question, const Looks::Asker& asker) {
    asker.answer(question.save_as.empty() ? look_at_rover(question) : save_rover(question));
  }};
};

}  // namespace grouser::desktop
