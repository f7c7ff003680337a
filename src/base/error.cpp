#include "grouser/base/error.hpp"

#include <cstdio>
#include <cstdlib>

namespace grouser {
namespace {
void print_and_abort(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
  std::abort();
}
AssertHandler g_handler = print_and_abort;
}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
  AssertHandler previous = g_handler;
  g_handler = handler ? handler : print_and_abort;
  return previous;
}

void assertion_failed(const char* expression, const char* file, int line) { g_handler(expression, file, line); }

}  // namespace grouser
