// SPDX-License-Identifier: BSD-3-Clause
// Keeps the grounds that were read last, within a number and a size, for programs that load many worlds of
// one scenario. Threads may share a store.
#include "grouser/simulation/build/ground_store.hpp"

#include <algorithm>

#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostGrounds = 8;
constexpr std::size_t kMostKeptBytes = std::size_t{1} << 30;  // of all but the newest

/// Approximate memory of a ground, bytes.
std::size_t bytes_of(const ReadGround& ground) {
  constexpr std::size_t kCellBytes = 5, kShapeBytes = 4000;  // a rock has about 12 corners and 20 faces
  const Heightfield* field = ground.terrain->heightfield();
  return (field ? field->spec().offsets.size() * kCellBytes : 0) +
         ground.terrain->shapes().size() * kShapeBytes;
}

}  // namespace

std::shared_ptr<const ReadGround> GroundStore::find(const std::string& said) {
  const std::lock_guard held(mutex_);
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.first == said; });
  if (found == kept_.end()) return nullptr;
  // The ground in use becomes the newest.
  std::rotate(found, found + 1, kept_.end());
  return kept_.back().second;
}

void GroundStore::keep(const std::string& said, std::shared_ptr<const ReadGround> ground) {
  const std::lock_guard held(mutex_);
  std::erase_if(kept_, [&](const Kept& one) { return one.first == said; });
  kept_.emplace_back(said, std::move(ground));
  give_up_oldest();
}

void GroundStore::give_up_oldest() {
  // Count back from the newest, which stays whatever its size.
  std::size_t bytes = 0, kept = 1;
  while (kept < kept_.size() && kept < kMostGrounds) {
    bytes += bytes_of(*kept_[kept_.size() - 1 - kept].second);
    if (bytes > kMostKeptBytes) break;
    ++kept;
  }
  kept_.erase(kept_.begin(), kept_.end() - static_cast<std::ptrdiff_t>(kept));
}

}  // namespace grouser
