// SPDX-License-Identifier: BSD-3-Clause
// A campaign's rows as ranks of Open MPI or as an array of Slurm's jobs. Both run `grouser campaign work DIR
// --task N` for each line of DIR/tasks; rows are kept by those as they end, so nothing depends on a rank or a
// job that survives. This program holds the folder, waits, and makes the table at the end.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <sstream>

#include "campaign_command.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "shared/progress.hpp"

extern char** environ;

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

constexpr std::uint64_t kMostTasks = 1000;  // Slurm's MaxArraySize is 1001 where nobody set it
constexpr useconds_t kLook = 200'000;       // us between looks at a child
constexpr int kRangesARank = 4;             // so that ranks end together

/// The program that this process runs, which ranks and jobs start too.
fs::path own_program() { return fs::read_symlink("/proc/self/exe"); }

/// Whether an executable of that name is in a folder of PATH.
bool on_path(const std::string& program) {
  std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

/// Ranges of rows with about as many missing rows each, at most 1000. Rows that are done lie inside ranges
/// and are skipped by the task.
std::vector<RowRange> split_rows(const RowStore& store, std::uint64_t pieces) {
  const std::uint64_t missing = store.rows() - store.rows_done();
  const std::uint64_t wanted = std::clamp<std::uint64_t>(pieces, 1, kMostTasks);
  const std::uint64_t each = std::max<std::uint64_t>(1, (missing + wanted - 1) / wanted);
  std::vector<RowRange> ranges;
  std::uint64_t inside = each;
  for (std::uint64_t row = 0; row < store.rows(); ++row) {
    if (store.has(row)) continue;
    if (inside == each) ranges.push_back({row, row}), inside = 0;
    ranges.back().last = row + 1;
    ++inside;
  }
  return ranges;
}

/// Writes DIR/tasks: a line "first last" per range, `last` not included.
void write_tasks(const fs::path& folder, const std::vector<RowRange>& ranges) {
  std::string text;
  for (const RowRange& range : ranges) text += fmt::format("{} {}\n", range.first, range.last);
  write_file_atomically(folder / "tasks", text);
}

/// The text in single quotes for a shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Starts a program with its standard output in the descriptor `output`. Throws RunError.
pid_t spawn(const std::vector<std::string>& words, int output) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t process = -1;
  const int error = ::posix_spawnp(&process, argv.front(), &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw RunError(words.front() + ": " + std::strerror(error));
  return process;
}

/// Waits for a child and passes Ctrl+C on to it. Returns its exit code, or 128 and the signal.
int wait_for(pid_t process) {
  int status = 0;
  bool told = false;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (interrupted() && !told) ::kill(process, SIGTERM), told = true;
    ::usleep(kLook);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Runs a command and returns its exit code. Its output goes to standard error, because standard output is
/// for reports.
int run_words(const std::vector<std::string>& words) { return wait_for(spawn(words, STDERR_FILENO)); }

/// Runs a command and returns its output, which is written to `file`; sets `code` to its exit code.
std::string output_of(const std::vector<std::string>& words, const fs::path& file, int& code) {
  const int output = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (output < 0) throw InputError(file.string(), std::strerror(errno), "a file to write in");
  const pid_t process = spawn(words, output);
  ::close(output);
  code = wait_for(process);
  return read_text_file(file);
}

/// The array's job script. --requeue lets Slurm start a task again whose node was lost.
std::string slurm_script(const fs::path& folder, std::size_t tasks, int threads) {
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=grouser_campaign\n"
      "#SBATCH --array=0-{}\n"
      "#SBATCH --cpus-per-task={}\n"
      "#SBATCH --output=/dev/null\n"
      "#SBATCH --requeue\n"
      "exec {} campaign work {} --task \"$SLURM_ARRAY_TASK_ID\" --threads {}\n",
      tasks - 1, threads, quoted(own_program().string()), quoted(fs::absolute(folder).string()), threads);
}

/// The line that starts grouser-mpi with one rank more than computes, because rank 0 only hands out tasks.
/// Open MPI refuses to run as root without an option.
std::vector<std::string> mpi_words(const fs::path& folder, int ranks) {
  const fs::path program = own_program();
  std::vector<std::string> words{"mpirun",
                                 "-np",
                                 std::to_string(ranks + 1),
                                 "--oversubscribe",
                                 (program.parent_path() / "grouser-mpi").string(),
                                 program.string(),
                                 fs::absolute(folder).string()};
  const std::string as_root = "--allow-run-as-root";
  if (::geteuid() == 0) words.insert(words.begin() + 1, as_root);
  return words;
}

/// Throws InputError if the engine's programs are missing; with --print none is needed.
void check_engine(const EngineChoice& choice) {
  if (choice.engine == "slurm" && !choice.print && !on_path("sbatch"))
    throw InputError("--engine slurm", "no sbatch on this machine",
                     "Slurm (Debian: slurm-client) and a cluster that it knows");
  if (choice.engine != "mpi" || choice.print) return;
  if (!on_path("mpirun"))
    throw InputError("--engine mpi", "no mpirun on this machine", "Open MPI (Debian: openmpi-bin)");
  if (!fs::exists(own_program().parent_path() / "grouser-mpi"))
    throw InputError("--engine mpi", "no grouser-mpi beside this program",
                     "a build with Open MPI (Debian: libopenmpi-dev)");
}

/// Hands in the array and waits until it has left the queue; Ctrl+C takes it back. Returns sbatch's exit
/// code.
int run_slurm(const fs::path& folder, std::size_t tasks, int threads) {
  constexpr int kMostSilent =
      5;  // answers of squeue in a row that say nothing, before the array counts as gone
  const fs::path script = folder / "slurm.sh", answer = folder / "slurm.out";
  write_file_atomically(script, slurm_script(folder, tasks, threads));
  int code = 0;
  const std::string said = output_of({"sbatch", "--parsable", script.string()}, answer, code);
  const std::string job = said.substr(0, said.find_first_of(";\n"));
  if (code != 0 || job.empty()) return code != 0 ? code : kExitFailed;
  std::cerr << "grouser: job " << job << " of Slurm; 'grouser campaign status' says how far it is\n";
  // The array is done once squeue answers and lists nothing; some answers in a row that fail count as gone
  // too.
  for (int silent = 0; silent < kMostSilent && !interrupted();) {
    ::usleep(5 * kLook);
    const std::string queued = output_of({"squeue", "--noheader", "--jobs", job}, answer, code);
    if (code == 0 && queued.empty()) return kExitOk;
    silent = code == 0 ? 0 : silent + 1;
  }
  if (interrupted()) output_of({"scancel", job}, answer, code);
  return interrupted() ? kExitInterrupted : kExitOk;
}

/// Runs the engine until its tasks have ended.
int run_engine(const fs::path& folder, const EngineChoice& choice, int threads, std::size_t tasks) {
  if (choice.engine == "mpi") return run_words(mpi_words(folder, choice.tasks > 0 ? choice.tasks : threads));
  return run_slurm(folder, tasks, threads);
}

}  // namespace

RowRange read_task(const fs::path& folder, std::uint64_t task) {
  std::istringstream lines(read_text_file(folder / "tasks"));
  RowRange range;
  for (std::uint64_t line = 0; lines >> range.first >> range.last; ++line)
    if (line == task && range.first < range.last) return range;
  throw InputError("--task", std::to_string(task), "a line of " + (folder / "tasks").string());
}

int run_campaign_elsewhere(const Campaign& campaign, const CampaignRunOptions& options,
                           const EngineChoice& choice) {
  check_engine(choice);
  const double began = steady_seconds();
  const auto& columns = campaign.identity().columns;
  const std::uint64_t rows = campaign.plan().row_count();
  RowStore ours(options.folder, columns, rows,
                StoreUse::whole_folder);  // nobody else begins here while this lives
  write_manifest(options.folder, campaign.manifest());
  print_store_notes(ours);
  const int tasks = choice.tasks > 0 ? choice.tasks : choice.engine == "mpi" ? options.threads : 16;
  const auto ranges =
      split_rows(ours, static_cast<std::uint64_t>(tasks) * (choice.engine == "mpi" ? kRangesARank : 1));
  if (!ranges.empty()) write_tasks(options.folder, ranges);
  // --print shows the script or line and hands in nothing.
  if (choice.print) {
    const std::vector<std::string> words = mpi_words(options.folder, tasks);
    std::cout << (choice.engine == "slurm"
                      ? slurm_script(options.folder, std::max<std::size_t>(1, ranges.size()), options.threads)
                      : fmt::format("{}\n", fmt::join(words, " ")));
    return kExitOk;
  }
  const int code = ranges.empty() ? 0 : run_engine(options.folder, choice, options.threads, ranges.size());
  // The rows were written by other processes, so the folder is read again.
  const RowStore store = read_store(options.folder, campaign.manifest());
  print_store_notes(store);
  if (store.rows_done() == store.rows())
    return finish_campaign(campaign, store, options, ours.rows_done(), began);
  std::cerr << fmt::format(
      "grouser: {} of {} to do ({} ended with code {}); the same command goes on from here\n",
      count_text(store.rows() - store.rows_done(), "row"), store.rows(), choice.engine, code);
  return interrupted() ? kExitInterrupted : kExitFailed;
}

}  // namespace grouser::cli
