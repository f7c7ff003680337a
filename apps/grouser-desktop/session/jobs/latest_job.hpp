// SPDX-License-Identifier: BSD-3-Clause
// Questions that a thread answers beside the window: of several that wait, only the newest is answered.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace grouser::desktop {

template <class Question, class Answer>
class LatestJob {
 public:
  /// The side of the one who asks, as the work sees it.
  class Asker {
   public:
    explicit Asker(LatestJob& job) : job_(job) {}
    /// Something newer is asked for, or nothing at all any more: the work may end without an answer.
    bool is_gone() const { return job_.stop_ || job_.anew_; }
    /// Whether no answer at all is wanted any more; a newer question does not count.
    bool has_left() const { return job_.stop_; }
    /// Reports the share that is done, 0 to 1; negative: not known.
    void report(double part) const { job_.part_ = part; }
    /// An answer: the last one, or one that a better one follows.
    void answer(Answer answer) const {
      change([&](Answer& waiting) { waiting = std::move(answer); });
    }
    /// Adds to what waits to be taken, which begins as Answer{}.
    template <class Change>
    void change(Change change) const {
      {
        const std::lock_guard lock(job_.mutex_);
        if (job_.dropped_) return;
        if (!job_.answer_) job_.answer_ = std::make_shared<Answer>();
        change(*job_.answer_);
      }
      if (job_.tell_) job_.tell_();
    }

   private:
    LatestJob& job_;
  };
  /// Throws nothing: a failure is a kind of answer.
  using Work = std::function<void(const Question&, const Asker&)>;

  /// `tell`: called by the thread when there is an answer.
  explicit LatestJob(Work work, std::function<void()> tell = {})
      : work_(std::move(work)), tell_(std::move(tell)), thread_([this] { run(); }) {}
  /// Calls end() and waits for the thread.
  ~LatestJob() {
    end();
    thread_.join();
  }
  LatestJob(const LatestJob&) = delete;
  LatestJob& operator=(const LatestJob&) = delete;

  void ask(Question question) {
    {
      const std::lock_guard lock(mutex_);
      question_ = std::move(question);
      anew_ = pending_ = true;
    }
    wake_.notify_one();
  }
  /// Nothing that was asked is wanted any more. Does not wait.
  void cancel() {
    const std::lock_guard lock(mutex_);
    question_.reset();
    answer_.reset();
    anew_ = dropped_ = true;
    pending_ = false;
  }
  /// Answers nothing more; the thread ends soon.
  void end() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_one();
  }
  bool ended() const { return ended_; }
  /// The newest answer, once, or null.
  std::shared_ptr<Answer> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(answer_, nullptr);
  }
  /// Whether an answer is still to come.
  bool working() const { return pending_; }
  double progress() const { return part_; }

 private:
  void run() {
    while (const auto question = next()) {
      work_(*question, Asker(*this));
      part_ = -1.0;
      const std::lock_guard lock(mutex_);
      pending_ = question_.has_value();
    }
    ended_ = true;
  }
  /// Waits for it; nothing: the thread is to end.
  std::optional<Question> next() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stop_ || question_; });
    if (stop_) return std::nullopt;
    anew_ = dropped_ = false;
    return std::exchange(question_, std::nullopt);
  }

  Work work_;
  std::function<void()> tell_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Question> question_;  // guarded
  std::shared_ptr<Answer> answer_;    // guarded
  bool dropped_ = false;              // guarded: what is worked at is not wanted
  std::atomic<bool> stop_{false}, anew_{false}, pending_{false}, ended_{false};
  std::atomic<double> part_{-1.0};
  std::thread thread_;  // last: starts when all else is ready
};

}  // namespace grouser::desktop
