// SPDX-License-Identifier: BSD-3-Clause
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

/// Asks for no memory.
[[noreturn]] void say_no_memory() {
  constexpr std::string_view kSaid = "grouser: error: not enough memory for this\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kSaid.data(), kSaid.size());
  std::_Exit(kExitFailed);
}

void at_exit() {
  if (running) say_no_memory();
}

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
