// SPDX-License-Identifier: BSD-3-Clause
// Studies of one scenario's numbers in the window.
#pragma once
#include <string>

#include "desks/desk.hpp"

namespace grouser::desktop {

class StudyDesk final : public Desk {
 public:
  explicit StudyDesk(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void opened() override;
  void rebuilt() override;
  void update(double now, Requests& requests) override;
  bool move_in_history(HistoryMove move) override;
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;

 private:
  Shared& shared_;
  std::string note_;           // outcome of writing the last file
  bool has_keyboard_ = false;  // its panel: undo and redo are the study's
};

}  // namespace grouser::desktop
