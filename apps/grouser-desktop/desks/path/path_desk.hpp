// SPDX-License-Identifier: BSD-3-Clause
// The path desk in the window: it takes the left button over, and its changes are steps of the document.
#pragma once
#include "desks/desk.hpp"
#include "desks/path/path_request.hpp"
#include "desks/path/path_work.hpp"

namespace grouser::desktop {

class PathDesk final : public Desk {
 public:
  explicit PathDesk(Shared& shared) : shared_(shared), work_(shared.session.clock()) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void opened() override { work_.leave(); }
  /// A table of places becomes the path of the open scenario, as one step of its history. Throws InputError.
  bool open(const std::string& path, double at) override;
  void update(double now, Requests& requests) override;
  /// Delete takes the selected waypoint away.
  bool press(const KeyPress& key, Requests& requests) override;
  bool escape(Requests& requests) override;
  std::string mode() const override;
  MouseUse mouse(const Ui& ui, const ViewMouse& mouse, Requests& requests) override;
  bool click(const ViewMouse& mouse, Requests& requests) override;
  void draw_in_view(const Ui& ui, const PictureArea& picture, Requests& requests) override;
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;
  const PathView& view() const { return work_.view(); }

 private:
  void carry_out(const PathRequest& request);
  void show_desk();
  void look_at_all();

  Shared& shared_;
  PathWork work_;
};

}  // namespace grouser::desktop
