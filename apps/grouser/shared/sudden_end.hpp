// SPDX-License-Identifier: BSD-3-Clause
// The program says why it ends where it does not come back to main(): HDF5 exits when it has no memory for
// its own books, and an error in a destructor has nobody to go to.
#pragma once

namespace grouser::cli {

/// While it lives an end by a library, or by lack of memory, is said on stderr and has kExitFailed. Made
/// once, in main().
class SuddenEnd {
 public:
  SuddenEnd();
  ~SuddenEnd();
  SuddenEnd(const SuddenEnd&) = delete;
  SuddenEnd& operator=(const SuddenEnd&) = delete;
};

}  // namespace grouser::cli
