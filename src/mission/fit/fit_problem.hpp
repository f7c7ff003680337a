// SPDX-License-Identifier: BSD-3-Clause
// Data and models as numbers: every measured value is an entry with its group (file and channel), whose
// noise it shares.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "campaign/journal_file.hpp"
#include "grouser/math/types.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/mission/fit/forward_model.hpp"

namespace grouser {

/// One measured value with its place and its uncertainty.
struct FitEntry {
  std::size_t row = 0;  ///< of all files
  std::size_t group = 0;
  std::size_t channel = 0;
  double measured = 0.0;
  double sigma = kUnset;  ///< from the file
  double weight = 1.0;
  bool held = false;
};

/// The values of one channel of one file.
struct FitGroup {
  std::size_t set = 0, channel = 0;
  bool known = false;   ///< the file has the uncertainty of all its values
  double spread = 0.0;  ///< largest less least measured value, or the largest absolute one
};

/// One row with its place.
struct PlacedRow {
  std::size_t set = 0;
  const FitRow* row = nullptr;
};

/// Predicts all entries at points of the keys; safe to call from several threads.
class FitProblem {
 public:
  FitProblem(std::vector<MeasuredSet> sets, std::vector<FitKey> keys, const FitBase& base);
  FitProblem(const FitProblem&) = delete;
  FitProblem& operator=(const FitProblem&) = delete;

  const std::vector<MeasuredSet>& sets() const { return sets_; }
  const std::vector<FitKey>& keys() const { return keys_; }
  const std::vector<FitEntry>& entries() const { return entries_; }
  const std::vector<FitGroup>& groups() const { return groups_; }
  const std::vector<PlacedRow>& rows() const { return rows_; }
  const FitBase& base() const { return base_; }
  bool costly() const { return costly_; }
  Eigen::Index size() const { return static_cast<Eigen::Index>(keys_.size()); }

  /// Keeps what costly models found in a journal, and takes what it already holds.
  void keep_in(const std::filesystem::path& journal, const JournalJson& head);

  /// Predictions of all entries at each point (numbers from 0 to 1 per key), NaN where there is none or the
  /// row is not `wanted` (one per row). Costly rows run side by side. Throws Interrupted.
  std::vector<VecX> predict(const std::vector<VecX>& points, const std::vector<char>& wanted,
                            const JobOptions& jobs) const;
  /// The same of one point, on the caller's thread.
  VecX predict_here(const VecX& point, const std::vector<char>& wanted) const;
  /// A row that was not measured, by a cheap model of a file's kind; empty: the model has no value there.
  VecX predict_row(std::size_t set, const VecX& point, const FitRow& row) const;

  std::vector<char> all_rows() const { return std::vector<char>(rows_.size(), 1); }
  std::vector<char> fitted_rows() const;
  std::vector<double> values(const VecX& point) const;

 private:
  using PieceKey = std::vector<double>;  // values of the keys, then the piece
  void list_entries();
  void predict_piece(std::size_t piece, const VecX& point, const std::function<bool()>& cancelled,
                     VecX& out) const;
  std::vector<double> run_piece(std::size_t piece, const VecX& point,
                                const std::function<bool()>& cancelled) const;

  std::vector<MeasuredSet> sets_;
  std::vector<FitKey> keys_;
  FitBase base_;
  std::vector<std::unique_ptr<ForwardModel>> models_,
      quick_;  // quick: by the law bekker where the own one is costly
  std::vector<PlacedRow> rows_;
  std::vector<FitEntry> entries_;
  std::vector<std::size_t> first_entry_;          // of each row, and the end
  std::vector<std::vector<std::size_t>> pieces_;  // rows of each
  std::vector<FitGroup> groups_;
  bool costly_ = false;
  mutable std::mutex mutex_;  // protects the two below
  mutable std::map<PieceKey, std::vector<double>> memo_;
  std::unique_ptr<JournalFile> journal_;
};

}  // namespace grouser
