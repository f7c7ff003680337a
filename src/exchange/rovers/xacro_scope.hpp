// SPDX-License-Identifier: BSD-3-Clause
// Properties, blocks and macros of xacro by name. A macro's call opens a scope inside of the caller's. A
// property is evaluated when it is first asked for, in the scope that holds it, as xacro does.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grouser/exchange/markup/xml_document.hpp"
#include "xacro_expression.hpp"

namespace grouser {

/// A parameter of a macro.
struct XacroParameter {
  std::string name;
  enum class Kind { value, element, content } kind = Kind::value;  ///< name, *name, **name
  std::optional<std::string> fallback = {};                        ///< its text, not yet evaluated
  bool forwards = false;  ///< ":=^": the caller's property of that name is taken first
};

/// A macro as its document defines it; `place` names it in messages.
struct XacroMacro {
  std::string name, place;
  std::vector<XacroParameter> parameters;
  const std::vector<XmlElement>* body = nullptr;  ///< in its document, which lives longer
};

/// A block: elements for insert_block. Those of a macro's call are expanded already, those of a property
/// are still in their document, which lives longer.
struct XacroBlock {
  std::vector<XmlElement> expanded = {};
  const std::vector<XmlElement>* raw = nullptr;
};

/// The names of one call, or of the whole document; `outer` is the scope that encloses it, if any.
class XacroScope {
 public:
  explicit XacroScope(XacroScope* outer) : outer_(outer) {}

  /// Evaluates a text in a scope.
  using Evaluate = std::function<XacroValue(const std::string& text, XacroScope& scope)>;

  void set(const std::string& name, const XacroValue& value) { values_[name] = {{}, value, false}; }
  void set_text(const std::string& name, const std::string& text) { values_[name] = {text, false, false}; }
  /// The value of a property in this scope or an outer one. Throws InputError, naming the place: no such
  /// property, or one that is made of itself.
  XacroValue value(const std::string& name, const Evaluate& evaluate, const std::string& place);
  bool has(const std::string& name) const { return values_.contains(name) || (outer_ && outer_->has(name)); }
  bool has_own(const std::string& name) const { return values_.contains(name); }

  /// Blocks are kept as "*name" (an element) or "**name" (its content).
  void set_block(const std::string& name, XacroBlock block) { blocks_[name] = std::move(block); }
  const XacroBlock* block(const std::string& name) const;
  void set_macro(XacroMacro macro) {
    const std::string name = macro.name;
    macros_[name] = std::move(macro);
  }
  const XacroMacro* macro(const std::string& name) const;

  XacroScope* outer() { return outer_; }
  XacroScope& global() { return outer_ ? outer_->global() : *this; }

 private:
  struct Entry {
    std::optional<std::string> text;  ///< not yet evaluated
    XacroValue value = false;
    bool busy = false;
  };
  XacroScope* outer_;
  std::map<std::string, Entry> values_;
  std::map<std::string, XacroBlock> blocks_;
  std::map<std::string, XacroMacro> macros_;
};

/// The parameters of a macro's `params`. Throws InputError, naming the place.
std::vector<XacroParameter> xacro_parameters(const std::string& params, const std::string& place);

}  // namespace grouser
