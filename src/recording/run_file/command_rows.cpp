// SPDX-License-Identifier: BSD-3-Clause
// Reads the commands from outside that a run file holds, and compares each row with its hash.
#include <algorithm>
#include <cmath>
#include <span>

#include "run_columns.hpp"
#include "run_layout.hpp"

namespace grouser {
namespace {

// Rows read at once. A file that was left behind is read by single deflated pieces, because an unreadable
// row costs the whole piece that is read.
constexpr std::uint64_t kManyRows = 4096, kPieceRows = 64;
constexpr std::uint64_t kPlainBytes = 8 + 8 + 8;  // of a row, besides its deflated values

/// Some rows that follow each other.
struct CommandPiece {
  std::vector<double> times, values;
  std::vector<std::uint64_t> steps, hashes;

  CommandPiece(const CommandColumns& columns, std::size_t width, std::uint64_t first, std::uint64_t rows)
      : times(rows), values(rows * width), steps(rows), hashes(rows) {
    columns.time.read(times.data(), first, rows);
    columns.step.read(steps.data(), first, rows);
    columns.hash.read(hashes.data(), first, rows);
    columns.values.read(values.data(), first, rows);
  }
};

}  // namespace

// Commands are written before the count of frames that makes them trusted, as peaks are: those before the
// last such frame are whole. In a file that was left behind, the commands end before the first one that did
// not reach the disk.
RunCommands read_command_rows(const RunColumns& all, std::vector<CommandColumn> names, std::uint64_t frames,
                              std::uint64_t bytes, DamagedRows damage) {
  RunCommands commands{.columns = std::move(names), .times = {}, .steps = {}, .values = {}};
  if (!all.commands || frames == 0) return commands;
  const CommandColumns& c = *all.commands;
  double end = 0.0;
  all.frames.time.read(&end, frames - 1, 1);
  const std::size_t width = commands.columns.size();
  std::uint64_t rows = std::min({c.time.rows(), c.step.rows(), c.values.rows(), c.hash.rows()});
  if (damage == DamagedRows::left_out) rows = std::min(rows, bytes / kPlainBytes);
  if (rows > bytes / kPlainBytes) throw hdf5::Failure("more commands than the file has bytes for");
  try {
    const std::uint64_t at_once = damage == DamagedRows::left_out ? kPieceRows : kManyRows;
    for (std::uint64_t first = 0; first < rows; first += at_once) {
      const CommandPiece piece(c, width, first, std::min(at_once, rows - first));
      for (std::size_t k = 0; k < piece.times.size(); ++k) {
        if (piece.times[k] >= end) return commands;
        const auto row = std::span(piece.values).subspan(k * width, width);
        if (run_layout::command_hash(piece.times[k], piece.steps[k], row) != piece.hashes[k] ||
            !std::isfinite(piece.times[k]))
          throw hdf5::Failure("command " + std::to_string(first + k) +
                              " that differs from its hash (damaged)");
        commands.times.push_back(piece.times[k]);
        commands.steps.push_back(piece.steps[k]);
        commands.values.insert(commands.values.end(), row.begin(), row.end());
      }
    }
  } catch (const hdf5::Failure&) {
    if (damage == DamagedRows::refused) throw;
  }
  return commands;
}

}  // namespace grouser
