// grouser: the command line. Reports go to stdout, messages and progress to stderr.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <string>

#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/base/version.hpp"
#include "shared/command.hpp"
#include "shared/console.hpp"
#include "shared/suggestion.hpp"

namespace grouser::cli {
namespace {

void add_commands(CLI::App& app, Job& job) {
  app.name("grouser");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("grouser ") + version());
  app.set_help_flag("-h,--help", "Show this help");
  app.footer(
      "Example: grouser run wheel_drop_200 --out drop.h5\n"
      "Each subcommand has its own help: grouser run --help\n"
      "Exit codes: 0 done, 1 the run failed, 2 usage or bad input, 130 interrupted");
  add_run_command(app, job);
  add_info_command(app, job);
  add_export_command(app, job);
  add_plot_command(app, job);
  add_rerun_command(app, job);
  add_resume_command(app, job);
  add_repair_command(app, job);
  add_wheel_command(app, job);
  add_soils_command(app, job);
  add_rovers_command(app, job);
  add_scenarios_command(app, job);
  add_gradeability_command(app, job);
  add_sweep_command(app, job);
  add_compare_command(app, job);
  add_placement_command(app, job);
  add_terrain_command(app, job);
  add_traverse_command(app, job);
  add_soilmap_command(app, job);
}

struct NamedCommand {
  const CLI::App* app;  ///< the innermost subcommand the line named, or the program itself
  std::string name;     ///< "grouser terrain info"
  int words;            ///< of it
};

NamedCommand named_command(const CLI::App& app) {
  NamedCommand found{&app, app.get_name(), 1};
  for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = found.app->get_subcommands()) {
    found.app = chosen.front();
    found.name += " " + found.app->get_name();
    ++found.words;
  }
  return found;
}

/// What CLI11 says of a value that cannot be read or of too few of them, and what the option takes: its help.
std::string explained(const CLI::App& command, const CLI::ParseError& error) {
  const std::string said = error.what();
  const auto begin = said.find("--");
  const bool of_value = error.get_name() == "ConversionError" || error.get_name() == "ArgumentMismatch";
  if (!of_value || begin == std::string::npos) return said;
  const std::string name = said.substr(begin, said.find_first_of(" :=", begin) - begin);
  const CLI::Option* option = command.get_option_no_throw(name);
  if (!option) return said;
  const std::string type = option->get_type_name();
  const std::string words = type == "INT" || type == "UINT" ? "a whole number"
                            : type == "FLOAT"               ? "a number"
                                                            : type;
  const auto value = said.find(" = ");
  const std::string found = value == std::string::npos ? said.substr(begin + name.size())
                                                       : ": found '" + said.substr(value + 3) + "'";
  return fmt::format("{}{}, expected {} ({})", name, found, words, option->get_description());
}

int report_usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const NamedCommand command = named_command(app);
  // CLI11 asks for a subcommand even where one was named wrongly.
  const bool unknown = command.app->get_require_subcommand_min() > 0 && argc > command.words;
  const std::string what = unknown ? "unknown subcommand or option '" + std::string(argv[command.words]) + "'"
                                   : explained(*command.app, error);
  print_error(what + suggestion(*command.app, argc, argv) + "; see '" + command.name + " --help'");
  return kExitUsage;
}

int run_job(const Job& job) {
  try {
    return job();
  } catch (const InputError& error) {
    print_error(error.what());
    return kExitUsage;
  } catch (const Interrupted& stopped) {
    std::cerr << "grouser: interrupted " << stopped.what() << "\n";
    return kExitInterrupted;
  } catch (const std::bad_alloc&) {
    print_error("not enough memory for this");
    return kExitFailed;
  } catch (const std::exception& error) {
    print_error(error.what());
    return kExitFailed;
  }
}

int run_program(int argc, char** argv) {
  CLI::App app("Simulates planetary rovers: runs scenarios, reads run files, tests wheels on soil");
  Job job;
  add_commands(app, job);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error, std::cout, std::cerr);  // --help, --version
    return report_usage_error(app, error, argc, argv);
  }
  const int code = run_job(job);
  // A report that could not be written (a full disk) is a failure, not a silent success.
  if (code == kExitOk && !std::cout.flush()) {
    print_error("the report could not be written to standard output");
    return kExitFailed;
  }
  return code;
}

}  // namespace
}  // namespace grouser::cli

int main(int argc, char** argv) {
  // A file that may grow no further is a write error, told and cleaned up after.
  std::signal(SIGXFSZ, SIG_IGN);
  // texts of files and arguments must not act on the terminal
  const grouser::ShownStream reports(std::cout), messages(std::cerr);
  try {
    return grouser::cli::run_program(argc, argv);
  } catch (const std::exception& error) {
    grouser::cli::print_error(error.what());
    return grouser::cli::kExitFailed;
  }
}
