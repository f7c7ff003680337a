// SPDX-License-Identifier: BSD-3-Clause
// Hand-over between two threads without a lock: a slot that holds the newest message, and a short queue of
// commands.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace grouser {

/// One message at most. Either side may take it out; whoever has it owns it.
template <class T>
class Mailbox {
 public:
  Mailbox() = default;
  ~Mailbox() { delete slot_.exchange(nullptr); }
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  std::unique_ptr<T> take() { return std::unique_ptr<T>(slot_.exchange(nullptr, std::memory_order_acq_rel)); }
  /// The writer takes back data that were not fetched, merges them, and puts the sum: nothing is lost.
  void put(std::unique_ptr<T> message) {
    delete slot_.exchange(message.release(), std::memory_order_acq_rel);
  }

 private:
  std::atomic<T*> slot_{nullptr};
};

/// First in, first out, for one writing and one reading thread.
template <class T, std::size_t kCapacity = 64>
class CommandQueue {
 public:
  /// False if the queue is full: the command is dropped.
  bool push(T command) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    const std::size_t next = (tail + 1) % kCapacity;
    if (next == head_.load(std::memory_order_acquire)) return false;
    ring_[tail] = std::move(command);
    tail_.store(next, std::memory_order_release);
    return true;
  }
  std::optional<T> pop() {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    T command = std::move(ring_[head]);
    head_.store((head + 1) % kCapacity, std::memory_order_release);
    return command;
  }

 private:
  std::array<T, kCapacity> ring_{};
  std::atomic<std::size_t> head_{0}, tail_{0};
};

}  // namespace grouser
