// grouser repair: a whole run file out of one that a killed run left behind.
#include <iostream>
#include <memory>

#include "grouser/recording/run_file/run_repair.hpp"
#include "shared/command.hpp"
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

void add_repair_command(CLI::App& app, Job& job) {
  auto arguments = std::make_shared<RepairArguments>();
  CLI::App* command =
      app.add_subcommand("repair", "Make a whole run file out of one that a killed run left behind");
  command->add_option("RUN", arguments->file, "A run file")->required()->type_name("RUN.h5");
  command->add_option("--out", arguments->out, "Write here (default: replace the file)")->type_name("OUT.h5");
  add_force_option(*command, arguments->force);
  command->add_flag("--json", arguments->json, "Report as JSON");
  command->footer(
      "Example: grouser repair killed.h5 --out whole.h5\n"
      "Exit code 0: nothing was lost; 1: frames were lost, what is right was kept.");
  command->callback([arguments, &job] { job = [arguments] { return repair_file(*arguments); }; });
}

}  // namespace grouser::cli
