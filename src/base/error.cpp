// SPDX-License-Identifier: BSD-3-Clause
// Messages of InputError: built from place, found and expected, each cut to a length that fits a terminal,
// and taken apart again where only the message is left. Assertions call an exchangeable handler.
#include "grouser/base/error.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "grouser/base/shown_text.hpp"

namespace grouser {
namespace {
/// The default handler of failed assertions.
void print_and_abort(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
  std::abort();
}
AssertHandler g_handler = print_and_abort;

constexpr std::size_t kMostMessage = 1200, kMostPlace = 300, kMostFound = 300, kMostExpected = 600;  // bytes
constexpr std::string_view kFound = ": found ", kExpected = ", expected ";

/// "PLACE: found FOUND, expected EXPECTED".
std::string message_of(const InputFault& fault) {
  return fault.place + std::string(kFound) + fault.found + std::string(kExpected) + fault.expected;
}

/// Splits a message into its three parts at the words "found" and "expected"; all empty if it lacks them.
InputFault fault_of(const std::string& message) {
  const std::size_t found = message.find(kFound);
  const std::size_t expected = found == std::string::npos ? found : message.find(kExpected, found);
  if (expected == std::string::npos) return {};
  const std::size_t begin = found + kFound.size();
  return {.place = message.substr(0, found),
          .found = message.substr(begin, expected - begin),
          .expected = message.substr(expected + kExpected.size())};
}
}  // namespace

InputError::InputError(const std::string& message)
    : Error(clipped(message, kMostMessage)), fault_(std::make_shared<const InputFault>(fault_of(what()))) {}

InputError::InputError(const std::string& place, const std::string& found, const std::string& expected)
    : InputError(InputFault{clipped(place, kMostPlace), clipped(found, kMostFound),
                            clipped(expected, kMostExpected)}) {}

InputError::InputError(InputFault fault)
    : Error(message_of(fault)), fault_(std::make_shared<const InputFault>(std::move(fault))) {}

AssertHandler set_assert_handler(AssertHandler handler) {
  AssertHandler previous = g_handler;
  g_handler = handler ? handler : print_and_abort;
  return previous;
}

void assertion_failed(const char* expression, const char* file, int line) {
  g_handler(expression, file, line);
}

}  // namespace grouser
