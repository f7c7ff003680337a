// SPDX-License-Identifier: BSD-3-Clause
// The soil desk in the window: what it shows of the document, and what it changes of it.
#pragma once
#include "desks/desk.hpp"
#include "desks/soils/soil_request.hpp"
#include "desks/soils/soils_panel.hpp"

namespace grouser::desktop {

class SoilDesk final : public Desk {
 public:
  explicit SoilDesk(Shared& shared) : shared_(shared), work_(shared.state_folder) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void update(double now, Requests& requests) override;
  bool complete() const override { return !work_.view().working; }
  void note(Activity& activity) const override;

 private:
  void carry_out(const SoilRequest& request);
  void use(const std::string& given);

  Shared& shared_;
  SoilWork work_;
  SoilForm form_;
};

}  // namespace grouser::desktop
