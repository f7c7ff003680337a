// SPDX-License-Identifier: BSD-3-Clause
// The desk of measurements in the window, and its tab.
#pragma once
#include "desks/desk.hpp"
#include "desks/measured/measured_request.hpp"
#include "desks/measured/measured_work.hpp"

namespace grouser::desktop {

class MeasuredDesk final : public Desk {
 public:
  explicit MeasuredDesk(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  /// A file of measurements goes beside what is open.
  bool open(const std::string& path, double at) override;
  void update(double now, Requests& requests) override;
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;
  const MeasuredView& view() const { return work_.view(); }

 private:
  void carry_out(const MeasuredRequest& request);

  Shared& shared_;
  MeasuredWork work_;
};

}  // namespace grouser::desktop
