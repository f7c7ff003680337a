// SPDX-License-Identifier: BSD-3-Clause
// Data and models of a fit: every measured value becomes an entry of a group; predictions run row by row on
// the caller's thread, or piece by piece in parallel where a row takes long. Pieces that were run are
// remembered, and kept in a journal if there is one.
#include "fit/fit_problem.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

const JournalKind kFitJournal{"grouser fit journal 1", "a fit", "fit", "this file moved away"};

}  // namespace

FitProblem::FitProblem(std::vector<MeasuredSet> sets, std::vector<FitKey> keys, const FitBase& base)
    : sets_(std::move(sets)), keys_(std::move(keys)), base_(base) {
  check_fit_keys(keys_);
  if (sets_.empty()) throw InputError("data", "no file", "one or more CSV files of measured data");
  // A costly wheel has a cheap model by the law bekker, for the choice of further tests.
  FitBase by_arc = base_;
  by_arc.law = SoilLaw::bekker;
  for (const MeasuredSet& set : sets_) {
    models_.push_back(make_forward_model(set, keys_, base_));
    const bool costly = models_.back()->costly();
    costly_ = costly_ || costly;
    const bool has_quick = costly && set.kind == FitKind::wheel;
    quick_.push_back(has_quick ? make_forward_model(set, keys_, by_arc) : nullptr);
  }
  list_entries();
}

/// Lists rows, pieces, groups and entries. A piece is a row, or all rows of a model that does them at once.
void FitProblem::list_entries() {
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    const MeasuredSet& set = sets_[s];
    const std::size_t first_group = groups_.size();
    for (const std::size_t channel : set.channels)
      groups_.push_back({.set = s, .channel = channel, .known = true});
    if (models_[s]->whole()) pieces_.emplace_back();
    for (const FitRow& row : set.rows) {
      if (!models_[s]->whole()) pieces_.emplace_back();
      pieces_.back().push_back(rows_.size());
      first_entry_.push_back(entries_.size());
      for (std::size_t c = 0; c < set.channels.size(); ++c) {
        const std::size_t channel = set.channels[c];
        if (!std::isfinite(row.measured[channel])) continue;
        entries_.push_back({.row = rows_.size(),
                            .group = first_group + c,
                            .channel = channel,
                            .measured = row.measured[channel],
                            .sigma = row.sigma[channel],
                            .weight = set.weight,
                            .held = row.held});
        // One value without uncertainty makes the noise of its group unknown.
        if (std::isnan(row.sigma[channel])) groups_[first_group + c].known = false;
      }
      rows_.push_back({.set = s, .row = &row});
    }
  }
  first_entry_.push_back(entries_.size());
  // The span of each group's values, as a scale of its noise.
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    double low = 1e300, high = -1e300, largest = 0.0;
    for (const FitEntry& e : entries_)
      if (e.group == g)
        low = std::min(low, e.measured), high = std::max(high, e.measured),
        largest = std::max(largest, std::fabs(e.measured));
    groups_[g].spread = high > low ? high - low : largest > 0.0 ? largest : 1.0;
  }
}

std::vector<char> FitProblem::fitted_rows() const {
  std::vector<char> wanted;
  for (const PlacedRow& row : rows_) wanted.push_back(row.row->held ? 0 : 1);
  return wanted;
}

std::vector<double> FitProblem::values(const VecX& point) const {
  return fit_values(keys_, {point.data(), static_cast<std::size_t>(point.size())});
}

void FitProblem::keep_in(const std::filesystem::path& path, const JournalJson& head) {
  const auto difference = [&](const JournalJson& found) -> std::string {
    for (const auto& [key, value] : head.items())
      if (!found.contains(key) || found.at(key) != value) return key;
    return "";
  };
  const auto take = [&](const JournalJson& row) {
    memo_[row.at("at").get<std::vector<double>>()] = [&] {
      std::vector<double> out;
      for (const JournalJson& value : row.at("out")) out.push_back(journal_number(value));
      return out;
    }();
  };
  JournalJson named = head;
  named["format"] = kFitJournal.format;
  journal_ = std::make_unique<JournalFile>(path, kFitJournal, named, difference, take);
}

/// All channels of all rows of a piece, one row after the other; NaN where the model has no value.
std::vector<double> FitProblem::run_piece(std::size_t piece, const VecX& point,
                                          const std::function<bool()>& cancelled) const {
  const std::vector<std::size_t>& rows = pieces_[piece];
  const ForwardModel& model = *models_[rows_[rows.front()].set];
  std::vector<double> out(rows.size() * kFitChannels, kUnset);
  const RowModel at = model.at(values(point), cancelled);
  if (!at) return out;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::span<double> channels{out.data() + k * kFitChannels, kFitChannels};
    if (!at(*rows_[rows[k]].row, channels)) std::fill(channels.begin(), channels.end(), kUnset);
  }
  return out;
}

/// Predictions of a piece's entries at a point: remembered, or run, remembered and appended to the journal.
void FitProblem::predict_piece(std::size_t piece, const VecX& point, const std::function<bool()>& cancelled,
                               VecX& out) const {
  PieceKey key = values(point);
  key.push_back(static_cast<double>(piece));
  std::vector<double> found;
  {
    const std::lock_guard held(mutex_);
    if (const auto known = memo_.find(key); known != memo_.end()) found = known->second;
  }
  if (found.empty()) {
    found = run_piece(piece, point, cancelled);
    const std::lock_guard held(mutex_);
    if (journal_) journal_->append({{"at", key}, {"out", found}});
    memo_[key] = found;
  }
  // Channels of each row to its entries.
  for (std::size_t k = 0; k < pieces_[piece].size(); ++k) {
    const std::size_t row = pieces_[piece][k];
    for (std::size_t e = first_entry_[row]; e < first_entry_[row + 1]; ++e)
      out[static_cast<Eigen::Index>(e)] = found[k * kFitChannels + entries_[e].channel];
  }
}

std::vector<VecX> FitProblem::predict(const std::vector<VecX>& points, const std::vector<char>& wanted,
                                      const JobOptions& jobs) const {
  std::vector<VecX> predictions;
  if (!costly_) {
    for (const VecX& point : points) predictions.push_back(predict_here(point, wanted));
    return predictions;
  }
  // Pieces with at least one wanted row.
  std::vector<std::size_t> asked;
  for (std::size_t p = 0; p < pieces_.size(); ++p)
    if (std::any_of(pieces_[p].begin(), pieces_[p].end(), [&](std::size_t r) { return wanted[r] != 0; }))
      asked.push_back(p);
  predictions.assign(points.size(), VecX::Constant(static_cast<Eigen::Index>(entries_.size()), kUnset));
  const JobOptions each{.threads = jobs.threads, .cancelled = jobs.cancelled, .progress = {}};
  std::size_t done = 0;
  std::mutex counting;
  run_jobs(points.size() * asked.size(), each, [&](std::size_t job, const JobContext& context) {
    predict_piece(asked[job % asked.size()], points[job / asked.size()], context.cancelled,
                  predictions[job / asked.size()]);
    const std::lock_guard held(counting);
    ++done;
  });
  // Jobs that were not started: the fit was cancelled.
  if (done < points.size() * asked.size()) throw Interrupted("while data were fitted");
  return predictions;
}

VecX FitProblem::predict_here(const VecX& point, const std::vector<char>& wanted) const {
  // NaN stays where a row is not wanted or has no value.
  VecX out = VecX::Constant(static_cast<Eigen::Index>(entries_.size()), kUnset);
  const std::vector<double> at = values(point);
  std::array<double, kFitChannels> channels{};
  std::size_t row = 0;
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    const RowModel model = models_[s]->at(at, {});
    for (const FitRow& measured : sets_[s].rows) {
      const std::size_t r = row++;
      if (!wanted[r] || !model) continue;
      channels.fill(kUnset);
      if (!model(measured, channels)) continue;
      for (std::size_t e = first_entry_[r]; e < first_entry_[r + 1]; ++e)
        out[static_cast<Eigen::Index>(e)] = channels[entries_[e].channel];
    }
  }
  return out;
}

VecX FitProblem::predict_row(std::size_t set, const VecX& point, const FitRow& row) const {
  const ForwardModel* model = quick_[set] ? quick_[set].get() : models_[set].get();
  if (model->costly()) return {};
  const RowModel at = model->at(values(point), {});
  std::array<double, kFitChannels> channels{};
  channels.fill(kUnset);
  if (!at || !at(row, channels)) return {};
  VecX out(static_cast<Eigen::Index>(sets_[set].channels.size()));
  for (std::size_t c = 0; c < sets_[set].channels.size(); ++c)
    out[static_cast<Eigen::Index>(c)] = channels[sets_[set].channels[c]];
  return out;
}

}  // namespace grouser
