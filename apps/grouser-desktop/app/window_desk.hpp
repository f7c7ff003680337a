// SPDX-License-Identifier: BSD-3-Clause
// The window's own state: its panels, units, text, the list of keys, the palette, pictures to be saved.
#pragma once
#include <optional>
#include <utility>

#include "app/bars/bars.hpp"
#include "app/commands/palette.hpp"
#include "app/window_request.hpp"
#include "session/activity.hpp"
#include "view/shared.hpp"

namespace grouser::desktop {

class WindowDesk {
 public:
  explicit WindowDesk(Shared& shared) : shared_(shared) {}

  void carry_out(const WindowRequest& request);
  /// The key that was wanted for a command of the list of keys.
  void choose_key_for(const KeyPress& key);
  /// The window's thread worked so long, s, on one picture without drawing it: too long is logged.
  void worked(double seconds);
  void note(UiReport& report) const;
  bool take_fullscreen() { return std::exchange(fullscreen_, false); }
  /// The picture that is to be saved now.
  std::optional<PictureKind> take_picture() { return std::exchange(picture_, std::nullopt); }
  HelpForm& help() { return help_; }
  const HelpForm& help() const { return help_; }
  PaletteForm& palette() { return palette_; }
  const PaletteForm& palette() const { return palette_; }

 private:
  Shared& shared_;
  HelpForm help_;
  PaletteForm palette_;
  std::optional<PictureKind> picture_;
  int pictures_ = 0;
  int slow_pictures_ = 0;  // that kept the window's thread too long
  bool fullscreen_ = false;
};

}  // namespace grouser::desktop
