// SPDX-License-Identifier: BSD-3-Clause
// Reads an MCAP file (https://mcap.dev/spec) from its beginning to its end, chunk by chunk. The file may come
// from anyone: every length is compared with what is there before it is used, CRCs are compared where the
// file has them, and memory is bounded by the largest chunk that is taken.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace grouser {

inline constexpr std::uint64_t kMostMcapChunk = 256u << 20;  ///< bytes of a chunk, unpacked or not

/// A channel of a log.
struct LogChannel {
  std::uint16_t id = 0;
  std::string topic;
  std::string encoding;         ///< of its messages: "cdr", "json", ...
  std::string type;             ///< name of its schema; empty: it has none
  std::string schema_encoding;  ///< "ros2msg", "jsonschema", ...
  std::string schema;           ///< definition of the messages
};

/// A message of a log.
struct LogMessage {
  std::uint64_t time = 0;   ///< when it was logged, ns
  std::uint64_t place = 0;  ///< byte of the file at which its record or chunk begins, for messages
  std::span<const std::uint8_t> content;  ///< only valid during the call that hands it over
};

/// Gets each message in the order of the file.
using TakeMessage = std::function<void(const LogChannel& channel, const LogMessage& message)>;

/// Reads a whole file. Throws InputError, naming file and byte: what is no MCAP file or of another major
/// version, a file that was cut off, a length beyond its end, a CRC that differs, a compression that is
/// unknown, a message of no channel. Interrupted when `cancelled` says so.
void read_mcap(const std::filesystem::path& path, const TakeMessage& take,
               const std::function<bool()>& cancelled = {});

/// Whether a file begins as an MCAP file does.
bool looks_like_mcap(const std::filesystem::path& path);

}  // namespace grouser
