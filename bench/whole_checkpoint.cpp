// SPDX-License-Identifier: BSD-3-Clause
// A state written to a file and stepped on from there, so that instructions can be counted far into a drive
// without counting all that went before. Plain numbers in the machine's own order: the file is for this
// machine and this minute.
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <iostream>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/state.hpp"
#include "whole_bench.hpp"

// callgrind collects between entry and exit of this one: a C name, never inlined.
extern "C" __attribute__((noinline)) bool grouser_counted_steps(grouser::Simulation& simulation,
                                                                std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    if (simulation.step() != grouser::StepStatus::ok) return false;
  return true;
}

namespace grouser::bench {
namespace {

constexpr double kNeighbours = 0.7;  // m: a drive leaves tiles reserved around those it touched

void put(std::ofstream& out, const void* from, std::size_t bytes) {
  out.write(static_cast<const char*>(from), static_cast<std::streamsize>(bytes));
}
void put(std::ofstream& out, std::span<const double> numbers) {
  const std::uint64_t count = numbers.size();
  put(out, &count, sizeof count);
  put(out, numbers.data(), numbers.size_bytes());
}
void get(std::ifstream& in, void* to, std::size_t bytes) {
  in.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
  if (!in) throw RunError("the checkpoint ends early");
}
std::vector<double> get_numbers(std::ifstream& in) {
  std::uint64_t count = 0;
  get(in, &count, sizeof count);
  std::vector<double> numbers(count);
  get(in, numbers.data(), count * sizeof(double));
  return numbers;
}

}  // namespace

void write_checkpoint(const FlatDrive& drive, double time, const std::string& file) {
  Simulation simulation = start_simulation(flat_world(drive));
  run_to(simulation, time);
  const SimulationState& state = simulation.state();
  std::ofstream out(file, std::ios::binary);
  const std::uint64_t hash = state.hash(), tiles = state.ground.all_tiles().size();
  put(out, &hash, sizeof hash);
  put(out, state.pack());
  put(out, &tiles, sizeof tiles);
  for (const TileKey key : state.ground.all_tiles()) {
    put(out, &key, sizeof key);
    put(out, state.ground.tile_values(key));
  }
  if (!out.flush()) throw RunError("cannot write " + file);
  std::cout << fmt::format("{}: t = {:.1f} s, {} steps, {} ground tiles, state {} bytes, ground {} bytes\n",
                           file, simulation.time(), simulation.step_count(), tiles, 8 * state.packed_size(),
                           tiles * 8 * state.ground.tile_size());
}

void replay_checkpoint(const FlatDrive& drive, const std::string& file, std::int64_t count) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw RunError("cannot read " + file);
  Simulation simulation = start_simulation(flat_world(drive));
  SimulationState state = simulation.state();
  std::uint64_t hash = 0, tiles = 0;
  get(in, &hash, sizeof hash);
  state.unpack(get_numbers(in));
  get(in, &tiles, sizeof tiles);
  const double side = state.ground.cell() * GroundMemory::kTileCells;
  for (std::uint64_t i = 0; i < tiles; ++i) {
    TileKey key;
    get(in, &key, sizeof key);
    state.ground.reserve_ahead((key.i + 0.5) * side, (key.j + 0.5) * side, kNeighbours);
    state.ground.load_tile(key, get_numbers(in));
  }
  state.ground.fold_hashes();  // or the first steps would hash every tile that was just loaded
  if (state.hash() != hash) throw RunError(file + ": the state is not the one that was written");
  simulation.restore(state);
  state.ground = GroundMemory();  // tiles shared with it would be copied
  const double from = simulation.time(), start = cpu_seconds();
  if (!grouser_counted_steps(simulation, count)) throw RunError(simulation.failure().message);
  std::cout << fmt::format("{} steps from t = {:.1f} s: {:.3f} s simulated, {:.3f} us a step\n", count, from,
                           simulation.time() - from,
                           1e6 * (cpu_seconds() - start) / static_cast<double>(count));
}

}  // namespace grouser::bench
