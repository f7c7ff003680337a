// SPDX-License-Identifier: BSD-3-Clause
// The paint desk in the window: its keys, the colours of soils on the ground, and its strokes as steps of the
// document.
#pragma once
#include "desks/desk.hpp"
#include "desks/paint/paint_panel.hpp"
#include "desks/paint/paint_request.hpp"
#include "desks/paint/soil_tint.hpp"

namespace grouser::desktop {

class PaintDesk final : public Desk {
 public:
  explicit PaintDesk(Shared& shared);

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void opened() override;
  void rebuilt() override;
  void update(double now, Requests& requests) override;
  /// The digits choose classes while soils are painted, and F and the brackets the size of the brush.
  bool press(const KeyPress& key, Requests& requests) override;
  bool escape(Requests& requests) override;
  /// Takes back the last stroke of a run at rest, if no step has counted it; says why it cannot.
  bool move_in_history(HistoryMove move) override;
  std::string mode() const override;
  MouseUse mouse(const Ui& ui, const ViewMouse& mouse, Requests& requests) override;
  void draw_in_view(const Ui& ui, const PictureArea& picture, Requests& requests) override;
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;
  void end() override { work_.clean(); }
  const PaintView& view() const { return work_.view(); }

 private:
  void carry_out(const PaintRequest& request);
  void update_tint();

  Shared& shared_;
  PaintWork work_;
  PaintForm form_;
  SoilTint soil_tint_;
  std::uint64_t tint_revision_ = 0;
  std::shared_ptr<const Terrain> tinted_;  // whose soils the tint shows
};

}  // namespace grouser::desktop
