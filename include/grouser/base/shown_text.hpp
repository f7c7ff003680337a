// Text from files and arguments as a terminal may show it: nothing in it acts on the screen, and no line is
// longer than a person reads.
#pragma once
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace grouser {

/// UTF-8 in which nothing acts on a terminal: control characters (C0 but newline and tab, DEL, C1), line
/// separators and marks that turn the direction of writing become \uXXXX, which JSON reads back; what is no
/// UTF-8 becomes U+FFFD.
std::string shown_text(std::string_view text);

/// The same on one line: newlines and tabs become spaces.
std::string shown_line(std::string_view text);

/// At most `most` bytes (at least 16): the middle of a longer text gives way to " ... ".
std::string clipped(std::string_view text, std::size_t most);

/// While it lives, all that is written to a stream passes shown_text() first.
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
  std::string held_;  // not passed on yet: a letter may go on in the next bytes
};

}  // namespace grouser
