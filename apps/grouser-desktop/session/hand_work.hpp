// SPDX-License-Identifier: BSD-3-Clause
// Driving by hand, the window's side: what is held on keyboard and gamepad makes a command; a new one is
// passed to the worker. Without a clock: ramps are the simulation's (vehicle/drive/hand_drive.hpp).
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "grouser/vehicle/drive/hand_drive.hpp"
#include "widgets/units.hpp"

namespace grouser {
class World;
}

namespace grouser::desktop {

enum class HandKey { forward, backward, left, right, turn_left, turn_right, crab };
inline constexpr std::size_t kHandKeys = 7;

/// A gamepad: each from -1 to 1, forward and left positive; all zero where there is none.
struct PadState {
  double speed = 0.0, steer = 0.0, turn = 0.0;
  bool crab = false;
  bool operator==(const PadState&) const = default;
};

/// The state of driving by hand that the panels show.
struct HandView {
  bool possible = false, on = false;
  std::string why_not;  ///< where it is not possible
  bool over = false;    ///< the run has ended: nothing moves any more
  double gear = 1.0;    ///< share of the top speed
  HandDrive::Limits limits;
  HandDriveState state;  ///< present commands of the drives
};

class HandWork {
 public:
  /// Another run; null: a replay, or nothing.
  void open(std::shared_ptr<const World> world);
  std::string why_not() const;

  void set_on(bool on);
  bool on() const { return on_; }
  void hold(HandKey key, bool down);
  void release_all();
  void set_pad(const PadState& pad);
  /// The stick on the screen, which the mouse holds: from -1 to 1, forward and left positive.
  void set_stick(double ahead, double left);
  /// More (+1) or less (-1) of the top speed.
  void change_gear(int direction);

  /// Notes that the run began again, so the present command must be sent once more.
  void say_again();
  /// The command that must be sent to the worker, if any; call said() once it is sent.
  std::optional<HandCommand> unsaid() const;
  void said() { unsaid_ = false; }
  void note(const HandDriveState& state) { state_ = state; }
  HandView view() const;

 private:
  double axis(HandKey plus, HandKey minus, double PadState::*part) const;
  HandCommand wanted() const;
  void renew();

  std::shared_ptr<const World> world_;
  bool on_ = false, unsaid_ = false;
  std::array<bool, kHandKeys> held_{};
  PadState pad_, stick_;
  int gear_ = 0;  // index of the list of shares
  HandCommand command_;
  HandDriveState state_;
};

/// The command in words: "0.040 m/s, radius 3.33 m left".
std::string hand_text(const ShownUnits& units, const HandView& hand);

}  // namespace grouser::desktop
