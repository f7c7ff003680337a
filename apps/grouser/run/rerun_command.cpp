// SPDX-License-Identifier: BSD-3-Clause
// grouser rerun: repeats a recorded run from its file alone and compares all that the file says of it, bit by
// bit. It therefore computes with the recorded vector level where this processor has it.
#include <fmt/format.h>

#include <iostream>

#include "commands.hpp"
#include "grouser/simulation/run/run.hpp"
#include "recorded_level.hpp"
#include "shared/console.hpp"
#include "shared/interrupt.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

struct RerunArguments {
  std::string file;
  bool json = false;
};

/// Prints the first difference, in a frame or behind the frames (events, metrics, verdict), or that there is
/// none.
void print_result(const RerunResult& result) {
  if (result.first_difference)
    std::cout << fmt::format("differs from frame {} on (t = {:.6g} s): {}\n", *result.first_difference,
                             result.first_difference_time, result.difference);
  else if (!result.difference.empty())
    std::cout << fmt::format("differs, though all {} frames are identical: {}\n", result.frames_compared,
                             result.difference);
  else
    std::cout << fmt::format("identical, {} frames\n", result.frames_compared);
  if (!result.note.empty()) print_notes({result.note});
}

Json rerun_json(const RerunResult& result) {
  Json json{{"identical", result.identical()}, {"frames_compared", result.frames_compared}};
  if (!result.difference.empty()) json["difference"] = result.difference;
  if (result.first_difference) {
    json["first_difference"] = *result.first_difference;
    json["first_difference_time"] = result.first_difference_time;
  }
  json["note"] = result.note;
  return json;
}

/// Repeats the run and compares. kExitFailed if anything differs.
int repeat_run(const RerunArguments& arguments) {
  catch_interrupts();
  take_recorded_level(arguments.file);
  RerunResult result;
  {
    Progress progress("rerun");
    RunOptions options;
    options.now = steady_seconds;
    options.progress = [&](double done, double total) { progress.update(done, total); };
    options.cancelled = interrupted;
    result = rerun(arguments.file, options);
  }
  if (result.interrupted) {
    std::cerr << fmt::format("grouser: interrupted after {}, none of which differed\n",
                             count_text(static_cast<std::size_t>(result.frames_compared), "frame"));
    return kExitInterrupted;
  }
  if (arguments.json)
    print_json(rerun_json(result));
  else
    print_result(result);
  return result.identical() ? kExitOk : kExitFailed;
}

}  // namespace

void declare_rerun(Command& command) {
  auto& a = command.runs(repeat_run);
  command.argument("RUN RUN.h5", a.file, "A run file");
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser rerun drop.h5\n"
      "Compared are states, channels, events, metrics and the verdict.\n"
      "Exit code 0: identical; 1: it differs, and what does first is named.");
}

}  // namespace grouser::cli
