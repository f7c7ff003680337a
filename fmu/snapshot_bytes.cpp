// SPDX-License-Identifier: BSD-3-Clause
// Form: "GRFS", u32 version, u64 hash of all that follows; then the settings, u8 (1: a state follows), and
// the bytes of state_bytes(). Lists and texts follow their count (u32). Little endian.
#include "snapshot_bytes.hpp"

#include <cmath>
#include <cstring>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/simulation/run/state_bytes.hpp"

namespace grouser::fmu {
namespace {

constexpr std::string_view kMark = "GRFS";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHead = 16;  // bytes before those that the hash is of
constexpr const char* kPlace = "serialised state";

/// Hash of all bytes behind the head.
std::uint64_t hash_of(std::span<const std::uint8_t> bytes) {
  Hasher hasher;
  hasher.add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  return hasher.value();
}

/// Appends numbers and lists as they are in memory.
class Bytes {
 public:
  template <class T>
  void put(T number) {
    put_all(&number, sizeof number);
  }
  void put_all(const void* from, std::size_t size) {
    const auto* const first = static_cast<const std::uint8_t*>(from);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  template <class List>
  void put_list(const List& list) {
    put(static_cast<std::uint32_t>(list.size()));
    put_all(list.data(), list.size() * sizeof(*list.data()));
  }
  std::vector<std::uint8_t> bytes_;
};

/// Takes numbers and lists off the front of some bytes; throws InputError at their end.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest(bytes) {}
  const std::uint8_t* take(std::size_t size) {
    if (size > rest.size()) throw InputError(kPlace, "bytes that end within a value", "all of its bytes");
    const std::uint8_t* const at = rest.data();
    rest = rest.subspan(size);
    return at;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  template <class List>
  List list() {
    using Entry = typename List::value_type;
    // take() refuses a count beyond the bytes that are there, before the list takes memory.
    const std::size_t count = number<std::uint32_t>();
    const std::uint8_t* const from = take(count * sizeof(Entry));
    List list(count, Entry{});
    if (count > 0) std::memcpy(list.data(), from, count * sizeof(Entry));
    return list;
  }
  std::span<const std::uint8_t> rest;
};

/// Reads the settings and refuses those that do not fit together.
Settings settings_from(Reader& reader) {
  Settings settings;
  const auto phase = reader.number<std::uint8_t>();
  if (phase > static_cast<std::uint8_t>(Phase::terminated))
    throw InputError(kPlace, "an unknown phase", "a state of this version");
  settings.phase = static_cast<Phase>(phase);
  settings.start = reader.number<double>();
  settings.goal = reader.number<double>();
  settings.inputs = reader.list<std::vector<double>>();
  settings.given = reader.list<std::vector<std::uint8_t>>();
  if (settings.given.size() != settings.inputs.size() || !std::isfinite(settings.start + settings.goal))
    throw InputError(kPlace, "settings that do not fit together", "a state that was serialised");
  const auto parameters = reader.number<std::uint32_t>();
  for (std::uint32_t k = 0; k < parameters; ++k) settings.parameters.push_back(reader.list<std::string>());
  return settings;
}

}  // namespace

std::vector<std::uint8_t> snapshot_bytes(const Snapshot& snapshot) {
  const Settings& settings = snapshot.settings;
  Bytes body;
  body.put(static_cast<std::uint8_t>(settings.phase));
  body.put(settings.start);
  body.put(settings.goal);
  body.put_list(settings.inputs);
  body.put_list(settings.given);
  body.put(static_cast<std::uint32_t>(settings.parameters.size()));
  for (const std::string& parameter : settings.parameters) body.put_list(parameter);
  body.put(static_cast<std::uint8_t>(snapshot.state.has_value()));
  if (snapshot.state) {
    const std::vector<std::uint8_t> state = state_bytes(*snapshot.state);
    body.put_all(state.data(), state.size());
  }
  Bytes bytes;
  bytes.put_all(kMark.data(), kMark.size());
  bytes.put(kVersion);
  bytes.put(hash_of(body.bytes_));
  bytes.put_all(body.bytes_.data(), body.bytes_.size());
  return std::move(bytes.bytes_);
}

Snapshot snapshot_from_bytes(std::span<const std::uint8_t> bytes,
                             const std::function<std::shared_ptr<const World>(const Settings&)>& world) {
  Reader reader(bytes);
  if (bytes.size() < kHead || std::memcmp(reader.take(4), kMark.data(), 4) != 0 ||
      reader.number<std::uint32_t>() != kVersion)
    throw InputError(kPlace, "bytes without its mark", "those that this unit wrote");
  if (reader.number<std::uint64_t>() != hash_of(reader.rest))
    throw InputError(kPlace, "bytes that have been changed", "those that this unit wrote");
  Snapshot snapshot{settings_from(reader), nullptr, std::nullopt};
  if (reader.number<std::uint8_t>() == 0) {
    // Without a state the unit cannot have begun to step.
    const bool begun = snapshot.settings.phase > Phase::initialising;
    if (begun || !reader.rest.empty())
      throw InputError(kPlace, begun ? "steps without a state" : "bytes behind the end", "all of its bytes");
    return snapshot;
  }
  snapshot.world = world(snapshot.settings);
  snapshot.state = state_from_bytes(*snapshot.world, reader.rest, kPlace);
  return snapshot;
}

}  // namespace grouser::fmu
