// SPDX-License-Identifier: BSD-3-Clause
// The errors that our library throws. Wrong input: InputError (exit code 2 in the programs). A run or an
// output that failed for another reason (disk full, a broken run file being written): RunError (exit code 1).
#pragma once
#include <memory>
#include <stdexcept>
#include <string>

namespace grouser {

/// Base of every exception the library throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The parts of a message on wrong input, each as what() has it; those that a message does not name are
/// empty.
struct InputFault {
  std::string place;     ///< "file:line: key", or another place that a person finds
  std::string found;     ///< the value or thing that was met there
  std::string expected;  ///< the values or things that are allowed there
};

/// The user's input is wrong. what() is one line: place ("file:line: key"), what was found, what was
/// expected. Each part is cut to a readable length, because a file can hold a key of a megabyte.
class InputError : public Error {
 public:
  /// An error with this message, cut to a readable length; fault() holds the parts that the message has.
  explicit InputError(const std::string& message);
  /// An error from its three parts, each cut to a readable length.
  InputError(const std::string& place, const std::string& found, const std::string& expected);
  /// The parts of the message, also where the error passes on the message of another.
  const InputFault& fault() const { return *fault_; }

 private:
  explicit InputError(InputFault fault);
  std::shared_ptr<const InputFault> fault_;  ///< shared: copies of an exception must not throw
};

/// The request could not be fulfilled although the input was right.
class RunError : public Error {
 public:
  using Error::Error;
};

/// The caller stopped the work (`cancelled`) before there was a result. what() says during what.
class Interrupted : public Error {
 public:
  using Error::Error;
};

/// Called when an assertion fails; tests may replace it (default: print and abort).
using AssertHandler = void (*)(const char* expression, const char* file, int line);
/// Installs a handler, null: the default; returns the one before.
AssertHandler set_assert_handler(AssertHandler handler);
/// Calls the handler with the text and the place of a condition that does not hold.
void assertion_failed(const char* expression, const char* file, int line);

}  // namespace grouser

/// Checks conditions that only a mistake of ours can break. Enabled in Debug and RelWithDebInfo.
#ifdef NDEBUG
#ifdef GROUSER_KEEP_ASSERTS
#define GROUSER_ASSERT(x) ((x) ? void(0) : ::grouser::assertion_failed(#x, __FILE__, __LINE__))
#else
#define GROUSER_ASSERT(x) ((void)sizeof(!(x)))
#endif
#else
#define GROUSER_ASSERT(x) ((x) ? void(0) : ::grouser::assertion_failed(#x, __FILE__, __LINE__))
#endif
