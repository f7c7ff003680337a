// The progress of a study on disk: one line of JSON with what the study is based on, then one line per row,
// handed to the system as soon as the row is done. A study that was stopped or killed continues from it. Each
// line ends in a hash of itself: a row that was cut short or changed is not used and is run again.
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grouser/mission/campaign/study.hpp"

namespace grouser {

/// What must be equal for rows to belong to one study. The values of the keys are not part of it: a grid may
/// grow.
struct StudyIdentity {
  std::string scenario, version;
  std::vector<std::string> settings, keys;    ///< "soil.phi_deg=30"; names of the varied keys
  std::map<std::string, std::string> inputs;  ///< StudyBasis::inputs
};
StudyIdentity identify(const StudySpec&, const StudyBasis&);

enum class JournalMode {
  resume,  ///< keep what is there, refuse the journal of another study
  fresh    ///< start afresh
};

class JournalFile;

class StudyJournal {
 public:
  /// Throws InputError naming what differs (another study, a file that is not a journal, another program that
  /// is using it), or RunError.
  StudyJournal(const std::filesystem::path&, const StudyIdentity&, JournalMode);
  ~StudyJournal();
  StudyJournal(const StudyJournal&) = delete;
  StudyJournal& operator=(const StudyJournal&) = delete;

  /// The row with these values, or nullptr.
  const StudyRow* find(const std::vector<double>& values) const;
  /// Adds the row to the file and to find(). Throws RunError.
  void append(StudyRow row);
  /// Number of lines that are not as they were written; their content counts as not done.
  std::size_t damaged_rows() const;

 private:
  std::map<std::vector<double>, StudyRow> rows_;  // before the file, whose rows it takes
  std::unique_ptr<JournalFile> file_;
};

}  // namespace grouser
