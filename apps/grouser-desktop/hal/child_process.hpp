// SPDX-License-Identifier: BSD-3-Clause
// Another program, started directly (no shell reads its arguments), in a process group of its own: Ctrl+C in
// the terminal reaches us alone, and we decide whether the child ends.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grouser::desktop {

enum class ChildPipe { input, output };

class ChildProcess {
 public:
  /// `command`: the program, looked for in PATH, and its arguments. The pipe leads to its standard input or
  /// from its standard output; the other one is /dev/null. Null where there is no such program. Throws
  /// RunError.
  static std::unique_ptr<ChildProcess> start(const std::vector<std::string>& command, ChildPipe pipe);
  /// Ends the program if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits until all is taken. False where the program takes no more (SIGPIPE must be ignored).
  bool write(const void* bytes, std::size_t count);
  void close_pipe();
  /// Its output since the last call; never waits.
  std::string read();
  void send_signal(int signal) const;
  /// Its exit code once it has ended (128 + signal where one ended it); never waits.
  std::optional<int> exit_code();
  int wait();
  /// The last 4 KiB of its standard error so far.
  std::string errors() const;

 private:
  ChildProcess() = default;

  pid_t process_ = -1;
  int pipe_ = -1;
  std::FILE* errors_ = nullptr;  // a file without a name: it cannot fill up as a pipe does
  std::optional<int> code_;
};

}  // namespace grouser::desktop
