// SPDX-License-Identifier: BSD-3-Clause
// The process's error output is kept for the message; its last line says why it failed.
#include "desks/result/report_job.hpp"

#include <filesystem>

#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// The command line's program: beside this one, else where PATH has it.
std::string command_line_program() {
  // The link /proc/self/exe is Linux's path of this program.
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / "grouser";
  return !error && fs::exists(beside, error) ? beside.string() : "grouser";
}

}  // namespace

void ReportJob::report(const std::string& run_file, const std::string& out) {
  start({"report", "--out=" + out, "--", run_file}, "report", out);
}

void ReportJob::export_csv(const std::string& run_file, const std::string& folder) {
  start({"export", "--csv=" + folder, "--", run_file}, "tables", folder);
}

void ReportJob::start(const std::vector<std::string>& arguments, const std::string& what,
                      const std::string& out) {
  if (process_) return;
  what_ = what;
  out_ = out;
  std::vector<std::string> command = {command_line_program()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  process_ = ChildProcess::start(command, ChildPipe::output);
  if (!process_) throw RunError("no " + what_ + ": the program '" + command.front() + "' is not there");
}

std::optional<ReportJob::Outcome> ReportJob::update() {
  if (!process_) return std::nullopt;
  const std::optional<int> code = process_->exit_code();
  if (!code) return std::nullopt;
  // The last line of the errors is the reason.
  std::string said = process_->errors();
  while (!said.empty() && said.back() == '\n') said.pop_back();
  process_.reset();
  if (*code == 0) return Outcome{true, "Saved " + out_};
  return Outcome{false, "No " + what_ + ": " + said.substr(said.rfind('\n') + 1)};
}

}  // namespace grouser::desktop
