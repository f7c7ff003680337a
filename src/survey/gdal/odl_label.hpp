// SPDX-License-Identifier: BSD-3-Clause
// The label of a PDS3 image as text: KEY = VALUE <UNIT> within objects. Private.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace grouser::terrain {

/// One statement of a label.
struct LabelField {
  std::string object;  ///< the innermost that it stands in, upper case; empty: none
  std::string key;     ///< upper case
  std::string value;   ///< without quotes and without the unit
  std::string unit;    ///< text in <>, as written
};

/// A number with its unit.
struct Quantity {
  double value = 0.0;
  std::string unit;  ///< as written; empty: none
  int decimals = 0;  ///< digits behind the point, as written
};

/// All fields of a label, in the order of the text.
class OdlLabel {
 public:
  /// From the text of a file that begins with a label, or holds one after a few bytes. Reads up to END.
  OdlLabel(const std::string& text, std::string place);

  const std::vector<LabelField>& fields() const { return fields_; }
  /// The first field of that key in an object of that name; null: none.
  const LabelField* find(const std::string& object, const std::string& key) const;
  /// Text of a key; empty if it is missing or says that it does not apply (N/A, NONE, UNK, ...).
  std::string text(const std::string& object, const std::string& key) const;
  /// Number of a key; nothing if it is missing or does not apply. Throws InputError if it is not a number.
  std::optional<Quantity> number(const std::string& object, const std::string& key) const;
  /// Throws InputError with the field's text and the expected one.
  [[noreturn]] void refuse(const LabelField&, const std::string& expected) const;

 private:
  std::string place_;
  std::vector<LabelField> fields_;
};

/// Whether a value says that there is none.
bool not_applicable(const std::string& value);
/// Words of a list, (a, b) or {a, b}, or the only one.
std::vector<std::string> list_of(const std::string& value);

}  // namespace grouser::terrain
