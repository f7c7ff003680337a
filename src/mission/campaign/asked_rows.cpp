// SPDX-License-Identifier: BSD-3-Clause
// Answers an estimate's rows from the store where they are known and runs the others in worker processes.
// All results stay in memory by row number; the store is read once, when the object is made.
#include "grouser/mission/campaign/asked_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Place of the column with this name and kind; the number of columns where there is none.
std::size_t place_of(const std::vector<RowColumn>& columns, const std::string& name, bool text) {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const RowColumn& column) {
    return column.text == text && column.name == name;
  });
  return static_cast<std::size_t>(found - columns.begin());
}

/// The cell of a record at a place among all columns; `none` where the place is at the end of them. Numbers
/// and texts of a record are separate lists, so the columns of one kind before the place are counted.
template <class Cell>
Cell cell_of(const std::vector<RowColumn>& columns, const std::vector<Cell>& cells, std::size_t at, bool text,
             Cell none) {
  if (at == columns.size()) return none;
  return cells[static_cast<std::size_t>(
      std::count_if(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(at),
                    [&](const RowColumn& column) { return column.text == text; }))];
}

}  // namespace

AskedRows::AskedRows(const Campaign& campaign, RowStore& store, const std::string& metric,
                     std::function<double()> now, WorkerOptions options)
    : campaign_(campaign), store_(store), now_(std::move(now)), options_(std::move(options)) {
  const auto& columns = campaign.identity().columns;
  number_at_ = metric.empty() ? columns.size() : column_named(columns, metric, false, "metric");
  status_at_ = place_of(columns, "status", true);
  verdict_at_ = place_of(columns, "verdict", true);
  // Rows of an earlier run: the first column is their number.
  store.each_shard([&](const Table& table) {
    const auto number = [&](std::size_t at, std::size_t k) {
      return at == columns.size() ? std::nan("") : std::get<std::vector<double>>(table.columns[at].cells)[k];
    };
    const auto text = [&](std::size_t at, std::size_t k) {
      return at == columns.size() ? std::string()
                                  : std::get<std::vector<std::string>>(table.columns[at].cells)[k];
    };
    for (std::size_t k = 0; k < table.row_count(); ++k)
      take(static_cast<std::uint64_t>(number(0, k)), text(status_at_, k), number(number_at_, k),
           text(verdict_at_, k));
  });
}

void AskedRows::take(std::uint64_t row, const std::string& status, double number,
                     const std::string& verdict) {
  if (row >= results_.size()) results_.resize(row + 1);
  results_[row] = {true, status == "completed", number, verdict};
}

std::vector<AskedResult> AskedRows::answer(std::uint64_t first, std::uint64_t count, const Planner& planned) {
  const std::uint64_t last = first + count;
  // The store has room for the rows that the estimate was expected to need at most.
  if (last > store_.rows())
    throw InputError("estimate", fmt::format("{} rows asked for", last),
                     fmt::format("at most {}: a metric that moves on towards its limit", store_.rows()));
  if (results_.size() < last) results_.resize(last);
  const RowJob job{
      .run =
          [&](std::uint64_t row, const RowProgress& progress) {
            RunOptions run;
            run.now = now_;
            run.progress = [&](double seconds, double total) { progress(seconds / total); };
            return campaign_.run_planned(row, planned(row), run);
          },
      .crashed = [&](std::uint64_t row,
                     const std::string& why) { return campaign_.crashed_planned(row, planned(row), why); },
      .done =
          [&](const RowRecord& record) {
            const auto& columns = campaign_.identity().columns;
            take(record.row, cell_of(columns, record.texts, status_at_, true, std::string()),
                 cell_of(columns, record.numbers, number_at_, false, std::nan("")),
                 cell_of(columns, record.texts, verdict_at_, true, std::string()));
            store_.add(record);
          }};
  // Only rows without a result are run; each is stored as soon as it is done.
  const auto wanted = [&](std::uint64_t row) { return !results_[row].known; };
  if (!run_in_workers(first, last, wanted, job, options_))
    throw Interrupted("with rows to do; the same command goes on from here");
  return {results_.begin() + static_cast<std::ptrdiff_t>(first),
          results_.begin() + static_cast<std::ptrdiff_t>(last)};
}

}  // namespace grouser
