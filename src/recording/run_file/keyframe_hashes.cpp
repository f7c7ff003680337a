// SPDX-License-Identifier: BSD-3-Clause
// Four chains advance together by as many numbers as the shortest of them has left in its tile; then
// finished chains give their place to waiting ones. The result is that of hashing each keyframe by itself.
#include "keyframe_hashes.hpp"

#include <algorithm>
#include <array>

#include "run_layout.hpp"

namespace grouser {
namespace {

using run_layout::KeyframeHasher;

constexpr std::size_t kLanes = 4;

/// One keyframe while it is hashed: its dynamics, then tile after tile.
class Chain {
 public:
  Chain(const HashedKeyframe& keyframe, std::size_t width)
      : hasher(keyframe.frame, keyframe.full, keyframe.dynamics.size()),
        keyframe_(keyframe),
        width_(width),
        run_(keyframe.dynamics) {
    go_on();
  }
  bool over() const { return run_.empty(); }
  std::size_t left() const { return run_.size(); }  // numbers until the next tile begins
  const double* numbers() const { return run_.data(); }
  void take(std::size_t count) {
    run_ = run_.subspan(count);
    go_on();
  }

  KeyframeHasher hasher;

 private:
  /// Begins the next tile where the present run of numbers has ended.
  void go_on() {
    while (run_.empty() && tile_ < keyframe_.i.size()) {
      hasher.begin_tile(keyframe_.i[tile_], keyframe_.j[tile_]);
      run_ = keyframe_.values.subspan(tile_++ * width_, width_);
    }
  }

  HashedKeyframe keyframe_;
  std::size_t width_, tile_ = 0;
  std::span<const double> run_;
};

/// Adds `count` numbers to each of the four hashes, which stay in registers meanwhile.
void add_side_by_side(const std::array<Chain*, kLanes>& lanes, std::size_t count) {
  KeyframeHasher a = lanes[0]->hasher, b = lanes[1]->hasher, c = lanes[2]->hasher, d = lanes[3]->hasher;
  const double *of_a = lanes[0]->numbers(), *of_b = lanes[1]->numbers(), *of_c = lanes[2]->numbers(),
               *of_d = lanes[3]->numbers();
  for (std::size_t k = 0; k < count; ++k) {
    a.add(of_a[k]);
    b.add(of_b[k]);
    c.add(of_c[k]);
    d.add(of_d[k]);
  }
  lanes[0]->hasher = a, lanes[1]->hasher = b, lanes[2]->hasher = c, lanes[3]->hasher = d;
}

}  // namespace

// A lane without a chain of its own repeats the first one's numbers, and both write the same hash.
std::vector<std::uint64_t> hash_keyframes(std::span<const HashedKeyframe> keyframes, std::size_t width) {
  std::vector<Chain> chains;
  chains.reserve(keyframes.size());
  for (const HashedKeyframe& keyframe : keyframes) chains.emplace_back(keyframe, width);
  std::vector<Chain*> busy;
  std::size_t next = 0;
  for (;;) {
    std::erase_if(busy, [](const Chain* chain) { return chain->over(); });
    for (; busy.size() < kLanes && next < chains.size(); ++next)
      if (!chains[next].over()) busy.push_back(&chains[next]);
    if (busy.empty()) break;
    // The shortest run bounds this step.
    const std::size_t count =
        (*std::min_element(busy.begin(), busy.end(), [](const Chain* x, const Chain* y) {
          return x->left() < y->left();
        }))->left();
    std::array<Chain*, kLanes> lanes;
    for (std::size_t k = 0; k < kLanes; ++k) lanes[k] = busy[k < busy.size() ? k : 0];
    add_side_by_side(lanes, count);
    for (Chain* chain : busy) chain->take(count);
  }
  std::vector<std::uint64_t> hashes;
  for (const Chain& chain : chains) hashes.push_back(chain.hasher.value());
  return hashes;
}

}  // namespace grouser
