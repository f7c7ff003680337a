// SPDX-License-Identifier: BSD-3-Clause
// grouser upgrade: a file of an older version, written as this version writes it (docs/compatibility.md).
// Text files are changed line by line, so comments and order stay; run files are copied by the repair, which
// writes today's form.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "commands.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

struct UpgradeArguments {
  std::string file, out;
  bool json = false, force = false;
};

/// A key that has another name and unit since a version, at the top of its file.
struct FormerKey {
  const char* section;  ///< key that only files of this kind have at their top
  const char* before;
  const char* now;
  double divided_by;  ///< value now = value before / this
  const char* former_unit;
  const char* unit;  ///< now
  const char* reason;
};
constexpr FormerKey kFormerKeys[] = {
    {"kind", "soil_damping", "soil_damping_per_area", kWheelPatch, "N s/m", "N s/m3",
     "it is per touching area since 0.2.0"},
};

/// Whether a line gives this key at the top of a file: the key and an equals sign.
bool gives(std::string_view line, std::string_view key) {
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line.substr(first, key.size()) != key) return false;
  const auto sign = line.find_first_not_of(" \t", first + key.size());
  return sign != std::string_view::npos && line[sign] == '=';
}

/// The comment of a line whose value is a number, without its mark; "" if it has none.
std::string comment_of(const std::string& line) {
  const auto mark = line.find('#');
  if (mark == std::string::npos) return {};
  const auto first = line.find_first_not_of("# \t", mark), last = line.find_last_not_of(" \t\r\n");
  return first == std::string::npos || first > last ? "" : line.substr(first, last + 1 - first);
}

/// One changed line of a text file.
struct UpgradedLine {
  int line = 0;
  std::string before, now, reason;
};

/// The text with its former keys in today's form, and a list of the changed lines. Other lines stay as people
/// wrote them.
std::string upgraded_text(const std::string& text, const TomlTable& table,
                          std::vector<UpgradedLine>& changes) {
  std::string result;
  std::size_t from = 0;
  int number = 0;
  while (from < text.size()) {
    const std::size_t end = std::min(text.find('\n', from), text.size() - 1) + 1;
    std::string line = text.substr(from, end - from);
    from = end, ++number;
    for (const FormerKey& key : kFormerKeys) {
      if (!table.has(key.section) || !gives(line, key.before)) continue;
      const double before = table.number(key.before, {0.0, 1e300, false, ""});
      const std::string older = fmt::format("{} = {}", key.before, before), comment = comment_of(line);
      const std::string now = fmt::format("{} = {}", key.now, before / key.divided_by);
      // The older comment is about the older value, whose unit it may name.
      line = fmt::format(
          "{}  # {}{}\n", now, key.unit,
          comment.empty() || comment == key.former_unit ? "" : fmt::format("; of {}: {}", older, comment));
      changes.push_back({number, older, fmt::format("{} {}", now, key.unit), key.reason});
    }
    result += line;
  }
  // Remarks of the form "key: reason" name the key too.
  for (const FormerKey& key : kFormerKeys)
    if (table.has(key.section))
      for (auto at = result.find(fmt::format("\"{}:", key.before)); at != std::string::npos;
           at = result.find(fmt::format("\"{}:", key.before), at + 1))
        result.replace(at + 1, std::string_view(key.before).size(), key.now);
  return result;
}

/// Writes the changed text and reports the changes.
Report upgrade_text_file(const UpgradeArguments& a) {
  const std::string text = read_text_file(a.file);
  const TomlTable table = TomlTable::parse(text, a.file);
  std::vector<UpgradedLine> changes;
  const std::string now = upgraded_text(text, table, changes);
  write_file_atomically(a.out, now);
  Report report;
  Json list = Json::array();
  for (const UpgradedLine& change : changes) {
    list.push_back(
        {{"line", change.line}, {"before", change.before}, {"now", change.now}, {"reason", change.reason}});
    report.text +=
        fmt::format("  line {}: {} is now {}: {}\n", change.line, change.before, change.now, change.reason);
  }
  report.json = {{"file", a.file}, {"out", a.out}, {"kind", "toml"}, {"changes", list}};
  report.text =
      fmt::format("{}: {} written\n", a.out, count_text(changes.size(), "changed line")) + report.text;
  if (changes.empty())
    report.notes.push_back("nothing in it has another name or unit since; it is copied as it is");
  return report;
}

/// Writes a clean copy of a run with all that today's files have beside the numbers, such as the axis of
/// time.
Report upgrade_run(const UpgradeArguments& a) {
  const std::string version = RunReader(a.file).header().program_version;
  const RepairReport done = repair_run(a.file, a.out);
  Report report;
  report.json = {{"file", a.file},
                 {"out", a.out},
                 {"kind", "run"},
                 {"written_by", version},
                 {"frames", done.frames_kept},
                 {"frames_lost", done.frames_lost},
                 {"keyframes", done.keyframes_kept}};
  report.text =
      fmt::format("{}: the run of Grouser {} with {} and {}, in today's form\n", a.out, version,
                  count_text(done.frames_kept, "frame"), count_text(done.keyframes_kept, "keyframe"));
  if (done.frames_lost > 0)
    report.notes.push_back(fmt::format("{} damaged and left out", count_text(done.frames_lost, "frame")));
  return report;
}

/// Decides by the first bytes between a run file and a TOML file, checks the output and writes it.
int upgrade(const UpgradeArguments& a) {
  refuse_special_file(a.file);
  if (std::error_code error; !fs::is_regular_file(a.file, error))
    throw InputError(a.file, "no such file", "a run file (.h5) or a TOML file of an older version");
  const bool run = looks_like_hdf5(a.file);
  FileKind kind = run ? run_file_kind() : FileKind{.endings = {".toml"}, .told = false};
  check_outputs({{"--out", a.out, kind}}, {a.file}, replacing(a.force));
  if (!run && fs::path(a.file).extension() != ".toml")
    throw InputError(a.file, "a file of another kind",
                     "a run file (.h5) or a TOML file; campaigns and soil maps open as they are");
  print_report(run ? upgrade_run(a) : upgrade_text_file(a), a.json);
  return kExitOk;
}

}  // namespace

void declare_upgrade(Command& command) {
  auto& a = command.runs(upgrade);
  command.argument("OLD", a.file, "A run file or a TOML file of an older version");
  command.option("--out NEW", a.out, "The file in today's form").required();
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Older files open without it; it writes what a reader of today's form alone expects.\n"
      "Example: grouser upgrade my_sand.toml --out my_sand_new.toml");
}

}  // namespace grouser::cli
