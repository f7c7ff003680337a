// SPDX-License-Identifier: BSD-3-Clause
// Extremes of all watched channels between frames. Steps are collected in a block of kRows rows, and the
// block is reduced column by column; a peak is kept if a plot of the frames alone would not show it.
#include "peak_watch.hpp"

#include <algorithm>
#include <limits>

namespace grouser {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kShownShare = 1e-3;  // of a channel's range: less than a pixel of a plot
constexpr std::size_t kLanes = 8;     // channels are padded to so many

// NaN is neither lower nor higher.
double lower(double value, double low) { return value < low ? value : low; }
double higher(double value, double high) { return value > high ? value : high; }

/// Takes the least and greatest value of each column of kRows rows into the interval's, and notes the time of
/// each new one. Its loops have a fixed length and no branches, so that they become vector instructions.
void take_rows(const double* __restrict rows, std::size_t stride, double time, double* __restrict lows,
               double* __restrict low_times, double* __restrict highs, double* __restrict high_times) {
  for (std::size_t c = 0; c < stride; ++c) {
    double low = lows[c], high = highs[c];
    const double low_before = low, high_before = high;
    for (std::size_t row = 0; row < PeakWatch::kRows; ++row) {
      low = lower(rows[row * stride + c], low);
      high = higher(rows[row * stride + c], high);
    }
    low_times[c] = low < low_before ? time : low_times[c];
    high_times[c] = high > high_before ? time : high_times[c];
    lows[c] = low;
    highs[c] = high;
  }
}

}  // namespace

PeakWatch::PeakWatch(std::size_t channels)
    : channels_(channels),
      stride_((channels + kLanes - 1) / kLanes * kLanes),
      rows_(kRows * stride_),
      low_(stride_, kInfinite),
      high_(stride_, -kInfinite),
      low_times_(stride_),
      high_times_(stride_),
      before_(channels, std::numeric_limits<double>::quiet_NaN()),
      lowest_(channels, kInfinite),
      highest_(channels, -kInfinite) {}

void PeakWatch::look() {
  if (rows_used_ == 0) return;
  for (std::size_t row = rows_used_; row < kRows; ++row)  // rows without a step repeat the first one
    std::copy_n(rows_.data(), stride_, rows_.data() + row * stride_);
  take_rows(rows_.data(), stride_, time_, low_.data(), low_times_.data(), high_.data(), high_times_.data());
  rows_used_ = 0;
}

PeakWatch::Kept PeakWatch::judge(std::size_t c, double value) const {
  const double before = before_[c];
  // Without a value at both frames anything between them is a peak.
  const double low = lower(before, lower(value, kInfinite));
  const double high = higher(before, higher(value, -kInfinite));
  if (!(low_[c] < low) && !(high_[c] > high)) return {false, false};  // as most are
  // Peaks within a pixel of a plot are left out, unless they extend the range of the whole run.
  const double range = highest_[c] - lowest_[c];
  const double shown = range > 0.0 && range < kInfinite ? kShownShare * range : 0.0;
  return {low_[c] < low - shown || (low_[c] < low && low_[c] < lowest_[c]),
          high_[c] > high + shown || (high_[c] > high && high_[c] > highest_[c])};
}

// The frame's value belongs to both intervals beside it.
void PeakWatch::begin_interval(std::size_t c, double value) {
  lowest_[c] = lower(value, lower(low_[c], lowest_[c]));
  highest_[c] = higher(value, higher(high_[c], highest_[c]));
  low_[c] = kInfinite;
  high_[c] = -kInfinite;
  before_[c] = value;
}

}  // namespace grouser
