// SPDX-License-Identifier: BSD-3-Clause
// Driving by hand: a person, or a list of commands, gives speed and steering while the run goes on, in place
// of the programme or the follower. At a fixed interval of simulated time the law below gives every wheel its
// next segment towards the last command. So a run depends on the commands and the moments at which they were
// taken, and on nothing else; pace and clock do not matter.
//
// Speed changes by at most the top speed a second, steering no faster than kSteerRate. While it drives, all
// wheels stay on circles about one centre (or at one angle); a change between arc and crab goes through
// straight ahead, one to or from a point turn through rest. Taken over in motion, the rover is first brought
// to rest.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/base/packed.hpp"
#include "grouser/vehicle/drive/drive_segment.hpp"
#include "grouser/vehicle/drive/waypoint_follower.hpp"

namespace grouser {

/// From phase.start on: drive as the phase says, or (on = false) give the drives back to the programme.
struct HandCommand {
  DrivePhase phase;                                     ///< motion that is commanded from phase.start on
  bool on = true;                                       ///< false: the drives return to the programme
  bool operator==(const HandCommand&) const = default;  ///< true where all numbers are equal
};

/// The keys of a [[hand_drive]] table: those of a drive phase, or `start` and `on = false`.
void visit_keys(KeyVisitor& v, HandCommand& command);
/// Kind of the events that record what was commanded by hand.
inline constexpr const char* kHandDriveEvent = "hand_drive";
/// Text of such an event, as "arc 0.05 m/s 0.25 1/m", with all digits.
std::string hand_command_text(const HandCommand& command);
/// The command that such a text says, from a time (s) on. Throws InputError naming `place` for a text that is
/// none.
HandCommand parse_hand_command(double time, std::string_view text, const std::string& place);
/// The command with angles that some number of degrees gives: it reads back from a scenario to the same bits.
HandCommand in_degrees(HandCommand command);

/// Speed (point turn: turn rate, rad/s) and shape (arc: curvature, 1/m; crab: angle, rad) of a motion.
struct HandMotion {
  Packed<DriveMode> mode{};  ///< form of the motion
  double speed = 0.0;        ///< m/s; of a point turn rad/s
  double shape = 0.0;        ///< arc: curvature, 1/m; crab: angle, rad; point turn: 0
};

/// Memory of the law; plain doubles, part of the state.
struct HandDriveState {
  double taken_at = -1.0;  ///< start of the last command taken, s; negative: none ever
  Packed<bool> on{};       ///< the hand drives; else the programme, and what fades of the hand
  double next_time = 0.0;  ///< of the next decision, s
  Packed<bool> aligned{};  ///< the wheels stand and run as `now` says; else they roll out or steer at rest
  HandMotion wanted;       ///< that was commanded
  HandMotion now;          ///< that is driven at present
};

/// The last command taken.
HandCommand commanded(const HandDriveState& state);

/// The segment of one wheel. While the hand drives it is the command; afterwards it is what is added to the
/// programme's, and fades.
struct HandWheel {
  DriveSegment segment;      ///< positions, rates and second rates of spin and steering over time
  double steer_rate0 = 0.0;  ///< rate of steering at the segment's start, rad/s

  /// Spin of the wheel at time t (s): rad, rad/s, rad/s2.
  CoordinateCommand spin_at(double t) const { return segment.spin_at(t); }
  CoordinateCommand steer_at(double t) const;  ///< steering angle at time t (s): rad, rad/s, rad/s2
};

/// Memory of the law for one vehicle: part of the state.
struct HandDriveMemory {
  HandDriveState state;                                 ///< commands taken and the motion at present
  std::vector<HandWheel> wheels;                        ///< one per wheel of the vehicle
  bool begun() const { return state.taken_at >= 0.0; }  ///< whether a command was ever taken
  bool on() const { return state.on; }                  ///< whether the hand drives at present
};

/// Commands to one wheel at a moment.
struct WheelOrder {
  CoordinateCommand spin;   ///< rad, rad/s, rad/s2
  CoordinateCommand steer;  ///< rad, rad/s, rad/s2
};

/// The law by which commands of a hand become segments of all wheels of one vehicle.
class HandDrive {
 public:
  static constexpr double kInterval = 0.2;  ///< s between decisions, and the length of a segment

  /// The largest commands that a vehicle with these wheels can follow.
  struct Limits {
    double speed = 0.0;      ///< m/s, also of the wheel farthest out in a point turn
    double turn_rate = 0.0;  ///< rad/s
    double curvature = 0.0;  ///< 1/m: steers no wheel by more than 45 deg, its centre lies beyond all wheels
    double crab = 0.0;       ///< rad; 0 where a wheel is not steered
    std::string unsteered;   ///< the wheel for which it cannot crab
  };

  HandDrive(std::vector<FollowerWheel> wheels, double top_speed);  ///< top_speed: of the vehicle, m/s
  const Limits& limits() const { return limits_; }  ///< the largest commands that the vehicle can follow
  std::size_t wheel_count() const { return wheels_.size(); }  ///< wheels of the vehicle

  /// Why the vehicle cannot follow a command; empty if it can.
  std::string refusal(const HandCommand& command) const;

  /// Takes a command at time t. `now`, `programme`: the command to each wheel at t, and that of the programme
  /// alone.
  void take(const HandCommand& command, double t, std::span<const WheelOrder> now,
            std::span<const WheelOrder> programme, HandDriveMemory& memory) const;
  /// Whether a decision is due at time t, s.
  bool due(double t, const HandDriveMemory& memory) const {
    return memory.on() && t >= memory.state.next_time;
  }
  /// One decision at time t, when it is due.
  void decide(double t, std::span<const WheelOrder> now, HandDriveMemory& memory) const;

 private:
  WheelCommand command(std::size_t wheel, const HandMotion& motion) const;
  void give_back(double t, std::span<const WheelOrder> now, std::span<const WheelOrder> programme,
                 HandDriveMemory& memory) const;
  bool stands_as(const HandMotion& motion, std::span<const WheelOrder> now) const;
  void roll_out(double t, std::span<const WheelOrder> now, HandDriveMemory& memory) const;
  void steer_at_rest(double t, std::span<const WheelOrder> now, HandDriveMemory& memory) const;
  void drive(double t, std::span<const WheelOrder> now, HandDriveMemory& memory) const;
  double limited_shape(const HandMotion& motion, double wanted, std::span<const WheelOrder> now) const;
  double speed_step(const HandMotion& motion) const;

  std::vector<FollowerWheel> wheels_;
  Limits limits_;
  double reach_ = 0.0;  // m: the hub farthest from the middle of the turning axle
};

}  // namespace grouser
