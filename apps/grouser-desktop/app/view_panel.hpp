// SPDX-License-Identifier: BSD-3-Clause
// The picture of the scene in the window. The mouse in it is the desks' first, then the camera's.
#pragma once
#include <memory>
#include <vector>

#include "desks/desk.hpp"

namespace grouser::desktop {

using Desks = std::vector<std::unique_ptr<Desk>>;

class ViewPanel {
 public:
  /// Fills the current ImGui window. `texture`: the picture; 0: none yet.
  void draw(const Ui& ui, const Shared& shared, const Desks& desks, std::uintptr_t texture,
            Requests& requests);

 private:
  void take_mouse(const Ui& ui, const Desks& desks, const PictureArea& picture, Requests& requests);

  bool dragging_ = false;
  bool press_selects_ = true;  // the press was for no desk
};

}  // namespace grouser::desktop
