// SPDX-License-Identifier: BSD-3-Clause
// A parser for labels in ODL, the Object Description Language of PDS3 (PDS Standards Reference 3.8, chapter
// 12): statements KEY = VALUE within OBJECT and GROUP, up to END. It is lenient: unknown text is passed over.
#include "odl_label.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "grouser/base/error.hpp"
#include "text_case.hpp"

namespace grouser::terrain {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// The text without white space at its ends.
std::string trimmed(const std::string& text) {
  const auto first = std::find_if_not(text.begin(), text.end(), is_space);
  const auto last = std::find_if_not(text.rbegin(), text.rend(), is_space).base();
  return first < last ? std::string(first, last) : std::string();
}

/// The text without a pair of quotes around it, and then without white space at its ends.
std::string unquoted(const std::string& text) {
  const bool quoted =
      text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return quoted ? trimmed(text.substr(1, text.size() - 2)) : text;
}

/// Splits "1737.4 <KM>" into the value and its unit.
void split_unit(const std::string& text, LabelField& field) {
  field.value = text;
  if (text.empty() || text.back() != '>') return;
  const auto open = text.rfind('<');
  if (open == std::string::npos) return;
  field.unit = trimmed(text.substr(open + 1, text.size() - open - 2));
  field.value = trimmed(text.substr(0, open));
}

/// Statements of a label, one after the other.
class Statements {
 public:
  // A label may follow a few bytes of another kind at the beginning of the file.
  explicit Statements(const std::string& text) : text_(text) {
    for (const char* word : {"PDS_VERSION_ID", "ODL_VERSION_ID"})
      if (const auto at = text.find(word); at != std::string::npos) {
        at_ = at;
        break;
      }
  }
  /// The next statement; false at END or the end of the text. A key without "=" has an empty value.
  bool next(std::string& key, std::string& value) {
    skip();
    key.clear(), value.clear();
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '=') key += text_[at_++];
    key = upper(key);
    if (key.empty() && at_ >= text_.size()) return false;
    if (key == "END") return false;
    skip();
    if (at_ >= text_.size() || text_[at_] != '=') return true;
    ++at_;
    skip();
    value = read_value();
    return true;
  }

 private:
  /// Moves past white space and comments.
  void skip() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        ++at_;
      } else if (text_.compare(at_, 2, "/*") == 0) {
        const auto end = text_.find("*/", at_ + 2);
        at_ = end == std::string::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }
  /// A value: text in quotes or a list in brackets, which may span lines, and the rest of the line with its
  /// unit.
  std::string read_value() {
    if (at_ >= text_.size()) return {};
    const std::size_t begin = at_;
    const char first = text_[at_];
    if (first == '"' || first == '\'') {
      const auto end = text_.find(first, at_ + 1);
      at_ = end == std::string::npos ? text_.size() : end + 1;
    } else if (first == '(' || first == '{') {
      skip_list();
    }
    const std::string head = text_.substr(begin, at_ - begin);
    return trimmed(head + rest_of_line());
  }
  /// Moves behind a list; brackets may be nested, and count only outside of quotes.
  void skip_list() {
    int depth = 0;
    char quote = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (quote) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '(' || c == '{') {
        ++depth;
      } else if ((c == ')' || c == '}') && --depth == 0) {
        ++at_;
        return;
      }
    }
  }
  /// The text up to the end of the line or a comment.
  std::string rest_of_line() {
    std::string rest;
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r' && text_.compare(at_, 2, "/*") != 0)
      rest += text_[at_++];
    return rest;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

bool not_applicable(const std::string& value) {
  constexpr const char* kWords[] = {
      "", "N/A", "NA", "NONE", "NULL", "UNK", "UNKNOWN", "NOT APPLICABLE", "NOT_APPLICABLE", "N.A.", "-"};
  return std::find(std::begin(kWords), std::end(kWords), upper(unquoted(value))) != std::end(kWords);
}

std::vector<std::string> list_of(const std::string& value) {
  if (value.empty() || (value.front() != '(' && value.front() != '{')) return {unquoted(value)};
  std::vector<std::string> words;
  std::string word;
  for (const char c : value.substr(1)) {
    if (c != ',' && c != ')' && c != '}') {
      word += c;
      continue;
    }
    if (!trimmed(word).empty()) words.push_back(unquoted(trimmed(word)));
    word.clear();
  }
  return words;
}

// Fields keep the innermost object that they are in.
OdlLabel::OdlLabel(const std::string& text, std::string place) : place_(std::move(place)) {
  Statements statements(text);
  std::vector<std::string> objects;
  std::string key, value;
  while (statements.next(key, value)) {
    if (key == "OBJECT" || key == "GROUP" || key == "BEGIN_OBJECT" || key == "BEGIN_GROUP") {
      objects.push_back(upper(unquoted(value)));
    } else if (key == "END_OBJECT" || key == "END_GROUP") {
      if (!objects.empty()) objects.pop_back();
    } else if (!key.empty()) {
      LabelField field{objects.empty() ? "" : objects.back(), key, {}, {}};
      split_unit(value, field);
      field.value = unquoted(field.value);
      // A unit inside the quotes: "1737.4 <KM>".
      if (field.unit.empty() && !field.value.empty() && field.value.back() == '>')
        split_unit(field.value, field);
      fields_.push_back(std::move(field));
    }
  }
}

const LabelField* OdlLabel::find(const std::string& object, const std::string& key) const {
  for (const LabelField& field : fields_)
    if (field.object == object && field.key == key) return &field;
  return nullptr;
}

std::string OdlLabel::text(const std::string& object, const std::string& key) const {
  const LabelField* field = find(object, key);
  return !field || not_applicable(field->value) ? "" : field->value;
}

std::optional<Quantity> OdlLabel::number(const std::string& object, const std::string& key) const {
  const LabelField* field = find(object, key);
  if (!field || not_applicable(field->value)) return std::nullopt;
  std::string digits = field->value;
  for (char& c : digits)
    if (c == 'D' || c == 'd') c = 'e';  // as Fortran writes exponents
  const char* const first = digits.data() + (digits[0] == '+' ? 1 : 0);
  Quantity q{0.0, field->unit, 0};
  const auto [end, error] = std::from_chars(first, digits.data() + digits.size(), q.value);
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(q.value))
    refuse(*field, "a number");
  // Digits behind the point, before an exponent.
  if (const auto point = digits.find('.'); point != std::string::npos)
    q.decimals = static_cast<int>(std::min(digits.find('e'), digits.size()) - point) - 1;
  return q;
}

void OdlLabel::refuse(const LabelField& field, const std::string& expected) const {
  throw InputError(place_,
                   fmt::format("{}{}{} = {}{}", field.object, field.object.empty() ? "" : ".", field.key,
                               field.value, field.unit.empty() ? "" : " <" + field.unit + ">"),
                   expected);
}

}  // namespace grouser::terrain
