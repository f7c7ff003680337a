// SPDX-License-Identifier: BSD-3-Clause
// What each viewer gets, without a socket: everything in turn, the ruts to the last cell, and no more than it can take.
#include "common/link/run_stream.hpp"

#include <algorithm>
#include <span>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "link/link_run.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

LinkUpdate update_of(const Simulation& simulation) {
  LinkUpdate update;
  update.frame = frame_of(simulation);
  update.ground = std::make_shared<GroundMemory>(simulation.ground());
  return update;
}

/// All that a viewer would get now.
std::vector<LinkMessage> take_all(RunStream& stream, ViewerCursor& cursor, LinkDecoder& decoder) {
  std::vector<LinkMessage> messages;
  while (const SharedBytes bytes = stream.next(cursor)) messages.push_back(decoder.decode(*bytes));
  return messages;
}

template <class T>
std::vector<T> only(const std::vector<LinkMessage>& messages) {
  std::vector<T> found;
  for (const LinkMessage& message : messages)
    if (const T* wanted = std::get_if<T>(&message)) found.push_back(*wanted);
  return found;
}

/// Depths of a tile, the first of its layers.
std::span<const double> depths_of(const GroundMemory& ground, const TileKey& key) {
  return ground.tile_values(key).first(GroundMemory::kTileCells * GroundMemory::kTileCells);
}

/// The memory's depth is sent as float.
void check_same_ground(const GroundMemory& a, const GroundMemory& b) {
  REQUIRE(a.all_tiles() == b.all_tiles());
  for (const TileKey& key : a.all_tiles())
    for (std::size_t k = 0; k < depths_of(a, key).size(); ++k)
      CHECK(depths_of(a, key)[k] == static_cast<double>(static_cast<float>(depths_of(b, key)[k])));
}

}  // namespace

TEST_CASE(
    "run stream: a viewer that comes late gets the scene, all events, and frames and ruts as they are") {
  Simulation simulation = start_simulation(link_world());
  RunStream stream(7, encode_scene(simulation.world()));
  ViewerCursor early, late;
  LinkDecoder early_decoder("test"), late_decoder("test");
  stream.add(update_of(simulation));
  CHECK(only<std::shared_ptr<const World>>(take_all(stream, early, early_decoder)).size() == 1);
  std::vector<LinkGround> grounds;
  std::vector<std::shared_ptr<const Frame>> frames;
  const auto take_early = [&] {
    const auto messages = take_all(stream, early, early_decoder);
    for (const auto& ground : only<LinkGround>(messages)) grounds.push_back(ground);
    for (const auto& frame : only<std::shared_ptr<const Frame>>(messages)) frames.push_back(frame);
  };
  for (const double time : {0.5, 1.0, 3.0, 3.6, 3.9}) {
    step_to(simulation, time);
    LinkUpdate update = update_of(simulation);
    update.events = {{time, "contact", "wheel"}};
    stream.add(std::move(update));
    take_early();
  }
  REQUIRE(frames.size() == 5);
  CHECK(frames.back()->state_hash == simulation.state_hash());
  check_same_ground(*grounds.back().ground, simulation.ground());
  CHECK(!simulation.ground().untouched());

  const auto messages = take_all(stream, late, late_decoder);
  CHECK(only<LinkEvents>(messages).at(0).size() == 5);
  CHECK(only<std::shared_ptr<const Frame>>(messages).size() == 1);
  check_same_ground(*only<LinkGround>(messages).at(0).ground, simulation.ground());

  const auto expected = frame_of(simulation);
  const Frame& last = *frames.back();
  REQUIRE(last.body_poses.size() == expected->body_poses.size());
  for (std::size_t b = 0; b < last.body_poses.size(); ++b) {
    CHECK((last.body_poses[b].p - expected->body_poses[b].p).norm() == 0.0);
    CHECK((last.body_poses[b].R - expected->body_poses[b].R).norm() < 1e-12);
  }
  REQUIRE(last.contact_forces.size() == expected->contact_forces.size());
  CHECK(last.contact_forces[0].force == expected->contact_forces[0].force);

  stream.end({RunStatus::failed, "it fell over"});
  const auto end = only<LinkEnd>(take_all(stream, late, late_decoder));
  REQUIRE(end.size() == 1);
  CHECK(end[0].message == "it fell over");
  CHECK_THROWS_WITH(late_decoder.decode(encode_events({})), ContainsSubstring("out of turn"));
}

TEST_CASE("run stream: ground that was pushed aside is seen as it is, ruts and deposits") {
  const auto world =
      load_world("drive_flat_soft", {parse_override("duration=1"), parse_override("terrain.soil_law=scm"),
                                     parse_override("terrain.soil=krenn_SCM_exomars")});
  Simulation simulation = start_simulation(world);
  step_to(simulation, 0.5);
  RunStream stream(7, encode_scene(*world));
  ViewerCursor cursor;
  LinkDecoder decoder("test");
  stream.add(update_of(simulation));
  const auto grounds = only<LinkGround>(take_all(stream, cursor, decoder));
  REQUIRE(grounds.size() == 1);
  double deepest = 0.0, highest = 0.0;
  for (const TileKey& key : grounds[0].ground->all_tiles())
    for (const double depth : depths_of(*grounds[0].ground, key)) {
      deepest = std::max(deepest, depth);
      highest = std::max(highest, -depth);
    }
  CHECK(deepest > 0.01);   // m: the wheels stand in it
  CHECK(highest > 0.001);  // and pushed some of it up beside them
  check_same_ground(*grounds[0].ground, simulation.ground());
}

TEST_CASE("run stream: a viewer that was there before the run misses no frame") {
  Simulation simulation = start_simulation(link_world());
  RunStream stream(7, encode_scene(simulation.world()));
  ViewerCursor cursor;
  LinkDecoder decoder("test");
  CHECK(take_all(stream, cursor, decoder).size() == 2);  // welcome and scene
  for (const double time : {0.0, 0.01, 0.02}) {
    step_to(simulation, time);
    stream.add(update_of(simulation));
  }
  const auto frames = only<std::shared_ptr<const Frame>>(take_all(stream, cursor, decoder));
  REQUIRE(frames.size() == 3);
  CHECK(frames[0]->time == 0.0);
}

TEST_CASE(
    "run stream: a viewer that knows the run gets no second scene, one that lags gets every few frames") {
  Simulation simulation = start_simulation(link_world());
  RunStream stream(7, encode_scene(simulation.world()));
  ViewerCursor cursor;
  cursor.known_run = 7;
  LinkDecoder decoder("test", 7, load_world("drive_flat_soft", {parse_override("duration=4")}));
  stream.add(update_of(simulation));
  CHECK(only<std::shared_ptr<const Frame>>(take_all(stream, cursor, decoder)).size() == 1);
  constexpr int kMany = 3000;
  auto frame = std::make_shared<Frame>(*frame_of(simulation));
  for (int k = 1; k <= kMany; ++k) {
    auto next = std::make_shared<Frame>(*frame);
    next->time = 1e-3 * k;
    stream.add({next, nullptr, {}, {}});
  }
  const auto frames = only<std::shared_ptr<const Frame>>(take_all(stream, cursor, decoder));
  CHECK(frames.size() > 500);
  CHECK(frames.size() < kMany / 2);
  CHECK(frames.back()->time == Approx(1e-3 * kMany));
}

TEST_CASE("link decoder: versions, counts, times and numbers that do not fit are refused with the reason") {
  Simulation simulation = start_simulation(link_world());
  const auto world = link_world();
  const auto fresh = [&] {
    LinkDecoder decoder("host", 7, world);
    decoder.decode(encode(LinkWelcome{7, "0.1.0"}));
    return decoder;
  };
  LinkBytes welcome = encode(LinkWelcome{7, "0.1.0"});
  welcome[5] = 9;
  CHECK_THROWS_WITH(LinkDecoder("host").decode(welcome), ContainsSubstring("version 9 of the live link"));
  CHECK_THROWS_WITH(LinkDecoder("host").decode(encode_frame(*frame_of(simulation))),
                    ContainsSubstring("out of turn"));
  const auto refused = [&](const std::string& reason, const auto& change) {
    Frame frame = *frame_of(simulation);
    change(frame);
    CHECK_THROWS_WITH(fresh().decode(encode_frame(frame)),
                      ContainsSubstring("host: frame") && ContainsSubstring(reason));
  };
  refused("channels", [](Frame& f) { f.channels.pop_back(); });
  refused("a list of", [](Frame& f) { f.channels.push_back(0.0); });
  refused("not finite", [](Frame& f) { f.channels[3] = std::nan(""); });
  refused("not finite", [](Frame& f) { f.time = HUGE_VAL; });
  refused("a time from 0", [](Frame& f) { f.time = 1e6; });
  refused("forces", [](Frame& f) { f.contact_forces.pop_back(); });
  refused("not finite", [](Frame& f) { f.contact_forces[0].force.x() = std::nan(""); });
  refused("negative step", [](Frame& f) { f.step = -1; });
  LinkBytes longer = encode_frame(*frame_of(simulation));
  longer.push_back(0);
  CHECK_THROWS_WITH(fresh().decode(longer), ContainsSubstring("1 bytes too many"));
  LinkDecoder decoder = fresh();
  decoder.decode(encode_frame(*frame_of(simulation)));
  CHECK_THROWS_WITH(decoder.decode(encode_frame(*frame_of(simulation))), ContainsSubstring("a later time"));
}
