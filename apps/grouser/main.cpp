// SPDX-License-Identifier: BSD-3-Clause
// grouser: the command line. Reports go to stdout, messages and progress to stderr. It reads the command line
// into a job, runs it, and turns each kind of exception into a message and an exit code.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>

#include "command_table.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/float_environment.hpp"
#include "grouser/base/shown_text.hpp"
#include "help/program_text.hpp"
#include "help/unfinished_line.hpp"
#include "shared/console.hpp"
#include "shared/sudden_end.hpp"

namespace grouser::cli {
namespace {

constexpr const char* kNoMemory = "not enough memory for this";
constexpr std::size_t kMostPath = 300;  // bytes shown

/// Exit code of a job: bad input and unusable paths are usage errors, all other exceptions are failures.
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
    print_error(kNoMemory);
    return kExitFailed;
  } catch (const std::filesystem::filesystem_error& error) {
    print_error(fmt::format("{}: found {}, expected a path that can be used",
                            clipped(error.path1().string(), kMostPath), error.code().message()));
    return kExitUsage;
  } catch (const std::exception& error) {
    print_error(error.what());
    return kExitFailed;
  }
}

/// Exit code of the program: first the unfinished lines of a shell's completion, else a subcommand.
int run_program(int argc, char** argv) {
  if (asks_what_may_follow(argc, argv)) return print_what_may_follow(argc, argv);
  Job job;
  try {
    job = read_command_line(program_text(), kCommands, argc, argv);
  } catch (const UsageError& error) {
    print_error(error.what());
    return kExitUsage;
  } catch (const std::bad_alloc&) {
    print_error(kNoMemory);
    return kExitFailed;
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
  const grouser::cli::SuddenEnd sudden_end;
  const grouser::StandardArithmetic arithmetic;  // threads are made from here
  // A file that may grow no further is then a write error, which is reported and cleaned up after.
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
