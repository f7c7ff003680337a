// SPDX-License-Identifier: BSD-3-Clause
// Paints the visible pieces of a map at the resolution of the screen, in a thread of its own. The window tells what
// it lacks and fetches what is ready; neither waits for the other.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "common/mailbox.hpp"
#include "desks/terrain/height_source.hpp"
#include "session/run/wake_signal.hpp"
#include "view/maps/height_picture.hpp"
#include "view/maps/map_tile.hpp"

namespace grouser::desktop {

/// One map that a painter can paint; opened in its thread.
struct TileLayer {
  std::function<std::unique_ptr<HeightSource>()> open;
  std::shared_ptr<const std::vector<std::uint8_t>> fates = {};  ///< drawn over it, one a cell; null: none
};

class TilePainter {
 public:
  /// `tell`: called by the painter's thread when take() would find something.
  TilePainter(std::vector<TileLayer> layers, const HeightScale& scale, std::function<void()> tell = {});
  /// end(), and waits for it: no longer than one strip of the map takes to read.
  ~TilePainter();
  TilePainter(const TilePainter&) = delete;
  TilePainter& operator=(const TilePainter&) = delete;

  /// What is to be painted now, most wanted first; what was wanted before no longer counts.
  void want(std::vector<TileKey> keys);
  /// What was painted since the last call.
  std::vector<PaintedTile> take();
  /// Why a tile could not be read; empty: nothing is wrong. After take() has returned nothing more.
  std::string failure() const { return failed_ ? failure_ : ""; }
  /// Paints nothing more; the thread ends soon.
  void end();
  bool ended() const { return ended_; }

 private:
  void run();
  void paint_wanted(std::vector<TileKey> keys);
  PaintedTile paint(const TileKey& key);
  void publish(PaintedTile tile);

  std::vector<TileLayer> layers_;
  HeightScale scale_;
  std::function<void()> tell_;
  Mailbox<std::vector<TileKey>> wanted_;
  Mailbox<std::vector<PaintedTile>> painted_;
  WakeSignal wake_;
  std::atomic<bool> stop_{false}, failed_{false}, ended_{false};
  std::string failure_;                                 // before failed_ is set
  std::vector<std::unique_ptr<HeightSource>> sources_;  // of the thread
  std::thread thread_;                                  // last: starts when all else is ready
};

}  // namespace grouser::desktop
