// SPDX-License-Identifier: BSD-3-Clause
// All growing datasets of a run file, made, opened and held together.
#pragma once
#include <optional>
#include <vector>

#include "grouser/recording/run_file/channel.hpp"
#include "grouser/recording/run_file/run_commands.hpp"
#include "grouser/recording/run_file/run_event.hpp"
#include "grouser/recording/run_file/run_header.hpp"
#include "hdf5.hpp"
#include "run_layout.hpp"

namespace grouser {

/// One row per frame.
struct FrameColumns {
  hdf5::Column time, step, state_hash, row_hash;
  std::vector<hdf5::Column> channels;
};

/// One row per keyframe; its numbers and tiles are ranges of the flat arrays.
struct KeyframeColumns {
  hdf5::Column frame, full, value_begin, value_count, tile_begin, tile_count, hash;
  hdf5::Column values;                       // dynamics blocks, one after another
  hdf5::Column tile_i, tile_j, tile_values;  // one row per tile
};

/// One row per event.
struct EventColumns {
  hdf5::Column time, kind, text, hash;
};

/// One row per peak between frames. Their number follows from the frames: those up to the last one count.
struct PeakColumns {
  hdf5::Column time, channel, value, hash;
};

/// One row per command from outside. Their number follows from the frames: those before the last one count.
struct CommandColumns {
  hdf5::Column time, step, values, hash;
};

struct RunColumns {
  hdf5::Handle kind_type, text_type;  // must outlive the columns that use them
  FrameColumns frames;
  KeyframeColumns keyframes;
  EventColumns events;
  std::optional<PeakColumns> peaks;
  std::optional<CommandColumns> commands;
  hdf5::Column summary;
  std::optional<hdf5::Column> summary_hash;
};

/// The reader's answer to a row of commands that is not as it was recorded: it refuses the file, or ends the
/// table before that row.
enum class DamagedRows { refused, left_out };

/// Reads the commands before the last frame. bytes: the space that the file has for them.
RunCommands read_command_rows(const RunColumns& columns, std::vector<CommandColumn> names,
                              std::uint64_t frames, std::uint64_t bytes, DamagedRows damage);

/// command_columns: 0 for a run without a table of commands.
void create_columns(hid_t file, const std::vector<ChannelSpec>& channels, int values_per_tile,
                    int frames_per_block, std::size_t command_columns);
/// All but the channels. Throws hdf5::Failure naming a dataset that is missing or of the wrong shape or type.
RunColumns open_columns(hid_t file, const RunHeader& header);
/// One for each channel, in their order. Throws as open_columns() does.
std::vector<hdf5::Column> open_channel_columns(hid_t file, const std::vector<ChannelSpec>& channels);

/// The count of trusted rows (run_layout::Commit), a small fixed dataset.
void create_commit(hid_t file);
hdf5::Handle open_commit(hid_t file);
/// The counts of rows that a reader may trust. Throws hdf5::Failure if neither of the two slots is whole.
run_layout::Commit read_commit(hid_t file);

}  // namespace grouser
