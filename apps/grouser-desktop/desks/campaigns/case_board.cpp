// SPDX-License-Identifier: BSD-3-Clause
// Each change finds only what depends on it: bars and spreads of one column, thinned points of a pair of
// columns, then the chosen part of both. Choices and columns are carried to other cases by name.
#include "desks/campaigns/case_board.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser::desktop {
namespace {

constexpr int kBars = 24;                  // about as many as a plot of a quarter of the window has room for
constexpr double kCaseConfidence = 0.95;   // of the ranges of quantiles
constexpr int kColumns = 120, kRows = 90;  // cells of a plot that keep a point of each outcome, at most
constexpr std::size_t kMostLabels = 12;    // reasons and spreads that are shown
constexpr std::size_t kMostPoints = 5000;  // a list of ImGui has room for 65536 corners

/// Colour class of a placement's kind of rest.
std::uint8_t tone_of_kind(const std::string& kind) {
  const CaseTone tone = kind == "resting"       ? CaseTone::good
                        : kind == "slides"      ? CaseTone::caution
                        : kind == "tipped_over" ? CaseTone::bad
                                                : CaseTone::unknown;
  return static_cast<std::uint8_t>(tone);
}

/// Index of the column with this name, -1 where there is none.
int find_column(const Table& table, const std::string& name) {
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    if (table.columns[k].name == name) return static_cast<int>(k);
  return -1;
}

/// The column of the same name in other cases; without one, their quantity number `otherwise` or the last.
std::size_t same_column(const CaseSet& cases, const std::string& name, std::size_t otherwise) {
  const int found = find_column(cases.table, name);
  if (found >= 0) return static_cast<std::size_t>(found);
  return cases.quantities[std::min(otherwise, cases.quantities.size() - 1)];
}

/// A choice among other cases: columns and labels by their names. Nothing where they lack one.
std::optional<CaseChoice> same_choice(const CaseChoice& choice, const CaseSet& before, const CaseSet& now) {
  CaseChoice same = choice;
  // Ranges follow their column's name.
  for (CaseRange& range : same.ranges) {
    const int column = find_column(now.table, before.table.columns[range.column].name);
    if (column < 0) return std::nullopt;
    range.column = static_cast<std::size_t>(column);
  }
  // Codes of labels differ between sets of cases, so a label is found by its text.
  const auto moved = [](std::optional<std::uint32_t>& code, const CaseLabels& from, const CaseLabels& to) {
    if (!code) return true;
    const auto found = std::find(to.names().begin(), to.names().end(), from.names()[*code]);
    if (found != to.names().end()) code = static_cast<std::uint32_t>(found - to.names().begin());
    return found != to.names().end();
  };
  const bool all = moved(same.outcome, before.outcomes, now.outcomes) &&
                   moved(same.reason, before.reasons, now.reasons) &&
                   moved(same.group, before.groups, now.groups);
  return all ? std::optional(same) : std::nullopt;
}

/// Whether a row meets all conditions; a NaN lies in no range.
bool is_chosen(const CaseSet& cases, const CaseChoice& choice, std::size_t row) {
  for (const CaseRange& range : choice.ranges) {
    const double value = cases.numbers(range.column)[row];
    // Written so that NaN fails.
    if (!(value >= range.low && value < range.high)) return false;
  }
  return (!choice.outcome || cases.outcomes.code(row) == *choice.outcome) &&
         (!choice.reason || cases.reasons.code(row) == *choice.reason) &&
         (!choice.group || cases.groups.code(row) == *choice.group);
}

/// Cases per label, in the order of first occurrence; the tone is that of the label's first case. Labels
/// without cases are left out.
std::vector<LabelCount> count_of(const CaseLabels& labels, const std::vector<std::uint8_t>& tones) {
  std::vector<LabelCount> counts;
  for (const std::string& text : labels.names())
    counts.push_back({text, static_cast<std::uint32_t>(counts.size()), CaseTone::unknown, 0});
  for (std::size_t row = 0; row < labels.size(); ++row) {
    LabelCount& of = counts[labels.code(row)];
    if (of.count++ == 0) of.tone = static_cast<CaseTone>(tones[row]);
  }
  std::erase_if(counts, [](const LabelCount& of) { return of.count == 0; });
  return counts;
}

/// Value below which this share (0 to 1) of the values lies, without interpolation; reorders the values, of
/// which there must be one.
double quantile_of(std::vector<double>& values, double share) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// Box plot of one group: quantiles at 5, 25, 50, 75 and 95 %.
CaseSpread spread_of(const LabelCount& group, std::vector<double>& values) {
  CaseSpread spread{.group = group.text, .code = group.code, .count = values.size()};
  spread.low = quantile_of(values, 0.05);
  spread.quarter = quantile_of(values, 0.25);
  spread.median = quantile_of(values, 0.5);
  spread.three_quarters = quantile_of(values, 0.75);
  spread.high = quantile_of(values, 0.95);
  return spread;
}

/// The values in these rows.
template <class Value>
std::vector<Value> picked(const std::vector<Value>& from, const std::vector<std::size_t>& rows) {
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const std::size_t row : rows) values.push_back(from[row]);
  return values;
}

}  // namespace

std::shared_ptr<const CaseSet> placement_cases(Table table) {
  auto cases = std::make_shared<CaseSet>();
  cases->table = std::move(table);
  cases->column_x = find_column(cases->table, "x");
  cases->column_y = find_column(cases->table, "y");
  const int kind = find_column(cases->table, "kind");
  for (const std::string& text :
       std::get<std::vector<std::string>>(cases->table.columns[static_cast<std::size_t>(kind)].cells)) {
    cases->outcomes.add(text);
    cases->tones.push_back(tone_of_kind(text));
  }
  // the numbers of a rest come after the kind, those of the place before it
  for (std::size_t k = static_cast<std::size_t>(kind) + 1; k < cases->table.columns.size(); ++k)
    if (std::holds_alternative<std::vector<double>>(cases->table.columns[k].cells) &&
        cases->table.columns[k].name != "z")
      cases->quantities.push_back(k);
  return cases;
}

/// The last bar includes its upper end, so its range ends at the next number above it.
CaseChoice BoardView::bar_choice(std::size_t bar) const {
  const double to = bins[bar].to;
  const double high = bar + 1 < bins.size() ? to : std::nextafter(to, std::numeric_limits<double>::max());
  return {.ranges = {{bars_of, bins[bar].from, high}}, .outcome = {}, .reason = {}, .group = {}};
}

void CaseBoard::show(std::shared_ptr<const CaseSet> cases) {
  // Columns and choice keep their names if the new cases have them; y begins with the fourth quantity where
  // there is one.
  const std::shared_ptr<const CaseSet> before = view_.cases;
  if (!cases || cases->quantities.empty()) return clear();
  const auto name = [&](std::size_t column) {
    return before ? before->table.columns[column].name : std::string();
  };
  view_.bars_of = same_column(*cases, name(view_.bars_of), 0);
  view_.x_of = same_column(*cases, name(view_.x_of), 0);
  view_.y_of = same_column(*cases, name(view_.y_of), cases->quantities.size() > 3 ? 3 : 1);
  if (view_.choice) view_.choice = same_choice(*view_.choice, *before, *cases);
  // A case in focus is kept by its number, because rows that came in later may lie before it.
  if (view_.focus) {
    const double number = before->numbers(0)[*view_.focus];
    const std::vector<double>& numbers = cases->numbers(0);
    const auto found = std::find(numbers.begin(), numbers.end(), number);
    view_.focus.reset();
    if (found != numbers.end()) view_.focus = static_cast<std::size_t>(found - numbers.begin());
  }
  view_.cases = std::move(cases);
  count_labels();
  find_bars();
  find_points();
  find_chosen();
}

void CaseBoard::count_labels() {
  view_.outcomes = count_of(view_.cases->outcomes, view_.cases->tones);
  view_.reasons = count_of(view_.cases->reasons, view_.cases->tones);
  // An empty reason belongs to a case with a result.
  std::erase_if(view_.reasons, [](const LabelCount& of) { return of.text.empty(); });
  std::stable_sort(view_.reasons.begin(), view_.reasons.end(),
                   [](const LabelCount& a, const LabelCount& b) { return a.count > b.count; });
  if (view_.reasons.size() > kMostLabels) view_.reasons.resize(kMostLabels);
}

void CaseBoard::find_bars() {
  ++view_.changes;
  const TableColumn& column = view_.cases->table.columns[view_.bars_of];
  const std::vector<double>& values = view_.cases->numbers(view_.bars_of);
  scale_ = histogram_scale(values, kBars);
  view_.bins = make_histogram(values, kBars, kCaseConfidence);
  view_.summary = summarise_sample(column.name, column.unit, values, kCaseConfidence);
  find_spreads();
}

void CaseBoard::find_spreads() {
  const CaseSet& cases = *view_.cases;
  view_.spreads_by_group = cases.groups.names().size() > 1;
  const CaseLabels& labels = view_.spreads_by_group ? cases.groups : cases.outcomes;
  const std::vector<double>& values = cases.numbers(view_.bars_of);
  std::vector<std::vector<double>> parts(labels.names().size());
  // Only finite values enter the quantiles.
  for (std::size_t row = 0; row < labels.size(); ++row)
    if (std::isfinite(values[row])) parts[labels.code(row)].push_back(values[row]);
  view_.spreads.clear();
  for (const LabelCount& group : count_of(labels, cases.tones))
    if (!parts[group.code].empty() && view_.spreads.size() < kMostLabels)
      view_.spreads.push_back(spread_of(group, parts[group.code]));
}

/// Thinned points of a pair of columns: one per grid cell and outcome, on a grid that is made coarser by a
/// fifth until kMostPoints are left.
CasePoints CaseBoard::points_of(std::size_t x, std::size_t y) const {
  CasePoints points;
  const std::vector<double>&along = view_.cases->numbers(x), &up = view_.cases->numbers(y);
  points.grid = grid_of_points(along, up, kColumns, kRows);
  points.all = thin_points(along, up, view_.cases->tones, points.grid);
  while (points.all.size() > kMostPoints) {
    points.grid.columns = points.grid.columns * 4 / 5;
    points.grid.rows = points.grid.rows * 4 / 5;
    points.all = thin_points(along, up, view_.cases->tones, points.grid);
  }
  return points;
}

void CaseBoard::find_points() {
  ++view_.changes;
  view_.scatter = points_of(view_.x_of, view_.y_of);
  view_.map = {};
  if (view_.cases->column_x >= 0)
    view_.map = points_of(static_cast<std::size_t>(view_.cases->column_x),
                          static_cast<std::size_t>(view_.cases->column_y));
}

/// Thins the chosen rows on the same grid, then replaces indices among the chosen by rows.
void CaseBoard::thin_chosen(CasePoints& points, std::size_t x, std::size_t y) const {
  points.chosen = thin_points(picked(view_.cases->numbers(x), view_.chosen),
                              picked(view_.cases->numbers(y), view_.chosen),
                              picked(view_.cases->tones, view_.chosen), points.grid);
  for (ThinPoint& point : points.chosen) point.row = view_.chosen[point.row];
}

void CaseBoard::find_chosen() {
  view_.chosen.clear();
  view_.chosen_in_bins.clear();
  // One pass over the rows lists the chosen ones and counts them per bar.
  if (view_.choice) {
    const std::vector<double>& values = view_.cases->numbers(view_.bars_of);
    view_.chosen_in_bins.assign(view_.bins.size(), 0);
    for (std::size_t row = 0; row < view_.cases->count(); ++row) {
      if (!is_chosen(*view_.cases, *view_.choice, row)) continue;
      view_.chosen.push_back(row);
      if (const int bin = scale_.bin_of(values[row]); bin >= 0)
        ++view_.chosen_in_bins[static_cast<std::size_t>(bin)];
    }
  }
  thin_chosen(view_.scatter, view_.x_of, view_.y_of);
  if (view_.cases->column_x >= 0)
    thin_chosen(view_.map, static_cast<std::size_t>(view_.cases->column_x),
                static_cast<std::size_t>(view_.cases->column_y));
}

void CaseBoard::choose_bars(std::size_t column) {
  if (!view_.cases) return;
  view_.bars_of = column;
  find_bars();
  find_chosen();
}

void CaseBoard::choose_axes(std::size_t x, std::size_t y) {
  if (!view_.cases) return;
  view_.x_of = x;
  view_.y_of = y;
  find_points();
  find_chosen();
}

void CaseBoard::choose(std::optional<CaseChoice> choice) {
  if (!view_.cases) return;
  view_.choice = choice == view_.choice ? std::nullopt : std::move(choice);
  find_chosen();
}

}  // namespace grouser::desktop
