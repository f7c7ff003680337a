#include "grouser/mission/campaign/study_journal.hpp"

#include <fmt/format.h>

#include "campaign/journal_file.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/version.hpp"

namespace grouser {
namespace {

using Json = JournalJson;

const JournalKind kStudyJournal{"grouser study journal ", "grouser study journal 3", "grouser sweep", "sweep",
                                "--fresh to begin anew"};

Json to_json(const StudyIdentity& id) {
  Json json;
  json["format"] = kStudyJournal.format;
  json["version"] = id.version;
  json["scenario"] = id.scenario;
  json["settings"] = id.settings;
  json["keys"] = id.keys;
  json["inputs"] = id.inputs;
  return json;
}

Json to_json(const StudyRow& row) {
  Json json;
  json["values"] = row.values;
  json["status"] = to_string(row.status);
  json["message"] = row.message;
  json["simulated_s"] = row.simulated_s;
  json["state_hash"] = hash_text(row.state_hash);
  json["metrics"] = Json::object();
  for (const auto& [name, metric] : row.metrics) json["metrics"][name] = {metric.value, metric.unit};
  if (row.verdict)
    json["verdict"] = {
        {"name", row.verdict->name}, {"time_s", row.verdict->time}, {"reason", row.verdict->reason}};
  return json;
}

StudyRow row_from(const Json& json) {
  StudyRow row;
  row.values = json.at("values").get<std::vector<double>>();
  row.status = world_status(json.at("status").get<std::string>());
  row.message = json.at("message").get<std::string>();
  row.simulated_s = json.at("simulated_s").get<double>();
  row.state_hash = std::stoull(json.at("state_hash").get<std::string>(), nullptr, 16);
  for (const auto& [name, metric] : json.at("metrics").items())
    row.metrics[name] = {journal_number(metric.at(0)), metric.at(1).get<std::string>()};
  if (json.contains("verdict")) {
    const Json& verdict = json.at("verdict");
    row.verdict = Verdict{verdict.at("name").get<std::string>(), verdict.at("time_s").get<double>(),
                          verdict.at("reason").get<std::string>()};
  }
  return row;
}

/// How the journal of another study differs, in words; "" if it belongs to this study.
std::string difference(const Json& found, const StudyIdentity& id) {
  const Json expected = to_json(id);
  for (const char* part : {"version", "scenario", "settings", "keys"})
    if (found.at(part) != expected.at(part))
      return fmt::format("its {} {}", part, journal_text(found.at(part)));
  for (const auto& [name, hash] : id.inputs) {
    if (!found.at("inputs").contains(name)) return fmt::format("no {} in it", name);
    if (found.at("inputs").at(name) != hash) return fmt::format("{} has changed since", name);
  }
  if (found.at("inputs").size() != id.inputs.size()) return "other input files";
  return "";
}

}  // namespace

StudyIdentity identify(const StudySpec& spec, const StudyBasis& basis) {
  StudyIdentity id{.scenario = std::filesystem::path(spec.scenario).stem().string(),
                   .version = version(),
                   .settings = {},
                   .keys = {},
                   .inputs = basis.inputs};
  for (const Override& setting : spec.settings) id.settings.push_back(setting.key + "=" + setting.value);
  for (const VariedKey& varied : spec.grid.keys()) id.keys.push_back(varied.key);
  return id;
}

StudyJournal::StudyJournal(const std::filesystem::path& path, const StudyIdentity& id, JournalMode mode)
    : file_(std::make_unique<JournalFile>(
          path, kStudyJournal, to_json(id), mode, [&](const Json& found) { return difference(found, id); },
          [this](const Json& json) {
            StudyRow row = row_from(json);
            rows_[row.values] = std::move(row);
          })) {}

StudyJournal::~StudyJournal() = default;

const StudyRow* StudyJournal::find(const std::vector<double>& values) const {
  const auto found = rows_.find(values);
  return found == rows_.end() ? nullptr : &found->second;
}

void StudyJournal::append(StudyRow row) {
  file_->append(to_json(row));
  rows_[row.values] = std::move(row);
}

std::size_t StudyJournal::damaged_rows() const { return file_->damaged_rows(); }

}  // namespace grouser
