// SPDX-License-Identifier: BSD-3-Clause
// The path desk in the window: it takes the left button over, and its changes are steps of the document.
#pragma once
#include "desks/paint/paint_room.hpp"
#include "desks/path/path_desk.hpp"

namespace grouser::desktop {

class PathRoom {
 public:
  PathRoom(Session& session, DocumentDesk& document, CameraDesk& camera, Looking& looking, PaintRoom& paint,
           KeptState& kept, PassingState& passing);

  /// Throws InputError.
  void carry_out(const PathRequest& request);
  /// A table of places becomes the path of the open scenario, as one step of its history. Throws InputError.
  void open(const std::string& file);
  /// Ends the drawing where another desk is asked to take the left button.
  void give_way(const Request& request);
  /// Delete takes the selected waypoint away.
  bool press(const KeyPress& key, Requests& requests) const;
  void update();
  void leave() { desk_.leave(); }
  const PathView& view() const { return desk_.view(); }

 private:
  void show_desk();
  void look_at_all();

  Session& session_;
  DocumentDesk& document_;
  CameraDesk& camera_;
  Looking& looking_;
  PaintRoom& paint_;
  KeptState& kept_;
  PassingState& passing_;
  PathDesk desk_;
};

}  // namespace grouser::desktop
