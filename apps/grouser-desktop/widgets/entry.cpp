// SPDX-License-Identifier: BSD-3-Clause
// A descent over the grammar  sum = product {+- product},  product = factor {*/ factor},
// factor = [-] (number | "(" sum ")" | unit) {unit}.
#include "widgets/entry.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>

#include "grouser/chart/typed_units.hpp"

namespace grouser::desktop {
namespace {

/// Exception with the reason why an entry is refused; never leaves this file.
struct Refusal {
  std::string reason;
};

/// A number in SI with the exponents of its dimension.
struct Quantity {
  double si = 0.0;
  bool has_unit = false;
  UnitDimension dimension{};
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// Whether a byte may be part of a unit's name: letters, the degree and micro signs, and the percent sign.
bool is_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalpha(byte) || byte >= 0x80 || c == '%';
}
/// "²" and "³" follow a name as digits do.
constexpr std::string_view kSquared = "²", kCubed = "³";

Quantity power(Quantity q, int exponent) {
  Quantity result{1.0, q.has_unit, {}};
  result.si = std::pow(q.si, exponent);
  for (std::size_t k = 0; k < q.dimension.size(); ++k) result.dimension[k] = exponent * q.dimension[k];
  return result;
}

Quantity product(const Quantity& a, const Quantity& b) {
  Quantity result{a.si * b.si, a.has_unit || b.has_unit, a.dimension};
  for (std::size_t k = 0; k < result.dimension.size(); ++k) result.dimension[k] += b.dimension[k];
  return result;
}

/// The sum, or the difference where `sign` is -1; refuses different units.
Quantity sum(const Quantity& a, const Quantity& b, double sign) {
  if (a.has_unit != b.has_unit) throw Refusal{"one number has a unit, the other has none"};
  if (a.dimension != b.dimension) throw Refusal{"these units cannot be added"};
  return {a.si + sign * b.si, a.has_unit, a.dimension};
}

/// Recursive descent over a text; throws Refusal.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  /// The value of the whole text; a remainder is refused.
  Quantity whole() {
    const Quantity result = read_sum();
    skip_spaces();
    if (!rest_.empty()) throw Refusal{fmt::format("\"{}\" is not understood", rest_)};
    return result;
  }

 private:
  void skip_spaces() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0]))) rest_.remove_prefix(1);
  }
  /// Takes one of these characters; 0 if none is next.
  char take(std::string_view any) {
    skip_spaces();
    if (rest_.empty() || any.find(rest_[0]) == std::string_view::npos) return 0;
    const char c = rest_[0];
    rest_.remove_prefix(1);
    return c;
  }
  bool take_word(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  Quantity read_sum() {
    Quantity result = read_product();
    while (const char sign = take("+-")) result = sum(result, read_product(), sign == '+' ? 1.0 : -1.0);
    return result;
  }

  Quantity read_product() {
    Quantity result = read_factor();
    while (const char sign = take("*/")) {
      const Quantity next = read_factor();
      if (sign == '/' && next.si == 0.0) throw Refusal{"a division by zero"};
      result = product(result, sign == '*' ? next : power(next, -1));
    }
    return result;
  }

  Quantity read_factor() {
    constexpr int kDeepest = 50;  // parentheses and signs within each other; the stack is not endless
    if (++depth_ > kDeepest) throw Refusal{"too many parentheses"};
    Quantity result;
    if (const char sign = take("+-")) {
      result = read_factor();
      if (sign == '-') result.si = -result.si;
    } else if (take("(")) {
      result = read_sum();
      if (!take(")")) throw Refusal{"a \")\" is missing"};
    } else if (!rest_.empty() && (is_digit(rest_[0]) || rest_[0] == '.' || rest_[0] == ',')) {
      result = {read_number(), false, {}};
    } else if (!rest_.empty() && is_name(rest_[0])) {
      result = read_unit();
    } else {
      throw Refusal{rest_.empty() ? "a number is missing at the end"
                                  : fmt::format("a number is missing before \"{}\"", rest_)};
    }
    skip_spaces();
    while (!rest_.empty() && is_name(rest_[0])) {
      result = product(result, read_unit());
      skip_spaces();
    }
    --depth_;
    return result;
  }

  /// The end of digits, points, commas and an exponent.
  std::size_t number_length() const {
    std::size_t end = 0;
    while (end < rest_.size() && (is_digit(rest_[end]) || rest_[end] == '.' || rest_[end] == ',')) ++end;
    if (end < rest_.size() && (rest_[end] == 'e' || rest_[end] == 'E')) {
      std::size_t digits = end + 1;
      if (digits < rest_.size() && (rest_[digits] == '+' || rest_[digits] == '-')) ++digits;
      const std::size_t first = digits;
      while (digits < rest_.size() && is_digit(rest_[digits])) ++digits;
      if (digits > first) end = digits;
    }
    return end;
  }

  double read_number() {
    std::string text(rest_.substr(0, number_length()));
    rest_.remove_prefix(text.size());
    const std::string typed = text;
    // A comma may be a decimal sign; where it could part thousands the entry is refused.
    if (const std::size_t comma = text.find(','); comma != std::string::npos) {
      const std::size_t digits = text.find_first_not_of("0123456789", comma + 1);
      const std::size_t after = std::min(digits, text.size()) - comma - 1;
      if (text.find_first_of(".,", comma + 1) != std::string::npos || text.find('.') != std::string::npos)
        throw Refusal{fmt::format("\"{}\": one decimal sign, please, and none between thousands", typed)};
      if (after == 3 && comma > 0 && text[0] != '0')
        throw Refusal{fmt::format("\"{}\" may be a decimal or a thousand: write a point, or no sign", typed)};
      text[comma] = '.';
    }
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
      throw Refusal{
          fmt::format("\"{}\" is too {} for a number", typed,
                      text.find("e-") == text.npos && text.find("E-") == text.npos ? "large" : "small")};
    if (error != std::errc() || end != text.data() + text.size())
      throw Refusal{fmt::format("\"{}\" is no number", typed)};
    return value;
  }

  Quantity read_unit() {
    // The longest run of letters is the unit's name; an exponent of 2 or 3 may follow.
    std::size_t end = 0;
    while (end < rest_.size() && is_name(rest_[end]) && !rest_.substr(end).starts_with(kSquared) &&
           !rest_.substr(end).starts_with(kCubed))
      ++end;
    const std::string name(rest_.substr(0, end));
    const std::optional<TypedUnit> unit = find_unit(name);
    if (!unit) throw Refusal{fmt::format("\"{}\" is no unit", name)};
    rest_.remove_prefix(end);
    const Quantity one{unit->factor, true, unit->dimension};
    if (take_word("^2") || take_word("2") || take_word(kSquared)) return power(one, 2);
    if (take_word("^3") || take_word("3") || take_word(kCubed)) return power(one, 3);
    return one;
  }

  std::string_view rest_;
  int depth_ = 0;
};

/// "1:05", "1:02:03.5": hours, minutes and seconds, s.
double read_clock(const std::string& text) {
  const Refusal refusal{"a time is minutes:seconds or hours:minutes:seconds, such as 1:05 or 1:02:03.5"};
  double seconds = 0.0;
  int parts = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++parts) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const bool last = end == text.size();
    const char* allowed = last ? "0123456789." : "0123456789";
    if (part.empty() || !is_digit(part[0]) || part.find_first_not_of(allowed) != std::string::npos)
      throw refusal;
    double value = 0.0;
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc() || stop != part.data() + part.size()) throw refusal;
    if (parts > 0 && value >= 60.0) throw Refusal{"minutes and seconds end at 60"};
    seconds = 60.0 * seconds + value;
    begin = end + 1;
  }
  if (parts < 2 || parts > 3) throw refusal;
  return seconds;
}

/// The text without blanks and tabs at its ends.
std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

/// A quantity of 1 in this unit; "-" is a plain number; empty where the unit is not known.
std::optional<Quantity> unit_quantity(const std::string& unit) {
  if (unit.empty()) return std::nullopt;
  if (unit == "-") return Quantity{1.0, true, {}};
  try {
    return Reader("1 " + unit).whole();
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

/// The typed value in the unit of the field; a number without a unit is in that unit already.
double in_field_unit(const Quantity& typed, const EntryField& field) {
  if (!typed.has_unit) return typed.si;
  const std::optional<Quantity> unit = unit_quantity(field.unit);
  if (!unit) throw Refusal{"the unit of this field is not known: type the number alone"};
  if (typed.dimension != unit->dimension)
    throw Refusal{field.unit == "-" ? "this is a plain number, without a unit"
                                    : fmt::format("this field is in {}", field.unit)};
  return typed.si / unit->si;
}

/// The value of an entry; refuses what is not finite, not whole or outside the range.
double read_value(const std::string& text, const EntryField& field) {
  if (text.empty()) throw Refusal{"a number is missing"};
  const std::optional<Quantity> unit = unit_quantity(field.unit);
  double value = 0.0;
  if (text.find(':') != std::string::npos) {
    const UnitDimension time = find_unit("s")->dimension;
    if (!unit || unit->dimension != time) throw Refusal{"a time (minutes:seconds) does not belong here"};
    value = read_clock(text) / unit->si;
  } else {
    value = in_field_unit(Reader(text).whole(), field);
  }
  if (!std::isfinite(value)) throw Refusal{"the result is too large for a number"};
  if (field.whole && value != std::floor(value)) throw Refusal{"a whole number, please"};
  if (value < field.least || value > field.most)
    throw Refusal{fmt::format("{:g} is outside {:g} to {:g}{}", value, field.least, field.most,
                              field.unit.empty() || field.unit == "-" ? "" : " " + field.unit)};
  return value;
}

}  // namespace

Entry parse_entry(std::string_view text, const EntryField& field) {
  try {
    return {read_value(trimmed(text), field), {}};
  } catch (const Refusal& refusal) {
    return {std::nullopt, refusal.reason};
  }
}

std::string unit_of_key(const std::string& key, const std::string& remark) {
  if (key.ends_with("_deg")) return "deg";
  if (key.ends_with("_rpm")) return "rpm";
  const std::string first = remark.substr(0, remark.find_first_of(",;:.("));
  const std::string unit = trimmed(first);
  return unit_quantity(unit) ? unit : std::string();
}

}  // namespace grouser::desktop
