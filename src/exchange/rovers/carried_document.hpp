// SPDX-License-Identifier: BSD-3-Clause
// The <grouser> element of a URDF file: the vehicle's TOML, whole, as its text. Lines of comments begin and
// end it, since readers of XML may drop blanks at the ends of a text.
#pragma once
#include <string>

#include "grouser/exchange/markup/xml_document.hpp"
#include "grouser/exchange/rovers/rover_description.hpp"

namespace grouser {

/// The TOML of a <grouser> element. Throws InputError, naming the place: another version, or no document.
CarriedDocument carried_in(const XmlDocument& document, const XmlElement& element);

/// The element with this document, escaped, with a line break at its end.
std::string carried_element(const std::string& document);

}  // namespace grouser
