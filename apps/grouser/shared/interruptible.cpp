// SPDX-License-Identifier: BSD-3-Clause
// The work ends an interrupted run by throwing an Error; the flag tells that apart from a real fault.
#include "interruptible.hpp"

#include <iostream>

#include "command.hpp"
#include "grouser/base/error.hpp"
#include "interrupt.hpp"
#include "progress.hpp"

namespace grouser::cli {

int run_interruptible(const std::string& what, const std::function<void(const GoOn&)>& work) {
  catch_interrupts();
  try {
    Progress progress(what);
    work([&](double done) {
      progress.update(done, 1.0);
      return !interrupted();
    });
  } catch (const Error&) {
    if (!interrupted()) throw;
    std::cerr << "grouser: interrupted, no file was written\n";
    return kExitInterrupted;
  }
  return kExitOk;
}

}  // namespace grouser::cli
