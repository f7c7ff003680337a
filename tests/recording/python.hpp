// SPDX-License-Identifier: BSD-3-Clause
// Runs a Python script with h5py, the independent reader of our files.
#pragma once
#include <cstdlib>
#include <iostream>
#include <string>

#include "folders.hpp"
#include "skip.hpp"

namespace grouser::test {

inline constexpr const char* kPython = "/usr/bin/python3";

inline bool has_h5py() {
  return std::system((std::string(kPython) + " -c 'import h5py' 2>/dev/null").c_str()) == 0;
}

/// The exit code of tests/recording/check_with_h5py.py.
inline int check_with_h5py(const std::string& arguments) {
  const std::string script = test::source_folder().string() + "/tests/recording/check_with_h5py.py";
  return std::system((std::string(kPython) + " " + script + " " + arguments).c_str());
}

}  // namespace grouser::test

#define GROUSER_NEED_H5PY()                       \
  if (!grouser::test::has_h5py()) {               \
    std::cout << "SKIPPED: needs python3-h5py\n"; \
    grouser::test::skipped() = true;              \
    return;                                       \
  }                                               \
  static_assert(true)
