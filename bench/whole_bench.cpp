// SPDX-License-Identifier: BSD-3-Clause
// The whole step of the ExoMars rover: how many times faster than real time, against MuJoCo, how often it
// allocates, and states to count instructions from. scripts/bench puts them together.
#include "whole_bench.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "grouser/base/error.hpp"

int main(int argc, char** argv) {
  using namespace grouser::bench;
  CLI::App app("Benchmarks of the whole step");
  app.require_subcommand(1);
  int rounds = 9;
  std::int64_t count = 1000;
  Steps steps = Steps::fixed;
  double time = kWarmUp, aside = 0.0;
  std::string file, law, soil = FlatDrive().soil, wrong;
  const std::map<std::string, Steps> names = {{"fixed", Steps::fixed}, {"adaptive", Steps::free}};
  const auto add_steps = [&](CLI::App* command) {
    command->add_option("STEPS", steps, "fixed or adaptive")
        ->required()
        ->transform(CLI::CheckedTransformer(names));
  };
  CLI::App* rates = app.add_subcommand("rates", "Times real time, and against MuJoCo");
  rates->add_option("--rounds", rounds, "Repetitions, of which the least time counts")
      ->check(CLI::PositiveNumber);
  rates->callback([&] { wrong = print_rates(rounds); });
  CLI::App* step_time = app.add_subcommand("step-time", "Microseconds a step");
  add_steps(step_time);
  step_time->add_option("--soil", soil, "terrain.soil");
  step_time->add_option("--rounds", rounds, "Repetitions, of which the least time counts")
      ->check(CLI::PositiveNumber);
  step_time->callback([&] { print_step_time(steps, rounds, soil); });
  app.add_subcommand("allocations", "Allocations of steps")->callback([&] { wrong = print_allocations(); });
  CLI::App* checkpoint = app.add_subcommand("checkpoint", "Drive to a time and write the state");
  add_steps(checkpoint);
  checkpoint->add_option("TIME", time, "s")->required();
  checkpoint->add_option("FILE", file, "File to write")->required();
  checkpoint->add_option("--law", law, "terrain.soil_law");
  checkpoint->add_option("--aside", aside, "y of the start, m");
  checkpoint->add_option("--soil", soil, "terrain.soil");
  checkpoint->callback(
      [&] { write_checkpoint({.steps = steps, .soil = soil, .law = law, .aside = aside}, time, file); });
  CLI::App* replay = app.add_subcommand("replay", "Take steps from a checkpoint");
  add_steps(replay);
  replay->add_option("FILE", file, "Checkpoint")->required();
  replay->add_option("COUNT", count, "Steps")->required()->check(CLI::PositiveNumber);
  replay->add_option("--law", law, "terrain.soil_law");
  replay->add_option("--aside", aside, "y of the start, m");
  replay->add_option("--soil", soil, "terrain.soil");
  replay->callback(
      [&] { replay_checkpoint({.steps = steps, .soil = soil, .law = law, .aside = aside}, file, count); });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  if (wrong.empty()) return 0;
  std::cerr << "bench_whole: error: " << wrong << "\n";
  return 1;
}
