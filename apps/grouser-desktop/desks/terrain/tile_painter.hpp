// SPDX-License-Identifier: BSD-3-Clause
// Paints the visible pieces of a map at the resolution of the screen, in a thread of its own. The window asks
// for missing pieces and fetches finished ones; neither waits for the other.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "desks/terrain/height_source.hpp"
#include "session/jobs/latest_job.hpp"
#include "view/maps/height_picture.hpp"
#include "view/maps/map_tile.hpp"

namespace grouser::desktop {

/// One map that a painter can paint; opened in its thread.
struct TileLayer {
  std::function<std::unique_ptr<HeightSource>()> open;
  std::shared_ptr<const std::vector<std::uint8_t>> fates = {};  ///< drawn over it, one per cell; null: none
};

/// Paints the newest list of tiles in a thread of its own; sources are opened by the thread when a layer is
/// first painted.
class TilePainter {
 public:
  /// `tell`: called by the painter's thread when take() would find something. Ends within the time that one
  /// strip of the map takes to read.
  TilePainter(std::vector<TileLayer> layers, const HeightScale& scale, std::function<void()> tell = {});
  ~TilePainter() { end(); }

  /// Tiles to be painted now, most wanted first; they replace those that were wanted before.
  void want(std::vector<TileKey> keys) { job_.ask(std::move(keys)); }
  /// Tiles painted since the last call.
  std::vector<PaintedTile> take();
  /// The reason why a tile could not be read; empty: nothing is wrong. Valid once take() returns nothing
  /// more.
  const std::string& failure() const { return failure_; }
  /// Paints nothing more; the thread ends soon.
  void end();
  bool ended() const { return job_.ended(); }

 private:
  struct Painted {
    std::vector<PaintedTile> tiles;
    std::string failure;
  };
  using Job = LatestJob<std::vector<TileKey>, Painted>;
  void paint_wanted(const std::vector<TileKey>& keys, const Job::Asker& asker);
  PaintedTile paint(const TileKey& key);

  std::vector<TileLayer> layers_;
  HeightScale scale_;
  std::string failure_;
  std::atomic<bool> stop_{false};
  std::vector<std::unique_ptr<HeightSource>> sources_;  // of the thread
  Job job_;                                             // last: its thread ends first
};

}  // namespace grouser::desktop
