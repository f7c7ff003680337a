// SPDX-License-Identifier: BSD-3-Clause
// Frames, peaks between them, and commands that wait to be written.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "run_columns.hpp"
#include "run_layout.hpp"

namespace grouser {

/// Frames. The numbers of each channel are together, as the file requires. The stride is not a power of two:
/// otherwise the numbers of a frame would all fall into the same few sets of the cache.
class FrameBuffer {
 public:
  FrameBuffer(std::size_t channels, std::size_t capacity)
      : capacity_(capacity), stride_(capacity + kPadding), values_(channels * stride_) {
    for (auto* column : {&step_, &state_hash_, &row_hash_}) column->resize(capacity);
    time_.resize(capacity);
  }

  void append(double time, std::uint64_t step, std::span<const double> values, std::uint64_t state_hash) {
    run_layout::RowHasher hasher(time, step, state_hash);
    double* place = values_.data() + size_;
    for (const double value : values) {
      hasher.add(value);
      *place = value;
      place += stride_;
    }
    time_[size_] = time;
    step_[size_] = step;
    state_hash_[size_] = state_hash;
    row_hash_[size_] = hasher.value();
    ++size_;
  }

  void write_to(FrameColumns& columns) {
    columns.time.append(time_.data(), size_);
    columns.step.append(step_.data(), size_);
    columns.state_hash.append(state_hash_.data(), size_);
    columns.row_hash.append(row_hash_.data(), size_);
    for (std::size_t c = 0; c < columns.channels.size(); ++c)
      columns.channels[c].append(values_.data() + c * stride_, size_);
    size_ = 0;
  }

  bool is_full() const { return size_ == capacity_; }

 private:
  static constexpr std::size_t kPadding = 9;  // doubles: one cache line plus one
  std::size_t capacity_, stride_, size_ = 0;
  std::vector<double> values_, time_;
  std::vector<std::uint64_t> step_, state_hash_, row_hash_;
};

/// Peaks. Memory for all of them is there from the start.
class PeakBuffer {
 public:
  static constexpr std::size_t kCapacity = 4096;
  PeakBuffer() : time_(kCapacity), value_(kCapacity), channel_(kCapacity), hash_(kCapacity) {}

  void append(double time, std::uint32_t channel, double value) {
    time_[size_] = time;
    channel_[size_] = channel;
    value_[size_] = value;
    hash_[size_] = run_layout::peak_hash(time, channel, value);
    ++size_;
  }

  void write_to(PeakColumns& columns) {
    columns.time.append(time_.data(), size_);
    columns.channel.append(channel_.data(), size_);
    columns.value.append(value_.data(), size_);
    columns.hash.append(hash_.data(), size_);
    size_ = 0;
  }

  bool is_full() const { return size_ == kCapacity; }

 private:
  std::size_t size_ = 0;
  std::vector<double> time_, value_;
  std::vector<std::uint32_t> channel_;
  std::vector<std::uint64_t> hash_;
};

/// Commands from outside. Memory for all of them is there from the start.
class CommandBuffer {
 public:
  static constexpr std::size_t kCapacity = 512;
  explicit CommandBuffer(std::size_t columns)
      : columns_(columns),
        time_(columns > 0 ? kCapacity : 0),
        values_(columns * kCapacity),
        step_(time_.size()),
        hash_(time_.size()) {}

  void append(double time, std::uint64_t step, std::span<const double> values) {
    time_[size_] = time;
    step_[size_] = step;
    hash_[size_] = run_layout::command_hash(time, step, values);
    std::copy(values.begin(), values.end(), values_.begin() + static_cast<std::ptrdiff_t>(size_ * columns_));
    ++size_;
  }

  void write_to(CommandColumns& columns) {
    columns.time.append(time_.data(), size_);
    columns.step.append(step_.data(), size_);
    columns.values.append(values_.data(), size_);
    columns.hash.append(hash_.data(), size_);
    size_ = 0;
  }

  bool is_full() const { return size_ == kCapacity; }

 private:
  std::size_t columns_, size_ = 0;
  std::vector<double> time_, values_;
  std::vector<std::uint64_t> step_, hash_;
};

}  // namespace grouser
