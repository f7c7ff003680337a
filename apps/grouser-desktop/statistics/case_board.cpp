#include "statistics/case_board.hpp"

#include <algorithm>

namespace grouser::desktop {
namespace {

constexpr int kBars = 24;                  // about as many as a plot of a quarter of the window has room for
constexpr double kConfidence = 0.95;       // of the ranges of quantiles
constexpr int kColumns = 120, kRows = 90;  // cells of a plot that keep a point of each outcome, at most
constexpr std::size_t kMostPoints = 5000;  // a list of ImGui has room for 65536 corners

std::uint8_t tone_of_kind(const std::string& kind) {
  const CaseTone tone = kind == "resting"       ? CaseTone::good
                        : kind == "slides"      ? CaseTone::caution
                        : kind == "tipped_over" ? CaseTone::bad
                                                : CaseTone::unknown;
  return static_cast<std::uint8_t>(tone);
}

int find_column(const Table& table, const std::string& name) {
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    if (table.columns[k].name == name) return static_cast<int>(k);
  return -1;
}

/// The column of the same name in other cases; else their first, or their second, quantity.
std::size_t same_column(const CaseSet& cases, const std::string& name, std::size_t otherwise) {
  const int found = find_column(cases.table, name);
  if (found >= 0) return static_cast<std::size_t>(found);
  return cases.quantities[std::min(otherwise, cases.quantities.size() - 1)];
}

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
    cases->outcomes.push_back(text);
    cases->tones.push_back(tone_of_kind(text));
  }
  // the numbers of a rest come after the kind, those of the place before it
  for (std::size_t k = static_cast<std::size_t>(kind) + 1; k < cases->table.columns.size(); ++k)
    if (std::holds_alternative<std::vector<double>>(cases->table.columns[k].cells) &&
        cases->table.columns[k].name != "z")
      cases->quantities.push_back(k);
  return cases;
}

void CaseBoard::show(std::shared_ptr<const CaseSet> cases) {
  const std::shared_ptr<const CaseSet> before = view_.cases;
  if (!cases || cases->quantities.empty()) return clear();
  const std::vector<HistogramBin> bins = view_.bins;
  const auto name = [&](std::size_t column) {
    return before ? before->table.columns[column].name : std::string();
  };
  view_.bars_of = same_column(*cases, name(view_.bars_of), 0);
  view_.x_of = same_column(*cases, name(view_.x_of), 0);
  view_.y_of = same_column(*cases, name(view_.y_of), cases->quantities.size() > 3 ? 3 : 1);
  view_.cases = std::move(cases);
  if (view_.focus && *view_.focus >= view_.cases->table.row_count()) view_.focus.reset();
  count_outcomes();
  find_bars();
  const bool same_bar = view_.bar && *view_.bar < bins.size() && *view_.bar < view_.bins.size() &&
                        bins[*view_.bar].from == view_.bins[*view_.bar].from;
  if (!same_bar) view_.bar.reset();
  find_points();
  find_chosen();
}

void CaseBoard::count_outcomes() {
  view_.outcomes.clear();
  for (std::size_t k = 0; k < view_.cases->outcomes.size(); ++k) {
    const std::string& outcome = view_.cases->outcomes[k];
    const auto found = std::find_if(view_.outcomes.begin(), view_.outcomes.end(),
                                    [&](const OutcomeCount& o) { return o.outcome == outcome; });
    if (found == view_.outcomes.end())
      view_.outcomes.push_back({outcome, static_cast<CaseTone>(view_.cases->tones[k]), 1});
    else
      ++found->count;
  }
}

void CaseBoard::find_bars() {
  ++view_.changes;
  const TableColumn& column = view_.cases->table.columns[view_.bars_of];
  const std::vector<double>& values = view_.cases->numbers(view_.bars_of);
  view_.bins = make_histogram(values, kBars, kConfidence);
  view_.summary = summarise_sample(column.name, column.unit, values, kConfidence);
}

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

void CaseBoard::thin_chosen(CasePoints& points, std::size_t x, std::size_t y) const {
  points.chosen = thin_points(picked(view_.cases->numbers(x), view_.chosen),
                              picked(view_.cases->numbers(y), view_.chosen),
                              picked(view_.cases->tones, view_.chosen), points.grid);
  for (ThinPoint& point : points.chosen) point.row = view_.chosen[point.row];
}

void CaseBoard::find_chosen() {
  view_.chosen.clear();
  if (view_.bar) {
    const std::vector<double>& values = view_.cases->numbers(view_.bars_of);
    const HistogramScale scale = histogram_scale(values, kBars);
    for (std::size_t row = 0; row < values.size(); ++row)
      if (scale.bin_of(values[row]) == static_cast<int>(*view_.bar)) view_.chosen.push_back(row);
  }
  thin_chosen(view_.scatter, view_.x_of, view_.y_of);
  if (view_.cases->column_x >= 0)
    thin_chosen(view_.map, static_cast<std::size_t>(view_.cases->column_x),
                static_cast<std::size_t>(view_.cases->column_y));
}

void CaseBoard::choose_bars(std::size_t column) {
  if (!view_.cases) return;
  view_.bars_of = column;
  view_.bar.reset();
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

void CaseBoard::choose_bar(std::optional<std::size_t> bar) {
  if (!view_.cases || (bar && *bar >= view_.bins.size())) return;
  view_.bar = bar == view_.bar ? std::nullopt : bar;
  find_chosen();
}

}  // namespace grouser::desktop
