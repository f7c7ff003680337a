// SPDX-License-Identifier: BSD-3-Clause
// The living instances are kept by address, so that a stale or foreign pointer of the importer gives an
// error instead of a crash.
#include "calls.hpp"

#include <charconv>
#include <map>
#include <mutex>

namespace grouser::fmu {
namespace {

/// Instances may be made and freed by several threads.
struct Registry {
  std::mutex mutex;
  std::map<void*, std::unique_ptr<Instance>> instances;
};

/// It lives as long as the process: the importer may free an instance while it ends.
Registry& registry() {
  static Registry* const registry = new Registry;
  return *registry;
}

}  // namespace

void* enter(std::unique_ptr<Instance> instance) {
  void* const pointer = instance.get();
  const std::lock_guard held(registry().mutex);
  registry().instances.emplace(pointer, std::move(instance));
  return pointer;
}

void leave(void* pointer) {
  std::unique_ptr<Instance> gone;  // deleted without the lock
  const std::lock_guard held(registry().mutex);
  const auto found = registry().instances.find(pointer);
  if (found == registry().instances.end()) return;
  gone = std::move(found->second);
  registry().instances.erase(found);
}

Instance* living(void* pointer) {
  const std::lock_guard held(registry().mutex);
  const auto found = registry().instances.find(pointer);
  return found == registry().instances.end() ? nullptr : found->second.get();
}

int refuse(void* pointer, const char* function) noexcept {
  return guarded(pointer, function, [](Instance&) -> int {
    throw InputError("call", "a function that this unit does not offer",
                     "those that modelDescription.xml promises");
  });
}

void* instantiate(const char* function, const char* token, const std::string& resources,
                  const Instance::Log& log) noexcept {
  try {
    const StandardArithmetic arithmetic;
    need_pointer(token, "token");
    return enter(std::make_unique<Instance>(resources, token, log));
  } catch (const std::exception& error) {
    try {
      log(kError, std::string(function) + ": " + error.what());
    } catch (...) {
    }
  } catch (...) {
  }
  return nullptr;
}

std::string path_of_uri(const std::string& uri) {
  constexpr std::string_view kScheme = "file:";
  if (!uri.starts_with(kScheme)) return uri;
  std::string rest = uri.substr(kScheme.size());
  if (rest.starts_with("//")) {  // an authority, empty or this machine, up to the next slash
    const auto slash = rest.find('/', 2);
    rest = slash == std::string::npos ? "" : rest.substr(slash);
  }
  std::string path;
  for (std::size_t k = 0; k < rest.size(); ++k) {
    int code = 0;
    const char* const digits = rest.data() + k + 1;
    const bool coded = rest[k] == '%' && k + 2 < rest.size() &&
                       std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
    path += coded ? static_cast<char>(code) : rest[k];
    if (coded) k += 2;
  }
  return path;
}

}  // namespace grouser::fmu
