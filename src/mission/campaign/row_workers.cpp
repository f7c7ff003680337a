// SPDX-License-Identifier: BSD-3-Clause
// Rows in forked processes. Supervisor and worker are joined by a socket: the supervisor sends a row's
// number and receives its record. Shares of running rows lie in shared memory. The supervisor waits in one
// poll() with a timeout, at which progress is reported and a cancel is seen.
#include "grouser/mission/campaign/row_workers.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <optional>
#include <vector>

#include "campaign/row_record.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr int kLookInterval = 100;  // ms between questions whether to stop

/// Sends all bytes; false where the other side is gone. A broken line raises no signal.
bool send_all(int to, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::send(to, bytes, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

/// Share of its row that each worker has done, in memory that the supervisor shares with the workers forked
/// from it.
class SharedShares {
 public:
  explicit SharedShares(std::size_t count) : bytes_(count * sizeof(std::atomic<double>)) {
    void* memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw RunError(std::string("no memory for workers: ") + std::strerror(errno));
    shares_ = static_cast<std::atomic<double>*>(memory);  // zeros are 0.0
  }
  ~SharedShares() { ::munmap(shares_, bytes_); }
  SharedShares(const SharedShares&) = delete;
  SharedShares& operator=(const SharedShares&) = delete;
  std::atomic<double>& operator[](std::size_t k) const { return shares_[k]; }
  static_assert(std::atomic<double>::is_always_lock_free);

 private:
  std::size_t bytes_;
  std::atomic<double>* shares_;
};

/// Runs rows in a worker until its supervisor closes the line.
void serve_rows(int line, const RowJob& job, std::atomic<double>& share) {
  const RowProgress progress = [&share](double now) { share.store(now, std::memory_order_relaxed); };
  std::uint64_t row = 0;
  for (;;) {
    const ssize_t count = ::recv(line, &row, sizeof row, MSG_WAITALL);
    if (count < 0 && errno == EINTR) continue;
    if (count != sizeof row) return;
    std::string bytes;
    try {
      bytes = record_bytes(job.run(row, progress));
    } catch (const std::bad_alloc&) {
      bytes = record_bytes(job.crashed(row, "not enough memory"));
      // Every other exception is a row that ends as if its process had, but without a second try.
    } catch (const std::exception& error) {
      bytes = record_bytes(job.crashed(row, error.what()));
    }
    if (!send_all(line, bytes.data(), bytes.size())) return;
  }
}

/// A process with its line; no process: -1.
struct Worker {
  pid_t process = -1;
  int line = -1;
  std::size_t place = 0;             // among the workers
  std::optional<std::uint64_t> row;  // at work
  std::string bytes;                 // of its answer so far
};

/// Hands out rows, collects answers, and replaces workers that end.
class Supervisor {
 public:
  Supervisor(const RowJob& job, const WorkerOptions& options) : job_(job), options_(options) {}
  ~Supervisor() {
    for (Worker& worker : workers_) end(worker, SIGKILL);
  }
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// Runs the wanted rows; false where it was cancelled.
  bool run(std::uint64_t first, std::uint64_t last, const std::function<bool(std::uint64_t)>& wanted);

 private:
  bool cancelled() const { return options_.cancelled && options_.cancelled(); }
  void start(Worker& worker);
  std::string end(Worker& worker, int signal);
  void hand(Worker& worker, std::uint64_t row);
  void wait_for_answers();
  void hear(Worker& worker);
  void lost(Worker& worker);
  void take(Worker& worker, const RowRecord& record);
  void tell_progress();
  bool idle() const {
    return std::none_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.row.has_value(); });
  }

  const RowJob& job_;
  const WorkerOptions& options_;
  std::vector<Worker> workers_;
  std::vector<std::uint64_t> again_;  // rows that ended a process
  std::optional<SharedShares> shares_;
  bool second_try_ = false;
  std::uint64_t done_ = 0, total_ = 0;
  double told_ = 0.0;  // rows
};

void Supervisor::start(Worker& worker) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw RunError(std::string("no line to a worker: ") + std::strerror(errno));
  const pid_t supervisor = ::getpid();
  const pid_t process = ::fork();
  if (process < 0) throw RunError(std::string("no process for a worker: ") + std::strerror(errno));
  // The worker ends with its supervisor, even where that was killed between fork and here.
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != supervisor) ::_exit(0);
    ::signal(SIGINT, SIG_IGN);  // the terminal's Ctrl+C is the supervisor's business
    ::signal(SIGTERM, SIG_DFL);
    ::signal(SIGHUP, SIG_IGN);
    // Locks of the supervisor's files must not live on here: all files but the line are closed.
    ::close_range(3, static_cast<unsigned>(ends[1]) - 1, 0);
    ::close_range(static_cast<unsigned>(ends[1]) + 1, ~0u, 0);
    serve_rows(ends[1], job_, (*shares_)[worker.place]);
    ::_exit(0);
  }
  ::close(ends[1]);
  worker = {process, ends[0], worker.place, std::nullopt, {}};
}

/// Ends a worker and says how it ended.
std::string Supervisor::end(Worker& worker, int signal) {
  if (worker.process < 0) return "";
  if (signal != 0) ::kill(worker.process, signal);
  ::close(worker.line);
  int status = 0;
  while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) continue;
  worker.process = -1;
  worker.line = -1;
  worker.bytes.clear();
  if (WIFSIGNALED(status))
    return fmt::format("its process was ended by signal {} ({})", WTERMSIG(status),
                       ::strsignal(WTERMSIG(status)));
  return fmt::format("its process ended with code {}", WEXITSTATUS(status));
}

/// Gives a worker its next row, after starting it where it has no process.
void Supervisor::hand(Worker& worker, std::uint64_t row) {
  if (worker.process < 0) start(worker);
  worker.row = row;
  (*shares_)[worker.place] = 0.0;
  if (!send_all(worker.line, reinterpret_cast<const char*>(&row), sizeof row)) lost(worker);
}

/// Takes the record of a worker's row, and frees the worker.
void Supervisor::take(Worker& worker, const RowRecord& record) {
  worker.row.reset();
  job_.done(record);
  ++done_;
  tell_progress();
}

/// Reports the progress. A lost row's partial progress is subtracted silently.
void Supervisor::tell_progress() {
  double done = static_cast<double>(done_);
  for (const Worker& worker : workers_)
    if (worker.row) done += std::clamp((*shares_)[worker.place].load(std::memory_order_relaxed), 0.0, 1.0);
  told_ = std::max(told_, done);
  if (options_.progress) options_.progress(told_, static_cast<double>(total_));
}

/// A worker that has ended: its row is run again after all others, or crashed at the second try.
void Supervisor::lost(Worker& worker) {
  const std::string how = end(worker, 0);
  if (!worker.row) return;
  const std::uint64_t row = *worker.row;
  worker.row.reset();
  if (!second_try_) {
    again_.push_back(row);
    return;
  }
  take(worker, job_.crashed(row, how + ", twice"));
}

/// Reads what a worker has sent, and takes the record once it is complete.
void Supervisor::hear(Worker& worker) {
  char buffer[65536];
  const ssize_t count = ::recv(worker.line, buffer, sizeof buffer, MSG_DONTWAIT);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) return lost(worker);
  worker.bytes.append(buffer, static_cast<std::size_t>(count));
  std::string_view rest = worker.bytes;
  const std::optional<RowRecord> record = take_record(rest);
  if (!record) return;  // the rest of it is yet to come
  worker.bytes.clear();
  take(worker, *record);
}

/// Waits for answers of busy workers, at most kLookInterval.
void Supervisor::wait_for_answers() {
  std::vector<pollfd> lines;
  for (const Worker& worker : workers_) lines.push_back({worker.row ? worker.line : -1, POLLIN, 0});
  const int heard = ::poll(lines.data(), lines.size(), kLookInterval);
  if (heard == 0) tell_progress();
  if (heard <= 0) return;
  for (std::size_t k = 0; k < lines.size(); ++k)
    if (lines[k].revents != 0) hear(workers_[k]);
}

bool Supervisor::run(std::uint64_t first, std::uint64_t last,
                     const std::function<bool(std::uint64_t)>& wanted) {
  for (std::uint64_t row = first; row < last; ++row) total_ += wanted(row) ? 1 : 0;
  if (total_ == 0) return true;
  workers_.resize(std::min<std::uint64_t>(total_, static_cast<std::uint64_t>(std::max(1, options_.workers))));
  shares_.emplace(workers_.size());
  for (std::size_t k = 0; k < workers_.size(); ++k) workers_[k].place = k;
  std::uint64_t next = first;
  while (!cancelled()) {
    for (Worker& worker : workers_) {
      while (!worker.row && next < last && !wanted(next)) ++next;
      if (!worker.row && next < last) hand(worker, next++);
    }
    while (next < last && !wanted(next)) ++next;
    if (next >= last && idle()) break;
    wait_for_answers();
  }
  // Rows that ended a process run once more in a new process, with nothing beside them.
  second_try_ = true;
  for (std::size_t k = 0; k < again_.size() && !cancelled(); ++k) {
    end(workers_.front(), SIGKILL);
    hand(workers_.front(), again_[k]);
    while (!idle() && !cancelled()) wait_for_answers();
  }
  return done_ == total_;
}

}  // namespace

bool run_in_workers(std::uint64_t first, std::uint64_t last, const std::function<bool(std::uint64_t)>& wanted,
                    const RowJob& job, const WorkerOptions& options) {
  return Supervisor(job, options).run(first, last, wanted);
}

}  // namespace grouser
