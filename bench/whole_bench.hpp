// SPDX-License-Identifier: BSD-3-Clause
// Parts of bench_whole, one subcommand each; scripts/bench calls them.
#pragma once
#include <cstdint>
#include <string>

#include "bench_worlds.hpp"

namespace grouser::bench {

/// Table: times real time of the dynamic and the quasi-static modes, and against MuJoCo where it was found at
/// build time. Returns what is wrong with the peer (it does not stand or drive), or "".
std::string print_rates(int rounds);

/// Prints the least processor time of a step over `rounds`, in microseconds, of "fixed" or "adaptive".
void print_step_time(Steps steps, int rounds, const std::string& soil);

/// Prints a table of allocations in steps and between steps, for each method of stepping and each integrator.
/// Returns what is wrong.
std::string print_allocations();

/// Steps the flat soft drive to a time and writes the state, all of it, to a file.
void write_checkpoint(const FlatDrive&, double time, const std::string& file);
/// Takes that many steps from a checkpoint within grouser_counted_steps(), a function for callgrind's
/// --toggle-collect.
void replay_checkpoint(const FlatDrive&, const std::string& file, std::int64_t count);

}  // namespace grouser::bench
