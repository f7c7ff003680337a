// SPDX-License-Identifier: BSD-3-Clause
// Messages between a run whose drives are commanded from outside and its controller, another process
// (docs/external_drive.md). They have the form of the live link's (link_message.hpp): a byte of the kind,
// numbers of fixed size, little endian; texts and lists begin with their count. On a line each message stands
// behind its length in 32 bits. Every decoder checks lengths, counts and numbers before it uses them; what is
// wrong is an InputError. Nothing here has a clock, a thread or a socket.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/channel_spec.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/step/external_drive.hpp"

namespace grouser {

inline constexpr std::uint16_t kExternalVersion = 1;         ///< raised whenever a message changes
inline constexpr std::size_t kMostExternalBytes = 1u << 16;  ///< of a message to the run, without its length
inline constexpr double kLongestAdvance = 3600.0;            ///< s

enum class ExternalMessage : std::uint8_t {
  join = 1,     ///< the controller's first
  welcome = 2,  ///< the answer
  end = 8,      ///< the run's last
  command = 9,  ///< of the controller; one answer each, a state or a refusal
  state = 10,
  refusal = 11  ///< of a command that did nothing
};

using ExternalBytes = std::vector<std::uint8_t>;

struct ExternalJoin {
  bool state_hash = false;            ///< whether states have it; it takes the time of a step
  std::vector<std::string> channels;  ///< channels with their values in states
};
struct ExternalWelcome {
  std::string program_version, scenario;
  double step = 0.0, duration = 0.0;    ///< s
  std::vector<ExternalColumn> columns;  ///< names, units and limits; what else they have is not sent
  std::vector<ChannelSpec> channels;    ///< those that were asked for, without descriptions
};
/// Holds from the next step on. The answer comes when simulated time has gone on by `advance` from the last
/// such moment, s.
struct ExternalOrder {
  double advance = 0.0;
  std::vector<ExternalValue> values;
};
struct ExternalState {
  double time = 0.0;  ///< s
  std::uint64_t step = 0;
  std::uint64_t state_hash = 0;  ///< 0 where none was asked for
  bool finished = false;
  std::vector<double> channels;
};
struct ExternalEnd {
  std::string status;  ///< completed, failed or interrupted
  std::string message;
};

// Whole messages, each behind its length.
ExternalBytes encode(const ExternalJoin& join);
ExternalBytes encode(const ExternalWelcome& welcome);
ExternalBytes encode(const ExternalOrder& order);
ExternalBytes encode(const ExternalState& state);
ExternalBytes encode(const InputFault& refusal);
ExternalBytes encode(const ExternalEnd& end);

// From messages without their length. Throw InputError for one of another kind, too.
ExternalJoin decode_external_join(std::span<const std::uint8_t> message);
ExternalWelcome decode_external_welcome(std::span<const std::uint8_t> message);
/// Refuses an advance that no run makes. Columns and values are the drive's business
/// (ExternalDrive::check()).
ExternalOrder decode_external_order(std::span<const std::uint8_t> message);
/// Decodes the answer to an order: a state. A refusal is thrown as an InputError of its parts, the end as a
/// RunError.
ExternalState decode_external_answer(std::span<const std::uint8_t> message);

/// Puts messages together from the bytes of a line.
class ExternalInbox {
 public:
  void take(std::span<const std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  /// The next whole message, without its length; it is valid until the next call. Throws InputError for a
  /// length that no message has: the line is of no use afterwards.
  std::optional<std::span<const std::uint8_t>> next();
  void clear() { bytes_.clear(), begin_ = 0; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t begin_ = 0;  // of what has not been handed out
};

}  // namespace grouser
