// SPDX-License-Identifier: BSD-3-Clause
// Settings of each row from its number: crossed values from the remainder, the sample from the quotient,
// unit numbers per variable from the plan, correlated by a Gaussian copula, then values by each draw's
// distribution. Keys are bound to draws once per combination of crossed values.
#include "grouser/mission/campaign/campaign_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "campaign/correlation_reader.hpp"
#include "campaign/normal_law.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/mission/statistics/elementary_effects.hpp"
#include "grouser/mission/statistics/sobol_indices.hpp"

namespace grouser {
namespace {

bool is_glob(const std::string& key) { return key.find('*') != std::string::npos; }

/// The number that the file has at a key, which may be an element of a list ("initial_lander.velocity.2").
std::optional<double> own_number(const std::vector<KeyNote>& notes, const std::string& key) {
  const auto value_of = [](const std::string& toml) {
    return TomlTable::parse("v = [" + toml + "]", "a value")
        .number_list_or_empty("v", any_number(""))
        .front();
  };
  for (const KeyNote& note : notes) {
    const std::string& text = note.value.empty() ? note.fallback : note.value;
    if (text.empty()) continue;
    if (note.key == key && (note.kind == KeyKind::number || note.kind == KeyKind::whole))
      return value_of(text);
    if (note.kind != KeyKind::numbers || key.rfind(note.key + ".", 0) != 0) continue;
    // Lists: an element is named by its index behind the list's key.
    const std::string index = key.substr(note.key.size() + 1);
    const auto elements =
        TomlTable::parse("v = " + text, "a value").number_list_or_empty("v", any_number(""));
    for (std::size_t k = 0; k < elements.size(); ++k)
      if (std::to_string(k) == index) return elements[k];
  }
  return std::nullopt;
}

/// Keys that a pattern meets, numbers of lists among them, in the order of the files.
std::vector<std::string> keys_met(const std::vector<KeyNote>& notes, const DrawSpec& draw) {
  if (!is_glob(draw.key)) return {draw.key};
  std::vector<std::string> met, known;
  const auto take = [&](const std::string& key) {
    if (matches_key(draw.key, key) && !std::count(met.begin(), met.end(), key)) met.push_back(key);
  };
  for (const KeyNote& note : notes) {
    known.push_back(note.key);
    take(note.key);
    for (std::size_t k = 0; note.kind == KeyKind::numbers && k < note.count; ++k)
      take(fmt::format("{}.{}", note.key, k));
  }
  if (met.empty())
    throw InputError(draw.place,
                     "'" + draw.key + "', which meets no key of the scenario and its files" +
                         did_you_mean(draw.key, known),
                     "a key that they have");
  return met;
}

/// The list that a key is an element of, as an override that writes it out, where the file leaves it to its
/// default: a setting of one element needs the others.
std::optional<Override> default_list(const std::vector<KeyNote>& notes, const std::string& key) {
  for (const KeyNote& note : notes)
    if (note.kind == KeyKind::numbers && note.value.empty() && !note.fallback.empty() &&
        key.rfind(note.key + ".", 0) == 0)
      return Override{note.key, note.fallback, "the default of " + note.key};
  return std::nullopt;
}

/// Levels 0 to 1 of a Morris plan as the middles of shares of equal probability, so that no row lies at the
/// end of a tail. Steps then are half the cube, and an effect, which is divided by its step, stays that of
/// the whole cube.
UnitPlan at_middles(UnitPlan plan, int levels) {
  for (double& x : plan.points) x = (x * (levels - 1) + 0.5) / levels;
  return plan;
}

/// The shortest text that reads back to the same number.
std::string drawn_text(double value) { return fmt::format("{}", value); }

}  // namespace

std::uint64_t planned_samples(const CampaignFile& file, std::size_t variables) {
  if (file.plan == PlanKind::morris) return static_cast<std::uint64_t>(file.paths) * (variables + 1);
  if (file.plan == PlanKind::saltelli) return file.base_rows * (variables + 2);
  return file.samples;
}

bool matches_key(const std::string& pattern, const std::string& key) {
  std::size_t p = 0, k = 0, star = std::string::npos, after = 0;
  while (k < key.size()) {
    // Greedy match with one place to return to: the last star takes one letter more, but never a dot.
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after = k;
    } else if (p < pattern.size() && pattern[p] == key[k]) {
      ++p, ++k;
    } else if (star != std::string::npos && key[after] != '.') {
      p = star + 1;
      k = ++after;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

CampaignPlan::CampaignPlan(CampaignFile file, const KeysOf& keys_of, const std::function<bool()>& cancelled)
    : file_(std::move(file)) {
  // Keys are bound for each combination, since a crossed value may be a file that brings other keys.
  for (const CrossSpec& cross : file_.cross) combinations_ *= cross.values.size();
  for (std::uint64_t combination = 0; combination < combinations_; ++combination) {
    if (cancelled && cancelled()) throw Interrupted(kBeforeFirstRow);
    const std::vector<KeyNote> keys = keys_of(file_, crossed(combination));
    std::vector<Bound> bound;
    for (const DrawSpec& draw : file_.draws) bind(draw, keys, bound);
    // A draw of one element of a list needs the list written out.
    written_.emplace_back();
    for (const Bound& one : bound)
      if (const auto list = default_list(keys, one.key)) written_.back().push_back(*list);
    bound_.push_back(std::move(bound));
  }
  plan_units();
  draws_.emplace(file_.plan, file_.seed, file_.samples, variables_);
}

/// Binds a draw to each key that it meets: a relative draw takes its mean from there, a shared one has one
/// variable.
void CampaignPlan::bind(const DrawSpec& draw, const std::vector<KeyNote>& keys, std::vector<Bound>& bound) {
  for (const std::string& key : keys_met(keys, draw)) {
    Bound one{.key = key, .distribution = draw.distribution, .grid = draw.grid};
    if (draw.relative) {
      const auto own = own_number(keys, key);
      if (!own)
        throw InputError(draw.place,
                         "'" + key + "', which holds no numeric value in the scenario and its files",
                         "a key that has one");
      one.distribution.parameters = {*own, std::fabs(*own) * draw.relative_deviation};
      one.distribution.prepare(draw.place + " at " + key);
    }
    one.variable = variable_named(draw.shared ? draw.key : key);
    one.column = column_of(key, draw.distribution.is_text());
    note_outside(draw, one.distribution);
    bound.push_back(std::move(one));
  }
}

/// Notes draws that lie outside of the bounds, from 1e-5 of them on, once per text.
void CampaignPlan::note_outside(const DrawSpec& draw, const Distribution& distribution) {
  constexpr double kLeastNoted = 1e-5;
  const double share = distribution.share_outside();
  if (!(share > kLeastNoted)) return;
  const char* what = distribution.outside == Outside::redraw ? "drawn again" : "set to the bound";
  const std::string note = fmt::format("{}: {:.3g} % of the draws lie outside of its bounds and are {}",
                                       draw.key, 100.0 * share, what);
  if (!std::count(notes_.begin(), notes_.end(), note)) notes_.push_back(note);
}

/// Number of the variable with this name, which is added where it is new.
std::size_t CampaignPlan::variable_named(const std::string& name) {
  const auto found = std::find(variables_.begin(), variables_.end(), name);
  if (found != variables_.end()) return static_cast<std::size_t>(found - variables_.begin());
  variables_.push_back(name);
  return variables_.size() - 1;
}

/// Place of the key among the columns of its kind, which is added where it is new.
std::size_t CampaignPlan::column_of(const std::string& key, bool text) {
  std::size_t at = 0;
  for (const DrawColumn& column : columns_) {
    if (column.text != text) continue;
    if (column.key == key) return at;
    ++at;
  }
  columns_.push_back({key, text});
  // The count of the other kind stays, since numbers and texts are stored apart.
  ++(text ? text_columns_ : number_columns_);
  return at;
}

std::vector<Override> CampaignPlan::crossed(std::uint64_t combination) const {
  std::vector<Override> overrides(file_.cross.size());
  for (std::size_t k = file_.cross.size(); k-- > 0;) {
    const CrossSpec& cross = file_.cross[k];
    overrides[k] = {cross.key, cross.values[combination % cross.values.size()], {}};
    overrides[k].origin = "crossed " + cross.key + "=" + overrides[k].value;
    combination /= cross.values.size();
  }
  return overrides;
}

/// Makes the points of morris and saltelli, whose number of rows depends on that of the variables.
void CampaignPlan::plan_units() {
  if (file_.plan != PlanKind::morris && file_.plan != PlanKind::saltelli) return;
  constexpr double kMostPoints = 1e8;  // 0.8 GB
  const auto dimensions = static_cast<int>(variables_.size());
  const auto rows = static_cast<double>(planned_samples(file_, variables_.size()));
  if (rows * dimensions > kMostPoints)
    throw InputError(std::string("plan = \"") + to_string(file_.plan) + "\"",
                     fmt::format("{:.3g} rows of {} variables", rows, dimensions),
                     fmt::format("at most {:.0e} numbers", kMostPoints));
  if (file_.plan == PlanKind::morris)
    unit_plan_ = at_middles(morris_plan({dimensions, file_.paths, file_.levels, file_.seed}), file_.levels);
  if (file_.plan == PlanKind::saltelli)
    unit_plan_ = saltelli_plan({dimensions, file_.base_rows, BasePoints::sobol, file_.seed});
  file_.samples = unit_plan_.rows();
}

/// Unit numbers of a sample, one per variable, correlated as the file says.
std::vector<double> CampaignPlan::units(std::uint64_t sample) const {
  std::vector<double> u(variables_.size());
  for (std::size_t k = 0; k < u.size(); ++k)
    u[k] = unit_plan_.dimensions == 0 ? draws_->at(k, sample) : unit_plan_.row(sample)[k];
  for (double& x : u) x = std::clamp(x, kLeastUnit, kMostUnit);
  return correlated_units(file_.correlations, variables_, std::move(u));
}

/// Value of a draw; of a grid the sample's digit in the mixed base of the grids' sizes, the last variable
/// fastest.
double CampaignPlan::drawn(const Bound& bound, const std::vector<double>& units, std::uint64_t sample) const {
  if (bound.grid.empty()) return bound.distribution.draw(units[bound.variable]);
  std::uint64_t faster = 1;  // combinations of the variables after this one, which change faster
  std::vector<std::size_t> sizes(variables_.size(), 1);
  for (const Bound& other : bound_.front())
    if (!other.grid.empty()) sizes[other.variable] = other.grid.size();
  for (std::size_t k = bound.variable + 1; k < sizes.size(); ++k) faster *= sizes[k];
  return bound.grid[sample / faster % bound.grid.size()];
}

PlannedRow CampaignPlan::row(std::uint64_t number) const {
  const std::uint64_t sample = number / combinations_;
  const std::vector<double> u = units(sample);
  std::vector<double> values;
  for (const Bound& bound : bound_[number % combinations_]) values.push_back(drawn(bound, u, sample));
  return row_of(number, values);
}

PlannedRow CampaignPlan::row_at(std::uint64_t number, std::span<const double> normal) const {
  std::vector<double> u, values;
  for (const double z : normal) u.push_back(std::clamp(normal_share(z), kLeastUnit, kMostUnit));
  u = correlated_units(file_.correlations, variables_, std::move(u));
  for (const Bound& bound : bound_.front()) values.push_back(bound.distribution.draw(u[bound.variable]));
  return row_of(number, values);
}

PlannedRow CampaignPlan::row_again(std::uint64_t number, std::span<const double> numbers,
                                   std::span<const std::string> texts) const {
  std::vector<double> values;
  for (const Bound& bound : bound_[number % combinations_]) {
    if (!bound.distribution.is_text()) {
      values.push_back(numbers[bound.column]);
      continue;
    }
    const std::vector<std::string>& known = bound.distribution.texts;
    const auto found = std::find(known.begin(), known.end(), texts[bound.column]);
    if (found == known.end())
      throw InputError(bound.key, "'" + texts[bound.column] + "' in the table", "a text that is drawn here");
    values.push_back(static_cast<double>(found - known.begin()));
  }
  return row_of(number, values);
}

PlannedRow CampaignPlan::row_of(std::uint64_t number, std::span<const double> values) const {
  PlannedRow row;
  row.sample = number / combinations_;
  row.overrides = crossed(number % combinations_);
  // Overrides in this order: crossed values, default lists, draws.
  for (const Override& own : row.overrides) row.crossed.push_back(own.value);
  for (const Override& list : written_[number % combinations_]) row.overrides.push_back(list);
  // Columns that this combination lacks stay NaN or empty.
  row.numbers.assign(number_columns_, std::nan(""));
  row.texts.assign(text_columns_, "");
  const std::string said = file_.plan == PlanKind::grid ? "varied " : "drawn ";
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Bound& bound = bound_[number % combinations_][k];
    const double value = values[k];
    std::string text = drawn_text(value);
    if (bound.distribution.is_text()) {
      row.texts[bound.column] = bound.distribution.texts[static_cast<std::size_t>(value)];
      text = toml_string(row.texts[bound.column]);
    } else {
      row.numbers[bound.column] = value;
    }
    row.overrides.push_back({bound.key, text, said + bound.key + "=" + text});
  }
  return row;
}

}  // namespace grouser
