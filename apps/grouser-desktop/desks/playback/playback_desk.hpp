// SPDX-License-Identifier: BSD-3-Clause
// Playing a run, and driving it by hand: requests, keys, and marks in the view.
#pragma once
#include <string>
#include <vector>

#include "desks/desk.hpp"
#include "desks/playback/time_axis.hpp"

namespace grouser::desktop {

class PlaybackDesk final : public Desk {
 public:
  explicit PlaybackDesk(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  bool press(const KeyPress& key, Requests& requests) override;
  void release(const KeyPress& key) override;
  bool escape(Requests& requests) override;
  void draw_in_view(const Ui& ui, const PictureArea& picture, Requests& requests) override;
  void draw_timeline(const Ui& ui, Requests& requests) override;
  void note(UiReport& report) const override;

 private:
  Shared& shared_;
  TimeAxis axis_;
  std::string filter_;  // words that the events in the list must have
};

}  // namespace grouser::desktop
