// SPDX-License-Identifier: BSD-3-Clause
// Recursive descent over a lexer of one token. The functions descend in Python's order of precedence:
// conditional, or, and, not, comparison, sum, product, sign, power, atom. Depth and number of operators are
// limited, since both the parser and the walk over the tree recurse.
#include "xacro_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "grouser/base/error.hpp"
#include "xml_numbers.hpp"

namespace grouser {
namespace {

// Depth to which parentheses, signs, `not` and conditionals nest.
constexpr int kDeepestExpression = 50;

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// A word of an expression.
struct XacroToken {
  enum class Kind { number, text, name, sign, end } kind = Kind::end;
  std::string text;
};

/// Parses one expression; token_ is always the next word that is not yet used.
class XacroParser {
 public:
  XacroParser(std::string_view text, const std::string& place) : text_(text), place_(place) { next(); }
  /// The tree of the whole text; anything left behind it is refused.
  XacroNode whole() {
    XacroNode node = conditional();
    if (token_.kind != XacroToken::Kind::end) unexpected();
    return node;
  }

 private:
  [[noreturn]] void refuse(const std::string& found) const {
    throw InputError(place_, fmt::format("{} in ${{{}}}", found, text_),
                     "arithmetic, comparisons, texts in quotes and functions of math");
  }
  [[noreturn]] void unexpected() const {
    refuse(token_.kind == XacroToken::Kind::end ? "an end too early" : "'" + token_.text + "'");
  }
  /// Moves on to the next word.
  void next();
  /// Takes a decimal with an optional fraction and exponent; its value is checked in atom().
  void next_number();
  /// Moves past the next word if it is this name or sign.
  bool take(std::string_view word) {
    const bool word_kind = token_.kind == XacroToken::Kind::name || token_.kind == XacroToken::Kind::sign;
    if (!word_kind || token_.text != word) return false;
    next();
    return true;
  }
  /// Operands joined by operators of equal precedence, which group from left to right.
  template <class Below>
  XacroNode chain(std::initializer_list<const char*> operators, Below below) {
    XacroNode left = below();
    for (bool more = true; more;) {
      more = false;
      for (const char* op : operators)
        if (take(op)) {
          left = XacroNode{op, false, {std::move(left), below()}};
          limit_chain();
          more = true;
          break;
        }
    }
    return left;
  }
  /// A row of operators makes the tree one level deeper per operator, and its walk descends all of them.
  void limit_chain() {
    if (++operators_ > 500) refuse("more than 500 operators");
  }
  XacroNode conditional();
  XacroNode negation();
  XacroNode comparison();
  XacroNode sum() {
    return chain({"+", "-"}, [&] { return chain({"*", "//", "/", "%"}, [&] { return signed_power(); }); });
  }
  XacroNode signed_power();
  XacroNode atom();
  XacroNode call(const std::string& name);

  std::string_view text_;
  std::string place_;
  std::size_t at_ = 0;
  XacroToken token_;
  int depth_ = 0, operators_ = 0;
};

void XacroParser::next_number() {
  const std::size_t begin = at_;
  const auto digits = [&] {
    while (at_ < text_.size() && is_decimal(text_[at_])) ++at_;
  };
  digits();
  if (at_ < text_.size() && text_[at_] == '.') ++at_, digits();
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    ++at_;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    digits();
  }
  token_ = {XacroToken::Kind::number, std::string(text_.substr(begin, at_ - begin))};
}

void XacroParser::next() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
  if (at_ == text_.size()) {
    token_ = {};
    return;
  }
  const char c = text_[at_];
  if (is_decimal(c) || (c == '.' && at_ + 1 < text_.size() && is_decimal(text_[at_ + 1])))
    return next_number();
  if (is_name_start(c)) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_name_start(text_[at_]) || is_decimal(text_[at_]) || text_[at_] == '.'))
      ++at_;
    token_ = {XacroToken::Kind::name, std::string(text_.substr(begin, at_ - begin))};
    return;
  }
  if (c == '\'' || c == '"') {
    const std::size_t end = text_.find(c, at_ + 1);
    if (end == std::string_view::npos) refuse("a text without its closing quote");
    token_ = {XacroToken::Kind::text, std::string(text_.substr(at_ + 1, end - at_ - 1))};
    at_ = end + 1;
    return;
  }
  // Signs of two characters come first, so that ** is not read as two of *.
  for (const char* two : {"**", "//", "==", "!=", "<=", ">="})
    if (text_.substr(at_, 2) == two) {
      token_ = {XacroToken::Kind::sign, two};
      at_ += 2;
      return;
    }
  token_ = {XacroToken::Kind::sign, std::string(1, c)};
  ++at_;
}

/// `a if b else c`, which groups to the right; its parts are a, b and c.
XacroNode XacroParser::conditional() {
  if (++depth_ > kDeepestExpression) refuse("parts nested too deep");
  const auto conjunction = [&] { return chain({"and"}, [&] { return negation(); }); };
  XacroNode node = chain({"or"}, conjunction);
  if (take("if")) {
    XacroNode condition = chain({"or"}, conjunction);
    if (!take("else")) refuse("an if without else");
    XacroNode other = conditional();
    node = XacroNode{"if", false, {std::move(node), std::move(condition), std::move(other)}};
  }
  --depth_;
  return node;
}

/// `not` binds weaker than comparisons.
XacroNode XacroParser::negation() {
  if (!take("not")) return comparison();
  if (++depth_ > kDeepestExpression) refuse("parts nested too deep");
  XacroNode node{"not", false, {negation()}};
  --depth_;
  return node;
}

/// a < b < c is a < b and b < c.
XacroNode XacroParser::comparison() {
  XacroNode left = sum();
  std::vector<XacroNode> pairs;
  for (bool more = true; more;) {
    more = false;
    for (const char* op : {"==", "!=", "<=", ">=", "<", ">"})
      if (take(op)) {
        XacroNode right = sum();
        pairs.push_back({op, false, {std::move(left), right}});
        left = std::move(right);
        limit_chain();
        more = true;
        break;
      }
  }
  if (pairs.empty()) return left;
  XacroNode node = std::move(pairs.front());
  for (std::size_t i = 1; i < pairs.size(); ++i)
    node = XacroNode{"and", false, {std::move(node), std::move(pairs[i])}};
  return node;
}

/// -a ** b is -(a ** b), and a ** -b is allowed.
XacroNode XacroParser::signed_power() {
  if (++depth_ > kDeepestExpression) refuse("parts nested too deep");
  XacroNode node;
  if (take("-")) {
    node = XacroNode{"neg", false, {signed_power()}};
  } else if (take("+")) {
    node = signed_power();
  } else {
    node = atom();
    if (take("**")) node = XacroNode{"**", false, {std::move(node), signed_power()}};
  }
  --depth_;
  return node;
}

/// Arguments up to the closing parenthesis; the opening one is used already.
XacroNode XacroParser::call(const std::string& name) {
  XacroNode node{"call", name, {}};
  if (take(")")) return node;
  do node.parts.push_back(conditional());
  while (take(","));
  if (!take(")")) unexpected();
  return node;
}

/// A number, a text in quotes, a name, a call or a parenthesis.
XacroNode XacroParser::atom() {
  const XacroToken token = token_;
  switch (token.kind) {
    case XacroToken::Kind::number: {
      const auto value = decimal_number(token.text);
      if (!value) refuse("'" + token.text + "'");
      next();
      return {"value", xacro_literal(token.text), {}};
    }
    case XacroToken::Kind::text:
      next();
      return {"value", token.text, {}};
    case XacroToken::Kind::name:
      // A reserved word of Python is no name, known here or not.
      for (const char* word : {"and", "or", "not", "if", "else", "in", "is", "for", "lambda"})
        if (token.text == word) unexpected();
      next();
      return take("(") ? call(token.text) : XacroNode{"name", token.text, {}};
    case XacroToken::Kind::sign:
      if (take("(")) {
        XacroNode node = conditional();
        if (!take(")")) unexpected();
        return node;
      }
      break;
    case XacroToken::Kind::end:
      break;
  }
  unexpected();
}

}  // namespace

XacroNode parse_xacro(std::string_view expression, const std::string& place) {
  if (expression.size() > kLongestXacroText)
    throw InputError(place, "an expression of more than 100,000 signs", "a shorter one");
  return XacroParser(expression, place).whole();
}

}  // namespace grouser
