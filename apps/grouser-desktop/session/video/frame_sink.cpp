// SPDX-License-Identifier: BSD-3-Clause
// Two sinks: ffmpeg reads raw RGB from a pipe and writes H.264 (libx264, CRF 18, yuv420p) to a temporary
// file, which gets its name at the end; without ffmpeg the pictures become PNG files in a folder that is
// renamed at the end. Nothing is left of a video that is not finished.
#include "session/video/frame_sink.hpp"

#include <fmt/format.h>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"
#include "hal/child_process.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;
constexpr const char* kVideoMark = "Grouser video";

/// The command line; "file:" keeps ffmpeg from reading a protocol out of the name.
std::vector<std::string> ffmpeg_command(const std::string& out, const VideoFormat& format) {
  return {"ffmpeg",      "-hide_banner",
          "-nostdin",    "-loglevel",
          "error",       "-y",
          "-f",          "rawvideo",
          "-pix_fmt",    "rgb24",
          "-video_size", fmt::format("{}x{}", format.width, format.height),
          "-framerate",  std::to_string(format.fps),
          "-i",          "pipe:0",
          "-c:v",        "libx264",
          "-preset",     "medium",
          "-crf",        "18",
          "-pix_fmt",    "yuv420p",
          "-movflags",   "+faststart",
          "-metadata",   std::string("comment=") + kVideoMark,
          "-f",          "mp4",
          "file:" + out};
}

/// Pictures piped to ffmpeg. A pipe that it closes means that it has failed.
class Mp4 final : public FrameSink {
 public:
  Mp4(std::unique_ptr<PendingFile> file, std::unique_ptr<ChildProcess> ffmpeg)
      : file_(std::move(file)), ffmpeg_(std::move(ffmpeg)) {}

  void add(const Image& picture) override {
    if (!ffmpeg_->write(picture.rgb.data(), picture.rgb.size())) fail(ffmpeg_->wait());
  }
  void finish() override {
    ffmpeg_->close_pipe();
    if (const int code = ffmpeg_->wait(); code != 0) fail(code);
    file_->commit();
  }

 private:
  [[noreturn]] void fail(int code) const {
    throw RunError(fmt::format("{}: ffmpeg could not write the video (exit code {}): {}",
                               file_->path().string(), code, shown_line(ffmpeg_->errors())));
  }

  std::unique_ptr<PendingFile> file_;
  std::unique_ptr<ChildProcess> ffmpeg_;  // ended before its file is removed
};

/// Numbered PNG files in "NAME_frames.part", renamed to "NAME_frames".
class PngSequence final : public FrameSink {
 public:
  PngSequence(const fs::path& video, int fps)
      : folder_(video.parent_path() / (video.stem().string() + "_frames")),
        growing_(folder_.string() + ".part"),
        video_(video),
        fps_(fps) {
    // An empty folder of that name may be replaced, a filled one not.
    std::error_code error;
    if (fs::exists(folder_, error) && !fs::is_empty(folder_, error))
      throw InputError(folder_.string(), "there already, and not empty",
                       "a free name: ffmpeg is not installed, so the pictures go into that folder");
    if (!fs::create_directory(growing_, error))
      throw InputError(growing_.string(), error ? error.message() : "there already", "a free name");
  }
  ~PngSequence() override {
    std::error_code ignored;
    if (!finished_) fs::remove_all(growing_, ignored);
  }
  PngSequence(const PngSequence&) = delete;
  PngSequence& operator=(const PngSequence&) = delete;

  void add(const Image& picture) override {
    write_png(growing_ / fmt::format("frame_{:05d}.png", count_++), picture);
  }
  void finish() override {
    std::error_code error;
    fs::rename(growing_, folder_, error);
    if (error) throw RunError(folder_.string() + ": " + error.message());
    finished_ = true;
  }
  std::string note() const override {
    return fmt::format(
        "ffmpeg is not installed: the {} pictures are in {}, and 'ffmpeg -framerate {} -i {}/frame_%05d.png "
        "{}' would make the video of them",
        count_, folder_.string(), fps_, folder_.string(), video_.string());
  }

 private:
  fs::path folder_, growing_, video_;
  int fps_;
  std::size_t count_ = 0;
  bool finished_ = false;
};

}  // namespace

FileKind video_kind() { return {{".mp4"}, "", kVideoMark}; }

std::unique_ptr<FrameSink> make_video_sink(const fs::path& path, const VideoFormat& format) {
  auto file = std::make_unique<PendingFile>(path);
  auto ffmpeg = ChildProcess::start(ffmpeg_command(file->temporary().string(), format), ChildPipe::input);
  if (ffmpeg) return std::make_unique<Mp4>(std::move(file), std::move(ffmpeg));
  return std::make_unique<PngSequence>(path, format.fps);
}

}  // namespace grouser::desktop
