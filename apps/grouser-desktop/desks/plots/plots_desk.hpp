// SPDX-License-Identifier: BSD-3-Clause
// Plots in the window: which channels are drawn, and the comparison of two runs.
#pragma once
#include <string>
#include <vector>

#include "desks/desk.hpp"
#include "desks/plots/plots_panels.hpp"
#include "session/plot_request.hpp"

namespace grouser::desktop {

class PlotsDesk final : public Desk {
 public:
  explicit PlotsDesk(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void opened() override;
  void rebuilt() override;
  void update(double now, Requests& requests) override;
  const char* kept_name() const override { return "plots"; }
  void recall(const KeptPart& part) override;
  void keep(KeptPart& part) const override;
  bool escape(Requests& requests) override;
  void note(UiReport& report) const override;
  /// Indices of scene channels.
  std::vector<int> plotted() const { return plots_.channels(); }
  const PlotCards& plots() const { return plots_; }

 private:
  /// A plot by the names of its channels: another build of the scenario may number them anew.
  struct NamedCard {
    std::vector<std::string> channels;
    PlotLegend legend = PlotLegend::shown;
  };

  void carry_out(const PlotRequest& request);
  void change_plot(const PlotRequest& request);
  void save(const PlotInput& plot, PlotFormat format) const;
  void draw(const Ui& ui, Requests& requests);
  const Channels& channels() const;

  Shared& shared_;
  PlotCards plots_;
  std::vector<NamedCard> names_;
  bool drawn_ = false;  // in the last picture
  ChannelList list_;
  SlipRose rose_;
};

}  // namespace grouser::desktop
