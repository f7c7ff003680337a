#include "build_servo_commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grouser/base/error.hpp"
#include "grouser/simulation/step/servos.hpp"

namespace grouser {

void build_servo_commands(const WorldSpec& spec, World& world) {
  if (spec.servo_commands.empty()) return;
  const std::string& place = spec.servo_commands_place;
  const Walker* walker = main_walker(world);
  if (!walker)
    throw InputError(place, "angles for the " + world.main().name + ", which has no legs to walk on",
                     "a rover with [[leg]]s, such as quad_fourbar");
  if (!has_servo_legs(*walker))
    throw InputError(place, "angles for the " + world.main().name + ", whose legs are limbs",
                     "a rover with legs of three servos, such as quad_fourbar");
  const std::vector<AngleRange> limits = servo_limits(*walker);
  double last = -1.0;
  for (const ServoCommand& command : spec.servo_commands) {
    if (command.time <= last)
      throw InputError(place, fmt::format("a command at {} s after one at {} s", command.time, last),
                       "commands in order of their times, no two at one time");
    if (command.angles.size() != limits.size())
      throw InputError(place, fmt::format("{} angles at {} s", command.angles.size(), command.time),
                       fmt::format("{}, leg by leg: roll, hip, knee (rad)", limits.size()));
    if (const std::string why = angles_refusal(command.angles, limits); !why.empty())
      throw InputError(place, fmt::format("at {} s: {}", command.time, why), "angles within their limits");
    last = command.time;
  }
  world.servo_commands = spec.servo_commands;
}

std::string servo_commands_text(const WorldSpec& spec) {
  std::string text;
  for (const ServoCommand& command : spec.servo_commands)
    text += fmt::format("[[servo_command]]\ntime = {}\nangles = [{}]\n", command.time,
                        fmt::join(command.angles, ", "));
  return text;
}

}  // namespace grouser
