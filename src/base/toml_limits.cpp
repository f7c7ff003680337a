// SPDX-License-Identifier: BSD-3-Clause
// Bounds of a TOML text, checked before it is parsed, so that a hostile file can take neither the stack
// (nesting) nor the memory (tables, values). The scan knows strings, comments, brackets, dots and lines, and
// no more syntax.
#include "toml_limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Walks over the text outside strings and comments and counts nesting, tables, values and parts of keys.
class LimitScan {
 public:
  LimitScan(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '"' || c == '\'') {
        skip_string(c);
        fresh_line_ = false;
      } else {
        take(c);
        ++at_;
      }
    }
  }

 private:
  /// Counts one character that is outside of strings and comments.
  void take(char c) {
    switch (c) {
      case '\n':
        ++line_;
        dots_ = 0;
        in_header_ = false;
        fresh_line_ = true;
        return;
      case ' ':
      case '\t':
      case '\r':
        return;
      case '.':
        if (++dots_ >= kMostKeyParts) refuse("a key of more parts", kMostKeyParts, "parts between dots");
        break;
      case '[':
        // A bracket at the beginning of a line opens a header, unless an array is open.
        if (depth_ == 0 && fresh_line_) in_header_ = true, dots_ = 0;
        [[fallthrough]];
      case '{':
        if (++depth_ > kMostNesting)
          refuse("values nested deeper", kMostNesting, "arrays or tables in one another");
        [[fallthrough]];
      case ',':
        count_value();
        break;
      case '=':
        // Each dot of a dotted key makes one more table.
        count_tables(dots_);
        count_value();
        break;
      case ']':
      case '}':
        // The end of a header makes one table per part of its name.
        if (in_header_) count_tables(dots_ + 1), in_header_ = false;
        depth_ = std::max(0, depth_ - 1);
        dots_ = 0;
        break;
      default:
        break;
    }
    fresh_line_ = false;
  }
  void count_value() {
    dots_ = 0;
    if (++values_ > kMostValues) refuse("more keys and values", kMostValues, "of them");
  }
  void count_tables(int more) {
    tables_ += more;
    if (tables_ > kMostTables) refuse("more tables", kMostTables, "[headers] and parts of dotted keys");
  }
  /// Moves behind a basic, literal or multi-line string; counts its lines.
  void skip_string(char quote) {
    const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
    const bool lines = text_.substr(at_, 3) == three;
    for (at_ += lines ? 3 : 1; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        if (!lines) return;  // the parser will refuse it there
        ++line_;
      } else if (c == '\\' && quote == '"') {
        ++at_;
        if (at_ < text_.size() && text_[at_] == '\n') ++line_;
      } else if (c == quote && (!lines || text_.substr(at_, 3) == three)) {
        at_ += lines ? 3 : 1;
        // A multi-line string may end with up to two quotes of its own before the closing three.
        for (int more = 0; lines && more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) ++at_;
        return;
      }
    }
  }
  [[noreturn]] void refuse(const char* found, int most, const char* of_what) const {
    throw InputError(fmt::format("{}:{}", file_, line_), found, fmt::format("at most {} {}", most, of_what));
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1, depth_ = 0, dots_ = 0, tables_ = 0, values_ = 0;
  bool fresh_line_ = true, in_header_ = false;
};

}  // namespace

void check_toml_limits(std::string_view text, const std::string& file) { LimitScan(text, file).run(); }

void check_key_parts(std::string_view key, const std::string& place) {
  const auto parts = 1 + std::count(key.begin(), key.end(), '.');
  if (parts > kMostKeyParts)
    throw InputError(place, fmt::format("a key of {} parts", parts),
                     fmt::format("at most {} parts between dots", kMostKeyParts));
}

}  // namespace grouser
