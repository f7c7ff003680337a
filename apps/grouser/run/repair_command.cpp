// grouser repair: a whole run file out of one that a killed run left behind.
#include <iostream>

#include "commands.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"

namespace grouser::cli {
namespace {

struct RepairArguments {
  std::string file, out;
  bool json = false, force = false;
};

int repair_file(const RepairArguments& arguments) {
  check_outputs({{"--out", arguments.out, run_file_kind()}}, {arguments.file}, replacing(arguments.force));
  const std::string out = arguments.out.empty() ? arguments.file : arguments.out;
  const RepairReport report = repair_run(arguments.file, out);
  if (arguments.json) {
    print_json({{"file", out},
                {"was_whole", report.was_whole},
                {"frames_kept", report.frames_kept},
                {"frames_lost", report.frames_lost},
                {"keyframes_kept", report.keyframes_kept},
                {"events_kept", report.events_kept}});
  } else {
    std::cout << out << ": " << (report.was_whole ? "was whole, " : "")
              << count_text(report.frames_kept, "frame") << ", "
              << count_text(report.keyframes_kept, "keyframe") << " and "
              << count_text(report.events_kept, "event") << " kept, "
              << count_text(report.frames_lost, "frame") << " lost\n";
  }
  return report.frames_lost == 0 ? kExitOk : kExitFailed;
}

}  // namespace

void declare_repair(Command& command) {
  auto& a = command.runs(repair_file);
  command.argument("RUN RUN.h5", a.file, "A run file");
  command.option("--out OUT.h5", a.out, "Write here (default: replace the file)");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser repair killed.h5 --out whole.h5\n"
      "Exit code 0: nothing was lost; 1: frames were lost, what is right was kept.");
}

}  // namespace grouser::cli
