// SPDX-License-Identifier: BSD-3-Clause
// Counts by the text of the line, so that elements of one kind share a line with the place of the first.
#include "left_out.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grouser {

void LeftOutElements::note(const std::string& words, const XmlElement& element) {
  const auto [at, fresh] = index_.emplace(words, kinds_.size());
  if (fresh) kinds_.push_back({words, document_->place(element), 0});
  ++kinds_[at->second].count;
}

void LeftOutElements::add(const XmlElement& element, const XmlElement& inside) {
  note(fmt::format("<{}> in <{}>", element.name, inside.name), element);
}

void LeftOutElements::others(const XmlElement& element, std::initializer_list<std::string_view> known) {
  for (const XmlElement& child : element.children)
    if (std::ranges::find(known, child.name) == known.end()) add(child, element);
  if (!element.text.empty()) note(fmt::format("text in <{}>", element.name), element);
}

std::vector<std::string> LeftOutElements::lines() const {
  std::vector<std::string> lines;
  for (const Kind& kind : kinds_)
    lines.push_back(kind.count == 1
                        ? fmt::format("{} at {}", kind.words, kind.place)
                        : fmt::format("{}, {} times, first at {}", kind.words, kind.count, kind.place));
  return lines;
}

}  // namespace grouser
