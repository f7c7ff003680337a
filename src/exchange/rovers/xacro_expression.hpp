// SPDX-License-Identifier: BSD-3-Clause
// The expressions of xacro (wiki.ros.org/xacro, "Math expressions"): a part of Python's. Numbers, texts in
// quotes, True and False; + - * / // % **, comparisons, and, or, not, `a if b else c`; the functions and
// constants of Python's math that rovers use. Lists, dictionaries, methods and all other names are refused by
// name.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace grouser {

/// A value as Python has it: truth, whole number, number, text.
using XacroValue = std::variant<bool, long long, double, std::string>;

/// Gives the value of a name; throws InputError where there is none.
using XacroNames = std::function<XacroValue(const std::string& name)>;

/// The value of an expression without its ${ }. `place` names it in messages. Throws InputError: a syntax
/// that is not known, a type that does not fit, a division by zero, a result that is not finite, an
/// expression longer than kLongestXacroText or nested deeper than 50.
XacroValue evaluate_xacro(std::string_view expression, const XacroNames& names, const std::string& place);

/// As Python's str() writes it: "1", "0.5", "1e-05", "True".
std::string xacro_text(const XacroValue& value);

/// A text as a property or an argument holds it: a whole number, a number, a truth, else the text, without
/// single quotes around it.
XacroValue xacro_literal(const std::string& text);

/// The truth of a condition: true, false, or a whole number. Throws InputError.
bool xacro_truth(const XacroValue& value, const std::string& place);

inline constexpr std::size_t kLongestXacroText = 100'000;

}  // namespace grouser
