// SPDX-License-Identifier: BSD-3-Clause
// The document lies between two comment lines of TOML. They mark its ends, so that blanks at either end of
// an XML text survive readers that trim them, and the text between them stays byte for byte the same.
#include "carried_document.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "xml_text.hpp"

namespace grouser {
namespace {

constexpr const char* kVersion = "1";
constexpr std::string_view kBegin = "# the vehicle's own file, to the line that says end\n";
constexpr std::string_view kEnd = "# end";

}  // namespace

CarriedDocument carried_in(const XmlDocument& document, const XmlElement& element) {
  const std::string place = document.place(element);
  const std::string* version = element.attribute("version");
  if (!version || *version != kVersion)
    throw InputError(place, fmt::format("<grouser> of version \"{}\"", version ? *version : ""),
                     fmt::format("version=\"{}\", or --plain to leave the element out", kVersion));
  // Both marks must be there: an editor that dropped one has changed the document as well.
  const std::string& text = element.text;
  if (!text.starts_with(kBegin) || !text.ends_with(kEnd) || text.size() < kBegin.size() + kEnd.size())
    throw InputError(place, "<grouser> without a whole vehicle file in it",
                     "the element as grouser convert writes it, or --plain to leave it out");
  return {text.substr(kBegin.size(), text.size() - kBegin.size() - kEnd.size()), place};
}

std::string carried_element(const std::string& document) {
  return fmt::format("  <grouser version=\"{}\">\n{}{}{}\n  </grouser>\n", kVersion, kBegin,
                     escaped_xml(document), kEnd);
}

}  // namespace grouser
