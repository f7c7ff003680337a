#include "result/report_job.hpp"

#include <filesystem>

#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// The command line's program: beside this one, else where PATH has it.
std::string command_line_program() {
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / "grouser";
  return !error && fs::exists(beside, error) ? beside.string() : "grouser";
}

}  // namespace

void ReportJob::start(const std::string& run_file) {
  if (process_) return;
  const fs::path run = fs::absolute(run_file);
  out_ = (run.parent_path() / (run.stem().string() + "_report.html")).string();
  const std::string program = command_line_program();
  process_ = ChildProcess::start({program, "report", "--out=" + out_, "--", run.string()}, ChildPipe::output);
  if (!process_) throw RunError("no report: the program '" + program + "' is not there");
}

std::optional<ReportJob::Outcome> ReportJob::update() {
  if (!process_) return std::nullopt;
  const std::optional<int> code = process_->exit_code();
  if (!code) return std::nullopt;
  std::string said = process_->errors();
  while (!said.empty() && said.back() == '\n') said.pop_back();
  process_.reset();
  if (*code == 0) return Outcome{true, "Saved " + out_};
  return Outcome{false, "No report: " + said.substr(said.rfind('\n') + 1)};
}

}  // namespace grouser::desktop
