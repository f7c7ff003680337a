// SPDX-License-Identifier: BSD-3-Clause
// The statistics desk in the window: keys, panels and the texture of the ground about a StatisticsWork. Takes
// the window's middle, left and right while it is open.
#pragma once
#include <memory>
#include <string>

#include "desks/campaigns/statistics_panels.hpp"
#include "desks/desk.hpp"
#include "view/maps/map_textures.hpp"

namespace grouser::desktop {

class StatisticsDesk final : public Desk {
 public:
  explicit StatisticsDesk(Shared& shared)
      : shared_(shared), work_(shared.state_folder, shared.session.clock()) {}

  void register_requests(RequestTable& table) override;
  void opened() override { work_.close(); }
  void update(double now, Requests& requests) override;
  /// Takes the middle for a result file that a campaign wrote, or for a folder of one.
  bool open(const std::string& path, double at) override;
  bool press_first(const KeyPress& key, Cover cover, Requests& requests) override;
  bool has_middle() const override { return work_.view().open; }
  void draw_middle(const Ui& ui, float top) override;
  const char* middle_area() const override { return "statistics_middle"; }
  bool complete() const override;
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;
  StatisticsWork& desk() { return work_; }

 private:
  void show(StatisticsView view);
  void show_now(StatisticsView view);
  void close();

  Shared& shared_;
  StatisticsWork work_;
  StatisticsUi ui_;
  MapTextures textures_;
  std::shared_ptr<const GroundPicture> sent_;  // the picture that is the texture
  std::string first_, beside_;  // run files: once the first is open, the other is shown with it
  StatisticsRequests requests_;
};

}  // namespace grouser::desktop
