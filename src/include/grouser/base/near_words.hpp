// SPDX-License-Identifier: BSD-3-Clause
// Suggestions for an unknown word that a user typed.
#pragma once
#include <string>
#include <vector>

namespace grouser {

/// Number of letters to insert, remove or replace to turn a into b (Levenshtein 1966).
std::size_t edit_distance(const std::string& a, const std::string& b);

/// Known words close to `word`, the nearest first, at most `most`. A third of its letters may be wrong (at
/// least two), or it is the beginning or a part of a known word; upper and lower case are not distinguished.
std::vector<std::string> near_words(const std::string& word, const std::vector<std::string>& known,
                                    std::size_t most = 3);

/// ", did you mean 'viper' or 'vipera'?", or "" if no word is close.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

/// The candidate that is `word` misspelt, abbreviated or in the plural; "" if none is. It is stricter than
/// near_words(), because the candidates are words that mean something else if they are right.
std::string misspelling_of(const std::string& word, const std::vector<std::string>& candidates);

/// ", did you mean 'viper' or 'vipera'?" of words that were found; "" of none.
std::string as_question(const std::vector<std::string>& words);

/// "a, b, c", or if there are many, the first of them and the number of the others.
std::string word_list(const std::vector<std::string>& words);

}  // namespace grouser
