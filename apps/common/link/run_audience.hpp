// SPDX-License-Identifier: BSD-3-Clause
// Those who watch a run while it goes on: what the run's thread hands over to a server, without ever waiting.
#pragma once
#include <cstddef>

#include "common/link/run_stream.hpp"

namespace grouser {

class RunAudience {
 public:
  virtual ~RunAudience() = default;
  /// Viewers that have joined and not left.
  virtual std::size_t viewers() const = 0;
  /// For the run's thread. False where the server has not kept up: nothing was taken, the run goes on.
  virtual bool publish(LinkUpdate update) = 0;
  /// For the run's thread: after this nothing is published. `last` is taken in any case, after all that was
  /// published. Waits until every viewer has all, at most `linger` s.
  virtual void finish(LinkUpdate last, const LinkEnd& end, double linger) = 0;
};

}  // namespace grouser
