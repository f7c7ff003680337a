// What a study has done so far, on disk: a line of JSON with what the study stands on, then one a row, handed
// to the system as soon as the row is done. A study that was stopped or killed goes on from it; a line cut
// short by a kill is dropped.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grouser/mission/study.hpp"

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
  /// Throws InputError naming what differs (another study, a broken file, another program at work on it), or
  /// RunError.
  StudyJournal(const std::filesystem::path&, const StudyIdentity&, JournalMode);
  ~StudyJournal();
  StudyJournal(const StudyJournal&) = delete;
  StudyJournal& operator=(const StudyJournal&) = delete;

  /// The row with these values, or nullptr.
  const StudyRow* find(const std::vector<double>& values) const;
  /// Adds the row to the file and to find(). Throws RunError.
  void append(StudyRow row);

 private:
  void read(const StudyIdentity&);
  void begin(const StudyIdentity&);
  void write(const std::string& text);

  std::filesystem::path path_;
  int file_ = -1;
  std::map<std::vector<double>, StudyRow> rows_;
};

}  // namespace grouser
