// SPDX-License-Identifier: BSD-3-Clause
// Recorded input: what is written is read back, what is no record is refused with its line, and a slow program
// gets every press, one a picture. Input of a window: what one frame may see together.

#include "app/programs/input_log.hpp"
#include "app/programs/input_player.hpp"
#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "hal/input_queue.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

constexpr const char* kHead = R"({"grouser_input":1,"size":[800,600],"scale":1.0})"
                              "\n";

std::string refusal(const std::string& text) {
  try {
    parse_input_log(text, "f");
  } catch (const InputError& error) {
    return error.what();
  }
  return "taken";
}

InputEvent key(int code, bool down) { return {.kind = InputKind::key, .code = code, .down = down}; }
InputEvent move(double x) { return {.kind = InputKind::move, .x = x}; }
InputEvent text(int character) { return {.kind = InputKind::text, .code = character}; }

/// How many events come together, time after time.
std::vector<std::size_t> portions(const std::vector<InputEvent>& events) {
  InputQueue queue;
  for (const InputEvent& event : events) queue.add(event);
  std::vector<std::size_t> sizes;
  std::vector<InputEvent> all;
  while (!queue.empty()) {
    const std::vector<InputEvent> together = queue.take();
    REQUIRE_FALSE(together.empty());
    sizes.push_back(together.size());
    all.insert(all.end(), together.begin(), together.end());
  }
  REQUIRE(all.size() == events.size());
  for (std::size_t k = 0; k < all.size(); ++k) {  // nothing lost, nothing before its time
    CHECK(all[k].kind == events[k].kind);
    CHECK(all[k].code == events[k].code);
    CHECK(all[k].down == events[k].down);
    CHECK(all[k].x == events[k].x);
  }
  return sizes;
}

InputEvent button(double time, bool down) { return {.kind = InputKind::button, .time = time, .down = down}; }

}  // namespace

TEST_CASE("A record of input is read back as it was written") {
  InputLog log;
  log.head = {1280, 800, 1.5f, {}};
  log.head.kept.left = 0.25f;
  log.head.kept.recent = {"a \"quoted\" name.toml"};
  log.events = {
      {.kind = InputKind::move, .time = 0.1, .x = 12.5, .y = -3.0},
      {.kind = InputKind::key, .time = 0.2, .code = 87, .down = true, .control = true, .shift = true},
      {.kind = InputKind::text, .time = 0.2, .code = 0x4E2D},
      {.kind = InputKind::wheel, .time = 0.3, .x = 0.0, .y = -1.0, .busy = true},
      {.kind = InputKind::drop, .time = 0.4, .path = "a\nb"},
      {.kind = InputKind::size, .time = 0.5, .x = 1600.0, .y = 1000.0},
      {.kind = InputKind::button, .time = 0.6, .code = 1, .down = false, .step = 4711}};
  const InputLog back = parse_input_log(input_log_text(log), "f");
  CHECK(back.head.width == 1280);
  CHECK(back.head.scale == 1.5f);
  CHECK(back.head.kept.left == 0.25f);
  CHECK(back.head.kept.recent == log.head.kept.recent);
  REQUIRE(back.events.size() == log.events.size());
  CHECK(back.events[0].x == 12.5);
  CHECK((back.events[1].control && back.events[1].shift && back.events[1].down));
  CHECK(back.events[2].code == 0x4E2D);
  CHECK(back.events[3].busy);
  CHECK(back.events[4].path == "a\nb");
  CHECK(back.events[6].step == 4711);
  CHECK(input_log_text(back) == input_log_text(log));
}

TEST_CASE("What is no record of input is refused with its line") {
  const std::string head = kHead;
  CHECK(refusal(head + "{\"end\":0}\n") == "taken");
  const std::pair<std::string, std::string> wrong[] = {
      {"", "without an end"},
      {"hello\n", "line 1"},
      {"{\"grouser_input\":2,\"size\":[800,600],\"scale\":1}\n", "grouser_input"},
      {"{\"grouser_input\":1,\"size\":[8e9,600],\"scale\":1}\n", "size"},
      {head, "without an end"},
      {head + "{\"t\":0.1,\"mo", "line 2"},
      {head + "{\"t\":0.1,\"move\":[1]}\n", "move"},
      {head + "{\"t\":1e999,\"move\":[1,2]}\n", "line 2"},
      {head + "{\"t\":-1,\"move\":[1,2]}\n", "t -1"},
      {head + "{\"t\":1,\"key\":511,\"down\":true}\n", "key 511"},
      {head + "{\"t\":1,\"key\":8.5}\n", "whole"},
      {head + "{\"t\":1,\"text\":\"a\"}\n", "text"},
      {head + "{\"t\":1,\"dance\":1}\n", "no such event"},
      {head + "{\"t\":1,\"text\":65}\n{\"t\":0.5,\"text\":65}\n", "times that grow"},
      {head + "{\"t\":1,\"text\":65}\n{\"end\":2}\n", "count"},
      {head + "{\"end\":0}\n{\"t\":1,\"text\":65}\n", "more after the end"},
      {head + "{\"t\":1,\"drop\":\"" + std::string(70000, 'a') + "\"}\n", "65536"},
      {head + std::string(60000, '[') + "\n", "JSON"}};
  for (const auto& [text, told] : wrong) {
    INFO(text.substr(0, 120));
    CHECK(refusal(text).find(told) != std::string::npos);
  }
}

TEST_CASE("Any prefix of a record is refused") {
  InputLog log;
  log.head = {800, 600, 1.0f, {}};
  log.events = {button(0.1, true), button(0.2, false)};
  const std::string text = input_log_text(log);
  for (std::size_t size = 0; size + 1 < text.size(); ++size)
    CHECK_THROWS_AS(parse_input_log(text.substr(0, size), "f"), InputError);
}

TEST_CASE("A slow picture brings one press at a time, and the pointer is there before") {
  InputLog log;
  log.events = {{.kind = InputKind::move, .time = 0.01, .x = 1.0},
                {.kind = InputKind::move, .time = 0.02, .x = 2.0},
                button(0.02, true),
                button(0.025, false)};
  InputPlayer player(log);
  const auto first = player.take({}, 0.5);  // only a thirtieth of a second of it counts
  REQUIRE(first.size() == 2);
  CHECK(first[1].x == 2.0);
  CHECK(player.take({}, 0.0).front().down);
  CHECK_FALSE(player.over());
  CHECK_FALSE(player.take({}, 0.0).front().down);
  CHECK(player.over());
}

TEST_CASE("What was done at rest waits for the program to be at rest, the rest of the record with it") {
  InputLog log;
  log.events = {button(0.01, true), button(1.0, false)};
  InputPlayer player(log);
  for (int k = 0; k < 100; ++k) CHECK(player.take({.busy = true}, 0.03).empty());
  CHECK(player.waited() > 2.0);
  CHECK(player.waiting().find("at rest") != std::string::npos);
  CHECK(player.take({}, 0.0).size() == 1);
  CHECK(player.take({}, 0.03).empty());  // the waiting was no part of the second between them
  // what was done to a busy program is not kept from one
  log.events = {button(0.01, true)};
  log.events[0].busy = true;
  CHECK(InputPlayer(log).take({.busy = true}, 0.03).size() == 1);
}

TEST_CASE("What was done at a step of a live run waits for that step") {
  InputLog log;
  log.events = {{.kind = InputKind::key, .time = 0.01, .code = 87, .step = 500}};
  InputPlayer player(log);
  CHECK(player.take({.playing = true, .step = 499}, 0.03).empty());
  CHECK(player.take({.playing = true, .step = 500}, 0.03).size() == 1);
  // a run that has ended waits for nothing
  CHECK(InputPlayer(log).take({.playing = false, .step = 10}, 0.03).size() == 1);
}

TEST_CASE("A press and its release are never seen by the same frame, and nothing overtakes them") {
  using Sizes = std::vector<std::size_t>;
  CHECK(InputQueue().take().empty());
  // two clicks at two places, quicker than a picture
  CHECK(portions({move(1.0), move(2.0), button(0.0, true), button(0.0, false), move(3.0), button(0.0, true),
                  move(4.0), button(0.0, false)}) == Sizes{2, 1, 1, 1, 1, 1, 1});
  // two taps of one key, and one of another with the text that it makes
  CHECK(portions({key(46, true), key(46, false), key(46, true), key(46, false), key(65, true), text('a'),
                  key(65, false)}) == Sizes{1, 1, 1, 1, 2, 1});
  // a key that repeats comes as often as it did, at once; another one does not join it
  CHECK(portions({key(262, true), key(262, true), key(262, true), key(263, true), key(262, false)}) ==
        Sizes{3, 1, 1});
  CHECK(portions({key(65, true), text('a'), key(65, true), text('a'), key(65, false)}) == Sizes{4, 1});
  // turns of the wheel join the pointer's moves, files that are dropped and text of an input method nothing
  const InputEvent turn{.kind = InputKind::wheel, .y = -1.0}, drop{.kind = InputKind::drop, .path = "a"};
  CHECK(portions({move(1.0), turn, turn, move(2.0), drop, drop, text(0x4E2D), text(0x6587), move(3.0)}) ==
        Sizes{4, 1, 1, 2, 1});
}

TEST_CASE("A played record says at which step of the run its next press was done") {
  InputLog log;
  log.head = {1280, 800, 1.0f, {}};
  InputEvent play = key(32, true), pause = key(32, true);
  play.time = 0.1, pause.time = 2.0, pause.step = 3109;
  log.events = {play, move(5.0), pause};
  log.events[1].time = 0.5;
  InputPlayer player(log);
  CHECK(player.next_step() == 3109);
  for (int k = 0; k < 100; ++k) player.take({false, true, 2000}, 0.03);
  CHECK(player.next_step() == 3109);  // it waits
  CHECK_FALSE(player.take({false, true, 3109}, 0.03).empty());
  CHECK(player.next_step() == 0);
}
