// SPDX-License-Identifier: BSD-3-Clause
// The state of a run in numbers: a tab on the right; and the gait of a walker.
#pragma once
#include "desks/desk.hpp"

namespace grouser::desktop {

class StateDesk final : public Desk {
 public:
  explicit StateDesk(Shared& shared) : shared_(shared) {}

  std::vector<Tab> tabs() override;

 private:
  Shared& shared_;
};

}  // namespace grouser::desktop
