// SPDX-License-Identifier: BSD-3-Clause
// Writes an MCAP file (https://mcap.dev/spec): chunks compressed by zstd with their CRCs, an index of the
// messages behind each chunk, and at the end schemas, channels, statistics, an index of the chunks and their
// offsets. Only one chunk and the index are in memory, and the file appears only when it is complete.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace grouser {

/// An MCAP file that is being written.
class McapWriter {
 public:
  /// `profile`: "ros2" or empty. `library`: what the header says wrote it. Throws InputError as
  /// output_target().
  McapWriter(const std::filesystem::path& path, const std::string& profile, const std::string& library);
  /// Without close() no file appears.
  ~McapWriter();
  McapWriter(const McapWriter&) = delete;
  McapWriter& operator=(const McapWriter&) = delete;

  /// Returns the number of the schema, from 1.
  std::uint16_t add_schema(const std::string& name, const std::string& encoding, const std::string& text);
  /// Returns the number of the channel, from 0. schema 0: none.
  std::uint16_t add_channel(std::uint16_t schema, const std::string& topic, const std::string& encoding,
                            const std::map<std::string, std::string>& metadata = {});
  /// Adds a message; time: of its log and its publication, ns. Throws RunError on a disk error.
  void write(std::uint16_t channel, std::uint64_t time, std::span<const std::uint8_t> message);
  /// Adds a table of texts about the file. Throws RunError on a disk error.
  void write_metadata(const std::string& name, const std::map<std::string, std::string>& entries);
  /// Writes the summary, and gives the file its name. Throws RunError on a disk error.
  void close();

  std::uint64_t message_count() const;  ///< written so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser
