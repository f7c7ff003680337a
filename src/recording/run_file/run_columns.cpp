// SPDX-License-Identifier: BSD-3-Clause
// Names, types and chunk sizes of all growing datasets, made and opened in the same order. Peaks, commands
// and the summary's hash are absent in files that have none.
#include "run_columns.hpp"

#include <algorithm>
#include <array>

#include "run_layout.hpp"

namespace grouser {
namespace {
using hdf5::check;
using hdf5::checked;
using hdf5::Column;
using hdf5::Handle;
namespace layout = run_layout;

/// Numbers per row of tile values; at least one, since HDF5 has no columns without width.
hsize_t tile_width(int values_per_tile) { return static_cast<hsize_t>(std::max(values_per_tile, 1)); }

/// Time, step, hashes and one dataset per channel, with unit and description.
void create_frame_columns(hid_t file, const std::vector<ChannelSpec>& channels, hsize_t chunk) {
  hdf5::write_attribute(Column::create(file, layout::kTime, H5T_IEEE_F64LE, 1, chunk), "unit", "s");
  Column::create(file, layout::kStep, H5T_STD_U64LE, 1, chunk);
  Column::create(file, layout::kStateHash, H5T_STD_U64LE, 1, chunk);
  Column::create(file, layout::kRowHash, H5T_STD_U64LE, 1, chunk);
  for (const auto& channel : channels) {
    const Handle dataset = Column::create(file, layout::kChannels + channel.name, H5T_IEEE_F64LE, 1, chunk);
    hdf5::write_attribute(dataset, "unit", channel.unit);
    hdf5::write_attribute(dataset, "description", channel.description);
  }
}

void create_keyframe_columns(hid_t file, hsize_t width) {
  constexpr hsize_t kChunk = 64, kValueChunk = 4096, kTileChunkValues = 8192;
  for (const char* name : {"frame", "value_begin", "value_count", "tile_begin", "tile_count", "hash"})
    Column::create(file, std::string("/keyframes/") + name, H5T_STD_U64LE, 1, kChunk);
  Column::create(file, "/keyframes/full", H5T_STD_U8LE, 1, kChunk);
  Column::create(file, "/keyframes/values", H5T_IEEE_F64LE, 1, kValueChunk);
  Column::create(file, "/keyframes/tile_i", H5T_STD_I32LE, 1, kChunk);
  Column::create(file, "/keyframes/tile_j", H5T_STD_I32LE, 1, kChunk);
  Column::create(file, "/keyframes/tile_values", H5T_IEEE_F64LE, width,
                 std::max<hsize_t>(1, kTileChunkValues / width));
}

/// Chunks are small: a deflated one that has grown at a flush is written to another place in the file.
void create_command_columns(hid_t file, std::size_t width) {
  constexpr hsize_t kChunk = 512, kDeflatedChunk = 64;
  const std::string commands = layout::kCommands;
  Column::create(file, commands + "time", H5T_IEEE_F64LE, 1, kChunk);
  Column::create(file, commands + "step", H5T_STD_U64LE, 1, kChunk);
  Column::create(file, commands + "values", H5T_IEEE_F64LE, width, kDeflatedChunk, hdf5::Storage::deflated);
  Column::create(file, commands + "hash", H5T_STD_U64LE, 1, kChunk);
}

}  // namespace

void create_columns(hid_t file, const std::vector<ChannelSpec>& channels, int values_per_tile,
                    int frames_per_block, std::size_t command_columns) {
  constexpr hsize_t kEventChunk = 64, kSummaryChunk = 4096, kPeakChunk = 512;
  create_frame_columns(file, channels, static_cast<hsize_t>(frames_per_block));
  create_keyframe_columns(file, tile_width(values_per_tile));
  Column::create(file, "/events/time", H5T_IEEE_F64LE, 1, kEventChunk);
  Column::create(file, "/events/kind", hdf5::string_type(kEventKindBytes), 1, kEventChunk);
  Column::create(file, "/events/text", hdf5::string_type(kEventTextBytes), 1, kEventChunk);
  Column::create(file, "/events/hash", H5T_STD_U64LE, 1, kEventChunk);
  const std::string peaks = layout::kPeaks;
  Column::create(file, peaks + "time", H5T_IEEE_F64LE, 1, kPeakChunk);
  Column::create(file, peaks + "channel", H5T_STD_U32LE, 1, kPeakChunk);
  Column::create(file, peaks + "value", H5T_IEEE_F64LE, 1, kPeakChunk);
  Column::create(file, peaks + "hash", H5T_STD_U64LE, 1, kPeakChunk);
  if (command_columns > 0) create_command_columns(file, command_columns);
  Column::create(file, layout::kSummary, H5T_STD_U8LE, 1, kSummaryChunk);
  Column::create(file, layout::kSummaryHash, H5T_STD_U64LE, 1, 1);
}

RunColumns open_columns(hid_t file, const RunHeader& header) {
  const int values_per_tile = header.values_per_tile;
  const std::size_t command_columns = header.commands.size();
  RunColumns columns;
  columns.kind_type = hdf5::string_type(kEventKindBytes);
  columns.text_type = hdf5::string_type(kEventTextBytes);
  auto& f = columns.frames;
  f.time = Column(file, layout::kTime, H5T_NATIVE_DOUBLE);
  f.step = Column(file, layout::kStep, H5T_NATIVE_UINT64);
  f.state_hash = Column(file, layout::kStateHash, H5T_NATIVE_UINT64);
  f.row_hash = Column(file, layout::kRowHash, H5T_NATIVE_UINT64);
  auto& k = columns.keyframes;
  k.frame = Column(file, "/keyframes/frame", H5T_NATIVE_UINT64);
  k.full = Column(file, "/keyframes/full", H5T_NATIVE_UINT8);
  k.value_begin = Column(file, "/keyframes/value_begin", H5T_NATIVE_UINT64);
  k.value_count = Column(file, "/keyframes/value_count", H5T_NATIVE_UINT64);
  k.tile_begin = Column(file, "/keyframes/tile_begin", H5T_NATIVE_UINT64);
  k.tile_count = Column(file, "/keyframes/tile_count", H5T_NATIVE_UINT64);
  k.hash = Column(file, "/keyframes/hash", H5T_NATIVE_UINT64);
  k.values = Column(file, "/keyframes/values", H5T_NATIVE_DOUBLE);
  k.tile_i = Column(file, "/keyframes/tile_i", H5T_NATIVE_INT32);
  k.tile_j = Column(file, "/keyframes/tile_j", H5T_NATIVE_INT32);
  k.tile_values = Column(file, "/keyframes/tile_values", H5T_NATIVE_DOUBLE, tile_width(values_per_tile));
  auto& e = columns.events;
  e.time = Column(file, "/events/time", H5T_NATIVE_DOUBLE);
  e.kind = Column(file, "/events/kind", columns.kind_type);
  e.text = Column(file, "/events/text", columns.text_type);
  e.hash = Column(file, "/events/hash", H5T_NATIVE_UINT64);
  if (H5Lexists(file, "/peaks", H5P_DEFAULT) > 0) {
    const std::string peaks = layout::kPeaks;
    columns.peaks.emplace(PeakColumns{
        Column(file, peaks + "time", H5T_NATIVE_DOUBLE), Column(file, peaks + "channel", H5T_NATIVE_UINT32),
        Column(file, peaks + "value", H5T_NATIVE_DOUBLE), Column(file, peaks + "hash", H5T_NATIVE_UINT64)});
  }
  if (command_columns > 0) {
    const std::string commands = layout::kCommands;
    columns.commands.emplace(CommandColumns{
        Column(file, commands + "time", H5T_NATIVE_DOUBLE),
        Column(file, commands + "step", H5T_NATIVE_UINT64),
        Column(file, commands + "values", H5T_NATIVE_DOUBLE, command_columns, hdf5::Storage::deflated),
        Column(file, commands + "hash", H5T_NATIVE_UINT64)});
  }
  columns.summary = Column(file, layout::kSummary, H5T_NATIVE_UINT8);
  if (H5Lexists(file, layout::kSummaryHash, H5P_DEFAULT) > 0)
    columns.summary_hash = Column(file, layout::kSummaryHash, H5T_NATIVE_UINT64);
  return columns;
}

std::vector<Column> open_channel_columns(hid_t file, const std::vector<ChannelSpec>& channels) {
  std::vector<Column> opened;
  opened.reserve(channels.size());
  for (const auto& channel : channels)
    opened.emplace_back(file, layout::kChannels + channel.name, H5T_NATIVE_DOUBLE);
  return opened;
}

void create_commit(hid_t file) {
  const hsize_t size[2] = {layout::kCommitSlots, layout::kCommitWords};
  const Handle space = checked(H5Screate_simple(2, size, nullptr), layout::kCommit);
  const Handle creation = checked(H5Pcreate(H5P_DATASET_CREATE), layout::kCommit);
  check(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY), layout::kCommit);
  const Handle dataset =
      checked(H5Dcreate2(file, layout::kCommit, H5T_STD_U64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT),
              layout::kCommit);
  // The first slot is whole and counts nothing; the second one is not whole until a flush writes it.
  const layout::CommitSlot slots[layout::kCommitSlots] = {layout::pack({}), {}};
  check(H5Dwrite(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, slots), layout::kCommit);
}

Handle open_commit(hid_t file) {
  Handle dataset = hdf5::open_dataset(file, layout::kCommit);
  const Handle type = checked(H5Dget_type(dataset), layout::kCommit);
  const Handle space = checked(H5Dget_space(dataset), layout::kCommit);
  hsize_t size[2] = {0, 0};
  if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_ndims(space) != 2 ||
      H5Sget_simple_extent_dims(space, size, nullptr) != 2 || size[0] != layout::kCommitSlots ||
      size[1] != layout::kCommitWords)
    throw hdf5::Failure("dataset '/commit' has the wrong shape");
  return dataset;
}

layout::Commit read_commit(hid_t file) {
  const Handle dataset = open_commit(file);
  std::array<layout::CommitSlot, layout::kCommitSlots> slots{};
  check(H5Dread(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, slots.data()),
        "dataset '/commit'");
  // The newer one of the slots that are whole.
  const layout::CommitSlot* best = nullptr;
  for (const auto& slot : slots)
    if (layout::intact(slot) && (!best || slot[0] > best->front())) best = &slot;
  if (!best) throw hdf5::Failure("a damaged count of frames");
  return layout::unpack(*best);
}

}  // namespace grouser
