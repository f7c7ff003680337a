// SPDX-License-Identifier: BSD-3-Clause
// Names all keys that a file lacks in one error, so that the user need not add them one by one.
#pragma once
#include <functional>

#include "grouser/base/error.hpp"
#include "grouser/base/toml_input.hpp"

namespace grouser {

/// A key that a file must have is missing.
class MissingKey : public InputError {
 public:
  MissingKey(std::string key, const std::string& place, std::string expected);
  const std::string& key() const { return key_; }  ///< from the root of the file
  const std::string& expected() const { return expected_; }

 private:
  std::string key_, expected_;
};

/// Throws the InputError that names every key without which `read` refuses the root table, of which `first`
/// is the first, and the optional keys beside them with their defaults. To find the others it reads a copy of
/// the table in which the missing keys have placeholders.
[[noreturn]] void refuse_missing_keys(const TomlTable& root, const MissingKey& first,
                                      const std::function<void(const TomlTable&)>& read);

/// Returns read(root). If keys are missing, the error names all of them.
template <typename Read>
auto read_naming_missing_keys(const TomlTable& root, Read read) {
  try {
    return read(root);
  } catch (const MissingKey& first) {
    refuse_missing_keys(root, first, [&](const TomlTable& table) { read(table); });
  }
}

}  // namespace grouser
