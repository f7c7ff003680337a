// SPDX-License-Identifier: BSD-3-Clause
// The open scenario in the window: its parts, the inspector, setting a vehicle down, saving.
#pragma once
#include <string>
#include <vector>

#include "desks/desk.hpp"
#include "desks/document/document_panels.hpp"
#include "session/document/placing_request.hpp"

namespace grouser::desktop {

class DocumentDesk final : public Desk {
 public:
  explicit DocumentDesk(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void opened() override { shared_.document.opened(shared_.session); }
  void update(double now, Requests& requests) override;
  /// A rover takes the place of the open scenario's own.
  bool open(const std::string& path, double at) override;
  bool press_first(const KeyPress& key, Cover cover, Requests& requests) override;
  bool escape(Requests& requests) override;
  bool move_in_history(HistoryMove move) override;
  MouseUse mouse(const Ui& ui, const ViewMouse& mouse, Requests& requests) override;
  void draw_in_view(const Ui& ui, const PictureArea& picture, Requests& requests) override;
  void draw_left(const Ui& ui, Requests& requests) override;
  void draw_start(const Ui& ui, Requests& requests) override;
  void draw_front(const Ui& ui, const UiRect& view, Requests& requests) override;
  const char* dialog() const override;
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;
  void end() override { shared_.document.end(); }

 private:
  void carry_out(const PlacingRequest& request);
  const PlacingView& placing() const { return *shared_.document.view().placing; }

  Shared& shared_;
  SceneTree tree_{shared_.shown.bodies, {}};
  std::string filter_;  // words that the inspector's numbers must have
};

}  // namespace grouser::desktop
