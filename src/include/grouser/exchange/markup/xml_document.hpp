// SPDX-License-Identifier: BSD-3-Clause
// XML from other programs (URDF, SDF, xacro), read strictly: bounded size and depth, no document types and no
// entities beyond the five of the standard, and a line number for every element. tinyxml2 parses the text.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace grouser {

/// One element of a document, with its children in the order of the file.
struct XmlElement {
  std::string name;                               ///< the tag, with its prefix ("xacro:macro")
  int line = 0;                                   ///< line of the opening tag, from 1
  int source = 0;                                 ///< 0: the document's file; k: its k-th included file
  std::map<std::string, std::string> attributes;  ///< values by name, entities replaced
  std::string text;                               ///< text directly inside, outer blanks removed
  std::vector<XmlElement> children;

  /// The value of an attribute, or null where the element has none of this name.
  const std::string* attribute(std::string_view wanted) const;
  /// The first child with this tag, or null.
  const XmlElement* child(std::string_view tag) const;
};

/// A document: its root, and the names of its files for messages.
struct XmlDocument {
  std::string file;
  XmlElement root;
  std::vector<std::string> included = {};  ///< files of elements that stand in others (xacro)

  /// "file:line", the place of an element in a message; the file is the one that the element stands in.
  std::string place(const XmlElement& element) const;
};

/// The limits of a text from outside.
inline constexpr std::size_t kXmlMostBytes = std::size_t{32} << 20;
inline constexpr int kXmlMostDepth = 100;
inline constexpr std::size_t kXmlMostElements = 1'000'000;

/// Parses a text; `file` names it in messages. Throws InputError with file and line: a syntax error, a
/// document type or an unknown entity, elements nested deeper than kXmlMostDepth, or more of them than
/// kXmlMostElements.
XmlDocument parse_xml(const std::string& text, const std::string& file);

/// parse_xml() of a file of at most kXmlMostBytes. Throws InputError as read_text_file() and parse_xml() do.
XmlDocument load_xml(const std::string& path);

}  // namespace grouser
