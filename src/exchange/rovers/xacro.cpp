// SPDX-License-Identifier: BSD-3-Clause
// Expands a xacro document (wiki.ros.org/xacro) into plain XML: properties, arguments, macros with block
// parameters, conditions, includes. Elements are expanded recursively into a list; macros and properties
// live in nested scopes. Depth, number of elements and bytes are limited, since a small file can describe
// an expansion without end. Refused: xacro:call, element, attribute, load_yaml, and namespaces of includes.
#include "grouser/exchange/rovers/xacro.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "grouser/base/error.hpp"
#include "xacro_scope.hpp"

namespace grouser {
namespace {

constexpr std::string_view kXacro = "xacro:";
// Limits of the expanded text and of all included files, bytes.
constexpr std::size_t kMostExpandedBytes = std::size_t{64} << 20;
constexpr std::size_t kMostIncludedBytes = std::size_t{8} << 20;

using Elements = std::vector<XmlElement>;

/// One expansion of one document. Each verb of xacro has a function, which expand_one() chooses.
class Xacro {
 public:
  Xacro(const XmlDocument& document, const RoverFiles& files,
        const std::map<std::string, std::string>& arguments)
      : files_(files),
        arguments_(arguments),
        out_{.file = document.file, .root = {}, .included = document.included} {}
  XmlDocument expand(const XmlDocument& document);

 private:
  /// Counts how deep expansions are nested, and refuses more than kDeepestExpansion.
  class Level {
   public:
    Level(Xacro& xacro, const XmlElement& element) : xacro_(xacro) {
      if (++xacro_.depth_ > kDeepestExpansion) {
        --xacro_.depth_;
        xacro_.refuse(element, fmt::format("<{}>, nested {} deep", element.name, kDeepestExpansion + 1),
                      "macros and elements nested less deep: a macro may call itself without an end");
      }
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ~Level() { --xacro_.depth_; }

   private:
    Xacro& xacro_;
  };

  [[noreturn]] void refuse(const XmlElement& element, const std::string& found,
                           const std::string& expected) const {
    throw InputError(out_.place(element), found, expected);
  }
  /// An attribute that must be there, not yet evaluated.
  const std::string& needed(const XmlElement& element, const char* attribute) const {
    const std::string* value = element.attribute(attribute);
    if (!value)
      refuse(element, fmt::format("<{}> without {}", element.name, attribute),
             std::string(attribute) + "=\"...\"");
    return *value;
  }
  /// Counts an element towards the limits of the expansion.
  void count(const XmlElement& element);

  /// Value of a text with ${...} and $(...) in it.
  XacroValue evaluate(const std::string& text, XacroScope& scope, const XmlElement& element);
  /// Value of the inside of one ${...}.
  XacroValue expression(const std::string& text, XacroScope& scope, const XmlElement& element);
  std::string substitution(const std::string& text, const XmlElement& element);
  /// evaluate() as text, counted towards the bytes of the expansion.
  std::string text(const std::string& raw, XacroScope& scope, const XmlElement& element);

  void expand_all(const Elements& elements, XacroScope& scope, Elements& out);
  void expand_one(const XmlElement& element, XacroScope& scope, Elements& out);
  void plain_element(const XmlElement& element, XacroScope& scope, Elements& out);
  void property(const XmlElement& element, XacroScope& scope);
  void define_macro(const XmlElement& element, XacroScope& scope);
  void argument(const XmlElement& element, XacroScope& scope);
  void include(const XmlElement& element, XacroScope& scope, Elements& out);
  void insert_block(const XmlElement& element, XacroScope& scope, Elements& out);
  void call(const XmlElement& element, const std::string& name, XacroScope& scope, Elements& out);
  /// Fills the scope of a call with the macro's parameters.
  void bind(const XmlElement& element, const XacroMacro& macro, XacroScope& caller, XacroScope& own);

  const RoverFiles& files_;
  std::map<std::string, std::string> arguments_;
  XmlDocument out_;  // the files; its root comes last
  int depth_ = 0, lookups_ = 0;
  std::size_t elements_ = 0, bytes_ = 0, included_bytes_ = 0;
  std::deque<XmlDocument> documents_;  // included ones: macros and blocks point into them
};

void Xacro::count(const XmlElement& element) {
  if (++elements_ > kMostExpanded || bytes_ > kMostExpandedBytes)
    refuse(element, "an expansion without bounds",
           fmt::format("at most {} elements and {} MiB of text", kMostExpanded, kMostExpandedBytes >> 20));
}

/// $(arg name) and $(find name); `text` is without the signs around it.
std::string Xacro::substitution(const std::string& text, const XmlElement& element) {
  const std::size_t blank = text.find_first_of(" \t");
  const std::string verb = text.substr(0, blank);
  std::string name = blank == std::string::npos ? "" : text.substr(text.find_first_not_of(" \t", blank));
  while (!name.empty() && (name.back() == ' ' || name.back() == '\t')) name.pop_back();
  if (verb == "find" && !name.empty()) return "package://" + name;
  if (verb == "arg") {
    const auto found = arguments_.find(name);
    if (found != arguments_.end()) return found->second;
    refuse(element, fmt::format("$(arg {}), which has no value", name), fmt::format("--arg {}=VALUE", name));
  }
  refuse(element, fmt::format("$({})", text),
         "$(arg NAME) or $(find PACKAGE): nothing else of these is known");
}

// A name in an expression is a property whose text is itself evaluated, so look-ups recurse.
XacroValue Xacro::expression(const std::string& text, XacroScope& scope, const XmlElement& element) {
  constexpr int kDeepestLookup = 50;
  const std::string place = out_.place(element);
  const XacroNames names = [&](const std::string& name) {
    if (++lookups_ > kDeepestLookup) {
      lookups_ = 0;
      refuse(element, fmt::format("the property '{}' at the end of a chain of {}", name, kDeepestLookup),
             "properties that are made of fewer others in a row");
    }
    XacroValue value = scope.value(
        name, [&](const std::string& raw, XacroScope& where) { return evaluate(raw, where, element); },
        place);
    --lookups_;
    return value;
  };
  return evaluate_xacro(text, names, place);
}

/// A text with ${...} and $(...). One ${...} alone keeps its type; "$${" is a plain "${".
XacroValue Xacro::evaluate(const std::string& raw, XacroScope& scope, const XmlElement& element) {
  if (raw.find('$') == std::string::npos) return raw;
  std::string out;
  for (std::size_t at = 0; at < raw.size();) {
    const char open = at + 1 < raw.size() ? raw[at + 1] : '\0';
    // "$${" and "$$(" lose one sign and are copied.
    if (raw[at] == '$' && open == '$' && at + 2 < raw.size() && (raw[at + 2] == '{' || raw[at + 2] == '(')) {
      out += raw.substr(at + 1, 2);
      at += 3;
    } else if (raw[at] == '$' && (open == '{' || open == '(')) {
      const std::size_t end = raw.find(open == '{' ? '}' : ')', at);
      if (end == std::string::npos) refuse(element, fmt::format("\"{}\"", raw), "a closing brace");
      // $(arg name) may be a part of an expression.
      std::string inner = raw.substr(at + 2, end - at - 2);
      if (open == '{' && inner.find("$(") != std::string::npos) inner = text(inner, scope, element);
      const XacroValue value =
          open == '{' ? expression(inner, scope, element) : XacroValue(substitution(inner, element));
      // The whole text is this one part: a number stays a number.
      if (at == 0 && end + 1 == raw.size()) return value;
      out += xacro_text(value);
      at = end + 1;
    } else {
      out += raw[at++];
    }
    if (out.size() > kLongestXacroText)
      refuse(element, fmt::format("a text that grows beyond {} signs", kLongestXacroText), "a shorter one");
  }
  return out;
}

std::string Xacro::text(const std::string& raw, XacroScope& scope, const XmlElement& element) {
  std::string out = xacro_text(evaluate(raw, scope, element));
  bytes_ += out.size();
  return out;
}

/// Sets a property by value, default (only if it is not set yet) or by the element's children (a block).
void Xacro::property(const XmlElement& element, XacroScope& scope) {
  const std::string& name = needed(element, "name");
  if (name.empty() || name.find_first_of(" .{}$()") != std::string::npos || name.starts_with("__"))
    refuse(element, fmt::format("a property '{}'", name), "a name of letters, digits and _");
  const std::string* where = element.attribute("scope");
  // The scope that receives the property.
  XacroScope* target = &scope;
  if (where && *where == "global")
    target = &scope.global();
  else if (where && *where == "parent")
    target = scope.outer() ? scope.outer() : &scope;
  else if (where)
    refuse(element, fmt::format("scope=\"{}\"", *where), "parent or global");
  const std::string* value = element.attribute("value");
  if (!value && element.attribute("default")) {
    if (target->has(name)) return;
    value = element.attribute("default");
  }
  if (!value) {
    target->set_block("**" + name, {{}, &element.children});
    return;
  }
  bytes_ += value->size();
  // In its own scope a property stays a text until it is needed; for another scope it is evaluated here,
  // where its names are known.
  if (target == &scope)
    target->set_text(name, *value);
  else
    target->set(name, xacro_literal(text(*value, scope, element)));
}

/// Keeps a macro's parameters and a pointer to its body.
void Xacro::define_macro(const XmlElement& element, XacroScope& scope) {
  std::string name = needed(element, "name");
  if (name.starts_with(kXacro)) name = name.substr(kXacro.size());
  const std::string* params = element.attribute("params");
  scope.set_macro({name, out_.place(element), xacro_parameters(params ? *params : "", out_.place(element)),
                   &element.children});
}

/// Gives an argument its default, unless the caller has set it.
void Xacro::argument(const XmlElement& element, XacroScope& scope) {
  const std::string& name = needed(element, "name");
  const std::string* fallback = element.attribute("default");
  if (fallback && !arguments_.contains(name)) arguments_[name] = text(*fallback, scope, element);
}

/// Expands the children of another file's root in the place of the element.
void Xacro::include(const XmlElement& element, XacroScope& scope, Elements& out) {
  if (element.attribute("ns"))
    refuse(element, "<xacro:include> with a namespace (ns)", "an include without one");
  const std::string reference = text(needed(element, "filename"), scope, element);
  const std::string place = out_.place(element);
  // A reference is relative to the file that holds it, which may be an included one.
  const std::filesystem::path from =
      element.source > 0 ? out_.included[static_cast<std::size_t>(element.source) - 1] : out_.file;
  const auto found = files_.find_included(reference, std::filesystem::absolute(from).parent_path(), place);
  if (!found) {
    const std::string* optional = element.attribute("optional");
    if (optional && xacro_truth(evaluate(*optional, scope, element), place)) return;
    refuse(element, fmt::format("the file \"{}\", which is not there", reference),
           "a file to include; --package NAME=FOLDER says where a package is");
  }
  if (out_.included.size() >= kMostIncluded)
    refuse(element, fmt::format("more than {} included files", kMostIncluded),
           "fewer: a file may include itself without an end");
  std::error_code error;
  included_bytes_ += std::filesystem::file_size(*found, error);
  if (included_bytes_ > kMostIncludedBytes)
    refuse(element, fmt::format("more than {} MiB of included files", kMostIncludedBytes >> 20), "less");
  XmlDocument& document = documents_.emplace_back(load_xml(found->string()));
  // messages name the file as the including one does, not by the folders of this machine
  const std::filesystem::path shown =
      from.parent_path() / found->lexically_relative(std::filesystem::absolute(from).parent_path());
  out_.included.push_back(shown.lexically_normal().string());
  const int source = static_cast<int>(out_.included.size());
  // Each element keeps the number of its file, for messages.
  const auto mark = [&](auto&& self, XmlElement& e) -> void {
    e.source = source;
    for (XmlElement& child : e.children) self(self, child);
  };
  mark(mark, document.root);
  expand_all(document.root.children, scope, out);
}

/// Puts a block in place: a property's block is expanded here, a parameter's was expanded by the caller.
void Xacro::insert_block(const XmlElement& element, XacroScope& scope, Elements& out) {
  const std::string name = text(needed(element, "name"), scope, element);
  const XacroBlock* block = scope.block("**" + name);
  if (!block) block = scope.block("*" + name);
  if (!block)
    refuse(element, fmt::format("no block '{}'", name), "a block parameter or property of that name");
  if (block->raw) return expand_all(*block->raw, scope, out);
  for (const XmlElement& inserted : block->expanded) {
    // A block that is inserted many times counts each time.
    const auto weigh = [&](auto&& self, const XmlElement& e) -> void {
      count(e);
      for (const auto& [key, value] : e.attributes) bytes_ += value.size();
      for (const XmlElement& child : e.children) self(self, child);
    };
    weigh(weigh, inserted);
    out.push_back(inserted);
  }
}

/// Gives a macro's parameters their values, from the call's attributes and child elements.
void Xacro::bind(const XmlElement& element, const XacroMacro& macro, XacroScope& caller, XacroScope& own) {
  // The children of a call are expanded in the caller's scope, before the macro sees them.
  Elements blocks;
  expand_all(element.children, caller, blocks);
  for (const auto& [name, value] : element.attributes) {
    const auto is_it = [&](const XacroParameter& p) {
      return p.kind == XacroParameter::Kind::value && p.name == name;
    };
    if (std::ranges::none_of(macro.parameters, is_it))
      refuse(element, fmt::format("the parameter '{}' of the macro '{}'", name, macro.name),
             "one of its params (" + macro.place + ")");
    const XacroValue given = evaluate(value, caller, element);
    bytes_ += value.size();
    const std::string* plain = std::get_if<std::string>(&given);
    own.set(name, plain ? xacro_literal(*plain) : given);
  }
  // Blocks are taken in order; a value that the call does not give comes from the caller's scope or a
  // default.
  std::size_t taken = 0;
  for (const XacroParameter& parameter : macro.parameters) {
    if (parameter.kind != XacroParameter::Kind::value) {
      if (taken >= blocks.size())
        refuse(element, fmt::format("a call of '{}' with {} blocks", macro.name, blocks.size()),
               "an element for each block parameter");
      XmlElement& block = blocks[taken++];
      // *name takes the element itself, **name its children.
      const bool whole = parameter.kind == XacroParameter::Kind::element;
      own.set_block((whole ? "*" : "**") + parameter.name,
                    {whole ? Elements{block} : block.children, nullptr});
    } else if (!own.has_own(parameter.name)) {
      if (parameter.forwards && caller.has(parameter.name)) {
        own.set(parameter.name, expression(parameter.name, caller, element));
      } else if (parameter.fallback) {
        own.set(parameter.name, xacro_literal(text(*parameter.fallback, own, element)));
      } else {
        refuse(element, fmt::format("a call of '{}' without '{}'", macro.name, parameter.name),
               "a value for each parameter without a default");
      }
    }
  }
  if (taken < blocks.size())
    refuse(element, fmt::format("a call of '{}' with {} blocks", macro.name, blocks.size()),
           fmt::format("{} block parameters", taken));
}

/// Expands a macro's body in a scope inside the caller's.
void Xacro::call(const XmlElement& element, const std::string& name, XacroScope& scope, Elements& out) {
  for (const char* known : {"call", "element", "attribute", "load_yaml"})
    if (name == known && !scope.macro(name))
      refuse(element, fmt::format("<xacro:{}>", name),
             "property, macro, include, if, unless, arg or insert_block");
  const XacroMacro* found = scope.macro(name);
  if (!found) refuse(element, fmt::format("<xacro:{}>, which is no macro", name), "a xacro:macro above it");
  const XacroMacro macro = *found;  // its name may be defined anew meanwhile
  XacroScope own(&scope);
  bind(element, macro, scope, own);
  expand_all(*macro.body, own, out);
}

/// Copies an element that is not xacro's, with its attributes, text and children evaluated.
void Xacro::plain_element(const XmlElement& element, XacroScope& scope, Elements& out) {
  XmlElement made;
  made.name = element.name, made.line = element.line, made.source = element.source;
  for (const auto& [name, value] : element.attributes)
    if (!name.starts_with("xmlns")) made.attributes[name] = text(value, scope, element);
  made.text = text(element.text, scope, element);
  expand_all(element.children, scope, made.children);
  out.push_back(std::move(made));
}

/// Adds the expansion of one element, of no element or of several.
void Xacro::expand_one(const XmlElement& element, XacroScope& scope, Elements& out) {
  count(element);
  const Level level(*this, element);
  if (!element.name.starts_with(kXacro)) return plain_element(element, scope, out);
  const std::string verb = element.name.substr(kXacro.size());
  if (verb == "property") return property(element, scope);
  if (verb == "macro") return define_macro(element, scope);
  if (verb == "arg") return argument(element, scope);
  if (verb == "include") return include(element, scope, out);
  if (verb == "insert_block") return insert_block(element, scope, out);
  if (verb == "if" || verb == "unless") {
    const bool truth = xacro_truth(evaluate(needed(element, "value"), scope, element), out_.place(element));
    if (truth == (verb == "if")) expand_all(element.children, scope, out);
    return;
  }
  call(element, verb, scope, out);
}

void Xacro::expand_all(const Elements& elements, XacroScope& scope, Elements& out) {
  for (const XmlElement& element : elements) expand_one(element, scope, out);
}

XmlDocument Xacro::expand(const XmlDocument& document) {
  XacroScope global(nullptr);
  Elements roots;
  plain_element(document.root, global, roots);
  out_.root = std::move(roots.front());
  return std::move(out_);
}

}  // namespace

XmlDocument expand_xacro(const XmlDocument& document, const RoverFiles& files,
                         const std::map<std::string, std::string>& arguments) {
  return Xacro(document, files, arguments).expand(document);
}

}  // namespace grouser
