// SPDX-License-Identifier: BSD-3-Clause
// Looking at the scene: the camera, the ruler, what is under the pointer, marks and legends over the picture.
#pragma once
#include "desks/desk.hpp"
#include "view/renderer.hpp"

namespace grouser::desktop {

class ViewDesk final : public Desk {
 public:
  ViewDesk(Shared& shared, const Renderer& renderer) : shared_(shared), renderer_(renderer) {}

  void register_requests(RequestTable& table) override;
  void opened() override;
  void update(double now, Requests& requests) override;
  bool escape(Requests&) override { return shared_.looking.end_ruler(); }
  std::string mode() const override;
  const char* kept_name() const override { return "view"; }
  void recall(const KeptPart& part) override { shared_.camera.set_views(part); }
  void keep(KeptPart& part) const override { part = shared_.camera.views(); }
  bool click(const ViewMouse& mouse, Requests& requests) override;
  bool menu(const ViewMouse& mouse, Requests& requests) override;
  void draw_in_view(const Ui& ui, const PictureArea& picture, Requests& requests) override;
  void note(UiReport& report) const override;

 private:
  Shared& shared_;
  const Renderer& renderer_;
};

}  // namespace grouser::desktop
