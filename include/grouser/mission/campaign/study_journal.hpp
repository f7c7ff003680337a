// What a study has done so far, on disk: a line of JSON with what the study stands on, then one a row, handed
// to the system as soon as the row is done. A study that was stopped or killed goes on from it. Each line
// ends in a hash of itself: a row that was cut short or changed is not used and is run again.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/study.hpp"

namespace grouser {

/// What must be the same for rows to be of one study. The values of the keys are not part of it: a grid may
/// grow.
struct StudyIdentity {
  std::string scenario, version;
  std::vector<std::string> settings, keys;    ///< "soil.phi_deg=30"; names of the varied keys
  std::map<std::string, std::string> inputs;  ///< StudyBasis::inputs
};
StudyIdentity identify(const StudySpec&, const StudyBasis&);

enum class JournalMode {
  resume,  ///< keep what is there, refuse a journal of another study
  fresh    ///< begin anew
};

class StudyJournal {
 public:
  /// Throws InputError naming what differs (another study, a file that is no journal, another program at work
  /// on it), or RunError.
  StudyJournal(const std::filesystem::path&, const StudyIdentity&, JournalMode);
  ~StudyJournal();
  StudyJournal(const StudyJournal&) = delete;
  StudyJournal& operator=(const StudyJournal&) = delete;

  /// The row with these values, or nullptr.
  const StudyRow* find(const std::vector<double>& values) const;
  /// Adds the row to the file and to find(). Throws RunError.
  void append(StudyRow row);
  /// Lines found that are not as they were written; what they held counts as not done.
  std::size_t damaged_rows() const { return damaged_rows_; }

 private:
  void empty();
  void read(const StudyIdentity&);
  void check_identity(std::string_view line, const StudyIdentity&) const;
  void take_row(std::string_view line);
  InputError no_journal() const;
  void begin(const StudyIdentity&);
  void write(const std::string& text);

  std::filesystem::path path_;
  int file_ = -1;
  std::size_t damaged_rows_ = 0;
  std::map<std::vector<double>, StudyRow> rows_;
};

}  // namespace grouser
