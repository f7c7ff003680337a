// SPDX-License-Identifier: BSD-3-Clause
// Settings of a study.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace grouser::desktop {

/// One varied key: `count` values evenly from `from` to `to`.
struct StudyRange {
  std::string key;
  double from = 0.0, to = 0.0;
  int count = 5;
};
inline constexpr std::size_t kMostStudyKeys = 5;  // more would be runs without end
struct StudySettings {
  std::vector<StudyRange> ranges;  ///< one to kMostStudyKeys
  std::string metric = "distance";
};

}  // namespace grouser::desktop
