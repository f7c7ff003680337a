// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/error.hpp"

#include <cstdio>
#include <cstdlib>

#include "grouser/base/shown_text.hpp"

namespace grouser {
namespace {
void print_and_abort(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
  std::abort();
}
AssertHandler g_handler = print_and_abort;

constexpr std::size_t kMostMessage = 1200, kMostPlace = 300, kMostFound = 300, kMostExpected = 600;  // bytes
}  // namespace

InputError::InputError(const std::string& message) : Error(clipped(message, kMostMessage)) {}

InputError::InputError(const std::string& place, const std::string& found, const std::string& expected)
    : Error(clipped(place, kMostPlace) + ": found " + clipped(found, kMostFound) + ", expected " +
            clipped(expected, kMostExpected)) {}

AssertHandler set_assert_handler(AssertHandler handler) {
  AssertHandler previous = g_handler;
  g_handler = handler ? handler : print_and_abort;
  return previous;
}

void assertion_failed(const char* expression, const char* file, int line) {
  g_handler(expression, file, line);
}

}  // namespace grouser
