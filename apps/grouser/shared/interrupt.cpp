// SPDX-License-Identifier: BSD-3-Clause
// A handler sets one flag, which long work polls. SA_RESETHAND restores the default action, so the second
// signal ends the program at once.
#include "interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace grouser::cli {
namespace {

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t flag = 0;

extern "C" void set_flag(int) { flag = 1; }

}  // namespace

void catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    // A signal that is ignored stays so: under nohup a closed terminal stops nothing.
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = set_flag;
    action.sa_flags = SA_RESETHAND | SA_RESTART;  // the second one has its usual effect
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
}

bool interrupted() { return flag != 0; }

}  // namespace grouser::cli
