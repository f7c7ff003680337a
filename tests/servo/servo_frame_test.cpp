// SPDX-License-Identifier: BSD-3-Clause
// Frames and lines of the servo link: the seed's bytes, random frames there and back, silence on the line.
#include "grouser/vehicle/legs/servo_frame.hpp"

#include <bit>
#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/vehicle/legs/servo_order.hpp"
#include "servo/servo_chance.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::optional<ServoFrame> take_all(ServoFrameReader& reader, const Bytes& bytes, double time) {
  std::optional<ServoFrame> last;
  for (const std::uint8_t byte : bytes)
    if (auto frame = reader.take(byte, time)) last = std::move(frame);
  return last;
}

std::vector<std::string> lines_of(const std::string& text) {
  ServoLineReader reader;
  std::vector<std::string> lines;
  for (const char byte : text)
    if (auto line = reader.take(byte)) lines.push_back(*line);
  return lines;
}

}  // namespace

TEST_CASE("the seed's two examples, byte by byte", "[servo]") {
  CHECK(encode_servo_frame({.code = 207}) == Bytes{0xCF, 0x00});
  // the bits that the seed prints, as a real: 3.9223e-17 with the lowest byte first, -6.58e-9 the other way round
  const float real = std::bit_cast<float>(0x2434E2B1u);
  CHECK(real == Approx(3.9223e-17f).epsilon(1e-4));
  CHECK(encode_servo_frame({.code = 209, .reals = {real}}) == Bytes{0xD1, 0x01, 0xB1, 0xE2, 0x34, 0x24});
  ServoFrameReader reader;
  const auto frame = take_all(reader, {0xD1, 0x01, 0xB1, 0xE2, 0x34, 0x24}, 0.0);
  REQUIRE(frame);
  CHECK(frame->code == 209);
  CHECK(frame->reals == std::vector<float>{real});
  CHECK(take_all(reader, {0xCF, 0x00}, 0.0)->reals.empty());
}

TEST_CASE("frames of every length have 2 + 4 n bytes, more than 255 reals are refused", "[servo]") {
  for (std::size_t n = 0; n <= kMostServoReals; ++n) {
    const Bytes bytes = encode_servo_frame({.code = 7, .reals = std::vector<float>(n, 1.5f)});
    REQUIRE(bytes.size() == 2 + 4 * n);
    REQUIRE(bytes[1] == n);
  }
  CHECK(encode_servo_frame({.code = 208, .reals = std::vector<float>(12)}).size() == 50);
  CHECK_THROWS_AS(encode_servo_frame({.code = 0, .reals = std::vector<float>(256)}), InputError);
}

TEST_CASE("a million random frames come back to the bit, in one stream", "[servo]") {
  ServoFrameReader reader;
  Chance chance(2020);
  for (int k = 0; k < 1'000'000; ++k) {
    ServoFrame frame{.code = static_cast<std::uint8_t>(chance.below(256))};
    for (std::uint64_t n = chance.below(k % 1000 == 0 ? 256 : 6); n > 0; --n)
      frame.reals.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(chance.below(1ull << 32))));
    const auto back = take_all(reader, encode_servo_frame(frame), 1e-3 * k);
    if (!back || back->code != frame.code || back->reals.size() != frame.reals.size()) FAIL("frame " << k);
    for (std::size_t i = 0; i < frame.reals.size(); ++i)  // by their bits: a NaN is another number to itself
      if (std::bit_cast<std::uint32_t>(back->reals[i]) != std::bit_cast<std::uint32_t>(frame.reals[i]))
        FAIL("real " << i << " of frame " << k);
  }
  CHECK(reader.dropped() == 0);
  CHECK_FALSE(reader.within_frame());
}

TEST_CASE("a frame that stands still for 16 ms is dropped with what has come of it", "[servo]") {
  const Bytes whole = encode_servo_frame({.code = 210, .reals = {0.0f, 0.1f, -0.9f, 0.2f}});
  const Bytes begun(whole.begin(), whole.begin() + 7), rest(whole.begin() + 7, whole.end());
  ServoFrameReader reader;
  SECTION("a gap of less than that is none") {
    take_all(reader, begun, 1.0);
    CHECK_FALSE(reader.expire(1.0159));
    CHECK(take_all(reader, rest, 1.0159));
    CHECK(reader.dropped() == 0);
  }
  SECTION("the next frame after the gap is whole") {
    take_all(reader, begun, 1.0);
    const auto next = take_all(reader, whole, 1.0161);
    REQUIRE(next);
    CHECK(next->reals.size() == 4);
    CHECK(reader.dropped() == 1);
  }
  SECTION("a look at the clock is enough") {
    take_all(reader, begun, 1.0);
    CHECK(reader.expire(1.0161));
    CHECK_FALSE(reader.expire(2.0));
    CHECK_FALSE(reader.within_frame());
  }
  SECTION("each byte begins the silence anew") {
    double time = 1.0;
    std::optional<ServoFrame> last;
    for (const std::uint8_t byte : whole) last = reader.take(byte, time += 0.0155);
    CHECK(last);
  }
  SECTION("silence while the reader was busy does not count") {
    take_all(reader, begun, 1.0);
    reader.look_again(5.0);
    CHECK(take_all(reader, rest, 5.001));
  }
  SECTION("without a gap the bytes that are missing are taken from the next frame") {
    take_all(reader, begun, 1.0);
    const auto shifted = take_all(reader, whole, 1.001);
    CHECK(
        (!shifted || shifted->code != 210 || shifted->reals != std::vector<float>{0.0f, 0.1f, -0.9f, 0.2f}));
  }
}

TEST_CASE("lines end with LF or CR LF", "[servo]") {
  using Lines = std::vector<std::string>;
  CHECK(lines_of("{\"a\":1}\r\n{\"b\":2}\n\r\n\n{\"c\"") == Lines{"{\"a\":1}", "{\"b\":2}"});
  const std::string longest(kLongestServoLine, 'x');
  CHECK(lines_of(longest + "\nshort\n") == Lines{longest, "short"});
  CHECK(lines_of(longest + "y\nshort\n") == Lines{"short"});
}

TEST_CASE("angles in reals of four bytes stay the short numbers that they were", "[servo]") {
  CHECK(shortest_number(0.3f) == 0.3);
  CHECK(shortest_number(-1.2345f) == -1.2345);
  Chance chance(5);
  for (int k = 0; k < 10'000; ++k) {
    const float real = static_cast<float>(static_cast<double>(chance.below(1u << 30)) / (1u << 28)) - 2.0f;
    REQUIRE(static_cast<float>(shortest_number(real)) == real);
  }
}
