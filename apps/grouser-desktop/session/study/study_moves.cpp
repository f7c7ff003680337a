// SPDX-License-Identifier: BSD-3-Clause
// One call of the study's work for each kind of request; a row is opened live with its own settings.
#include "session/study/study_moves.hpp"

#include <filesystem>

#include "session/named_by_moment.hpp"

namespace grouser::desktop {
namespace {

/// Saves the table in the working folder under a free name.
void save_csv(const StudyWork& study, Session& session, std::string& note) {
  const std::string name = named_by_moment(study.view().scenario_name + "_study", ".csv");
  study.write_csv(name);
  session.add_log(LogLevel::done, "Saved " + std::filesystem::absolute(name).string());
  note = "Saved " + name;
}

}  // namespace

void carry_out(const StudyRequest& r, StudyWork& study, Session& session, std::string& note) {
  using Kind = StudyRequest::Kind;
  switch (r.kind) {
    case Kind::edit:
      return study.edit(r.settings);
    case Kind::start:
      return study.start();
    case Kind::cancel:
      return study.cancel();
    case Kind::open_row:
      return session.open(session.path(), study.overrides(r.row));
    case Kind::save_csv:
      return save_csv(study, session, note);
  }
}

}  // namespace grouser::desktop
