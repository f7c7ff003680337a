// SPDX-License-Identifier: BSD-3-Clause
// Messages of the external drive (docs/external_drive.md) as bytes: a 32-bit length, a byte of the kind,
// then numbers, texts and lists as bytes.hpp writes them. Decoders refuse whatever is too long or left over.
#include "grouser/simulation/link/external_message.hpp"

#include <cmath>
#include <cstring>

#include "bytes.hpp"
#include "link_format.hpp"

namespace grouser {
namespace {

constexpr std::uint32_t kExternalMark = 0x44585247;  // "GRXD": join and welcome begin with it
constexpr std::size_t kMostJoined = 4096;            // channels of a join
constexpr std::size_t kLengthBytes = 4;

/// A message behind its length.
ExternalBytes framed(ByteWriter writer) {
  ExternalBytes message = writer.take();
  ExternalBytes bytes(kLengthBytes + message.size());
  const auto length = static_cast<std::uint32_t>(message.size());
  std::memcpy(bytes.data(), &length, kLengthBytes);
  std::memcpy(bytes.data() + kLengthBytes, message.data(), message.size());
  return bytes;
}

/// A writer that has put the kind.
ByteWriter begin(ExternalMessage kind) { return ByteWriter(static_cast<std::uint8_t>(kind)); }

/// A reader behind the byte of the kind.
ByteReader open(std::span<const std::uint8_t> message, ExternalMessage kind, const char* what) {
  ByteReader reader(std::string("external drive: ") + what, message);
  const auto found = reader.number<std::uint8_t>();
  if (found != static_cast<std::uint8_t>(kind))
    reader.refuse("a message of kind " + std::to_string(found),
                  "kind " + std::to_string(static_cast<int>(kind)) + ", " + what);
  return reader;
}

/// Throws InputError for another protocol or version.
void check_mark(ByteReader& reader) {
  if (reader.number<std::uint32_t>() != kExternalMark) reader.refuse("another mark", "GRXD");
  if (const auto version = reader.number<std::uint16_t>(); version != kExternalVersion)
    reader.refuse("version " + std::to_string(version), "version " + std::to_string(kExternalVersion));
}

}  // namespace

ExternalBytes encode(const ExternalJoin& join) {
  ByteWriter writer = begin(ExternalMessage::join);
  writer.put(kExternalMark);
  writer.put(kExternalVersion);
  writer.put(std::uint8_t{join.state_hash});
  writer.put(static_cast<std::uint32_t>(join.channels.size()));
  for (const std::string& name : join.channels) writer.put(name);
  return framed(std::move(writer));
}

ExternalJoin decode_external_join(std::span<const std::uint8_t> message) {
  ByteReader reader = open(message, ExternalMessage::join, "join");
  check_mark(reader);
  ExternalJoin join;
  const auto hash = reader.number<std::uint8_t>();
  if (hash > 1) reader.refuse("a wish for a hash of " + std::to_string(hash), "0 or 1");
  join.state_hash = hash == 1;
  join.channels.resize(reader.count(sizeof(std::uint32_t), kMostJoined));
  for (std::string& name : join.channels) name = reader.text(kMostLinkText);
  reader.finish();
  return join;
}

ExternalBytes encode(const ExternalWelcome& welcome) {
  ByteWriter writer = begin(ExternalMessage::welcome);
  writer.put(kExternalMark);
  writer.put(kExternalVersion);
  writer.put(welcome.program_version);
  writer.put(welcome.scenario);
  writer.put(welcome.step);
  writer.put(welcome.duration);
  writer.put(static_cast<std::uint32_t>(welcome.columns.size()));
  for (const ExternalColumn& column : welcome.columns) {
    writer.put(column.name);
    writer.put(column.unit);
    writer.put(column.lowest);
    writer.put(column.highest);
  }
  writer.put(static_cast<std::uint32_t>(welcome.channels.size()));
  for (const ChannelSpec& channel : welcome.channels) {
    writer.put(channel.name);
    writer.put(channel.unit);
  }
  return framed(std::move(writer));
}

ExternalWelcome decode_external_welcome(std::span<const std::uint8_t> message) {
  ByteReader reader = open(message, ExternalMessage::welcome, "welcome");
  check_mark(reader);
  ExternalWelcome welcome;
  welcome.program_version = reader.text(kMostLinkText);
  welcome.scenario = reader.text(kMostLinkText);
  welcome.step = reader.finite();
  welcome.duration = reader.finite();
  // Least bytes of a column and of a channel, for the check of their counts.
  constexpr std::size_t kColumnBytes = 4 + 4 + 8 + 8, kChannelBytes = 4 + 4;
  welcome.columns.resize(reader.count(kColumnBytes, kMostJoined));
  for (ExternalColumn& column : welcome.columns) {
    column.name = reader.text(kMostLinkText);
    column.unit = reader.text(kMostLinkText);
    column.lowest = reader.finite();
    column.highest = reader.finite();
  }
  welcome.channels.resize(reader.count(kChannelBytes, kMostJoined));
  for (ChannelSpec& channel : welcome.channels) {
    channel.name = reader.text(kMostLinkText);
    channel.unit = reader.text(kMostLinkText);
  }
  reader.finish();
  return welcome;
}

ExternalBytes encode(const ExternalOrder& order) {
  ByteWriter writer = begin(ExternalMessage::command);
  writer.put(order.advance);
  writer.put(static_cast<std::uint32_t>(order.values.size()));
  for (const ExternalValue& value : order.values) {
    writer.put(static_cast<std::uint32_t>(value.column));
    writer.put(value.value);
  }
  return framed(std::move(writer));
}

ExternalOrder decode_external_order(std::span<const std::uint8_t> message) {
  ByteReader reader = open(message, ExternalMessage::command, "command");
  ExternalOrder order{.advance = reader.number<double>(), .values = {}};
  if (!(order.advance >= 0.0 && order.advance <= kLongestAdvance))
    reader.refuse("an advance of " + std::to_string(order.advance) + " s",
                  "0 to " + std::to_string(static_cast<int>(kLongestAdvance)) + " s");
  constexpr std::size_t kValueBytes = 4 + 8;
  order.values.resize(reader.count(kValueBytes, kMostExternalBytes));
  for (ExternalValue& value : order.values) {
    value.column = reader.number<std::uint32_t>();
    value.value = reader.number<double>();
  }
  reader.finish();
  return order;
}

ExternalBytes encode(const ExternalState& state) {
  ByteWriter writer = begin(ExternalMessage::state);
  writer.put(state.time);
  writer.put(state.step);
  writer.put(state.state_hash);
  writer.put(std::uint8_t{state.finished});
  writer.put_all(std::span<const double>(state.channels));
  return framed(std::move(writer));
}

ExternalBytes encode(const InputFault& refusal) {
  ByteWriter writer = begin(ExternalMessage::refusal);
  for (const std::string* text : {&refusal.place, &refusal.found, &refusal.expected}) writer.put(*text);
  return framed(std::move(writer));
}

ExternalBytes encode(const ExternalEnd& end) {
  ByteWriter writer = begin(ExternalMessage::end);
  writer.put(end.status);
  writer.put(end.message);
  return framed(std::move(writer));
}

// A refusal and an end become exceptions, so that the caller has states alone.
ExternalState decode_external_answer(std::span<const std::uint8_t> message) {
  constexpr std::size_t kMostText = 1u << 16;
  const std::uint8_t kind = message.empty() ? 0 : message.front();
  if (kind == static_cast<std::uint8_t>(ExternalMessage::refusal)) {
    ByteReader reader = open(message, ExternalMessage::refusal, "refusal");
    const std::string place = reader.text(kMostText), found = reader.text(kMostText),
                      expected = reader.text(kMostText);
    reader.finish();
    throw InputError(place, found, expected);
  }
  if (kind == static_cast<std::uint8_t>(ExternalMessage::end)) {
    ByteReader reader = open(message, ExternalMessage::end, "end");
    const std::string status = reader.text(kMostText), why = reader.text(kMostText);
    reader.finish();
    throw RunError("the run has ended: " + status + (why.empty() ? "" : ", " + why));
  }
  ByteReader reader = open(message, ExternalMessage::state, "state");
  ExternalState state;
  state.time = reader.finite();
  state.step = reader.number<std::uint64_t>();
  state.state_hash = reader.number<std::uint64_t>();
  state.finished = reader.number<std::uint8_t>() != 0;
  state.channels = reader.all<double>(kMostJoined);
  reader.finish();
  return state;
}

std::optional<std::span<const std::uint8_t>> ExternalInbox::next() {
  // Drop the bytes that were read once all are, or once they take as much as a message may.
  if (begin_ == bytes_.size() || begin_ > kMostExternalBytes) {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
  }
  const std::span<const std::uint8_t> rest = std::span<const std::uint8_t>(bytes_).subspan(begin_);
  if (rest.size() < kLengthBytes) return std::nullopt;
  // A message is complete when all the bytes of its length are there.
  std::uint32_t length = 0;
  std::memcpy(&length, rest.data(), kLengthBytes);
  if (length == 0 || length > kMostExternalBytes)
    throw InputError("external drive", "a message of " + std::to_string(length) + " bytes",
                     "1 to " + std::to_string(kMostExternalBytes) + " bytes behind each length");
  if (rest.size() - kLengthBytes < length) return std::nullopt;
  begin_ += kLengthBytes + length;
  return rest.subspan(kLengthBytes, length);
}

}  // namespace grouser
