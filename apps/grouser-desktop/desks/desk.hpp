// SPDX-License-Identifier: BSD-3-Clause
// A desk: one subject of the window, with its panels, keys, requests and files, in a folder of its own. The
// program holds a list of desks (app/desk_list.cpp) and knows none of them; what desks share is in Shared.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "hal/keys.hpp"
#include "hal/window.hpp"
#include "session/activity.hpp"
#include "session/request.hpp"
#include "view/picture_area.hpp"
#include "view/shared.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Bar in which a panel's tab lies: below the view or on the right of it.
enum class TabBar { bottom, right };

/// A panel with a tab of its own.
struct Tab {
  TabBar bar = TabBar::bottom;
  int order = 0;  ///< from the left
  const char* name = "";
  const char* id = "";  ///< for --tab, for ShownState::wanted_tab and for tests
  const char* tip = "";
  std::function<void(const Ui&, Requests&)> draw;
  std::function<bool()> offered = {};  ///< empty: always
  float least = 150.0f, most = 0.6f;   ///< height at the bottom: px, and part of the window between the bars
};

/// Whether something lies in front of the window and has the keys: a dialog, a menu, the list of keys.
enum class Cover { none, covered };

/// The mouse over the view.
struct ViewMouse {
  PictureArea picture;
  double u = 0.0, v = 0.0;  ///< pointer in the picture, -1 to 1
  bool hovered = false;
  bool pressed = false;  ///< the left button went down in this picture
  bool pans = false;     ///< the right or middle button is down
};
/// The part of the mouse that a desk takes; the camera has the rest.
enum class MouseUse { nothing, left_button, left_button_and_wheel };

/// Direction of a step through the history.
enum class HistoryMove { undo, redo };

/// Interface that each subject derives from. Every function has an empty default, so a desk overrides only
/// those it needs.
class Desk {
 public:
  Desk() = default;
  virtual ~Desk() = default;
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  /// Registers the types of request that it carries out; once.
  virtual void register_requests(RequestTable&) {}
  virtual std::vector<Tab> tabs() { return {}; }

  /// Another scenario or run is open; or the same scenario with other numbers.
  virtual void opened() {}
  virtual void rebuilt() {}
  /// Called once per picture, after the requests. `now`: s of a steady clock.
  virtual void update(double, Requests&) {}
  /// Opens a file that it takes; false: it takes none of its kind. `at`: s, where a run opens. Throws
  /// InputError.
  virtual bool open(const std::string&, double) { return false; }

  /// Takes a key before the text fields get it (press_first), or after them; true: the key was for this desk.
  virtual bool press_first(const KeyPress&, Cover, Requests&) { return false; }
  virtual bool press(const KeyPress&, Requests&) { return false; }
  virtual void release(const KeyPress&) {}
  /// Escape ends what it does; false: it does nothing that Escape would end.
  virtual bool escape(Requests&) { return false; }
  /// Takes its last step back, or again; false: others may.
  virtual bool move_in_history(HistoryMove) { return false; }

  /// The mouse over the view, and a click that nobody has taken; then marks over the picture.
  virtual MouseUse mouse(const Ui&, const ViewMouse&, Requests&) { return MouseUse::nothing; }
  virtual bool click(const ViewMouse&, Requests&) { return false; }
  /// A click of the right button that moved nothing: asks for a menu (view/context_menu.hpp).
  virtual bool menu(const ViewMouse&, Requests&) { return false; }
  virtual void draw_in_view(const Ui&, const PictureArea&, Requests&) {}
  /// Words on the mouse and keys in the view while this desk has them, shown above the picture. Empty: it
  /// has nothing of the kind.
  virtual std::string mode() const { return {}; }
  /// Panels on the left; on the start page; dialogs and cards in front of the window, whose view is `view`.
  virtual void draw_left(const Ui&, Requests&) {}
  /// Draws in the line of the time, above the status bar.
  virtual void draw_timeline(const Ui&, Requests&) {}
  virtual void draw_start(const Ui&, Requests&) {}
  virtual void draw_front(const Ui&, const UiRect& view, Requests&) { (void)view; }
  /// Takes the window between the menu bar, which ends at `top`, and its lower edge.
  virtual bool has_middle() const { return false; }
  virtual void draw_middle(const Ui&, float top) { (void)top; }
  /// Name for tests of the part of the window in whose place draw_middle() shows the main thing.
  virtual const char* middle_area() const { return "view"; }

  /// Name under which it keeps settings from one session to the next; empty: it keeps none. recall() comes
  /// once, before anything is shown.
  virtual const char* kept_name() const { return ""; }
  virtual void recall(const KeptPart&) {}
  virtual void keep(KeptPart&) const {}

  /// Name of the dialog that is open; null: none.
  virtual const char* dialog() const { return nullptr; }
  /// Whether the desk shows all that it has: nothing is being read or computed for it.
  virtual bool complete() const { return true; }
  virtual void note(Activity&) const {}
  virtual void note(UiReport&) const {}
  /// Called before the program ends normally.
  virtual void end() {}
};

}  // namespace grouser::desktop
