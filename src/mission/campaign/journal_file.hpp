// SPDX-License-Identifier: BSD-3-Clause
// A journal on disk: one line of JSON that says what the work is based on, then one line per row, handed to
// the system as soon as the row is done. Work that was stopped or killed continues from it. Each line ends
// in a hash of itself: a row that was cut short or changed is not used and is done again.
#pragma once
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "grouser/base/error.hpp"

namespace grouser {

using JournalJson = nlohmann::ordered_json;

/// Names of a kind of journal.
struct JournalKind {
  std::string format;  ///< "grouser placement journal 1"
  std::string maker;   ///< "a placement campaign"
  std::string work;    ///< "placement campaign"
  std::string anew;    ///< remedy that begins one anew: "this file moved away"
};

class JournalFile {
 public:
  /// Difference between the head of another journal and ours, in words; "" if it is of this work.
  using Difference = std::function<std::string(const JournalJson& found)>;
  /// Takes a row; throws where it is none.
  using Take = std::function<void(const JournalJson& row)>;

  /// Opens, locks and reads it, and begins it where it is empty. Throws InputError naming what differs
  /// (other work, a file that is no journal, another program that is using it), or RunError.
  JournalFile(const std::filesystem::path&, const JournalKind&, const JournalJson& head, const Difference&,
              const Take&);
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  /// Throws RunError.
  void append(const JournalJson& row);

 private:
  void read(const JournalJson& head, const Difference&, const Take&);
  void check_head(std::string_view line, const Difference&) const;
  void take_row(std::string_view line, const Take&);
  InputError no_journal() const;
  void write(const std::string& text);

  std::filesystem::path path_;
  JournalKind kind_;
  int file_ = -1;
};

/// JSON has no NaN: null is used for it. Text that is not UTF-8 is replaced.
std::string journal_text(const JournalJson&);
double journal_number(const JournalJson&);

}  // namespace grouser
