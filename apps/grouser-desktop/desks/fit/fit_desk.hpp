// SPDX-License-Identifier: BSD-3-Clause
// The desk that fits soils to measured data (docs/fit.md), and its tab.
#pragma once
#include "desks/desk.hpp"
#include "desks/fit/fit_form.hpp"
#include "desks/fit/fit_request.hpp"
#include "desks/fit/fit_work.hpp"

namespace grouser::desktop {

class FitDesk final : public Desk {
 public:
  explicit FitDesk(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  /// A table of a wheel bed, a plate or a shear box becomes the data.
  bool open(const std::string& path, double at) override;
  void update(double now, Requests& requests) override;
  const char* kept_name() const override { return "fit"; }
  void recall(const KeptPart& part) override;
  void keep(KeptPart& part) const override;
  bool complete() const override { return !view_.working; }
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;
  const FitView& view() const { return view_; }

 private:
  void carry_out(const FitRequest& request);
  void run();
  void slide(std::size_t key, double value);
  void save();

  Shared& shared_;
  FitForm form_;
  FitView view_;
  FitWork work_;
  std::string saved_text_;  // of the soil that was saved last
  int asked_ = 0,
      begun_ = 0;  // numbers of the newest question and of the last fit: older answers are dropped
};

}  // namespace grouser::desktop
