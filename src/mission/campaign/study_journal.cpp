#include "grouser/mission/campaign/study_journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/version.hpp"

namespace grouser {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = std::size_t{4} << 30;
constexpr const char* kFormat = "grouser study journal 3";

// The last key of a line: the hash of everything before it
constexpr std::string_view kHashKey = ",\"line_hash\":\"";
constexpr std::size_t kHashDigits = 16, kLineEnd = kHashKey.size() + kHashDigits + 2;  // with "} after it

std::uint64_t hash_of(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.value();
}

/// JSON has no NaN: null is used for it. Text that is not UTF-8 is replaced.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string line_of(const Json& json) {
  std::string text = text_of(json);
  text.pop_back();  // the brace
  return fmt::format("{}{}{}\"}}\n", text, kHashKey, hash_text(hash_of(text)));
}

/// Whether a line without its end is one that line_of() made.
bool is_as_written(std::string_view line) {
  if (line.size() < kLineEnd) return false;
  const std::string_view text = line.substr(0, line.size() - kLineEnd);
  return line.substr(text.size()) == fmt::format("{}{}\"}}", kHashKey, hash_text(hash_of(text)));
}

double number_of(const Json& json) { return json.is_null() ? std::nan("") : json.get<double>(); }

Json to_json(const StudyIdentity& id) {
  Json json;
  json["format"] = kFormat;
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
    row.metrics[name] = {number_of(metric.at(0)), metric.at(1).get<std::string>()};
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
    if (found.at(part) != expected.at(part)) return fmt::format("its {} {}", part, text_of(found.at(part)));
  for (const auto& [name, hash] : id.inputs) {
    if (!found.at("inputs").contains(name)) return fmt::format("no {} in it", name);
    if (found.at("inputs").at(name) != hash) return fmt::format("{} has changed since", name);
  }
  if (found.at("inputs").size() != id.inputs.size()) return "other input files";
  return "";
}

int open_journal(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0)
    throw InputError(path.string(),
                     std::string("a journal that cannot be opened (") + std::strerror(errno) + ")",
                     "a file to write in");
  return file;
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
    : path_(path), file_(open_journal(output_target(path))) {
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
      throw InputError(path.string(), "another sweep at work on it", "one at a time");
    if (mode == JournalMode::fresh) empty();
    read(id);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

// Empties the file, but only if a study wrote it.
void StudyJournal::empty() {
  const std::string text = read_text_file(path_, kMostBytes);
  if (!text.empty() && !text.starts_with("{\"format\":\"grouser study journal ")) throw no_journal();
  if (::ftruncate(file_, 0) != 0)
    throw RunError(path_.string() + ": cannot be emptied: " + std::strerror(errno));
}

StudyJournal::~StudyJournal() { ::close(file_); }

const StudyRow* StudyJournal::find(const std::vector<double>& values) const {
  const auto found = rows_.find(values);
  return found == rows_.end() ? nullptr : &found->second;
}

void StudyJournal::append(StudyRow row) {
  write(line_of(to_json(row)));
  rows_[row.values] = std::move(row);
}

void StudyJournal::read(const StudyIdentity& id) {
  const std::string text = read_text_file(path_, kMostBytes);
  std::size_t begin_of_line = 0, number = 0;
  for (std::size_t end; (end = text.find('\n', begin_of_line)) != std::string::npos;
       begin_of_line = end + 1) {
    const std::string_view line(text.data() + begin_of_line, end - begin_of_line);
    if (++number == 1)
      check_identity(line, id);
    else
      take_row(line);
  }
  // A line without its end was cut short; a first one may be any other text.
  if (begin_of_line < text.size()) {
    if (number == 0 && !line_of(to_json(id)).starts_with(text)) throw no_journal();
    if (::ftruncate(file_, static_cast<off_t>(begin_of_line)) != 0)
      throw RunError(path_.string() + ": cannot be shortened: " + std::strerror(errno));
  }
  if (number == 0) begin(id);
}

InputError StudyJournal::no_journal() const {
  return InputError(path_.string() + ":1", "a line that cannot be read",
                    "a journal of grouser sweep (move this file away to begin anew)");
}

void StudyJournal::check_identity(std::string_view line, const StudyIdentity& id) const {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("format")) throw no_journal();
  if (json.at("format") != kFormat)
    throw InputError(path_.string() + ":1", "another format",
                     std::string(kFormat) + ", or --fresh to begin anew");
  if (!is_as_written(line)) throw no_journal();
  const std::string other = difference(json, id);
  if (!other.empty())
    throw InputError(path_.string(), "a study begun with other inputs (" + other + ")",
                     "the same inputs, or --fresh to begin anew");
}

void StudyJournal::take_row(std::string_view line) {
  if (!is_as_written(line)) {
    ++damaged_rows_;
    return;
  }
  try {
    StudyRow row = row_from(Json::parse(line));
    rows_[row.values] = std::move(row);
  } catch (const std::exception&) {
    ++damaged_rows_;  // its hash is right nevertheless: written by another program
  }
}

void StudyJournal::begin(const StudyIdentity& id) { write(line_of(to_json(id))); }

void StudyJournal::write(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(file_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw RunError(path_.string() + ": cannot be written: " + std::strerror(errno));
    done += static_cast<std::size_t>(count);
  }
}

}  // namespace grouser
