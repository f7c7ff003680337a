// SPDX-License-Identifier: BSD-3-Clause
// The least and greatest values that a run file keeps between its frames.
#include <algorithm>
#include <array>

#include "run_reader_impl.hpp"

namespace grouser {

using hdf5::Failure;
namespace layout = run_layout;

// Peaks are written before the count of frames that makes them trusted: those up to the last such frame are
// whole. In a file that was left behind, the peaks end before the first one that did not reach the disk.
void RunReader::Impl::need_peaks() {
  if (peaks) return;
  std::vector<RunPeak> found;
  if (columns.peaks && commit.frames > 0) {
    auto& p = *columns.peaks;
    std::uint64_t rows = std::min({p.time.rows(), p.channel.rows(), p.value.rows(), p.hash.rows()});
    constexpr std::uint64_t kBytesPerPeak = 8 + 4 + 8 + 8;
    if (left_behind()) rows = std::min(rows, uncounted_bytes / kBytesPerPeak);
    if (rows > uncounted_bytes / kBytesPerPeak) throw Failure("more peaks than the file has bytes for");
    double end = 0.0;
    columns.frames.time.read(&end, commit.frames - 1, 1);
    const auto times = read_most<double>(p.time, rows), values = read_most<double>(p.value, rows);
    const auto channels = read_most<std::uint32_t>(p.channel, rows);
    const auto hashes = read_most<std::uint64_t>(p.hash, rows);
    rows = std::min({times.size(), values.size(), channels.size(), hashes.size()});
    for (std::uint64_t k = 0; k < rows && !(times[k] > end); ++k) {
      const bool good = layout::peak_hash(times[k], channels[k], values[k]) == hashes[k] &&
                        channels[k] < stored.channels.size() && std::isfinite(times[k]);
      if (!good && left_behind()) break;
      if (!good) throw Failure("peak " + std::to_string(k) + " that differs from its hash (damaged)");
      found.push_back({times[k], channels[k], values[k]});
    }
    std::stable_sort(found.begin(), found.end(), [](const RunPeak& a, const RunPeak& b) {
      return a.channel != b.channel ? a.channel < b.channel : a.time < b.time;
    });
  }
  peaks = std::move(found);
}

namespace {

/// A channel's part of all peaks.
std::span<const RunPeak> peaks_of(const std::vector<RunPeak>& all, std::size_t channel) {
  const auto [first, last] =
      std::equal_range(all.begin(), all.end(), RunPeak{0.0, channel, 0.0},
                       [](const RunPeak& a, const RunPeak& b) { return a.channel < b.channel; });
  return {first, last};
}

}  // namespace

bool RunReader::has_peaks() const {
  return impl_->guard([&] { return impl_->columns.peaks && impl_->columns.peaks->time.rows() > 0; });
}

bool RunReader::has_peaks(const std::string& channel) const {
  return !peaks_of(read_peaks(), channel_index(channel)).empty();
}

const std::vector<RunPeak>& RunReader::read_peaks() const {
  return *impl_->guard([&] {
    impl_->need_peaks();
    return &*impl_->peaks;
  });
}

ChannelCurve RunReader::read_curve(const std::string& name) const {
  const std::vector<double> times = read_times(), values = read_channel(name);
  const std::span<const RunPeak> peaks = peaks_of(read_peaks(), channel_index(name));
  auto peak = peaks.begin();
  ChannelCurve curve;
  for (std::size_t k = 0; k < times.size(); ++k) {
    for (; peak != peaks.end() && (k == 0 ? peak->time <= times[0] : peak->time < times[k]); ++peak) {
      if (k == 0) continue;  // the first frame's own value, which says that the channel is watched
      curve.times.push_back(peak->time);
      curve.values.push_back(peak->value);
    }
    curve.times.push_back(times[k]);
    curve.values.push_back(values[k]);
  }
  return curve;
}

}  // namespace grouser
