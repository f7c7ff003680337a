// SPDX-License-Identifier: BSD-3-Clause
// Plots in the window: which channels are drawn, and the comparison of two runs.
#pragma once
#include <string>
#include <vector>

#include "desks/desk.hpp"
#include "desks/plots/plot_request.hpp"
#include "desks/plots/plots_panels.hpp"

namespace grouser::desktop {

class PlotsRoom final : public Desk {
 public:
  explicit PlotsRoom(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void opened() override;
  void rebuilt() override;
  void update(double now, Requests& requests) override;
  const char* kept_name() const override { return "plots"; }
  void recall(const KeptPart& part) override;
  void keep(KeptPart& part) const override;
  const std::vector<int>& plotted() const { return plotted_; }

 private:
  void carry_out(const PlotRequest& request);
  void plot(const std::vector<std::string>& names);
  void draw(const Ui& ui, Requests& requests);

  Shared& shared_;
  std::vector<int> plotted_;        // indices of scene channels
  std::vector<std::string> names_;  // of these channels: another build of the scenario may number them anew
  ChannelList list_;
  SlipRose rose_;
};

}  // namespace grouser::desktop
