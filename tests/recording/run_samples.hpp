// SPDX-License-Identifier: BSD-3-Clause
// A small run whose every number is a known function of the frame, so that a wrong value read back is seen.
#pragma once
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/base/hash.hpp"
#include "grouser/recording/run_file/run_writer.hpp"
#include "scratch_folder.hpp"

namespace grouser::test {

inline constexpr double kSampleInterval = 0.002;     // s
inline constexpr double kSampleFlushInterval = 0.1;  // s, of recording_child
inline constexpr int kSampleTileValues = 16;

/// A file as it is, without waiting for the disk as our writers do.
inline void put_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline double sample_time(std::size_t frame) { return double(frame) * kSampleInterval; }
inline double sample_value(std::size_t frame, std::size_t channel) {
  return std::bit_cast<double>((mix_bits(frame * 1000003 + channel) >> 12) |
                               0x3ff0000000000000ull);  // 1 to 2
}
inline std::uint64_t sample_state_hash(std::size_t frame) { return mix_bits(frame + 77); }

inline std::vector<ChannelSpec> sample_channels(std::size_t count) {
  std::vector<ChannelSpec> channels{
      {"wheel/front_left/sinkage", "m", "depth of the wheel's lowest point, down positive"},
      {"body/rover/position_x", "m", "world east"},
      {"energy/residual", "J", ""}};
  for (std::size_t c = channels.size(); c < count; ++c)
    channels.push_back({"extra/channel_" + std::to_string(c), "-", "made for a test"});
  channels.resize(count);
  return channels;
}

inline RunHeader sample_header() {
  RunHeader header{.scenario = "sample",
                   .program_version = "0.1.0",
                   .simd_level = "avx2",
                   .integrator = "beeman",
                   .dt = 0.003,
                   .record_interval = kSampleInterval,
                   .documents = {{"scenario", "sample.toml", "name = \"sample\"\n# \xC3\xA9t\xC3\xA9\n"},
                                 {"soil", "../odd name,.toml", ""}},
                   .overrides = {"rover.wheel.radius=0.14", ""},
                   .rasters = {},
                   .body_names = {"chassis", "bogie_left"},
                   .warnings = {"soil es_1 is provisional: a stand-in"},
                   .values_per_tile = kSampleTileValues};
  EmbeddedRaster raster{.name = "terrain",
                        .nx = 5,
                        .ny = 3,
                        .origin_x = 1.5,
                        .origin_y = -2.5,
                        .cell = 0.25,
                        .datum = -4450.125,
                        .values = {},
                        .hash = 0xfedcba9876543210ull,
                        .source = "gale.tif",
                        .crs = "PROJCS[\"Mars\"]"};
  for (int k = 0; k < 15; ++k) raster.values.push_back(k == 7 ? std::nanf("") : 0.1f * float(k));
  header.rasters.push_back(raster);
  return header;
}

inline void append_sample_frame(RunWriter& writer, std::size_t frame, std::vector<double>& values) {
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = sample_value(frame, c);
  writer.append_frame(sample_time(frame), 2 * frame, values, sample_state_hash(frame));
}

/// A whole run file of `frames` frames, with a keyframe every 100 frames and an event every 50.
inline void write_sample(const std::filesystem::path& path, std::size_t frames, std::size_t channels) {
  RunWriter writer(path, sample_header(), sample_channels(channels));
  std::vector<double> values(channels), tile(kSampleTileValues, 0.5);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    append_sample_frame(writer, frame, values);
    if (frame % 50 == 0) writer.append_event(sample_time(frame), "contact", "frame " + std::to_string(frame));
    if (frame % 100 != 0) continue;
    const std::vector<GroundTile> tiles{{int(frame), -3, tile}};
    writer.append_keyframe({frame, values, tiles, full_keyframe_due(writer.keyframe_count())});
  }
  writer.close("{\"ok\": true}");
}

}  // namespace grouser::test
