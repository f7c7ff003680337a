// SPDX-License-Identifier: BSD-3-Clause
// Spoiled messages against both ends: each is taken or refused with InputError, nothing else happens, and nothing
// grows.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "catch.hpp"
#include "common/link/link_inbox.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "link/link_run.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

std::uint64_t mutations() {
  const char* told = std::getenv("GROUSER_LINK_MUTATIONS");
  return told ? std::strtoull(told, nullptr, 10) : 10'000;
}

/// Resident memory, MB.
double memory() {
  std::ifstream file("/proc/self/statm");
  double total = 0.0, resident = 0.0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// A small generator of our own (SplitMix64): the same on every machine.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t most) {
    state_ += 0x9e3779b97f4a7c15ull;
    return mix_bits(state_) % most;
  }

 private:
  std::uint64_t state_;
};

/// One to four changes: a bit, a byte, a number of four bytes that is telling, a cut, more bytes, another kind.
LinkBytes spoil(LinkBytes bytes, Chance& chance) {
  static constexpr std::uint32_t kTelling[] = {0,           1,           0x7fffffffu, 0x80000000u,
                                               0xffffffffu, 0x7ff80000u, 0x7ff00000u};
  for (std::uint64_t k = 1 + chance.below(4); k > 0; --k) {
    const std::uint64_t size = bytes.size();
    switch (size == 0 ? 4 : chance.below(6)) {
      case 0:
        bytes[chance.below(size)] ^= static_cast<std::uint8_t>(1u << chance.below(8));
        break;
      case 1:
        bytes[chance.below(std::min<std::uint64_t>(size, 64))] = static_cast<std::uint8_t>(chance.below(256));
        break;
      case 2:
        if (size >= 4)
          std::memcpy(&bytes[chance.below(size - 3)], &kTelling[chance.below(std::size(kTelling))], 4);
        break;
      case 3:
        bytes.resize(chance.below(size));
        break;
      case 4:
        for (std::uint64_t more = chance.below(40); more > 0; --more)
          bytes.push_back(static_cast<std::uint8_t>(chance.below(256)));
        break;
      default:
        bytes[0] = static_cast<std::uint8_t>(chance.below(10));
    }
  }
  return bytes;
}

struct Tally {
  std::uint64_t taken = 0, refused = 0;
};

}  // namespace

TEST_CASE("link mutations: a viewer takes or refuses every spoiled message, and does not grow",
          "[mutations]") {
  Simulation simulation = start_simulation(link_world());
  step_to(simulation, 3.9);
  const auto world = link_world();
  std::vector<LinkBytes> whole = {encode(LinkWelcome{7, "0.1.0"}), encode_frame(*frame_of(simulation)),
                                  encode_events(std::vector<RunEvent>{{1.0, "contact", "wheel front_left"}}),
                                  encode_metrics({{"max_tilt", {0.1, "rad"}}, {"distance", {2.0, "m"}}}),
                                  encode(LinkEnd{RunStatus::completed, ""})};
  for (LinkBytes& part : encode_ground(1.0, nullptr, simulation.ground())) whole.push_back(std::move(part));
  const LinkBytes scene = encode_scene(*world);
  constexpr std::uint64_t kScenes = 200;  // one scene among so many: building a world takes its time
  LinkInbox inbox;                        // nobody takes what is in it
  inbox.take(world, 7);
  Tally tally;
  double before = 0.0;
  const std::uint64_t count = mutations();
  for (std::uint64_t k = 0; k < count; ++k) {
    if (k == count / 10) before = memory();
    Chance chance(k);
    INFO("mutation " << k);
    try {
      const std::uint64_t which = chance.below(whole.size());
      if (k % kScenes == 0) {
        LinkDecoder decoder("test");
        (void)decoder.decode(whole[0]);
        inbox.take(decoder.decode(spoil(scene, chance)), 7);
      } else {
        LinkDecoder decoder = inbox.begin_line("test");
        if (which != 0) inbox.take(decoder.decode(whole[0]), 7);
        inbox.take(decoder.decode(spoil(whole[which], chance)), decoder.run());
      }
      ++tally.taken;
    } catch (const InputError&) {
      ++tally.refused;
    }
  }
  CHECK(tally.taken + tally.refused == count);
  CHECK(tally.refused > count / 4);
  CHECK(tally.taken > 0);
  CHECK(memory() - before < 64.0);
}

TEST_CASE("link mutations: the server takes or refuses every spoiled join", "[mutations]") {
  const LinkBytes whole = encode(LinkJoin{7});
  std::uint64_t refused = 0;
  for (std::uint64_t k = 0; k < mutations(); ++k) {
    Chance chance(k);
    INFO("mutation " << k);
    try {
      (void)decode_join(spoil(whole, chance));
    } catch (const InputError&) {
      ++refused;
    }
  }
  CHECK(refused > mutations() / 4);
  CHECK(decode_join(whole).known_run == 7);
}
