// SPDX-License-Identifier: BSD-3-Clause
// Scopes are linked from the inside out; every look-up ends in the nearest scope that has the name. A
// property is evaluated at its first use and its value kept, and a mark on it finds properties that use
// themselves.
#include "xacro_scope.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr std::string_view kParameterBlanks = " \t\r\n";

/// The text of a default from `at` on: in quotes, or up to the next blank. Moves `at` behind it.
std::string default_text(const std::string& params, std::size_t& at, const std::string& place) {
  if (at < params.size() && (params[at] == '\'' || params[at] == '"')) {
    const std::size_t end = params.find(params[at], at + 1);
    if (end == std::string::npos)
      throw InputError(place, "a default without its closing quote in params",
                       "'...' around a default with blanks");
    const std::string text = params.substr(at + 1, end - at - 1);
    at = end + 1;
    return text;
  }
  const std::size_t end = std::min(params.find_first_of(kParameterBlanks, at), params.size());
  const std::string text = params.substr(at, end - at);
  at = end;
  return text;
}

}  // namespace

XacroValue XacroScope::value(const std::string& name, const Evaluate& evaluate, const std::string& place) {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    if (outer_) return outer_->value(name, evaluate, place);
    throw InputError(place, fmt::format("the name '{}', which has no value", name),
                     "a xacro:property or a parameter of that name");
  }
  Entry& entry = found->second;
  if (!entry.text) return entry.value;
  if (entry.busy)
    throw InputError(place, fmt::format("the property '{}', which is made of itself", name),
                     "properties that do not go in circles");
  // Evaluation may come back to this entry by other properties, which `busy` detects.
  entry.busy = true;
  entry.value = evaluate(*entry.text, *this);
  if (const std::string* text = std::get_if<std::string>(&entry.value)) entry.value = xacro_literal(*text);
  entry.text.reset();
  entry.busy = false;
  return entry.value;
}

const XacroBlock* XacroScope::block(const std::string& name) const {
  const auto found = blocks_.find(name);
  if (found != blocks_.end()) return &found->second;
  return outer_ ? outer_->block(name) : nullptr;
}

const XacroMacro* XacroScope::macro(const std::string& name) const {
  const auto found = macros_.find(name);
  if (found != macros_.end()) return &found->second;
  return outer_ ? outer_->macro(name) : nullptr;
}

std::vector<XacroParameter> xacro_parameters(const std::string& params, const std::string& place) {
  std::vector<XacroParameter> list;
  for (std::size_t at = params.find_first_not_of(kParameterBlanks); at != std::string::npos;
       at = params.find_first_not_of(kParameterBlanks, at)) {
    // The stars say whether the parameter is a value, an element or the content of one.
    XacroParameter parameter;
    const std::size_t stars = std::min(params.find_first_not_of('*', at), params.size()) - at;
    if (stars > 2) throw InputError(place, "a parameter with three stars", "name, *name or **name");
    parameter.kind = static_cast<XacroParameter::Kind>(stars);
    at += stars;
    const std::size_t end = std::min(params.find_first_of(" \t\r\n:=", at), params.size());
    parameter.name = params.substr(at, end - at);
    if (parameter.name.empty())
      throw InputError(place, fmt::format("params=\"{}\"", params),
                       "names, each with := and a default, or without");
    at = end;
    // name:=default, name=default, name:=^ (the caller's value) or name:=^|default.
    if (at < params.size() && params[at] == ':') ++at;
    if (at < params.size() && params[at] == '=') {
      ++at;
      if (at < params.size() && params[at] == '^') {
        parameter.forwards = true;
        ++at;
        if (at < params.size() && params[at] == '|') parameter.fallback = default_text(params, ++at, place);
      } else {
        parameter.fallback = default_text(params, at, place);
      }
    }
    list.push_back(std::move(parameter));
  }
  return list;
}

}  // namespace grouser
