// SPDX-License-Identifier: BSD-3-Clause
// Evaluates the tree of an expression as Python would, within bounds: whole numbers are exact up to 2^53 and
// become floating beyond, a result that is not finite is refused, sine and cosine take at most 1e6 rad.
#include "xacro_expression.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "xacro_tree.hpp"
#include "xml_numbers.hpp"

namespace grouser {
namespace {

using Values = std::vector<XacroValue>;

bool is_text(const XacroValue& v) { return std::holds_alternative<std::string>(v); }
/// Whether Python would compute with it as an int; True and False count as 1 and 0.
bool is_whole(const XacroValue& v) {
  return std::holds_alternative<long long>(v) || std::holds_alternative<bool>(v);
}
/// A truth or a whole number as an integer; no other type may come here.
long long whole_of(const XacroValue& v) {
  const bool* truth = std::get_if<bool>(&v);
  return truth ? static_cast<long long>(*truth) : std::get<long long>(v);
}
/// Any value that is not a text, as a floating number.
double plain_of(const XacroValue& v) {
  const double* number = std::get_if<double>(&v);
  return number ? *number : static_cast<double>(whole_of(v));
}

/// Whole where Python's would be, while it is small enough to be exact.
XacroValue number_like(bool whole, double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (whole && std::abs(value) < kExact) return static_cast<long long>(value);
  return value;
}

/// x^n by squaring for whole n up to 1024, else exp(n log x); NaN for a negative base with another exponent.
double raised(double base, double exponent) {
  if (exponent == std::floor(exponent) && std::abs(exponent) <= 1024.0) {
    double result = 1.0, factor = base;
    for (auto n = static_cast<int>(std::abs(exponent)); n > 0; n /= 2, factor *= factor)
      if (n % 2) result *= factor;
    return exponent < 0.0 ? 1.0 / result : result;
  }
  return base >= 0.0 ? math::pow(base, exponent) : std::numeric_limits<double>::quiet_NaN();
}

double tangent(double x) {
  const auto [s, c] = math::sincos(x);
  return s / c;
}

/// Python's round(): halves go to the even neighbour.
double rounded(double x) {
  const double below = std::floor(x), rest = x - below;
  if (rest != 0.5) return rest < 0.5 ? below : below + 1.0;
  return std::fmod(below, 2.0) == 0.0 ? below : below + 1.0;
}

/// A function of Python's math module with one argument.
struct OneArgument {
  const char* name;
  double (*of)(double);
  bool whole = false;  ///< the result is a whole number
};
constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;
constexpr OneArgument kFunctions[] = {
    {"sin", [](double x) { return math::sincos(x).sin; }},
    {"cos", [](double x) { return math::sincos(x).cos; }},
    {"tan", tangent},
    {"asin", [](double x) { return math::asin(x); }},
    {"acos", [](double x) { return math::acos(x); }},
    {"atan", [](double x) { return math::atan2(x, 1.0); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"exp", [](double x) { return math::exp(x); }},
    {"log", [](double x) { return math::log(x); }},
    {"radians", [](double x) { return x / kDegreesPerRadian; }},
    {"degrees", [](double x) { return x * kDegreesPerRadian; }},
    {"fabs", [](double x) { return std::abs(x); }},
    {"floor", [](double x) { return std::floor(x); }, true},
    {"ceil", [](double x) { return std::ceil(x); }, true},
    {"round", rounded, true},
    {"float", [](double x) { return x; }},
    {"int", [](double x) { return std::trunc(x); }, true},
};

/// Walks over the tree; `text` is the whole expression, for messages.
class XacroEvaluator {
 public:
  XacroEvaluator(const XacroNames& names, std::string_view text, const std::string& place)
      : names_(names), text_(text), place_(place) {}
  XacroValue of(const XacroNode& node) const;

 private:
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
    throw InputError(place_, fmt::format("{} in ${{{}}}", found, text_), expected);
  }
  /// The value as a number; refuses a text.
  double number(const XacroValue& v) const {
    if (is_text(v))
      refuse("the text '" + std::get<std::string>(v) + "' in the place of a number", "a number");
    return plain_of(v);
  }
  /// The value itself; refuses infinity and NaN.
  XacroValue finite(const XacroValue& v) const {
    if (const double* number = std::get_if<double>(&v); number && !std::isfinite(*number))
      refuse("a number without bounds", "a finite one");
    return v;
  }
  /// Python's truth: not zero and not empty.
  bool truth(const XacroValue& v) const {
    return is_text(v) ? !std::get<std::string>(v).empty() : plain_of(v) != 0.0;
  }
  /// A constant or a property.
  XacroValue named(const std::string& name) const;
  XacroValue called(const std::string& name, const Values& arguments) const;
  /// A function of two or more arguments; refuses unknown functions.
  XacroValue of_several(const std::string& name, const Values& arguments) const;
  XacroValue arithmetic(const std::string& op, const XacroValue& a, const XacroValue& b) const;
  XacroValue compared(const std::string& op, const XacroValue& a, const XacroValue& b) const;

  const XacroNames& names_;
  std::string_view text_;
  const std::string& place_;
};

std::string without_module(const std::string& name) {
  return name.starts_with("math.") ? name.substr(5) : name;
}

XacroValue XacroEvaluator::named(const std::string& name) const {
  if (name == "True") return true;
  if (name == "False") return false;
  if (name.find('.') != std::string::npos && !name.starts_with("math."))
    refuse("the name '" + name + "'", "names without a dot: lists, dictionaries and methods are not known");
  if (name.starts_with("math.") || name == "pi" || name == "tau" || name == "e") {
    const std::string constant = without_module(name);
    if (constant == "pi") return std::numbers::pi;
    if (constant == "tau") return 2.0 * std::numbers::pi;
    // A bare e is left to the file's own properties.
    if (constant == "e" && name != "e") return std::numbers::e;
  }
  return names_(name);
}

XacroValue XacroEvaluator::of_several(const std::string& name, const Values& v) const {
  if (name == "atan2" && v.size() == 2) return math::atan2(number(v[0]), number(v[1]));
  if (name == "pow" && v.size() == 2) return finite(raised(number(v[0]), number(v[1])));
  if (name == "hypot" && v.size() == 2) {
    const double x = number(v[0]), y = number(v[1]);
    return finite(std::sqrt(x * x + y * y));
  }
  if ((name == "min" || name == "max") && v.size() >= 2) {
    XacroValue best = v.front();
    for (const XacroValue& value : v)
      if (name == "min" ? number(value) < number(best) : number(value) > number(best)) best = value;
    return best;
  }
  refuse(fmt::format("the function {} with {} arguments", name, v.size()),
         "sin, cos, tan, asin, acos, atan, atan2, sqrt, pow, hypot, exp, log, radians, degrees, abs, min, "
         "max, round, floor, "
         "ceil, int, float or str");
}

XacroValue XacroEvaluator::called(const std::string& full, const Values& v) const {
  const std::string name = without_module(full);
  if (v.size() != 1) return of_several(name, v);
  if (name == "str") return xacro_text(v[0]);
  if (name == "abs") return number_like(is_whole(v[0]), std::abs(number(v[0])));
  XacroValue argument = v[0];
  // float('0.5') reads the text.
  if (is_text(argument) && (name == "float" || name == "int"))
    argument = xacro_literal(std::get<std::string>(argument));
  if ((name == "sin" || name == "cos" || name == "tan") && std::abs(number(argument)) > 1e6)
    refuse("an angle beyond 1e6 rad", "a smaller one");
  for (const OneArgument& function : kFunctions)
    if (name == function.name) return finite(number_like(function.whole, function.of(number(argument))));
  return of_several(name, v);
}

XacroValue XacroEvaluator::arithmetic(const std::string& op, const XacroValue& a, const XacroValue& b) const {
  if (op == "+" && is_text(a) && is_text(b)) {
    std::string joined = std::get<std::string>(a) + std::get<std::string>(b);
    if (joined.size() > kLongestXacroText) refuse("a text of more than 100,000 signs", "a shorter one");
    return joined;
  }
  const double x = number(a), y = number(b);
  const bool whole = is_whole(a) && is_whole(b);
  if (op == "+") return finite(number_like(whole, x + y));
  if (op == "-") return finite(number_like(whole, x - y));
  if (op == "*") return finite(number_like(whole, x * y));
  if (op == "**") return finite(number_like(whole && y >= 0.0, raised(x, y)));
  if (y == 0.0) refuse("a division by zero", "another divisor");
  if (op == "/") return finite(x / y);
  // Python floors the quotient, so that the remainder has the divisor's sign.
  const double quotient = std::floor(x / y);
  return finite(number_like(whole, op == "//" ? quotient : x - quotient * y));
}

XacroValue XacroEvaluator::compared(const std::string& op, const XacroValue& a, const XacroValue& b) const {
  if (op == "==" || op == "!=") {
    const bool equal =
        is_text(a) == is_text(b) &&
        (is_text(a) ? std::get<std::string>(a) == std::get<std::string>(b) : plain_of(a) == plain_of(b));
    return equal == (op == "==");
  }
  const double x = number(a), y = number(b);
  if (op == "<") return x < y;
  if (op == ">") return x > y;
  return op == "<=" ? x <= y : x >= y;
}

XacroValue XacroEvaluator::of(const XacroNode& node) const {
  if (node.op == "value") return node.value;
  if (node.op == "name") return named(std::get<std::string>(node.value));
  if (node.op == "if") return of(node.parts[truth(of(node.parts[1])) ? 0 : 2]);
  if (node.op == "not") return !truth(of(node.parts[0]));
  // The value of the deciding operand, as in Python, and the other side only if it is needed.
  if (node.op == "and" || node.op == "or") {
    XacroValue left = of(node.parts[0]);
    return truth(left) == (node.op == "or") ? left : of(node.parts[1]);
  }
  Values values;
  for (const XacroNode& part : node.parts) values.push_back(of(part));
  if (node.op == "call") return called(std::get<std::string>(node.value), values);
  if (node.op == "neg") return number_like(is_whole(values[0]), -number(values[0]));
  const bool compares =
      node.op == "==" || node.op == "!=" || node.op.starts_with('<') || node.op.starts_with('>');
  return compares ? compared(node.op, values[0], values[1]) : arithmetic(node.op, values[0], values[1]);
}

}  // namespace

XacroValue evaluate_xacro(std::string_view expression, const XacroNames& names, const std::string& place) {
  const XacroNode tree = parse_xacro(expression, place);
  return XacroEvaluator(names, expression, place).of(tree);
}

std::string xacro_text(const XacroValue& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "True" : "False";
  if (const long long* whole = std::get_if<long long>(&value)) return std::to_string(*whole);
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  // Python writes a floating number with a point even if it is whole.
  std::string text = fmt::format("{}", std::get<double>(value));
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

XacroValue xacro_literal(const std::string& text) {
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') return text.substr(1, text.size() - 2);
  if (text == "true" || text == "True") return true;
  if (text == "false" || text == "False") return false;
  // Several words stay a text, as does a word that is not a number.
  const std::vector<std::string> words = words_of(text);
  if (words.size() != 1) return text;
  std::string_view digits = words[0];
  if (digits.starts_with('+')) digits.remove_prefix(1);
  long long whole = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
  if (error == std::errc() && end == digits.data() + digits.size()) return whole;
  if (const auto number = decimal_number(words[0])) return *number;
  return text;
}

bool xacro_truth(const XacroValue& value, const std::string& place) {
  const XacroValue meant = is_text(value) ? xacro_literal(std::get<std::string>(value)) : value;
  if (is_text(meant))
    throw InputError(place, "the condition \"" + std::get<std::string>(meant) + "\"",
                     "true, false or a whole number");
  return plain_of(meant) != 0.0;
}

}  // namespace grouser
