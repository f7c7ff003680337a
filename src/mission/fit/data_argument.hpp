// SPDX-License-Identifier: BSD-3-Clause
// "bed.csv,radius=0.058,pull=Fx_tractive_N,hold=even": a file of measured data and what is said about it.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace grouser {

/// A file and the words that follow it.
struct DataArgument {
  std::string text;  ///< word for word, for messages
  std::string file;
  std::map<std::string, std::string> words;  ///< the keys and their values
};

/// The file's name ends at the first comma that a word and '=' follow. Throws InputError: a key twice, or one
/// that is not known.
DataArgument read_data_argument(const std::string& text);

/// Which of `count` rows a list names: "odd", "even", "3", "1-9", "2+5-7"; the first is 1. Throws InputError.
std::vector<bool> rows_named(const std::string& list, std::size_t count, const std::string& place);

}  // namespace grouser
