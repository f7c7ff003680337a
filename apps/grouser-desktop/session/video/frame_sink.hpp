// SPDX-License-Identifier: BSD-3-Clause
// Output of the pictures of a video: an MP4 by Debian's ffmpeg, or PNG files in a folder.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "grouser/base/output_files.hpp"
#include "hal/image.hpp"

namespace grouser::desktop {

class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// Adds the next picture, which has the size of the VideoFormat. Throws RunError.
  virtual void add(const Image& picture) = 0;
  /// Gives the finished video its name; without this call nothing is left of it. Throws RunError.
  virtual void finish() = 0;
  /// A note for the user beside the name of the video; "" for none.
  virtual std::string note() const { return ""; }
};

struct VideoFormat {
  int width = 1280, height = 720;  ///< pixels, even numbers
  int fps = 30;
};

/// An MP4 with H.264, by which check_outputs() knows our own again.
FileKind video_kind();

/// A sink for an MP4 at `path` by ffmpeg or, without ffmpeg, for frame_00000.png ... in the folder
/// "NAME_frames" beside it. Throws InputError (that folder is there and not empty, the place cannot be
/// written) or RunError.
std::unique_ptr<FrameSink> make_video_sink(const std::filesystem::path& path, const VideoFormat& format);

}  // namespace grouser::desktop
