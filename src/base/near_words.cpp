// SPDX-License-Identifier: BSD-3-Clause
// Suggestions for a misspelt word by the Levenshtein distance, without regard to capitals: candidates that
// are few edits away, then those that contain the word.
#include "grouser/base/near_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace grouser {
namespace {

constexpr std::size_t kLongest = 80;  // letters: longer words are not typing errors

/// ASCII letters in lower case; other bytes stay.
std::string in_small_letters(std::string word) {
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

}  // namespace

// Levenshtein distance by dynamic programming with one row: row[j] is the distance of the first i letters of
// `a` from the first j of `b`.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::vector<std::string> near_words(const std::string& word, const std::vector<std::string>& known,
                                    std::size_t most) {
  constexpr std::size_t kLeastPart = 3;  // letters; shorter parts are no evidence
  if (word.empty() || word.size() > kLongest) return {};
  const std::string small = in_small_letters(word);
  // A third of the letters may be wrong, and at least two.
  const std::size_t allowed = std::max<std::size_t>(2, word.size() / 3);
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& candidate : known) {
    if (candidate.size() > kLongest) continue;
    const std::string other = in_small_letters(candidate);
    const std::size_t distance = edit_distance(small, other);
    const bool part = small.size() >= kLeastPart && other.find(small) != std::string::npos;
    // A word of two letters has nothing in common with most words that are two edits away.
    if (distance < small.size() && distance <= allowed)
      found.emplace_back(distance, candidate);
    else if (part)
      found.emplace_back(allowed + 1, candidate);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  // The nearest ones, and those that are at most one edit farther.
  std::vector<std::string> words;
  for (const auto& [distance, candidate] : found)
    if (words.size() < most && distance <= found.front().first + 1) words.push_back(candidate);
  return words;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  return as_question(near_words(word, known));
}

std::string as_question(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? ", did you mean '" : i + 1 < words.size() ? "', '" : "' or '") + words[i];
  return words.empty() ? "" : text + "'?";
}

// The first candidate that begins the word, is its plural, or is at most two edits away.
std::string misspelling_of(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLeast = 4, kLeastStem = 3, kTypingErrors = 2;
  const std::string small = in_small_letters(word);
  for (const std::string& candidate : candidates) {
    if (word.size() > kLongest || candidate.size() > kLongest) continue;
    const std::string other = in_small_letters(candidate);
    const bool stem = other.size() >= kLeastStem && small.starts_with(other);
    const bool plural =
        other == small + "s" || (small.ends_with("y") && other == small.substr(0, small.size() - 1) + "ies");
    const bool typed =
        small.size() >= kLeast && edit_distance(small, other) <= kTypingErrors && other.size() >= kLeast;
    if (stem || plural || typed) return candidate;
  }
  return "";
}

std::string word_list(const std::vector<std::string>& words) {
  constexpr std::size_t kMostWords = 30, kMostBytes = 400;
  std::string text;
  std::size_t count = 0;
  for (; count < words.size() && count < kMostWords && text.size() < kMostBytes; ++count)
    text += (count == 0 ? "" : ", ") + words[count];
  return count < words.size() ? fmt::format("{} and {} more", text, words.size() - count) : text;
}

}  // namespace grouser
