// What a person may have meant by a word that is not known.
#pragma once
#include <string>
#include <vector>

namespace grouser {

/// Number of letters to insert, remove or replace to turn a into b (Levenshtein 1966).
std::size_t edit_distance(const std::string& a, const std::string& b);

/// Known words near to `word`, the nearest first, at most `most`: a third of its letters may be wrong (two at
/// least), or it is the beginning or a part of theirs; capital letters do not count.
std::vector<std::string> near_words(const std::string& word, const std::vector<std::string>& known,
                                    std::size_t most = 3);

/// ", did you mean 'viper' or 'vipera'?", or "" where none is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

/// "a, b, c", or where there are many the first of them and how many there are more.
std::string word_list(const std::vector<std::string>& words);

}  // namespace grouser
