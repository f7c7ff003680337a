// SPDX-License-Identifier: BSD-3-Clause
// Playing a run, and driving it by hand: requests, keys, and marks in the view.
#pragma once
#include "desks/desk.hpp"

namespace grouser::desktop {

class PlaybackRoom final : public Desk {
 public:
  explicit PlaybackRoom(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  bool press(const KeyPress& key, Requests& requests) override;
  void release(const KeyPress& key) override;
  bool escape(Requests& requests) override;
  void draw_in_view(const Ui& ui, const PictureArea& picture, Requests& requests) override;
  void draw_timeline(const Ui& ui, Requests& requests) override;
  void note(UiReport& report) const override;

 private:
  Shared& shared_;
};

}  // namespace grouser::desktop
