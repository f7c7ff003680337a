// SPDX-License-Identifier: BSD-3-Clause
// recording_child as a process of a test's own, with what it tells; killed with the object that started it.
#pragma once
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>

#include "catch.hpp"
#include "folders.hpp"

namespace grouser::test {

class RecordingProcess {
 public:
  explicit RecordingProcess(const std::filesystem::path& file) {
    int out[2];
    REQUIRE(::pipe2(out, O_CLOEXEC) == 0);
    ::fcntl(out[1], F_SETPIPE_SZ, 4096);  // it waits when it is some hundred flushes ahead of its reader
    const std::string program = binary_folder() / "bin/recording_child";
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(out[1], STDOUT_FILENO);
      ::execl(program.c_str(), "recording_child", file.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(out[1]);
    told_ = ::fdopen(out[0], "r");
  }
  ~RecordingProcess() {
    kill();
    std::fclose(told_);
    if (child_ > 0) ::waitpid(child_, nullptr, 0);
  }
  RecordingProcess(const RecordingProcess&) = delete;
  RecordingProcess& operator=(const RecordingProcess&) = delete;

  /// Waits for its next flush; false when it has ended. `frames`: handed over so far.
  bool next_flush(std::size_t& frames) { return std::fscanf(told_, "%zu", &frames) == 1; }
  void kill() { ::kill(child_, SIGKILL); }

 private:
  pid_t child_ = -1;
  std::FILE* told_ = nullptr;
};

}  // namespace grouser::test
