// SPDX-License-Identifier: BSD-3-Clause
// grouser rover new: a vehicle file to start from (rover_text()), set down on a plate at once, so that a
// rover that cannot stand is noticed when it is made.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "commands.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/mission/rover/rover_template.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "stance_report.hpp"

namespace grouser::cli {
namespace {

struct NewRoverArguments {
  std::string suspension, steering = "corners", out, plot;
  RoverRecipe recipe;
  bool json = false, force = false;
};

/// The words of a table of an enumeration.
template <std::size_t Count>
std::vector<std::string> words_of(const char* const (&words)[Count]) {
  return {std::begin(words), std::end(words)};
}
/// The value of an enumeration by its word, which must be one of the table's.
template <class Kind, std::size_t Count>
Kind kind_of_word(const char* const (&words)[Count], const std::string& word) {
  const auto found = std::find(std::begin(words), std::end(words), word);
  return static_cast<Kind>(found - std::begin(words));
}

/// Writes the rover's file, sets it down and reports its stance.
int make_rover(const NewRoverArguments& a) {
  RoverRecipe recipe = a.recipe;
  // If no suspension is given, the number of wheels decides.
  const std::string suspension = !a.suspension.empty() ? a.suspension
                                 : recipe.wheels == 4  ? "rocker"
                                                       : "rocker-bogie";
  recipe.suspension = kind_of_word<RoverSuspension>(kRoverSuspensions, suspension);
  recipe.steering = kind_of_word<RoverSteering>(kRoverSteerings, a.steering);
  const std::string text = rover_text(recipe), file = a.out.empty() ? recipe.name + ".toml" : a.out;
  check_outputs({{"--out", file, edited_kind({".toml"}, text)}, {"--plot", a.plot, chart_kind(a.plot)}}, {},
                replacing(a.force));
  write_file_atomically(file, text);
  const RoverStance stance = stand_rover(file, {.gravity = recipe.gravity});
  if (!a.plot.empty()) write_stance_plot(a.plot, stance);
  Report report;
  report.json = {{"file", file}, {"name", recipe.name}, {"suspension", suspension}};
  report.json.update(stance_json(stance));
  report.json["notes"] = stance.notes;
  report.text = fmt::format("{}: {:g} kg, {} wheels, {}\n", file, recipe.mass, recipe.wheels, suspension) +
                stance_text(stance) +
                fmt::format("next: grouser info {0}, or rover = \"{0}\" in a scenario\n", file);
  report.notes = stance.notes;
  print_report(report, a.json);
  return kExitOk;
}

void declare_rover_new(Command& command) {
  auto& a = command.runs(make_rover);
  command.argument("NAME", a.recipe.name, "Name of the rover, in small letters: my_rover");
  command.option("--wheels", a.recipe.wheels, "Number of wheels: 4 or 6");
  command
      .option("--suspension KIND", a.suspension,
              "rocker-bogie or triple-bogie (6 wheels), rocker (4), rigid (4 or 6); default: rocker-bogie, "
              "or rocker")
      .one_of(words_of(kRoverSuspensions));
  command.option("--steering WHICH", a.steering, "Wheels that steer").one_of(words_of(kRoverSteerings));
  command.option("--mass KG", a.recipe.mass, "Mass of the whole rover, kg");
  command.option("--wheel-radius M", a.recipe.wheel_radius, "Radius of the rim, m");
  command.option("--wheel-width M", a.recipe.wheel_width, "Width of a wheel, m");
  command.option("--wheelbase M", a.recipe.wheelbase, "From the first to the last hub of a side, m");
  command.option("--track M", a.recipe.track, "Between the middles of left and right wheels, m");
  command.option("--clearance M", a.recipe.clearance, "From the ground to the belly, m");
  command.option("--gravity G", a.recipe.gravity, "Gravity that the wheels are meant for, m/s2");
  command.option("--out ROVER.toml", a.out, "The file; default: NAME.toml");
  command.option("--plot FILE.png", a.plot, "Draw it from the side, from ahead and from above");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Lengths that are not given grow with the cube root of the mass, from Curiosity's.\n"
      "Example: grouser rover new scout --wheels 6 --suspension rocker-bogie --mass 180 --plot scout.png");
}

constexpr CommandEntry kRoverCommands[] = {
    {"new", "Write a rover's file from wheels, suspension and mass", declare_rover_new},
};

}  // namespace

void declare_rover(Command& command) {
  command.subcommands(kRoverCommands);
  command.footer(
      "Example: grouser rover new scout\n"
      "grouser info ROVER says how a rover stands.");
}

}  // namespace grouser::cli
