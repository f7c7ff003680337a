// SPDX-License-Identifier: BSD-3-Clause
// Parses with tinyxml2, which bounds the depth, and copies the tree into plain structs with line numbers.
// Document types and entities are refused before, so that no text can expand; a second root, a repeated
// attribute and too many elements are refused after.
#include "grouser/exchange/markup/xml_document.hpp"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

std::string place_of(const std::string& file, int line) { return fmt::format("{}:{}", file, line); }

/// The text without the blanks at both ends.
std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

/// Line of a byte, from 1.
int line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// tinyxml2 skips document types and leaves unknown entities unchanged, so both are looked for before.
void refuse_entities(std::string_view text, const std::string& file) {
  const auto type = text.find("<!DOCTYPE");
  const auto entity = text.find("<!ENTITY");
  const auto at = std::min(type, entity);
  if (at != std::string_view::npos)
    throw InputError(place_of(file, line_of(text, at)), "a document type or an entity",
                     "plain XML without either");
}

/// The next thing to do, for errors of the parser whose names do not say it.
std::string expected_for(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return fmt::format("elements nested at most {} deep", kXmlMostDepth);
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "a closing tag for every opening tag, in order";
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "an XML document with one root element";
    default:
      return "well-formed XML";
  }
}

/// The fault in words, or the parser's own name for it.
std::string found_for(const tinyxml2::XMLDocument& document) {
  const std::string name = tinyxml2::XMLDocument::ErrorIDToName(document.ErrorID());
  if (document.ErrorID() == tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED) return "elements nested too deep";
  if (document.ErrorID() == tinyxml2::XML_ERROR_EMPTY_DOCUMENT) return "no element";
  if (document.ErrorID() == tinyxml2::XML_ERROR_MISMATCHED_ELEMENT) return "tags that do not match";
  return fmt::format("a syntax error ({})", name);
}

/// Copies an element and all below it. The depth is bounded by the parser.
XmlElement copied(const tinyxml2::XMLElement& from, const std::string& file, std::size_t& count) {
  if (++count > kXmlMostElements)
    throw InputError(place_of(file, from.GetLineNum()), "too many elements",
                     fmt::format("at most {}", kXmlMostElements));
  XmlElement element;
  element.name = from.Name();
  element.line = from.GetLineNum();
  for (const auto* a = from.FirstAttribute(); a != nullptr; a = a->Next())
    if (!element.attributes.emplace(a->Name(), a->Value()).second)
      throw InputError(place_of(file, element.line),
                       fmt::format("attribute '{}' twice in <{}>", a->Name(), element.name),
                       "each attribute once");
  for (const auto* node = from.FirstChild(); node != nullptr; node = node->NextSibling()) {
    // Text around the children is joined; comments and other nodes are dropped.
    if (const auto* child = node->ToElement()) element.children.push_back(copied(*child, file, count));
    if (const auto* text = node->ToText()) element.text += text->Value();
  }
  element.text = trimmed(element.text);
  return element;
}

}  // namespace

const std::string* XmlElement::attribute(std::string_view wanted) const {
  const auto found = attributes.find(std::string(wanted));
  return found == attributes.end() ? nullptr : &found->second;
}

const XmlElement* XmlElement::child(std::string_view tag) const {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const XmlElement& c) { return c.name == tag; });
  return found == children.end() ? nullptr : &*found;
}

std::string XmlDocument::place(const XmlElement& element) const {
  const auto k = static_cast<std::size_t>(element.source);
  return place_of(k > 0 && k <= included.size() ? included[k - 1] : file, element.line);
}

XmlDocument parse_xml(const std::string& text, const std::string& file) {
  refuse_entities(text, file);
  tinyxml2::XMLDocument document;
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
    throw InputError(place_of(file, std::max(1, document.ErrorLineNum())), found_for(document),
                     expected_for(document.ErrorID()));
  const tinyxml2::XMLElement* root = document.RootElement();
  if (root == nullptr)
    throw InputError(place_of(file, 1), "no element", "an XML document with one root element");
  for (const auto* next = root->NextSibling(); next != nullptr; next = next->NextSibling())
    if (next->ToElement() != nullptr)
      throw InputError(place_of(file, next->GetLineNum()), "a second root element", "one root element");
  std::size_t count = 0;
  return {.file = file, .root = copied(*root, file, count)};
}

XmlDocument load_xml(const std::string& path) { return parse_xml(read_text_file(path, kXmlMostBytes), path); }

}  // namespace grouser
