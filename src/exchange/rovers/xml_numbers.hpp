// SPDX-License-Identifier: BSD-3-Clause
// Numbers and words of the attributes and texts of URDF and SDF, read strictly: decimal, finite, as many as
// are asked for. Errors name file and line.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/exchange/markup/xml_document.hpp"
#include "grouser/math/pose.hpp"

namespace grouser {

/// The number in a text without blanks ("1e-3", "-.5"). Words, hexadecimal numbers, inf and nan give
/// nothing.
std::optional<double> decimal_number(std::string_view text);

/// The words of a text, which spaces, tabs and line ends separate.
std::vector<std::string> words_of(std::string_view text);

/// Reads one element of a document.
class XmlNumbers {
 public:
  XmlNumbers(const XmlDocument& document, const XmlElement& element)
      : document_(&document), element_(&element) {}

  std::string place() const { return document_->place(*element_); }
  /// The element for messages, "<joint> 'left'" or "<limit>": its tag, and its name if it has one.
  std::string label() const;
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const;

  /// An attribute that must be there and not be empty.
  std::string word(const char* attribute) const;
  std::string word_or(const char* attribute, const std::string& fallback) const;
  /// An attribute that must be there.
  double number(const char* attribute) const;
  double number_or(const char* attribute, double fallback) const;
  /// An attribute of this many numbers that must be there.
  std::vector<double> numbers(const char* attribute, std::size_t count) const;
  Vec3 vector_or(const char* attribute, const Vec3& fallback) const;
  /// The text inside of the element as this many numbers.
  std::vector<double> inner(std::size_t count) const;

 private:
  std::vector<double> parsed(const std::string& text, std::size_t count, const std::string& what) const;
  const XmlDocument* document_;
  const XmlElement* element_;
};

/// The rotation of a quaternion x, y, z, w of any length above 0. Throws InputError, naming the place.
Mat3 rotation_of_xyzw(const std::vector<double>& xyzw, const std::string& place);

}  // namespace grouser
