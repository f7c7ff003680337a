// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/terrain/memory/ground_memory.hpp"

#include <cmath>
#include <cstdlib>
#include <new>
#include <random>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "made_fields.hpp"

namespace {
long allocations = 0;
}
void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
// all of a family, or a sanitizer finds memory of one kind freed as another
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
// not inlined, or GCC 12 takes them for strangers to the new ones
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

using namespace grouser;

TEST_CASE("Untouched ground has no depth, a cell has what was put into it at its centre") {
  GroundMemory memory(0.02);
  CHECK(memory.depth(0.3, -0.7) == 0.0);
  memory.deposit(0.305, -0.705, 0.012);  // the cell from 0.30 to 0.32 and -0.72 to -0.70
  CHECK(memory.depth(0.31, -0.71) == Approx(0.012).margin(1e-15));
  // bilinear: half way to the next centre half of it, a quarter at the corner
  CHECK(memory.depth(0.32, -0.71) == Approx(0.006).margin(1e-15));
  CHECK(memory.depth(0.32, -0.70) == Approx(0.003).margin(1e-15));
  CHECK(memory.depth(0.33, -0.71) == Approx(0.0).margin(1e-15));
}

TEST_CASE("Depth only grows") {
  GroundMemory memory;
  memory.deposit(0.01, 0.01, 0.02);
  memory.deposit(0.01, 0.01, 0.01);
  memory.deposit(0.01, 0.01, -1.0);
  memory.deposit(0.01, 0.01, std::nan(""));
  CHECK(memory.depth(0.01, 0.01) == 0.02);
  memory.deposit(0.01, 0.01, 0.03);
  CHECK(memory.depth(0.01, 0.01) == 0.03);
}

TEST_CASE("Depth is continuous everywhere, across cells, tiles and the origin") {
  GroundMemory memory(0.02);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-1.0, 1.0), value(0.0, 0.05);
  for (int i = 0; i < 3000; ++i) memory.deposit(place(random), place(random), value(random));
  // the steepest a bilinear surface of heights up to 0.05 over 0.02 m can be is 2.5 per axis
  const double step = 1e-4;
  double last = memory.depth(-1.1, 0.013);
  for (double x = -1.1; x < 1.1; x += step) {
    const double z = memory.depth(x, 0.013 + 0.3 * x);
    if (x > -1.1) CHECK(std::fabs(z - last) <= 2.5 * 1.3 * step + 1e-15);
    last = z;
  }
}

TEST_CASE("Copies share nothing that either writes") {
  GroundMemory first;
  first.deposit(0.5, 0.5, 0.01);
  GroundMemory second = first;
  const std::uint64_t hash = first.hash();
  second.deposit(0.5, 0.5, 0.02);
  second.deposit(0.53, 0.5, 0.02);
  CHECK(first.depth(0.51, 0.51) == Approx(0.01).margin(1e-15));
  CHECK(first.hash() == hash);
  CHECK(second.hash() != hash);
  GroundMemory third = second;
  third.reserve_ahead(0.5, 0.5, 0.2);
  third.deposit(0.5, 0.5, 0.05);
  CHECK(second.depth(0.51, 0.51) == Approx(0.02).margin(1e-15));
}

TEST_CASE("The hash depends on what the ground remembers, not on how it came to") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-2.0, 2.0), value(0.001, 0.05);
  struct Deposit {
    double x, y, depth;
  };
  std::vector<Deposit> deposits;
  for (int i = 0; i < 500; ++i) deposits.push_back({place(random), place(random), value(random)});
  GroundMemory one, two, reserved;
  for (const Deposit& d : deposits) one.deposit(d.x, d.y, d.depth);
  std::shuffle(deposits.begin(), deposits.end(), random);
  reserved.reserve_ahead(0, 0, 3.0);
  for (const Deposit& d : deposits) {
    two.deposit(d.x, d.y, d.depth);
    reserved.deposit(d.x, d.y, d.depth);
  }
  CHECK(one.hash() == two.hash());
  CHECK(one.hash() == reserved.hash());
  CHECK(one.hash() != 0);

  GroundMemory rebuilt;
  for (TileKey key : one.all_tiles()) rebuilt.load_tile(key, one.tile_values(key));
  CHECK(rebuilt.hash() == one.hash());
  CHECK(rebuilt.depth(0.3, 0.4) == one.depth(0.3, 0.4));
  // loading again over what is there
  for (TileKey key : one.all_tiles()) rebuilt.load_tile(key, one.tile_values(key));
  CHECK(rebuilt.hash() == one.hash());
  CHECK(reserved.all_tiles() == one.all_tiles());
  CHECK(GroundMemory().hash() == 0);
}

TEST_CASE("Changed tiles are those written since the flags were cleared") {
  GroundMemory memory(0.02);
  memory.reserve_ahead(0.0, 0.0, 2.0);
  CHECK(memory.changed_tiles().empty());
  memory.deposit(0.1, 0.1, 0.01);
  memory.deposit(-0.1, 0.1, 0.01);
  CHECK(memory.changed_tiles() == std::vector<TileKey>{{-1, 0}, {0, 0}});
  memory.clear_changed();
  memory.deposit(0.1, 0.1, 0.005);  // less than there is: nothing written
  CHECK(memory.changed_tiles().empty());
  memory.deposit(0.1, 0.1, 0.02);
  CHECK(memory.changed_tiles() == std::vector<TileKey>{{0, 0}});
}

TEST_CASE("Touched ground is noticed from as far as its values reach") {
  GroundMemory memory(0.02);
  memory.reserve_ahead(0.0, 0.0, 5.0);
  CHECK_FALSE(memory.touched_near(0.0, 0.0, 1.0));  // reserved is not touched
  memory.deposit(0.635, 0.3, 0.01);                 // the last column of tile 0: reaches into tile 1
  CHECK(memory.depth(0.645, 0.31) > 0.0);
  CHECK(memory.touched_near(0.645, 0.31, 0.0));
  CHECK_FALSE(memory.touched_near(3.0, 3.0, 0.5));
}

TEST_CASE("Neither deposit on reserved ground nor depth allocates") {
  GroundMemory memory;
  memory.reserve_ahead(0.0, 0.0, 0.5);
  const long before = allocations;
  double sum = 0.0;
  for (double x = -0.4; x < 0.4; x += 0.01) {
    memory.deposit(x, 0.1, 0.01 + x * x);
    sum += memory.depth(x, 0.1);
    sum += memory.touched_near(x, 0.1, 0.2);
  }
  CHECK(allocations == before);
  CHECK(sum > 0.0);
}

TEST_CASE("The contact query allocates nothing") {
  const Terrain terrain = test::terrain_of(2.0, 0.25, [](double x, double y) { return 0.1 * x * y; },
                                           {test::box({-0.5, 0, 0}, {0.5, 0.5, 0.05})});
  const auto poses = test::poses_of(terrain);
  GroundMemory memory;
  for (double x = -0.2; x < 0.2; x += 0.01) memory.deposit(x, 0.0, 0.01);
  std::array<ArcContact, kMaxArcContacts> out;
  SphereContact sphere;
  int found = 0;
  const long before = allocations;
  for (double x = -0.5; x < 0.5; x += 0.01) {
    found += find_arc_contacts(terrain, memory, poses, {{x, 0.0, 0.13}, Vec3::UnitY(), 0.15}, out);
    found += find_sphere_contact(terrain, poses, {x, 0.0, 0.13}, 0.15, sphere);
  }
  CHECK(allocations == before);
  CHECK(found > 100);
}

TEST_CASE("Tiles that are none are refused") {
  GroundMemory memory;
  std::vector<double> values(GroundMemory::kTileCells * GroundMemory::kTileCells, 0.0);
  values[3] = -0.1;
  CHECK_THROWS_AS(memory.load_tile({0, 0}, values), InputError);
  values.pop_back();
  CHECK_THROWS_AS(memory.load_tile({0, 0}, values), InputError);
  CHECK(memory.all_tiles().empty());
  CHECK_THROWS_AS(GroundMemory(0.0), InputError);
}

TEST_CASE(
    "Single cells of several layers: what is written by cells is read by rectangles, and the other way "
    "round") {
  GroundMemory by_cells(0.02, 3), by_rects(0.02, 3);
  const MemoryRect rect{-7, 25, 40, 12};  // over six tiles
  std::mt19937 random(4);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  std::vector<int> cells;
  for (int k = 0; k < static_cast<int>(rect.size()); ++k)
    if (value(random) > 0.2) cells.push_back(k);
  std::vector<double> written[3];
  for (auto& layer : written)
    for (std::size_t i = 0; i < cells.size(); ++i) layer.push_back(value(random));
  TileHint hint;
  double* const layers[] = {written[0].data(), nullptr, written[2].data()};
  by_cells.scatter(rect, cells, layers, hint);
  for (const int l : {0, 2}) {
    std::vector<double> whole(rect.size(), 0.0);
    for (std::size_t i = 0; i < cells.size(); ++i) whole[cells[i]] = written[l][i];
    by_rects.write(l, rect, whole, hint);
  }
  CHECK(by_cells.hash() == by_rects.hash());
  CHECK(by_cells.all_tiles() == by_rects.all_tiles());
  CHECK(by_cells.all_tiles().size() == 6);

  std::vector<double> found[3];
  for (auto& layer : found) layer.resize(cells.size());
  double* const out[] = {found[0].data(), found[1].data(), found[2].data()};
  by_rects.gather(rect, cells, out, hint);
  CHECK(found[0] == written[0]);
  CHECK(found[1] == std::vector<double>(cells.size(), 0.0));
  CHECK(found[2] == written[2]);

  // a copy that is given the numbers it has shares its tiles and notes no change; one other number is another's ground
  GroundMemory copy = by_cells;
  copy.clear_changed();
  copy.scatter(rect, cells, layers, hint);
  CHECK(copy.changed_tiles().empty());
  written[2][5] += 0.5;
  copy.scatter(rect, cells, layers, hint);
  CHECK(copy.changed_tiles().size() == 1);
  CHECK(copy.hash() != by_cells.hash());
  CHECK(by_cells.hash() == by_rects.hash());
}
