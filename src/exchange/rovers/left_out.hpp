// SPDX-License-Identifier: BSD-3-Clause
// Elements of a file that a reader does not know, gathered by kind so that sixty of one kind are one line.
#pragma once
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/exchange/markup/xml_document.hpp"

namespace grouser {

class LeftOutElements {
 public:
  explicit LeftOutElements(const XmlDocument& document) : document_(&document) {}
  /// An element that is not read, inside of another.
  void add(const XmlElement& element, const XmlElement& inside);
  /// All children of an element but those with a known tag, and text among them.
  void others(const XmlElement& element, std::initializer_list<std::string_view> known);
  /// "<velocity> in <joint>, 6 times, first at rover.urdf:120", in the order of the file.
  std::vector<std::string> lines() const;

 private:
  struct Kind {
    std::string words, place;
    int count = 0;
  };
  void note(const std::string& words, const XmlElement& element);
  const XmlDocument* document_;
  std::vector<Kind> kinds_;
  std::map<std::string, std::size_t> index_;
};

}  // namespace grouser
