// SPDX-License-Identifier: BSD-3-Clause
// The blocks of a packed state by name. A run file lists them for the numbers of its keyframes, so that a
// reader finds each block where the file has it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace grouser {

/// Version of the rules by which a state is packed. 3: every block is named, and the hash leaves out
/// observations. 2: ruts are levels, so that u_peak and u_tot_past count from untouched ground (contact.hpp).
/// 1: run files without a layout.
inline constexpr int kStateLayoutVersion = 3;

/// The part that a block plays in the next step, and in a state that is read back.
enum class BlockRole {
  state,  ///< the next step reads it; a file must have it
  /// The next step reads it once it has begun (driving by hand, soil strokes); it is hashed from then on
  optional,
  verdict,  ///< an observation from the start of the run on: it leads to the verdict; a file must have it
  tally     ///< an observation that may begin at any time: sums and peaks
};
/// Observations do not influence the motion and are not hashed.
inline bool is_observation(BlockRole role) { return role == BlockRole::verdict || role == BlockRole::tally; }

/// `count` entries of `size` numbers each.
struct StateBlock {
  std::string name;
  BlockRole role = BlockRole::state;
  int version = 1;  ///< of the meaning of its numbers
  std::size_t count = 1, size = 0;

  std::size_t numbers() const { return count * size; }
  /// "slots 54 x 25", "watch goals 13", "struts v2 6 x 7"
  std::string text() const;
};

struct StateLayout {
  int version = kStateLayoutVersion;
  std::vector<StateBlock> blocks;  ///< in the order of their numbers

  std::size_t numbers() const;
  const StateBlock* find(const std::string& name) const;
  /// "version 3, step 1, history 1, time 1, q 37, ..."
  std::string text() const;
};

/// Reads a text that StateLayout::text() of this or the former version wrote for a state of `numbers`
/// numbers. The former version did not name the blocks of driving by hand, soil strokes and servo commands at
/// the end; their sizes are taken from `own`. Throws InputError with `place` for text that is not a layout or
/// does not add up to `numbers`.
StateLayout read_state_layout(const std::string& text, std::size_t numbers, const StateLayout& own,
                              const std::string& place);

/// Throws InputError with `place` where a state with the blocks of `stored` cannot continue as one with those
/// of `own`: a block is missing, unknown, or of another size or version, and is not a tally. Returns the
/// names of the tallies that begin anew.
std::vector<std::string> check_layout(const StateLayout& stored, const StateLayout& own,
                                      const std::string& place);

}  // namespace grouser
