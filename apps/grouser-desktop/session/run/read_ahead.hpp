// SPDX-License-Identifier: BSD-3-Clause
// A file asked for before it is needed: a seek in a recording that the system has not in its memory yet waits
// for the disk at every piece it has not seen.
#pragma once
#include <filesystem>

#include "session/jobs/job.hpp"

namespace grouser::desktop {

/// Lets the system read the whole file beside the window, from its beginning. What cannot be read is left
/// alone: the file's reader says what is wrong with it. A file that would take more than half of the memory
/// that is free is not read. Ends within one piece.
class ReadAhead {
 public:
  explicit ReadAhead(std::filesystem::path file);
  bool done() const { return job_.over(); }

 private:
  Job job_;
};

}  // namespace grouser::desktop
