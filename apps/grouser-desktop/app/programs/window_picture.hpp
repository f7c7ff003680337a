// SPDX-License-Identifier: BSD-3-Clause
// A picture of the window, or of its 3D view alone, saved as a file. A large one takes a second where a
// processor draws: it is drawn in parts between the window's own pictures, and written by a thread.
#pragma once
#include <string>
#include <utility>

#include "app/app.hpp"
#include "session/jobs/task.hpp"

namespace grouser::desktop {

class WindowPicture {
 public:
  /// Both outlive this; needs the window's OpenGL context.
  WindowPicture(Renderer& renderer, Session& session) : renderer_(renderer), session_(session) {}
  ~WindowPicture();
  WindowPicture(const WindowPicture&) = delete;
  WindowPicture& operator=(const WindowPicture&) = delete;

  /// Begins a picture of the result of the last build_gui(), at the chosen size, under a free name in the
  /// working folder. `window`: its size, pixels. The picture before must be done.
  void begin(PictureKind kind, const App& app, std::pair<int, int> window);
  bool active() const { return stage_ != Stage::none; }
  /// Does the next part, of about kPart; at the end the log says where the picture is, or why not.
  void work();
  void finish() {
    while (active()) work();
  }
  static constexpr double kPart = 0.04;  ///< s

 private:
  enum class Stage { none, view, interface, writing };
  void draw_view_rows();
  void draw_interface_rows();
  void write();
  void end();

  Renderer& renderer_;
  Session& session_;
  Stage stage_ = Stage::none;
  PictureKind kind_ = PictureKind::view_alone;
  KeptView view_;
  int view_width_ = 0, view_height_ = 0, rows_done_ = 0, rows_ = 0;  // of the view, at the picture's size
  int scale_ = 1, interface_done_ = 0;                               // rows of the window, its pixels
  std::pair<int, int> window_;
  ImDrawData interface_;
  std::vector<ImDrawList*> lists_;  // ours
  Image image_;
  std::string name_;
  Task<bool> written_;
};

}  // namespace grouser::desktop
