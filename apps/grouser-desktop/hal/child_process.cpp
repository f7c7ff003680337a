// SPDX-License-Identifier: BSD-3-Clause
// Starts a program with posix_spawn and talks to it by one pipe. Its standard error goes into a file
// without a name, so that it can neither fill up nor block. A program that still runs is killed and waited
// for in the destructor.
#include "hal/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

// Shells report a program that a signal ended as 128 + signal.
constexpr int kSignalCode = 128;

/// The exit code of a status of waitpid().
int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalCode + WTERMSIG(status); }

/// Settings in which the new process differs from this one.
class SpawnSettings {
 public:
  SpawnSettings(int end, ChildPipe pipe, int errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    const int piped = pipe == ChildPipe::input ? STDIN_FILENO : STDOUT_FILENO;
    // The stream without a pipe is /dev/null; the order matters, because each action acts on the result of
    // those before.
    posix_spawn_file_actions_addopen(&actions_, piped == STDIN_FILENO ? STDOUT_FILENO : STDIN_FILENO,
                                     "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions_, end, piped);
    posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    // A shell that starts this program in the background makes it ignore signals. The new process must not
    // ignore them, because they stop it.
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&usual, signal);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

std::unique_ptr<ChildProcess> ChildProcess::start(const std::vector<std::string>& command, ChildPipe pipe) {
  std::unique_ptr<ChildProcess> child(new ChildProcess);
  std::array<int, 2> ends{};
  // Our ends of pipe and file are closed in the new process.
  child->errors_ = std::tmpfile();
  if (child->errors_ == nullptr || pipe2(ends.data(), O_CLOEXEC) != 0)
    throw RunError(command.front() + " cannot be started: " + std::strerror(errno));
  fcntl(fileno(child->errors_), F_SETFD, FD_CLOEXEC);
  const int theirs = pipe == ChildPipe::input ? ends[0] : ends[1];
  child->pipe_ = pipe == ChildPipe::input ? ends[1] : ends[0];
  if (pipe == ChildPipe::output) fcntl(child->pipe_, F_SETFL, O_NONBLOCK);
  // The arguments as C has them; the strings outlive the call.
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const SpawnSettings settings(theirs, pipe, fileno(child->errors_));
  const int error = posix_spawnp(&child->process_, arguments[0], settings.actions(), settings.attributes(),
                                 arguments.data(), environ);
  ::close(theirs);
  // A missing program is no error, so that the caller can say what to install.
  if (error == 0) return child;
  child->process_ = -1;
  if (error == ENOENT) return nullptr;
  throw RunError(command.front() + " cannot be started: " + std::strerror(error));
}

ChildProcess::~ChildProcess() {
  close_pipe();
  if (process_ > 0 && !exit_code()) {
    send_signal(SIGKILL);
    wait();
  }
  if (errors_ != nullptr) std::fclose(errors_);
}

bool ChildProcess::write(const void* bytes, std::size_t count) {
  const char* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t taken = ::write(pipe_, at, count);
    // A signal that interrupted the call is no failure.
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) return false;
    at += taken;
    count -= static_cast<std::size_t>(taken);
  }
  return true;
}

void ChildProcess::close_pipe() {
  if (pipe_ >= 0) ::close(pipe_);
  pipe_ = -1;
}

std::string ChildProcess::read() {
  std::string text;
  std::array<char, 4096> piece{};
  while (pipe_ >= 0) {
    const ssize_t count = ::read(pipe_, piece.data(), piece.size());
    if (count <= 0) break;
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
  return text;
}

void ChildProcess::send_signal(int signal) const {
  if (process_ > 0 && !code_) ::kill(process_, signal);
}

std::optional<int> ChildProcess::exit_code() {
  int status = 0;
  if (!code_ && waitpid(process_, &status, WNOHANG) == process_) code_ = code_of(status);
  return code_;
}

int ChildProcess::wait() {
  int status = 0;
  while (!code_) {
    const pid_t ended = waitpid(process_, &status, 0);
    if (ended == process_) code_ = code_of(status);
    if (ended < 0 && errno != EINTR) code_ = kSignalCode;  // somebody else has waited for it
  }
  return *code_;
}

std::string ChildProcess::errors() const {
  // The last bytes: a program says at the end why it failed.
  constexpr off_t kMost = 4096;
  const int file = fileno(errors_);
  const off_t size = lseek(file, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size, 0, kMost)), '\0');
  const ssize_t count = pread(file, text.data(), text.size(), std::max<off_t>(0, size - kMost));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

}  // namespace grouser::desktop
