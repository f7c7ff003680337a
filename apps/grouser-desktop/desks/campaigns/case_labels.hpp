// SPDX-License-Identifier: BSD-3-Clause
// A text of each case, such as its outcome. Each text is kept once, and a case has its code.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace grouser::desktop {

class CaseLabels {
 public:
  void add(const std::string& text) {
    const auto [entry, is_new] = codes_.emplace(text, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(text);
    of_.push_back(entry->second);
  }
  /// Takes cases off the end; their texts stay known.
  void shorten(std::size_t count) { of_.resize(count); }
  std::size_t size() const { return of_.size(); }
  const std::string& operator[](std::size_t row) const { return names_[of_[row]]; }
  std::uint32_t code(std::size_t row) const { return of_[row]; }
  /// The names by code, in the order of first occurrence.
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t> codes_;
  std::vector<std::uint32_t> of_;
};

}  // namespace grouser::desktop
