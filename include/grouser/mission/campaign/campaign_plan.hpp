// SPDX-License-Identifier: BSD-3-Clause
// Settings of each row of a campaign: they follow from its number alone.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/mission/campaign/campaign_file.hpp"
#include "grouser/mission/statistics/unit_plan.hpp"

namespace grouser {

/// A column of what is drawn.
struct DrawColumn {
  std::string key;
  bool text = false;
};

struct PlannedRow {
  std::uint64_t sample = 0;
  std::vector<std::string> crossed;  ///< value of each crossed key, as TOML
  std::vector<double>
      numbers;  ///< of the number columns, in their order; NaN where this lander has no such key
  std::vector<std::string> texts;   ///< of the text columns
  std::vector<Override> overrides;  ///< crossed keys, then draws; the file's settings come before them
};

/// The message of an interruption while a campaign is planned.
inline constexpr const char* kBeforeFirstRow = "before the first row: nothing was written";

/// Rows are numbered sample by sample, and within a sample by the crossed values, the last key fastest.
/// Immutable.
class CampaignPlan {
 public:
  /// Values that a crossed scenario says itself: names a key may have, and what they are now. It is given the
  /// crossed values, beside which the file's own settings hold.
  using KeysOf = std::function<std::vector<KeyNote>(const CampaignFile&, const std::vector<Override>&)>;
  /// Reads the scenario once for each combination of crossed values. Throws InputError: a * that meets
  /// nothing, a relative draw of a key that is not a number, and what `keys_of` throws; Interrupted when
  /// `cancelled` says so.
  CampaignPlan(CampaignFile file, const KeysOf& keys_of, const std::function<bool()>& cancelled = {});

  const CampaignFile& file() const { return file_; }
  std::uint64_t row_count() const { return file_.samples * combinations_; }
  std::uint64_t combinations() const { return combinations_; }
  const std::vector<DrawColumn>& columns() const { return columns_; }
  PlannedRow row(std::uint64_t number) const;
  /// A row of an estimate, drawn at a point of standard normal space with one number per variable; only if
  /// nothing is crossed.
  PlannedRow row_at(std::uint64_t number, std::span<const double> normal) const;
  /// A row with given values: one per draw of the row's combination of crossed values.
  PlannedRow row_of(std::uint64_t number, std::span<const double> values) const;
  /// A row whose values a table has: `numbers` and `texts` of the drawn columns, in their order. Throws
  /// InputError for a text that is not drawn here.
  PlannedRow row_again(std::uint64_t number, std::span<const double> numbers,
                       std::span<const std::string> texts) const;
  /// Number of numeric columns among columns(), and of text columns.
  std::size_t number_columns() const { return number_columns_; }
  std::size_t text_columns() const { return text_columns_; }
  /// Names of the variables that are drawn on their own, in the order of a sample's unit numbers.
  const std::vector<std::string>& variables() const { return variables_; }
  /// Points of the rows of morris and saltelli, a sample each, as they are drawn. Morris's levels lie at the
  /// middles of shares of equal probability, so that no row lies at the end of a tail; of other plans no
  /// points.
  const UnitPlan& unit_plan() const { return unit_plan_; }
  /// The settings of all rows with these crossed values.
  std::vector<Override> crossed(std::uint64_t combination) const;
  /// "initial_lander.velocity.2: 2.67 % of the draws lie outside of its bounds"
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  /// A draw at one key, of one combination of crossed values.
  struct Bound {
    std::string key;
    std::size_t variable = 0, column = 0;  ///< column: among the numbers or among the texts
    Distribution distribution;
    std::vector<double> grid;
  };
  void bind(const DrawSpec& draw, const std::vector<KeyNote>& keys, std::vector<Bound>& bound);
  void note_outside(const DrawSpec& draw, const Distribution& distribution);
  std::size_t variable_named(const std::string& name);
  std::size_t column_of(const std::string& key, bool text);
  void plan_units();
  std::vector<double> units(std::uint64_t sample) const;
  double drawn(const Bound& bound, const std::vector<double>& units, std::uint64_t sample) const;

  CampaignFile file_;
  std::uint64_t combinations_ = 1;
  std::vector<std::string> variables_;
  std::vector<DrawColumn> columns_;
  std::size_t number_columns_ = 0, text_columns_ = 0;
  std::vector<std::vector<Bound>> bound_;  // of each combination
  std::vector<std::vector<Override>>
      written_;  // lists of which the file leaves all to its default and one element is drawn
  std::vector<std::string> notes_;
  std::optional<UnitDraws> draws_;  // made once the variables are known
  UnitPlan unit_plan_;
};

/// Number of samples of a file's plan if this many variables are drawn; for morris and saltelli it follows
/// from the plan.
std::uint64_t planned_samples(const CampaignFile& file, std::size_t variables);

/// Whether a key matches the pattern, in which a * matches any letters but dots.
bool matches_key(const std::string& pattern, const std::string& key);

}  // namespace grouser
