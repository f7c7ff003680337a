// SPDX-License-Identifier: BSD-3-Clause
// Makes text from files and arguments safe for a terminal: nothing in it controls the screen, and no line is
// too long to read.
#pragma once
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace grouser {

/// UTF-8 without anything that controls a terminal: control characters (C0 except newline and tab, DEL, C1),
/// line separators and marks that change the writing direction become \uXXXX, which JSON reads back; invalid
/// UTF-8 becomes U+FFFD.
std::string shown_text(std::string_view text);

/// The same on one line: newlines and tabs become spaces.
std::string shown_line(std::string_view text);

/// At most `most` bytes (at least 16): the middle of a longer text is replaced by " ... ".
std::string clipped(std::string_view text, std::size_t most);

/// While it lives, everything written to a stream passes through shown_text() first.
class ShownStream : private std::streambuf {
 public:
  explicit ShownStream(std::ostream& stream);
  ~ShownStream() override;
  ShownStream(const ShownStream&) = delete;
  ShownStream& operator=(const ShownStream&) = delete;

 private:
  int_type overflow(int_type byte) override;
  std::streamsize xsputn(const char* bytes, std::streamsize count) override;
  int sync() override;
  bool pass_on(std::size_t count);

  std::ostream& stream_;
  std::streambuf* inner_;
  std::string held_;  // not passed on yet: a character may continue in the next bytes
};

}  // namespace grouser
