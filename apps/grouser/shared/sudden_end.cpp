// SPDX-License-Identifier: BSD-3-Clause
// Two hooks: atexit() catches a library that calls exit() while main() still runs, and the terminate handler
// catches an exception that nobody can take. HDF5 calls exit() when it has no memory, hence the message.
#include "sudden_end.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "command.hpp"

namespace grouser::cli {
namespace {

std::atomic<bool> running{false};
std::terminate_handler usual_end = nullptr;

/// Writes the message by write(2) alone and ends the program, without asking for memory.
[[noreturn]] void say_no_memory() {
  constexpr std::string_view kSaid = "grouser: error: not enough memory for this\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kSaid.data(), kSaid.size());
  std::_Exit(kExitFailed);
}

/// Does nothing at the usual end, where main()'s SuddenEnd is already gone.
void at_exit() {
  if (running) say_no_memory();
}

/// Reports a lack of memory; any other exception gets the usual end, which prints it and aborts.
void at_terminate() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    say_no_memory();
  } catch (...) {
  }
  if (usual_end) usual_end();
  std::abort();
}

}  // namespace

SuddenEnd::SuddenEnd() {
  std::atexit(at_exit);
  usual_end = std::set_terminate(at_terminate);
  running = true;
}

SuddenEnd::~SuddenEnd() { running = false; }

}  // namespace grouser::cli
