// SPDX-License-Identifier: BSD-3-Clause
// Pictures of scenarios on the graphics card, read when they are first wanted, one in each picture of the
// window.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace grouser::desktop {

class Thumbnails {
 public:
  /// `folder`: of pictures named ID.png.
  explicit Thumbnails(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ~Thumbnails();
  Thumbnails(const Thumbnails&) = delete;
  Thumbnails& operator=(const Thumbnails&) = delete;

  /// Must be called before each picture of the window, also if it shows none: allows one more to be read.
  void begin_picture() { may_read_ = true, waiting_ = false; }
  /// The texture of a scenario's picture; 0: there is none, or it is yet to be read.
  std::uintptr_t of(const std::string& id);
  /// Some that the last picture wanted are yet to be read.
  bool waiting() const { return waiting_; }

 private:
  std::filesystem::path folder_;
  std::map<std::string, unsigned> textures_;  // 0: there is no picture
  bool may_read_ = false, waiting_ = false;
};

/// Folder of the pictures of the scenarios that came with the program.
std::filesystem::path scenario_pictures();

}  // namespace grouser::desktop
