// SPDX-License-Identifier: BSD-3-Clause
// Form: "GRST", u32 version, u64 hash of all that follows, u64 hash of the state, u32 letters of the layout,
// these, u64 count of numbers, these, u32 count of tiles, and of each i32 column, i32 row and its numbers.
#include "grouser/simulation/run/state_bytes.hpp"

#include <cstring>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/simulation/build/start.hpp"
#include "state_check.hpp"

namespace grouser {
namespace {

constexpr std::string_view kStateMark = "GRST";
constexpr std::uint32_t kStateBytesVersion = 1;
constexpr std::size_t kStateHead = 16;  // bytes before those that the first hash is of

/// Hash of bytes, by which damage is found.
std::uint64_t hash_of_bytes(std::span<const std::uint8_t> bytes) {
  Hasher hasher;
  hasher.add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  return hasher.value();
}

/// Appends the bytes of an object as they are in memory.
void append_bytes(std::vector<std::uint8_t>& bytes, const void* from, std::size_t size) {
  const auto* const first = static_cast<const std::uint8_t*>(from);
  bytes.insert(bytes.end(), first, first + size);
}

template <class T>
void append_number(std::vector<std::uint8_t>& bytes, T number) {
  append_bytes(bytes, &number, sizeof number);
}

/// Reads from front to back; throws InputError where bytes are missing.
class StateReader {
 public:
  StateReader(std::span<const std::uint8_t> bytes, const std::string& place) : rest_(bytes), place_(place) {}
  const std::uint8_t* take(std::size_t size) {
    if (size > rest_.size()) refuse("bytes that end within a value", "all bytes of a serialised state");
    const std::uint8_t* const at = rest_.data();
    rest_ = rest_.subspan(size);
    return at;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  std::vector<double> numbers(std::size_t count) {
    if (count > rest_.size() / sizeof(double)) refuse("more numbers than bytes", "a serialised state");
    std::vector<double> values(count);
    if (count > 0) std::memcpy(values.data(), take(count * sizeof(double)), count * sizeof(double));
    return values;
  }
  std::span<const std::uint8_t> rest() const { return rest_; }
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
    throw InputError(place_, found, expected);
  }

 private:
  std::span<const std::uint8_t> rest_;
  const std::string& place_;
};

}  // namespace

std::vector<std::uint8_t> state_bytes(const SimulationState& state) {
  // The body first, because its hash precedes it.
  std::vector<std::uint8_t> body;
  append_number(body, state.hash());
  const std::string layout = state.layout().text();
  append_number(body, static_cast<std::uint32_t>(layout.size()));
  append_bytes(body, layout.data(), layout.size());
  const std::vector<double> numbers = state.pack();
  append_number(body, static_cast<std::uint64_t>(numbers.size()));
  append_bytes(body, numbers.data(), numbers.size() * sizeof(double));
  const std::vector<TileKey> tiles = state.ground.all_tiles();
  append_number(body, static_cast<std::uint32_t>(tiles.size()));
  for (const TileKey& tile : tiles) {
    append_number(body, tile.i);
    append_number(body, tile.j);
    const std::span<const double> values = state.ground.tile_values(tile);
    append_bytes(body, values.data(), values.size_bytes());
  }
  std::vector<std::uint8_t> bytes;
  append_bytes(bytes, kStateMark.data(), kStateMark.size());
  append_number(bytes, kStateBytesVersion);
  append_number(bytes, hash_of_bytes(body));
  append_bytes(bytes, body.data(), body.size());
  return bytes;
}

SimulationState state_from_bytes(const World& world, std::span<const std::uint8_t> bytes,
                                 const std::string& place) {
  StateReader reader(bytes, place);
  // Mark and version, then the hash of all that follows.
  if (bytes.size() < kStateHead || std::memcmp(reader.take(4), kStateMark.data(), 4) != 0 ||
      reader.number<std::uint32_t>() != kStateBytesVersion)
    reader.refuse("bytes without the mark of a state", "those that this program wrote");
  if (reader.number<std::uint64_t>() != hash_of_bytes(reader.rest()))
    reader.refuse("bytes that have been changed", "those that were written");
  // The state: hash, layout, numbers, then tiles of the ground.
  const auto hash = reader.number<std::uint64_t>();
  const auto letters = reader.number<std::uint32_t>();
  const std::string layout(reinterpret_cast<const char*>(reader.take(letters)), letters);
  const std::vector<double> numbers = reader.numbers(reader.number<std::uint64_t>());
  SimulationState state = blank_state(world);
  state.unpack(numbers, read_state_layout(layout, numbers.size(), state.layout(), place), place);
  restore_soils(world, state, place);
  const auto tiles = reader.number<std::uint32_t>();
  for (std::uint32_t k = 0; k < tiles; ++k) {
    TileKey key;
    key.i = reader.number<std::int32_t>();
    key.j = reader.number<std::int32_t>();
    state.ground.load_tile(key, reader.numbers(state.ground.tile_size()));
  }
  if (!reader.rest().empty()) reader.refuse("bytes behind the state", "a serialised state");
  // The state as unpacked must be the one that was written.
  if (state.hash() != hash)
    reader.refuse("a state with hash " + hash_text(state.hash()), hash_text(hash) + ", as it was written");
  check_state(world, state, place);
  return state;
}

}  // namespace grouser
