// SPDX-License-Identifier: BSD-3-Clause
// The common part of the functions of both versions: no exception crosses the border to C, a pointer is used
// only if it is one of a living instance, and numbers are rounded as Grouser needs it whatever the importer
// has set.
#pragma once
#include <cstddef>
#include <exception>
#include <memory>
#include <string>

#include "grouser/base/error.hpp"
#include "grouser/base/float_environment.hpp"
#include "instance.hpp"

/// The functions of the standard are all that is seen from outside.
#define GROUSER_FMI extern "C" __attribute__((visibility("default")))

namespace grouser::fmu {

// fmi2Status and fmi3Status have the same numbers (FMI 2.0.4, section 2.1.3; FMI 3.0.2, section 2.2.3).
inline constexpr int kOk = 0, kDiscard = 2, kError = 3;

/// Gives the instance a pointer that the importer knows it by.
void* enter(std::unique_ptr<Instance> instance);
/// Deletes it; pointers that are none of a living instance are left alone.
void leave(void* pointer);
/// The living instance of a pointer, or null.
Instance* living(void* pointer);

/// Runs `call` (which returns a status) on the instance; whatever it throws is logged, and is kError here.
template <class Call>
int guarded(void* pointer, const char* function, const Call& call) noexcept {
  Instance* const instance = living(pointer);
  if (!instance) return kError;
  try {
    const StandardArithmetic arithmetic;
    return call(*instance);
  } catch (const std::exception& error) {
    try {
      instance->log(kError, std::string(function) + ": " + error.what());
    } catch (...) {
    }
  } catch (...) {
  }
  return kError;
}

/// The same for calls that return nothing.
template <class Call>
int guarded_ok(void* pointer, const char* function, const Call& call) noexcept {
  return guarded(pointer, function, [&](Instance& instance) {
    call(instance);
    return kOk;
  });
}

/// Throws InputError where lists of a call are not there.
inline void need_lists(std::size_t count, const void* references, const void* values) {
  if (count > 0 && (!references || !values))
    throw InputError("lists of values", "a null pointer", "lists of as many entries as the call says");
}
inline void need_pointer(const void* pointer, const char* what) {
  if (!pointer) throw InputError(what, "a null pointer", "the address of a value");
}

/// A call that this unit has no use for.
int refuse(void* pointer, const char* function) noexcept;

/// Makes an instance; null where that fails, which `log` gets.
void* instantiate(const char* function, const char* token, const std::string& resources,
                  const Instance::Log& log) noexcept;

/// The path of a "file:" URI (RFC 8089), or the text as it is.
std::string path_of_uri(const std::string& uri);

}  // namespace grouser::fmu
