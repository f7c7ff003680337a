// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/shown_text.hpp"

#include <sstream>

#include "catch.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;

TEST_CASE("what acts on a terminal is shown, what is seen stays") {
  CHECK(shown_text("Düne 3° - 月 🚙\n\ta") == "Düne 3° - 月 🚙\n\ta");
  CHECK(shown_text("\x1b[2J\x07\r\x7f") == "\\u001b[2J\\u0007\\u000d\\u007f");
  CHECK(shown_text("\xc2\x9b"
                   "31m") == "\\u009b31m");                                  // C1: CSI in one character
  CHECK(shown_text("a\u202Eb\u2066c\u200F") == "a\\u202eb\\u2066c\\u200f");  // direction of writing
  CHECK(shown_text("a\u2028") == "a\\u2028");
  CHECK(shown_line("a\nb\tc") == "a b c");
}

TEST_CASE("what is no UTF-8 is replaced byte by byte") {
  CHECK(shown_text("\xff"
                   "a") == "\uFFFDa");
  CHECK(shown_text("\x9b"
                   "31m") == "\uFFFD31m");                    // C1 of Latin 1
  CHECK(shown_text("\xc0\x9b") == "\uFFFD\uFFFD");            // overlong ESC
  CHECK(shown_text("\xed\xa0\x80") == "\uFFFD\uFFFD\uFFFD");  // a surrogate
  CHECK(shown_text("\xe6\x9c") == "\uFFFD\uFFFD");            // cut in two
}

TEST_CASE("a stream shows its text whatever the pieces it comes in") {
  std::ostringstream out;
  {
    const ShownStream shown(out);
    for (const char c : std::string("月\x1b[0m🚙")) out << c << std::flush;
    out << "\xe6\x9c";  // nothing completes it
  }
  CHECK(out.str() == "月\\u001b[0m🚙\uFFFD\uFFFD");
  out << "\x1b";  // and is as it was
  CHECK(out.str().back() == '\x1b');
}

TEST_CASE("a long text loses its middle, no letter is cut in two") {
  CHECK(clipped("short", 20) == "short");
  const std::string path = "/a/long/way/" + std::string(500, 'x') + "/file.toml";
  CHECK(clipped(path, 100).size() <= 100);
  CHECK(clipped(path, 100).substr(0, 12) == "/a/long/way/");
  CHECK(clipped(path, 100).substr(90) == "/file.toml");
  std::string many;
  for (int i = 0; i < 500; ++i) many += "月";
  for (std::size_t most = 20; most < 40; ++most)
    CHECK(shown_text(clipped(many, most)).find("\uFFFD") == std::string::npos);
}

TEST_CASE("no message of wrong input is longer than a person reads") {
  const std::string long_text(100000, 'x');
  CHECK(std::string(InputError(long_text).what()).size() <= 1300);
  CHECK(std::string(InputError(long_text, long_text, long_text).what()).size() <= 1300);
}
